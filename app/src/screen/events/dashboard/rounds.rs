//! The rounds: who plays whom and why, results by keys, changes with what moves before they are made.

use catalog::tr;
use formats::event::bracket::BracketKind;
use formats::event::log::{MatchScore, ResultKind};
use formats::event::preview::Consequences;
use formats::event::{EventMatch, PlayerId, TournamentEvent};
use iced::widget::{Column, Row, column, container, row, space as gap};
use iced::{Center, Fill};

use super::state::{EventDashboard, Message};
use super::words::{SCORES, recorded_by, with_dashes};
use crate::theme::{self, space};
use crate::widget::field::Labeled;
use crate::widget::icon::{Icon, Ink, icon};
use crate::widget::panel::Tone;
use crate::widget::{Element, button, cut, field, label, panel};

/// Height of the line of what can be done with a round.
const ACTS: f32 = 36.0;
/// Width of the window from which on the rounds and what can be done with one stand in one line.
const ONE_LINE: f32 = 1250.0;

/// The rounds, in a window so wide.
pub(super) fn view<'a>(dashboard: &'a EventDashboard, width: f32) -> Element<'a, Message> {
    let event = dashboard.event();
    let Some(round) = event.rounds.get(dashboard.round) else {
        let what = tr!("Pairings avoid rematches and minimise byes and pair-downs. Each shows its reason.");
        let next =
            dashboard.next_step().and_then(|(word, message)| Some(button::primary(word).on_press(message?).into()));
        return panel::empty(tr!("No round yet"), what, next);
    };
    let rounds = event.rounds.iter().enumerate().map(|(at, r)| {
        let open = r.matches.iter().filter(|m| m.score.is_none()).count();
        let word = if open > 0 { tr!("Round {}  ·  {open} open", at + 1, open) } else { tr!("Round {}", at + 1) };
        button::tab(word, at == dashboard.round).on_press(Message::RoundChosen(at)).into()
    });
    let last = dashboard.round + 1 == event.rounds.len();
    let fresh = last && round.matches.iter().all(|m| m.score.is_none_or(|s| s.how == ResultKind::Bye));
    let cuts = [(4, BracketKind::Single), (8, BracketKind::Single), (4, BracketKind::Double), (8, BracketKind::Double)];
    let cuts = cuts.into_iter().filter(|(size, _)| event.present().count() >= *size as usize).map(|(size, kind)| {
        let lives = if kind == BracketKind::Double { tr!(", double elimination") } else { String::new() };
        Labeled::new((size, kind), tr!("Top {size}{lives}", size, lives))
    });
    let cuts: Vec<Labeled<(u32, BracketKind)>> = cuts.collect();
    let cut = last && event.bracket.is_none() && event.waiting().is_empty() && !cuts.is_empty();
    let cut = cut.then(|| {
        let cut = |cut: Labeled<(u32, BracketKind)>| Message::Cut(cut.value.0, cut.value.1);
        field::choice(cuts, None, cut).placeholder(tr!("Cut to top…"))
    });
    // With all results in nothing is paired anew: a cut takes that place.
    let again =
        cut.is_none().then(|| button::quiet(tr!("Re-pair")).on_press_maybe(fresh.then_some(Message::PairedAgain)));
    let acts = row![
        button::quiet(tr!("Print slips")).on_press(Message::Printed(crate::printout::event_sheets::EventSheet::Slips)),
        cut,
        again,
    ];
    // The line is as high without the list of cuts: with the last result the table stays where it is.
    let acts = acts.spacing(space::S).height(ACTS).align_y(Center);
    let rounds = container(Row::with_children(rounds).spacing(space::XS).wrap()).width(Fill);
    let head: Element<'a, Message> = if width < ONE_LINE {
        column![rounds, container(acts).align_right(Fill)].spacing(space::XS).into()
    } else {
        row![rounds, acts].spacing(space::S).align_y(Center).into()
    };
    let tables = (0..).zip(&round.matches).map(|(at, m)| match_row(dashboard, at, m));
    let list = field::scrolled(Column::with_children(tables)).width(Fill).height(Fill);
    let left = column![head, list].spacing(space::M).padding(space::L).width(Fill);
    let side = match (&dashboard.pending_change, round.matches.get(dashboard.table)) {
        (Some((_, moves)), _) => consequences_panel(event, moves),
        (None, Some(m)) => match_panel(dashboard, m),
        (None, None) => gap().into(),
    };
    let side = container(side).width(380).height(Fill).padding(space::L).style(panel::surface);
    row![left, panel::upright(), side].into()
}

fn match_row<'a>(dashboard: &'a EventDashboard, at: usize, m: &'a EventMatch) -> Element<'a, Message> {
    let event = dashboard.event();
    let winner = m.score.and_then(|s| s.winner());
    let side = |id: Option<PlayerId>, side: usize| {
        let word = id.map_or("—", |id| event.name(id));
        let font = if winner == Some(side) { theme::BOLD } else { theme::REGULAR };
        let style = if winner == Some(1 - side) { label::muted } else { iced::widget::text::default };
        cut(word).font(font).style(style)
    };
    let score: Element<'a, Message> = match m.score {
        Some(score) => label::line(with_dashes(&score.label())).font(theme::SEMIBOLD).into(),
        None => label::line("…").style(label::accent).into(),
    };
    let players = row![
        container(label::line((at + 1).to_string()).style(label::muted)).width(34),
        m.pairing.pod.map(|pod| container(label::caption(tr!("pod {}", pod + 1))).width(50)),
        container(side(Some(m.pairing.a), 0)).width(Fill),
        container(score).center_x(130),
        container(side(m.pairing.b, 1)).width(Fill),
    ];
    let mut line = column![players.spacing(space::S).align_y(Center)].spacing(2);
    if let (Some(bracket), Some(node)) = (&event.bracket, m.pairing.node) {
        line = line.push(row![gap::horizontal().width(42), label::caption(bracket.name(node)).style(label::accent)]);
    }
    for why in m.pairing.reasons() {
        line = line.push(row![gap::horizontal().width(42), label::caption(why).style(label::muted)]);
    }
    let entry = button::entry(container(line).padding([8, 10]).width(Fill), at == dashboard.table);
    entry.width(Fill).on_press(Message::TableChosen(at)).into()
}

/// The match that is chosen, and what can be done about it.
fn match_panel<'a>(dashboard: &'a EventDashboard, m: &'a EventMatch) -> Element<'a, Message> {
    let event = dashboard.event();
    let (a, Some(b)) = (m.pairing.a, m.pairing.b) else {
        let name = event.name(m.pairing.a);
        return column![
            label::caption(tr!("Table {}", dashboard.table + 1)),
            label::section(name),
            label::body(tr!("has a bye (counts as a win).")).style(label::muted),
            exchange_button(dashboard, m.pairing.a),
        ]
        .spacing(space::M)
        .into();
    };
    let key = |at: usize| -> Element<'a, Message> {
        let (word, wins, draws) = SCORES[at];
        let score = MatchScore { wins, draws, how: ResultKind::Played };
        let on = m.score == Some(score);
        let face = column![label::emphasis(word), label::caption((at + 1).to_string()).style(label::muted)];
        let face = container(face.align_x(Center).spacing(2)).center_x(Fill);
        let key = if on { button::toggle(face, true).padding([7, 4]) } else { button::wide(face).padding([7, 4]) };
        key.width(Fill).on_press(Message::Scored(score)).into()
    };
    // A player's name is their win without a loss; below stand the keys of both wins.
    let wins = |id: PlayerId, keys: [usize; 2]| -> Element<'a, Message> {
        let (_, wins, draws) = SCORES[keys[0]];
        let won = MatchScore { wins, draws, how: ResultKind::Played };
        let side = usize::from(id == b);
        let on = m.score.is_some_and(|score| score.winner() == Some(side));
        let name = row![
            container(cut(event.name(id)).font(theme::SEMIBOLD).size(theme::size::SECTION)).width(Fill),
            on.then(|| icon(Icon::Check, 16.0, Ink::Accent)),
        ];
        let name = button::tile(name.spacing(space::S).align_y(Center), on).width(Fill);
        column![name.on_press(Message::Scored(won)), row(keys.map(key)).spacing(space::XS)].spacing(space::XS).into()
    };
    let special = |word: String, score: MatchScore| -> Element<'a, Message> {
        button::quiet_small(label::caption(word)).on_press(Message::Scored(score)).into()
    };
    let games = event.start.rules.games;
    let gone = |side: usize| {
        let wins = if side == 0 { (0, games) } else { (games, 0) };
        MatchScore { wins, draws: 0, how: ResultKind::NoShow }
    };
    let by = m.score.map(|_| {
        let who = recorded_by(&m.by);
        label::caption(tr!("Entered by {who}", who))
    });
    let penalty = |id: PlayerId| -> Element<'a, Message> {
        let kinds: Vec<String> = event.start.rules.penalties.iter().map(|p| p.id.clone()).collect();
        let choice =
            field::choice(kinds, None::<String>, move |kind| Message::Punished(id, kind)).placeholder(tr!("Penalty…"));
        row![cut(event.name(id)), exchange_button(dashboard, id), choice].spacing(space::S).align_y(Center).into()
    };
    let more = button::quiet_small(label::caption(tr!("+5 minutes for this table"))).on_press(Message::MoreTime);
    let extra = event.rounds[dashboard.round].clock.extra.iter().find(|(t, _)| *t as usize == dashboard.table + 1);
    let panel = column![
        label::caption(tr!("Table {}", dashboard.table + 1)),
        label::caption(tr!("Click the winner, or enter the games:")).style(label::muted),
        wins(a, [0, 1]),
        key(4),
        wins(b, [3, 2]),
        Row::with_children([
            special(tr!("{} no-show", event.name(a)), gone(0)),
            special(tr!("{} no-show", event.name(b)), gone(1)),
            special(tr!("Double no-show"), MatchScore { wins: (0, 0), draws: 0, how: ResultKind::NobodyCame }),
            special(tr!("Intentional draw"), MatchScore { wins: (0, 0), draws: 0, how: ResultKind::Agreed }),
        ])
        .spacing(space::XS)
        .wrap(),
        by,
        panel::flat(),
        penalty(a),
        penalty(b),
        row![more, extra.map(|(_, minutes)| panel::badge(Tone::Warn, tr!("+{minutes} min", minutes)))]
            .spacing(space::S)
            .align_y(Center),
    ];
    field::scrolled(panel.spacing(space::M)).height(Fill).into()
}

/// The first of two whose opponents are exchanged, or the second.
fn exchange_button<'a>(dashboard: &'a EventDashboard, id: PlayerId) -> Element<'a, Message> {
    let word = match dashboard.exchange_with {
        Some(first) if first == id => tr!("Cancel"),
        Some(first) => tr!("Exchange with {}", dashboard.event().name(first)),
        None => tr!("Exchange…"),
    };
    button::quiet_small(label::caption(word)).on_press(Message::Exchanged(id)).into()
}

/// What a changed result moves.
fn consequences_panel<'a>(event: &'a TournamentEvent, moves: &'a Consequences) -> Element<'a, Message> {
    let line = |m: &'a formats::event::preview::StandingChange| -> Element<'a, Message> {
        let rank = |r: Option<u32>| r.map_or("—".to_owned(), |r| r.to_string());
        let ranks =
            if m.rank.0 == m.rank.1 { rank(m.rank.1) } else { format!("{} → {}", rank(m.rank.0), rank(m.rank.1)) };
        let mut told: Vec<String> = Vec::new();
        if m.points.0 != m.points.1 {
            told.push(tr!("{} → {} points", m.points.0, m.points.1));
        }
        let tie = |(tie, before, after): &(&str, String, String)| {
            let tie = *tie;
            format!("{} {before} → {after}", tr!("tie-breaker" => tie))
        };
        told.extend(m.ties.iter().map(tie));
        let head =
            row![container(label::line(ranks)).width(64), label::line(event.name(m.player)).font(theme::SEMIBOLD)];
        let told = told
            .into_iter()
            .map(|told| row![gap::horizontal().width(64), label::caption(told).style(label::muted)].into());
        column![head, Column::with_children(told)].spacing(2).into()
    };
    let standings = Column::with_children(moves.standings.iter().map(line)).spacing(space::S);
    let pairings = moves.pairings.iter().map(|p| label::caption(p.as_str()).into());
    let pairings = Column::with_children(pairings).spacing(space::XS);
    let list = field::scrolled(column![standings, pairings].spacing(space::L)).width(Fill).height(Fill);
    column![
        row![icon(Icon::Warn, 18.0, Ink::Warn), label::section(tr!("Effect of this change"))]
            .spacing(space::S)
            .align_y(Center),
        label::body(tr!("This match already has a result.")).style(label::muted),
        list,
        row![
            button::quiet(tr!("Cancel  (Esc)")).on_press(Message::Withdrawn),
            gap::horizontal(),
            button::primary(tr!("Apply  (Enter)")).on_press(Message::Confirmed),
        ],
    ]
    .spacing(space::M)
    .into()
}

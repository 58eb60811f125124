//! Who is here, and where they sit.

use catalog::tr;
use formats::event::{DeckCheckResult, EventKind, EventPlayer, PlayerId};
use iced::widget::{Column, Row, column, container, row, space as gap};
use iced::{Center, Fill, Length};

use super::state::{EventDashboard, Message, NEWCOMER};
use super::words::{player_name, points_label, with_dashes};
use crate::screen::ScreenContext;
use crate::theme::space;
use crate::widget::panel::Tone;
use crate::widget::{Element, button, cut, field, label, panel};

/// Width of the window from which on the decks of the players have a column.
const ROOMY: f32 = 1050.0;

/// The players, and who is coming in.
pub(super) fn players_view<'a>(dashboard: &'a EventDashboard, context: ScreenContext<'a>) -> Element<'a, Message> {
    let event = dashboard.event();
    let records = event.records(event.rounds.len());
    let narrow = context.bounds.width < ROOMY;
    let line = |p: &'a EventPlayer| -> Element<'a, Message> {
        let record = &records[p.id.at()];
        let seat = event.start.pods.map(|_| {
            let words = |(pod, seat): (usize, usize)| tr!("pod {}, seat {}", pod + 1, seat + 1);
            let words = event.seat_of(p.id).map_or(String::new(), words);
            container(label::line(words).style(label::muted)).width(if narrow { 96 } else { 120 })
        });
        let deck = match &p.deck {
            Some(deck) => cut(deck.name.as_str()),
            None => cut(tr!("no deck yet")).style(label::faint),
        };
        let state = match (p.disqualified, p.left) {
            (true, _) => Some(panel::badge(Tone::Bad, tr!("disqualified"))),
            (_, Some(round)) => Some(panel::badge(Tone::Warn, tr!("dropped after round {round}", round))),
            _ => None,
        };
        let chosen = dashboard.player_panel.as_ref().is_some_and(|person| person.shows(p.id));
        let named = button::entry(container(player_name(event, p.id)).padding([4, 6]), chosen).width(Fill);
        let named = named.on_press(Message::PlayerChosen(p.id));
        let look_at = event.checks.iter().any(|check| check.player == p.id && check.result == DeckCheckResult::Waiting);
        let look_at = look_at.then(|| panel::badge(Tone::Warn, tr!("deck check due")));
        let word = if p.left.is_some() { tr!("Return") } else { tr!("Drop") };
        let games = label::line(with_dashes(&record.label()));
        let line = row![
            container(label::line((p.id.0 + 1).to_string()).style(label::muted)).width(34),
            container(named).width(if narrow { Fill } else { Length::Fixed(210.0) }),
            container(label::line(points_label(record.points))).width(if narrow { 60 } else { 84 }),
            container(games.style(label::muted)).width(if narrow { 40 } else { 64 }),
            seat,
            (!narrow).then(|| container(deck).width(Fill)),
            look_at,
            state,
            button::quiet_small(label::caption(word)).on_press(Message::LeftOrCame(p.id)),
        ];
        let line = line.spacing(if narrow { space::S } else { space::M });
        column![container(line.align_y(Center)).padding([6, 0]), panel::flat()].into()
    };
    let input = row![
        field::line(tr!("Names (with commas) or a CSV file"), &dashboard.newcomer)
            .id(NEWCOMER)
            .on_input(Message::NewcomerTyped)
            .on_submit(Message::Entered)
            .width(Fill),
        button::plain(tr!("Add player")).on_press(Message::Entered),
    ];
    let list: Element<'a, Message> = if event.players.is_empty() {
        label::body(tr!("No players yet. Late entries count missed rounds as losses.")).style(label::muted).into()
    } else {
        Column::with_children(event.players.iter().map(line)).into()
    };
    let left = column![input.spacing(space::M).align_y(Center), list].spacing(space::L).width(Fill);
    let page = row![
        field::scrolled(container(left).padding(space::XL)).width(Fill).height(Fill),
        panel::upright(),
        match &dashboard.player_panel {
            Some(person) => person.view(event).map(Message::PlayerPanel),
            None => requirements(dashboard, context),
        }
    ];
    page.into()
}

/// What the evening needs.
fn requirements<'a>(dashboard: &'a EventDashboard, context: ScreenContext<'a>) -> Element<'a, Message> {
    let event = dashboard.event();
    let fact = |what: String, is: String| -> Element<'a, Message> {
        column![label::caption(what), label::emphasis(is)].spacing(2).into()
    };
    let here = event.present().count();
    let mut facts = column![fact(tr!("Present"), tr!("{here} of {}", event.players.len(), here))];
    if let Some(planned) = event.planned().filter(|p| *p > 0) {
        facts = facts.push(fact(tr!("Rounds"), planned.to_string()));
    }
    if let (Some(bounds), true) = (event.start.pods, event.pods.is_empty()) {
        let sizes = formats::event::pods::sizes(here as u32, bounds);
        let words = |sizes: Vec<u32>| sizes.iter().map(u32::to_string).collect::<Vec<_>>().join(" + ");
        let none = || tr!("{here} cannot be split into pods of {} to {}", bounds.0, bounds.1, here);
        facts = facts.push(fact(tr!("Pods"), sizes.map_or_else(none, words)));
    }
    let format = context.game_library.format(&event.start.format);
    for (product, count) in format.map_or(Vec::new(), |f| event.packs(f, None)) {
        let name = context.game_library.product(&product).map_or(product, |p| p.name.clone());
        facts = facts.push(fact(tr!("Packs needed"), format!("{count} × {name}")));
    }
    let decks = event.players.iter().filter(|p| p.deck.is_some()).count();
    let facts = facts.push(fact(tr!("Decks registered"), decks.to_string()));
    let draw = button::plain(tr!("Random deck check")).on_press_maybe((decks > 0).then_some(Message::ChecksDrawn));
    let facts = facts.push(draw).push(label::caption(tr!("Click a player for deck, pool, checks and penalties.")));
    let facts = facts.push(
        column![
            label::caption(tr!("Seed for seats, pairings and tie-breaks")),
            row![
                label::caption(shortened(&event.start.seed)),
                button::quiet_small(label::caption(tr!("Copy"))).on_press(Message::SeedCopied),
            ]
            .spacing(space::S)
            .align_y(Center),
        ]
        .spacing(2),
    );
    let facts = field::scrolled(container(facts.spacing(space::L)).padding(space::XL)).height(Fill);
    let width = if context.bounds.width < ROOMY { 232 } else { 280 };
    container(facts).width(width).height(Fill).style(panel::surface).into()
}

/// A seed by its beginning and its end: enough to tell two apart. Whoever checks a draw copies all of it.
fn shortened(seed: &str) -> String {
    match (seed.get(..8), seed.get(seed.len().saturating_sub(8)..)) {
        (Some(beginning), Some(end)) if seed.len() > 20 => format!("{beginning}…{end}"),
        _ => seed.to_owned(),
    }
}

/// The pods.
pub(super) fn pods_view<'a>(dashboard: &'a EventDashboard) -> Element<'a, Message> {
    let event = dashboard.event();
    if event.pods.is_empty() {
        let what = match event.start.kind {
            EventKind::Draft => {
                tr!("Seats are drawn at random in even pods of about eight.")
            }
            _ => tr!("Seats are only needed for opening packs together. Pairings work without them."),
        };
        let act =
            (event.present().count() > 0).then(|| button::primary(tr!("Draw seats")).on_press(Message::Seated).into());
        return panel::empty(tr!("No seats yet"), what, act);
    }
    let begun = !event.rounds.is_empty() || event.drafts.iter().any(Option::is_some);
    let tiles = event.pods.iter().enumerate().map(|(at, pod)| pod_tile(dashboard, at, pod));
    let again = (!begun).then_some(Message::Seated);
    let stand = (!begun).then_some(Message::Unseated);
    let acts = row![
        label::body(tr!("First pass is to the left: from seat 1 to seat 2.")).style(label::muted),
        gap::horizontal(),
        button::quiet(tr!("Print seat slips"))
            .on_press(Message::Printed(crate::printout::event_sheets::EventSheet::Seats)),
        button::quiet(tr!("Clear seats")).on_press_maybe(stand),
        button::plain(tr!("Draw again")).on_press_maybe(again),
        (event.start.kind == EventKind::Draft)
            .then(|| button::plain(tr!("Import pools")).on_press(Message::PoolsTaken)),
    ];
    let page = column![
        acts.spacing(space::S).align_y(Center),
        Row::with_children(tiles).spacing(space::L).wrap().vertical_spacing(space::L),
    ];
    field::scrolled(page.spacing(space::L).padding(space::XL)).width(Fill).height(Fill).into()
}

fn pod_tile<'a>(dashboard: &'a EventDashboard, at: usize, pod: &'a [PlayerId]) -> Element<'a, Message> {
    let event = dashboard.event();
    let seat = |(seat, id): (usize, &'a PlayerId)| -> Element<'a, Message> {
        let player = &event.players[id.at()];
        let mark = match (&player.deck, &player.pool) {
            (Some(_), _) => Some(panel::badge(Tone::Good, tr!("deck"))),
            (None, Some(_)) => Some(panel::badge(Tone::Plain, tr!("pool"))),
            _ => None,
        };
        let number = container(label::line(seat.to_string()).style(label::muted)).width(24);
        row![number, player_name(event, *id), gap::horizontal(), mark]
            .spacing(space::S)
            .align_y(Center)
            .height(26)
            .into()
    };
    let seats = Column::with_children((1..).zip(pod).map(seat)).spacing(2);
    let draft: Option<Element<'a, Message>> = (event.start.kind == EventKind::Draft).then(|| {
        let word = if event.drafts[at].is_some() { tr!("Continue the draft") } else { tr!("Draft on this computer") };
        button::plain(word).on_press(Message::Drafted(at)).into()
    });
    let head = row![label::section(tr!("Pod {}", at + 1)), panel::badge(Tone::Plain, tr!("{} seats", pod.len()))];
    let content = column![head.spacing(space::M).align_y(Center), seats, draft].spacing(space::M);
    container(content).width(300).padding(20).style(panel::framed).into()
}

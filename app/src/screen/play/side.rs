//! The panel beside the board: what is asked, what can be done and what that will do, what happened last.

use catalog::GameData;
use catalog::fold::capital;
use catalog::tr;
use engine::kernel::legal_action::{LegalAction, PromptKind};
use iced::widget::{Column, Row, column, container, mouse_area, row};
use iced::{Center, Fill, FillPortion, Length, Shrink, Size};

use super::part_heights::{PartHeights, SOURCE};
use super::table::{BetweenGames, CoachHint, FILTER, KEYS, LISTED, MatchTable, Message, WRITING};
use super::{log, standings};
use crate::saved_match::{BestOf, MatchResult};
use crate::screen::ScreenContext;
use crate::theme::{self, space};
use crate::widget::face::Gallery;
use crate::widget::icon::{Icon, Ink, icon};
use crate::widget::panel::Tone;
use crate::widget::press::Press;
use crate::widget::{Element, button, field, label, panel};

/// Size of the word for the result.
const RESULT: f32 = 34.0;

/// The least height at which the question does not scroll with the list.
const ROOMY: f32 = 460.0;

/// Width of the panel in so much room.
pub fn width(bounds: Size) -> f32 {
    if bounds.width < 900.0 { 264.0 } else { 320.0 }
}

/// The panel.
pub fn view<'a>(table: &'a MatchTable, context: ScreenContext<'a>) -> Element<'a, Message> {
    let bounds = context.bounds;
    let mut page = Column::new().spacing(space::M);
    if let Some((title, text, told, all)) = table.lesson().and_then(|lesson| lesson.current()) {
        let count = label::caption(tr!("{told} of {all}", told, all));
        let words = column![row![label::emphasis(title).width(Fill), count], label::body(text)].spacing(space::XS);
        page = page.push(panel::toned(Tone::Good, words));
    }
    page = page.push(prompt(table, context.game(), context.gallery)).push(writing(table));
    // The question stays in sight, however long the list is, where there is room for both.
    let roomy = bounds.height >= ROOMY;
    let apart = roomy && table.asks_person();
    let (asked, listed) = if apart {
        let head = container(page).padding(iced::padding::horizontal(space::L).top(space::L).bottom(space::S));
        let list = actions(table).padding(iced::padding::horizontal(space::L).bottom(space::L));
        (Some(head), list)
    } else {
        (None, page.push(actions(table)).padding(space::L))
    };
    let log_shown = table.log_shown();
    let listed = field::scrolled(listed).id(LISTED).width(Fill);
    // The open log has the room of the forecast.
    let says = forecast(table, context.gallery).filter(|_| !log_shown || *table.hint() != CoachHint::None);
    let says = says.map(|says| container(says).padding(iced::padding::horizontal(space::L).bottom(space::M)));
    // The question whether something ends stands where the turn is ended.
    let ends = end_confirmation(table)
        .map(|asked| container(asked).padding(iced::padding::horizontal(space::L).bottom(space::M)));
    let closing = closing_actions(table)
        .map(|buttons| container(buttons).padding(iced::padding::horizontal(space::L).bottom(space::M)));
    let recent = |most| log::recent(table, context.gallery, most);
    let (listed, told, high): (Element<'a, Message>, Element<'a, Message>, Length) = if apart {
        // The list is as high as it is long, so that the log has the rest.
        let heights = PartHeights::estimate(table, context);
        let most = if log_shown { heights.most_beside_log() } else { heights.most_of_list() };
        let listed = container(listed.height(Shrink)).max_height(most);
        let told = if log_shown { log::view(table, context.gallery) } else { recent(heights.sentences()) };
        (listed.into(), told, Fill)
    } else if log_shown {
        (listed.height(FillPortion(2)).into(), log::view(table, context.gallery), FillPortion(3))
    } else {
        (listed.height(Fill).into(), recent(if roomy { 9 } else { 1 }), Shrink)
    };
    let told = container(told).padding(space::M).width(Fill).height(high);
    // What ends or passes keeps its place at the foot, however much stands above it.
    let above = column![].push(asked).push(listed).push(says).push(panel::flat()).push(told).height(Fill);
    column![above].push(ends.or(closing)).into()
}

/// Goes on through a record, or stops there.
fn play_record<'a>(table: &MatchTable) -> Press<'a, Message> {
    let words = if table.is_replaying() {
        tr!("Pause  (Space)")
    } else if table.is_over() {
        tr!("Play from the start  (Space)")
    } else {
        tr!("Play  (Space)")
    };
    button::primary(words).on_press(Message::WatchedAgain)
}

fn prompt<'a>(table: &'a MatchTable, game: &'a GameData, gallery: &Gallery) -> Element<'a, Message> {
    let observation = table.observation();
    if let Some(ending) = table.saved().session.tell_outcome(&table.audience()).filter(|_| table.is_over()) {
        let result = table.result().map(|result| match result {
            MatchResult::Won => label::page(tr!("Victory")).size(RESULT).style(label::good),
            MatchResult::Lost => label::page(tr!("Defeat")).size(RESULT).style(label::bad),
            MatchResult::Drawn => label::page(tr!("Draw")).size(RESULT),
        });
        let turn = observation.turn;
        let when = (turn > 0).then(|| label::body(tr!("Turn {turn}", turn)).style(label::muted));
        let won = column![].push(result).push(label::section(ending)).push(when).spacing(space::XS);
        let won = won.push(standings::view(table));
        if let Some(games) = table.games_to_go() {
            return column![won].push(between_games(table, &games, &game.id)).spacing(space::M).into();
        }
        let decided = table.saved().games().map(|games| label::emphasis(match_result(table, &games)));
        let won = won.push(decided);
        let again = table.saved().id.map(|_| button::primary(tr!("Rematch  (Enter)")).on_press(Message::Again));
        let again = again.or_else(|| table.is_record().then(|| play_record(table)));
        let told =
            tr!("Step back through the match with the arrow keys or the slider. Click a hand or a pile to look at it.");
        let chooser = table.saved().id.and_then(|_| table.saved().next_chooser(&game.id));
        let chooser = chooser.map(|seat| {
            label::body(match table.audience().subject(seat) {
                Some(who) => tr!("{who} lost and chooses who goes first in a rematch.", who),
                None => tr!("You lost and choose who goes first in a rematch."),
            })
        });
        let lobby = button::quiet(tr!("Lobby  (Esc)")).on_press(Message::Closed);
        let answers = row![].push(again).push(lobby).spacing(space::S).wrap();
        return column![won, label::body(told).style(label::muted)]
            .push(chooser)
            .push(answers)
            .spacing(space::M)
            .into();
    }
    if table.looks_back() {
        let told = match table.viewer() {
            Some(_) => tr!("An earlier moment, as you saw it. Press End or Esc to return to now."),
            None => tr!("An earlier moment. Click a hand or a pile to look at it; arrow keys step through the match."),
        };
        let told = column![label::section(tr!("History")), label::body(told).style(label::muted)].spacing(space::XS);
        return told.push(table.is_record().then(|| play_record(table))).spacing(space::S).into();
    }
    let asked = observation.prompt.as_ref().map_or("", |prompt| prompt.text.as_str());
    match observation.actor {
        Some(_) if table.asks_person() => {
            // In a turn of another seat, whose turn it is stands above what is asked.
            let active = observation.active;
            let plays = observation.prompt.as_ref().is_some_and(|prompt| prompt.kind == PromptKind::Play);
            let other = (observation.turn > 0 && active != table.seat() && !plays)
                .then(|| label::group(tr!("{}’s turn: you decide", table.seat_name(active))));
            let source = observation.prompt.as_ref().and_then(|prompt| prompt.source).map(|card| game.card(card));
            let says = source.map(|card| card.text.as_str()).filter(|text| !text.is_empty());
            let says = says.map(|text| label::body(text).style(label::muted));
            // What is being played lies nowhere on the table yet.
            let face = observation.prompt.as_ref().and_then(|prompt| prompt.source);
            let face = face.map(|card| gallery.face(card, SOURCE));
            let words = column![label::emphasis(asked)].push(says).spacing(space::XS);
            let asked = row![].push(face).push(words).spacing(space::M);
            let back = table.can_cancel().then(|| button::quiet(tr!("Cancel  (Esc)")).on_press(Message::TakenBack));
            column![].push(other).push(asked).push(back).spacing(space::XS).into()
        }
        Some(_) if table.shows_forced() => label::emphasis(tr!("Forced plays")).into(),
        Some(actor) => {
            let who = label::emphasis(tr!("{} is thinking…", table.seat_name(actor)));
            // Whoever watches bots sees what they are asked.
            column![who, label::body(asked).style(label::muted)].spacing(space::XS).into()
        }
        None => label::emphasis(tr!("Game over.")).into(),
    }
}

/// The score of a match that goes on, and what comes next.
fn between_games<'a>(table: &'a MatchTable, games: &BestOf, game: &str) -> Element<'a, Message> {
    let (number, of) = (games.game_number(), games.games);
    let next = tr!("Next: game {number} of {of}", number, of);
    let first = table.saved().session.outcome().and_then(|outcome| outcome.loser(table.saved().session.seats()));
    let first = first.map(|seat| {
        let chooses = table.saved().next_chooser(game).is_some();
        match (table.audience().subject(seat), chooses) {
            (Some(who), true) => tr!("{who} lost and chooses who goes first.", who),
            (Some(who), false) => tr!("{who} lost and goes first.", who),
            (None, true) => tr!("You lost and choose who goes first."),
            (None, false) => tr!("You lost and go first."),
        }
    });
    let words = column![label::emphasis(score(table, games)), label::body(next).style(label::muted)]
        .push(first.map(|first| label::body(first).style(label::muted)))
        .spacing(space::XS);
    let say = |message| Message::Between(message);
    let several = table.sideboarders().count() > 1;
    let boards = table.sideboarders().map(|seat| {
        let word = if several { tr!("Sideboard: {who}", who = table.seat_name(seat)) } else { tr!("Sideboard…") };
        button::plain(word).on_press(say(BetweenGames::SideboardOpened(seat))).into()
    });
    let next = button::primary(tr!("Next game  (Enter)")).on_press(say(BetweenGames::NextGame));
    let answers = Row::with_children(std::iter::once(next.into()).chain(boards)).spacing(space::S).wrap();
    column![words, answers].spacing(space::M).into()
}

/// `You 1, Quinn 0`.
fn score(table: &MatchTable, games: &BestOf) -> String {
    let own = table.seat();
    let one = |seat: u8| format!("{} {}", table.seat_name(seat), games.wins(seat));
    [own, 1 - own.min(1)].map(one).join(", ")
}

/// How a match of several games ended.
fn match_result(table: &MatchTable, games: &BestOf) -> String {
    let score = score(table, games);
    match games.winner().map(|seat| table.audience().subject(seat)) {
        Some(Some(who)) => tr!("{who} wins the match: {score}", who, score),
        Some(None) => tr!("You win the match: {score}", score),
        None => tr!("The match is drawn: {score}", score),
    }
}

/// Whether the turn is over although more could be done, or the match without a victory.
fn end_confirmation(table: &MatchTable) -> Option<Element<'_, Message>> {
    let at = table.confirming_end()?;
    let act = table.observation().actions.get(at)?;
    let left = match table.plays_left() {
        n if act.ends && n > 0 => {
            tr!("You still have 1 action. End anyway?" | "You still have {n} actions. End anyway?" % n)
        }
        _ => tr!("This ends the match without a win for you. Do it anyway?"),
    };
    let answer = if act.ends { format!("{}  (E)", capital(&act.label)) } else { tr!("End the match  (Enter)") };
    let answers = row![
        button::primary(answer).on_press(Message::Chosen(at)),
        button::quiet(tr!("Keep playing  (Esc)")).on_press(Message::EndDeclined),
    ];
    let asked = column![label::body(left), answers.spacing(space::S).wrap()].spacing(space::S);
    Some(panel::toned(Tone::Warn, asked).into())
}

/// The field for a text beside an action, such as what is promised.
fn writing(table: &MatchTable) -> Option<Element<'_, Message>> {
    let (at, text) = table.writing()?;
    let act = &table.observation().actions[at];
    let line = field::line(tr!("What exactly? (optional)"), text)
        .id(WRITING)
        .on_input(Message::Typed)
        .on_submit(Message::Chosen(at));
    let binds = tr!("It appears in the log. It is not binding.");
    let answers = row![
        button::primary(tr!("Save  (Enter)")).on_press(Message::Chosen(at)),
        button::quiet(tr!("Cancel  (Esc)")).on_press(Message::WritingStopped),
    ];
    let rest = column![label::body(binds).style(label::muted), answers.spacing(space::S).wrap()].spacing(space::S);
    let asked = column![label::emphasis(capital(&act.label)), line, rest].spacing(space::S);
    Some(panel::toned(Tone::Plain, asked).into())
}

/// What ends the turn, and what passes: at the foot, wherever the list is scrolled to.
fn closing_actions(table: &MatchTable) -> Option<Element<'_, Message>> {
    let button = |at: usize| -> Element<'_, Message> {
        let act = &table.observation().actions[at];
        let key = if act.ends { "E".to_owned() } else { tr!("Space") };
        let tip = (table.tip_means(at) || table.is_advised(at)).then(|| icon(Icon::Hint, 15.0, Ink::Good));
        let label = label::body(capital(&act.label)).font(theme::SEMIBOLD).width(Fill);
        let words = row![].push(tip).push(label).push(label::caption(key)).spacing(space::S).align_y(Center);
        mouse_area(button::wide(words).on_press(Message::Chosen(at))).on_enter(Message::Marked(at)).into()
    };
    // Also while only what can be done with one card is listed.
    let any = table.asks_person() && !table.answers_lie_over_the_board();
    let closing = (0..table.observation().actions.len()).filter(|at| any && table.is_closing(*at));
    let buttons: Vec<Element<'_, Message>> = closing.map(button).collect();
    (!buttons.is_empty() && table.confirming_end().is_none())
        .then(|| Column::with_children(buttons).spacing(space::XS).into())
}

fn actions(table: &MatchTable) -> Column<'_, Message> {
    // What is answered over the board is not listed twice.
    let listed = if table.answers_lie_over_the_board() { Vec::new() } else { table.listed() };
    let at_hand = table.selected_action().map(|(at, _)| at);
    let tipped = listed.iter().copied().find(|at| table.tip_means(*at));
    let line = |(place, at): (usize, &usize)| -> Element<'_, Message> {
        let act: &LegalAction = &table.observation().actions[*at];
        let key = match (act.passes, place) {
            _ if act.ends => "E".to_owned(),
            (true, _) => tr!("Space"),
            _ => number(place),
        };
        let chosen = at_hand == Some(*at);
        let words = label::body(table.entry_label(*at));
        let words = words.font(if chosen { theme::SEMIBOLD } else { theme::REGULAR }).width(Fill);
        let tip = (tipped == Some(*at)).then(|| icon(Icon::Hint, 15.0, Ink::Good));
        let key = container(label::caption(key)).width(38).align_x(iced::Right);
        let content =
            container(row![].push(tip).push(words).push(key).spacing(space::S).align_y(Center)).padding([5, 8]);
        let entry = button::entry(content, chosen).width(Fill).on_press(Message::Chosen(*at));
        mouse_area(entry).on_enter(Message::Marked(*at)).into()
    };
    let shown = listed.iter().enumerate().filter(|(_, at)| !table.is_closing(**at));
    let lines = Column::with_children(shown.map(line)).spacing(1);
    let folded = (listed.len()..).zip(table.folds()).map(|(place, (of, actions))| -> Element<'_, Message> {
        let key = container(label::caption(number(place))).width(38).align_x(iced::Right);
        let words = label::body(table.fold_label(&of, &actions)).width(Fill);
        let words = container(row![words, key].spacing(space::S).align_y(Center)).padding([5, 8]);
        button::entry(words, false).width(Fill).on_press(Message::Unfolded(of)).into()
    });
    let folded = folded.filter(|_| !table.answers_lie_over_the_board());
    let lines = lines.extend(folded);
    let first = listed.first().map_or(Message::Widened, |at| Message::Chosen(*at));
    let filter = (table.is_filtered() && !table.answers_lie_over_the_board()).then(|| {
        let line = field::line(tr!("Find an action  (/)"), table.filter());
        line.id(FILTER).on_input(Message::Filtered).on_submit(first)
    });
    let all = table.is_narrowed().then(|| button::quiet(tr!("All actions  (Esc)")).on_press(Message::Widened));
    column![].push(filter).push(lines).push(all).spacing(space::S)
}

/// The key of an entry, by its place in the list.
fn number(place: usize) -> String {
    if place < KEYS { (place + 1).to_string() } else { String::new() }
}

/// What the action at hand will do, and what a coach thinks.
fn forecast<'a>(table: &'a MatchTable, gallery: &Gallery) -> Option<Element<'a, Message>> {
    let text = table.selected_action().map_or("", |(_, act)| act.effect_text.as_str());
    // A TimeLine shows itself what changes there.
    let on_timeline = table.selected_action().is_some_and(|(_, act)| act.timeline_change.is_some());
    // What an answer about an opening hand brings stands below it.
    let over_the_board = table.answers_lie_over_the_board();
    let most = if table.listed().len() > 5 { 4 } else { 7 };
    let ahead = table.ahead().filter(|ahead| !ahead.is_empty() && !on_timeline && !over_the_board).map(|ahead| {
        let title = match (ahead.others_pass, ahead.then_pass) {
            (true, _) => Some(tr!("If nobody responds:")),
            (false, true) => Some(tr!("If you do nothing more:")),
            (false, false) => None,
        };
        let title = title.map(label::caption);
        column![].push(title).push(log::ahead(ahead, gallery, most)).spacing(2)
    });
    // Of a fight it is told how it ends.
    let asked = table.observation().prompt.as_ref().map(|prompt| prompt.kind);
    let is_fight = ahead.is_some() && matches!(asked, Some(PromptKind::Attack | PromptKind::Block));
    let text = (!text.is_empty() && !is_fight && !over_the_board).then(|| label::body(text));
    let says = text.is_some() || ahead.is_some();
    let does = says.then(|| column![].push(text).push(ahead).spacing(space::XS));
    let advice = match table.hint() {
        CoachHint::None => return does.map(|does| panel::toned(Tone::Plain, does).into()),
        CoachHint::Thinking(_) => return Some(panel::toned(Tone::Warn, label::body(tr!("Thinking…"))).into()),
        // Of another action than the advised one only that is told which it leads to.
        CoachHint::Said(_) if table.selected_action().is_some_and(|(at, _)| !table.is_advised(at)) => {
            return does.map(|does| panel::toned(Tone::Plain, does).into());
        }
        CoachHint::Said(advice) => advice,
    };
    let shown = table.numbers_shown();
    let word = if shown { tr!("Hide numbers") } else { tr!("Show numbers") };
    let toggle =
        (!advice.why.is_empty()).then(|| button::quiet_small(label::caption(word)).on_press(Message::NumbersToggled));
    let percent = |chance: f64| format!("{:.0}", 100.0 * chance);
    let chances = advice.chances.filter(|_| shown).map(|[best, other]| {
        let told = tr!(
            "Chance to win: {best}%, with the other choice {other}%.",
            best = percent(best),
            other = percent(other)
        );
        label::body(told).style(label::muted)
    });
    let numbers = shown.then(|| label::body(advice.why.as_str()).style(label::muted));
    let headline = match advice.headline.as_str() {
        "" => advice.alternatives.first().map_or(String::new(), |best| capital(&best.label)),
        headline => headline.to_owned(),
    };
    let said = column![label::emphasis(headline)].push(does).push(chances).push(numbers).push(toggle);
    Some(panel::toned(Tone::Warn, said.spacing(space::S)).into())
}

//! A draft as one seat sees it, and as somebody sees it who only watches.

use std::time::Instant;

use catalog::game::GameData;
use catalog::{CardIx, tr};
use formats::cards_label;
use formats::format::Pass;
use formats::limited::draft::{DraftPile, DraftPrompt, DraftView, PileKind};
use maud::{Markup, html};

use super::card;
use super::enter::team;
use super::notice::alert;
use crate::room::Room;

/// A seat's page. `now` is what its clock is counted from.
pub fn draft(room: &Room, seat: usize, now: Instant, wrong: Option<&str>) -> Markup {
    let (Some(saved), Some(view)) = (&room.draft, room.view(seat)) else { return html! {} };
    let game = &room.game_library.game;
    let key = room.question_key(&view);
    let marked = room.marked(seat, &view);
    let away = saved.pod.players()[seat].bot().is_some();
    let action = |verb: &str| format!("/t/{}/{verb}", room.id.0);
    html! {
        main #main.draft data-key=(key) data-seat=(seat) {
            (head(room, seat, &view, now))
            (row(room, Some(seat)))
            (alert(wrong))
            @if saved.pod.is_paused() { p.notice { (tr!("Paused by the host.")) } }
            @if away {
                form.notice method="post" action=(action("back")) {
                    span { (tr!("A bot picks for you.")) }
                    button.primary { (tr!("I'm back")) }
                }
            }
            @match &view.prompt {
                Some(ask) => {
                    form #choice.choice method="post" action=(action("pick")) data-mark=(action("mark")) {
                        input type="hidden" name="key" value=(key);
                        (question(room, game, &view, ask, marked))
                    }
                }
                None => {
                    p.waiting { (waiting(room, &view)) }
                    @for pile in view.piles.iter().filter(|pile| !pile.cards.is_empty() || pile.down > 0) {
                        (lying(game, pile, 0, None))
                    }
                }
            }
            (pools(room, game, &view))
            @if !saved.pod.draft.picks(seat).is_empty() { (past_link(room)) }
            (super::enter::device_link(room))
        }
    }
}

/// Where the draft is, and how much time is left.
fn head(room: &Room, seat: usize, view: &DraftView, now: Instant) -> Markup {
    let stage = view.stage;
    let passing = room.draft.as_ref().and_then(|draft| draft.pod.draft.passing());
    let left = room.timer(seat).map(|timer| timer.end.saturating_duration_since(now).as_millis());
    html! {
        header.head {
            h1 { (room.name) }
            p.stage {
                @match passing {
                    Some(_) if stage.rounds > 1 => {
                        (tr!("Pack {pack} of {packs}", pack = stage.round + 1, packs = stage.rounds)) " · "
                        (tr!("pick {pick}", pick = stage.pick + 1))
                    }
                    _ if stage.rounds > 1 => {
                        (tr!("Round {round} of {rounds}", round = stage.round + 1, rounds = stage.rounds)) " · "
                        (tr!("turn {turn}", turn = stage.pick + 1))
                    }
                    _ => (tr!("Turn {turn}", turn = stage.pick + 1)),
                }
                @match passing {
                    Some(Pass::Left) => { " · " (tr!("passing left")) }
                    Some(Pass::Right) => { " · " (tr!("passing right")) }
                    None => {}
                }
            }
            @if let Some(left) = left { time #time data-left=(left) { (left / 1000) } }
        }
    }
}

/// The seats around the table: names, packs that lie there, cards taken. The script keeps the numbers up to date.
pub fn row(room: &Room, own: Option<usize>) -> Markup {
    let Some(draft) = &room.draft else { return html! {} };
    let passed = draft.pod.draft.passing().is_some();
    html! {
        ol.row tabindex="0" aria-label=(tr!("Seats")) {
            @for (seat, (cards, packs)) in room.public_row().into_iter().enumerate() {
                li.own[own == Some(seat)] data-seat=(seat) {
                    span.who { (room.seat_name(seat)) }
                    span.cards title=(tr!("cards taken")) { (cards) }
                    @if passed { span.packs title=(tr!("packs waiting")) { (packs) } }
                }
            }
        }
    }
}

/// Who is waited for.
fn waiting(room: &Room, view: &DraftView) -> String {
    let names: Vec<String> = view.waiting.iter().map(|seat| room.seat_name(*seat)).collect();
    tr!("Waiting for {names}.", names = names.join(", "))
}

/// What a seat is asked, and what it may answer.
fn question(room: &Room, game: &GameData, view: &DraftView, ask: &DraftPrompt, marked: Option<&str>) -> Markup {
    let first = |pile: usize| -> usize { view.piles[..pile].iter().map(|pile| pile.cards.len()).sum() };
    match *ask {
        DraftPrompt::Take { take: 1, burn: 0 } => html! {
            (lying(game, &view.piles[0], 0, Some(Input::Tap(marked))))
            (others(game, view, 1))
            (sheet(game, view, marked))
        },
        DraftPrompt::Take { take, burn } => html! {
            p.ask {
                @if take > 0 { (tr!("Take {cards}.", cards = cards_label(take))) " " }
                @if burn > 0 { (tr!("Remove {cards} from the draft.", cards = cards_label(burn))) }
            }
            @if take > 0 { (lying(game, &view.piles[0], 0, Some(Input::Check("take")))) }
            @if burn > 0 {
                h2 { (tr!("Out of the draft")) }
                (lying(game, &view.piles[0], 0, Some(Input::Check("burn"))))
            }
            button.primary { (tr!("button" => "Pick")) }
        },
        DraftPrompt::Pile { of } => html! {
            @for (at, pile) in view.piles.iter().enumerate() {
                (lying(game, pile, 0, None))
                @if at < of && (!pile.cards.is_empty() || pile.down > 0) {
                    button.primary name="words" value={ "pile " (at + 1) } { (tr!("Take {pile}", pile = pile.kind.label())) }
                }
            }
        },
        DraftPrompt::Look { pile, leave } => html! {
            @for other in &view.piles { (lying(game, other, 0, None)) }
            div.buttons {
                button.primary name="words" value={ "pile " (pile + 1) } { (tr!("Take this pile")) }
                @if leave { button name="words" value="pass" { (tr!("Leave it")) } }
            }
        },
        DraftPrompt::Split => html! {
            p.ask { (tr!("Split the cards in two: check those of one pile.")) }
            input type="hidden" name="verb" value="split";
            (lying(game, &view.piles[0], 0, Some(Input::Check("take"))))
            button.primary { (tr!("Split")) }
        },
        DraftPrompt::Swap => html! {
            p.ask { (tr!("Swap a card of your hand for an open one, or keep your hand.")) }
            (lying(game, &view.piles[0], 0, Some(Input::Radio("give"))))
            (lying(game, &view.piles[1], first(1), Some(Input::Radio("get"))))
            div.buttons {
                button.primary name="verb" value="swap" { (tr!("Swap")) }
                button name="words" value="pass" { (tr!("Keep my hand")) }
            }
            @for pile in view.piles.iter().skip(2) { (lying(game, pile, 0, None)) }
        },
        DraftPrompt::Offer { left, .. } => {
            let before = |seat: usize| -> usize {
                first(view.piles.len()) + view.pools[..seat].iter().map(|p| p.cards.len()).sum::<usize>()
            };
            html! {
                p.ask { (tr!("Offer one of your cards for someone else's, or end your turn. Offers left: {left}.", left)) }
                h2 { (tr!("Yours")) }
                (lying(game, &view.pools[view.seat], before(view.seat), Some(Input::Radio("give"))))
                @for (seat, pool) in view.pools.iter().enumerate().filter(|(seat, _)| *seat != view.seat) {
                    h2 { (room.seat_name(seat)) }
                    (lying(game, pool, before(seat), Some(Input::Of("get", seat))))
                }
                div.buttons {
                    button.primary name="verb" value="offer" { (tr!("Offer")) }
                    button name="words" value="pass" { (tr!("Done")) }
                }
            }
        }
        DraftPrompt::Answer { from, get, give } => html! {
            p.ask { (tr!("{name} offers a trade.", name = room.seat_name(from))) }
            h2 { (tr!("You get")) }
            (lying(game, &DraftPile::open(PileKind::Open, &[CardIx(get)]), 0, None))
            h2 { (tr!("You give")) }
            (lying(game, &DraftPile::open(PileKind::Open, &[CardIx(give)]), 0, None))
            div.buttons {
                button.primary name="words" value="accept" { (tr!("Accept")) }
                button name="words" value="pass" { (tr!("Refuse")) }
            }
        },
    }
}

/// How cards of a pile are chosen.
#[derive(Clone, Copy)]
enum Input<'a> {
    /// One, by two taps; this one is marked.
    Tap(Option<&'a str>),
    /// Several, as fields of this name.
    Check(&'a str),
    /// One, as a field of this name.
    Radio(&'a str),
    /// The same, of a seat.
    Of(&'a str, usize),
}

/// Cards that lie together. `before` is how many the seat sees before them: choices name cards by their number.
fn lying(game: &GameData, pile: &DraftPile, before: usize, input: Option<Input<'_>>) -> Markup {
    let own_title = !matches!(pile.kind, PileKind::Pack | PileKind::Pool(_));
    html! {
        @if own_title && (!pile.cards.is_empty() || pile.down > 0) { h2 { (pile.kind.label()) } }
        @if pile.down > 0 { p.muted { (tr!("{cards} face down", cards = cards_label(pile.down))) } }
        @if !pile.cards.is_empty() {
            ul.cards {
                @for (at, ix) in pile.cards.iter().enumerate() {
                    @let number = format!("#{}", before + at + 1);
                    li {
                        @match input {
                            Some(Input::Tap(marked)) => {
                                button.card name="mark" value=(number) aria-pressed=(marked == Some(number.as_str())) {
                                    (card::picture(game, *ix)) span.text { (card::text(game, *ix)) }
                                }
                            }
                            Some(Input::Check(name)) => (checked(game, *ix, "checkbox", name, &number)),
                            Some(Input::Radio(name)) => (checked(game, *ix, "radio", name, &number)),
                            Some(Input::Of(name, seat)) => {
                                (checked(game, *ix, "radio", name, &format!("{}: {number}", seat + 1)))
                            }
                            None => div.card { (card::picture(game, *ix)) span.text { (card::text(game, *ix)) } },
                        }
                    }
                }
            }
        }
    }
}

fn checked(game: &GameData, ix: CardIx, kind: &str, name: &str, value: &str) -> Markup {
    html! {
        label.card {
            input type=(kind) name=(name) value=(value);
            (card::picture(game, ix)) span.text { (card::text(game, ix)) }
        }
    }
}

/// Piles that lie there and are not asked about.
fn others(game: &GameData, view: &DraftView, from: usize) -> Markup {
    html! { @for pile in view.piles.iter().skip(from) { (lying(game, pile, 0, None)) } }
}

/// The marked card, large enough to read, with the button that takes it.
fn sheet(game: &GameData, view: &DraftView, marked: Option<&str>) -> Markup {
    let number = marked.and_then(|words| words.strip_prefix('#')?.parse::<usize>().ok());
    let ix = number.and_then(|number| view.seen().nth(number.checked_sub(1)?));
    html! {
        section #sheet.sheet hidden[ix.is_none()] aria-live="polite" data-pick=(tr!("Pick {card}", card = "@")) {
            @if let Some(ix) = ix {
                img.large width="480" height="670" alt="" src=(card::face(game, ix, card::WIDTHS[1]));
                div.text { (card::text(game, ix)) }
                button.primary #pick name="words" value=[marked] { (tr!("Pick {card}", card = game.card(ix).name)) }
            } @else {
                img.large width="480" height="670" alt="";
                div.text {}
                button.primary #pick name="words" value="" {}
            }
        }
    }
}

/// What the seat has, by cost, and what others have where it is open.
fn pools(room: &Room, game: &GameData, view: &DraftView) -> Markup {
    html! {
        details.pool open[view.own().len() < 8] {
            summary { (tr!("Your picks")) " · " (view.own().len()) }
            (curve(game, view.own()))
            (card::rows(game, &card::copies(view.own()), None, ""))
        }
        @for (seat, pool) in view.pools.iter().enumerate().filter(|(seat, pool)| *seat != view.seat && !pool.cards.is_empty()) {
            details.pool {
                summary { (room.seat_name(seat)) " · " (pool.cards.len()) }
                (card::rows(game, &card::copies(&pool.cards), None, ""))
            }
        }
    }
}

/// How many cards of each cost there are, as bars.
pub fn curve(game: &GameData, cards: &[CardIx]) -> Markup {
    let Some(field) = game.cost_field() else { return html! {} };
    let mut costs = [0usize; 8];
    for cost in cards.iter().filter_map(|card| game.card(*card).number_in(field)) {
        costs[cost.clamp(0, 7) as usize] += 1;
    }
    let most = costs.iter().max().copied().unwrap_or(0).max(1);
    html! {
        ol.curve aria-label=(tr!("Cost curve")) {
            @for (cost, count) in costs.iter().enumerate() {
                li {
                    span.bar style={ "height:" (count * 46 / most) "px" } { }
                    span.count { (count) }
                    span.at { (cost) @if cost == 7 { "+" } }
                }
            }
        }
    }
}

/// The way to what was picked.
pub fn past_link(room: &Room) -> Markup {
    html! { p { a href={ "/t/" (room.id.0) "/past" } { (tr!("Past picks")) } } }
}

/// The draft as somebody sees it who only watches: no cards but those that lie open for everybody.
pub fn watch(room: &Room) -> Markup {
    let over = room.draft.as_ref().is_some_and(|draft| draft.pod.draft.is_over());
    html! {
        main #main.narrow {
            h1 { (room.name) }
            @if !room.table.has_begun() {
                p { (tr!("Packs are not open yet.")) }
                ol.seats {
                    @for seat in &room.table.seats { li { @match &seat.name { Some(name) => (name), None => span.muted { (tr!("free")) } } } }
                }
            } @else {
                @if let Some(draft) = &room.draft {
                    @let stage = draft.pod.draft.stage();
                    p {
                        @if over { (tr!("The draft is over.")) }
                        @else if draft.pod.is_paused() { (tr!("Paused by the host.")) }
                        @else { (tr!("Pack {pack} of {packs}", pack = stage.round + 1, packs = stage.rounds)) }
                    }
                    (row(room, None))
                }
                @if over || room.draft.is_none() { (decks(room)) }
            }
        }
    }
}

/// Whose decks are handed in.
pub fn decks(room: &Room) -> Markup {
    html! {
        h2 { (tr!("Decks")) }
        ol.seats {
            @for (seat, place) in room.table.seats.iter().enumerate() {
                li {
                    (room.seat_name(seat)) (team(room, seat)) " "
                    @if place.registered.is_some() { span.good { (tr!("registered")) } }
                    @else if place.name.is_some() { span.muted { (tr!("building")) } }
                }
            }
        }
    }
}

//! Past picks: what a seat saw at one of them, what it took, what came back.

use catalog::{CardIx, tr};
use formats::limited::draft::PileKind;
use formats::limited::draft::start::DraftCards;
use formats::limited::draft::story::{CardFate, StoryChoice};
use maud::{Markup, html};

use super::card;
use crate::room::Room;

/// Whose pick is looked at, and which; both from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PastPick {
    /// The seat.
    pub seat: usize,
    /// The pick of that seat; the last one if absent.
    pub at: Option<usize>,
}

/// The page for the person of a seat. Where no pick like that may be seen, it shows the last one of their own.
pub fn past(room: &Room, viewer: usize, wanted: PastPick) -> Markup {
    let Some(draft) = &room.draft else { return html! {} };
    let seats = draft.seats_visible_to(viewer);
    let seat = if seats.contains(&wanted.seat) { wanted.seat } else { viewer };
    let story = draft.story(&room.game_library).unwrap_or_default();
    let picks: Vec<&StoryChoice> = story.iter().filter(|told| told.chosen.seat == seat).collect();
    let last = picks.len().saturating_sub(1);
    let at = wanted.at.unwrap_or(last).min(last);
    let table = format!("/t/{}", room.id.0);
    let link = |seat: usize, at: usize| format!("{table}/past?seat={}&pick={}", seat + 1, at + 1);
    let cards = DraftCards::new(&room.game_library.game, &draft.start);
    html! {
        main #main.past {
            header.head {
                h1 { (tr!("Past picks")) }
                p.stage { (room.name) }
                a.button href=(table) { (tr!("Back")) }
            }
            @if seats.len() > 1 {
                nav.buttons aria-label=(tr!("Seats")) {
                    @for other in &seats {
                        a.button href=(link(*other, at)) aria-current=[(*other == seat).then_some("true")] { (room.seat_name(*other)) }
                    }
                }
            }
            @match picks.get(at) {
                Some(told) => {
                    nav.buttons.step aria-label=(tr!("Picks")) {
                        @if at > 0 { a.button href=(link(seat, at - 1)) aria-label=(tr!("Previous pick")) { "←" } }
                        strong { (place(told)) }
                        @if at < last { a.button href=(link(seat, at + 1)) aria-label=(tr!("Next pick")) { "→" } }
                    }
                    (choice(room, told, &cards))
                }
                None => p.waiting { (tr!("No picks yet.")) },
            }
            details.pool {
                summary { (tr!("All picks")) " · " (picks.len()) }
                ol.seats {
                    @for (n, told) in picks.iter().enumerate() { li { a href=(link(seat, n)) { (told.label(&cards)) } } }
                }
            }
        }
    }
}

/// Where the draft was.
fn place(told: &StoryChoice) -> String {
    let (pack, pick) = (told.stage.round + 1, told.stage.pick + 1);
    match told.stage.rounds {
        1 => tr!("Pick {pick}", pick),
        _ => tr!("Pack {pack}, pick {pick}", pack, pick),
    }
}

/// What was chosen, out of what.
fn choice(room: &Room, told: &StoryChoice, cards: &DraftCards<'_>) -> Markup {
    let game = &room.game_library.game;
    let face = |ix: CardIx, fate: CardFate| {
        html! {
            li {
                div.card.taken[fate == CardFate::Taken] { (card::picture(game, ix)) span.text { (card::text(game, ix)) } }
                @if let Some(word) = fate.label() { span.fate { (word) } }
            }
        }
    };
    html! {
        h2 { (told.label(cards)) @if let Some(who) = told.chooser() { " " span.muted { (who) } } }
        @if let Some(why) = &told.chosen.why { p.muted { (why.describe()) } }
        @if let Some(words) = told.wheel() { p.muted { (words) } }
        @for (pile, fates) in told.view.piles.iter().zip(told.fates()).filter(|(pile, _)| !pile.cards.is_empty()) {
            @if pile.kind != PileKind::Pack { h3 { (pile.kind.label()) } }
            ul.cards { @for (ix, fate) in pile.cards.iter().zip(fates) { (face(*ix, fate)) } }
        }
    }
}

//! A deck out of a pool: what is in it, what is left, what the format says, and the way to hand it in.

use std::collections::BTreeMap;

use catalog::game::GameData;
use catalog::{CardIx, tr};
use formats::check::CheckReport;
use formats::deck::Deck;
use formats::limited::remaining;
use maud::{Markup, html};

use super::card::{copies, rows};
use super::draft::{curve, decks, past_link};
use super::notice::alert;
use crate::room::Room;

/// The most cards without limit that are offered one by one.
const FREE: usize = 24;

/// A seat's page once its pool is whole.
pub fn deck(room: &Room, seat: usize, wrong: Option<&str>) -> Markup {
    let Some(pool) = room.pool(seat) else { return html! {} };
    let (game, deck) = (&room.game_library.game, room.deck(seat));
    let report = room.check_deck(&deck, &pool).unwrap_or_default();
    let registered = room.table.seats[seat].registered.is_some();
    let main = game.section("main").unwrap_or(0);
    let size = deck.size(main);
    html! {
        main #main.deck data-seat=(seat) {
            header.head {
                h1 { (room.name) }
                p.stage { (tr!("Build your deck")) }
                @let team: Vec<String> = room.table.teammates(seat).map(|other| room.seat_name(other)).collect();
                @if !team.is_empty() { p.stage { (tr!("You share this pool with {names}.", names = team.join(", "))) } }
            }
            (alert(wrong))
            form.building method="post" action={ "/t/" (room.id.0) "/deck" } {
                input type="hidden" name="key" value=(room.deck_key(seat));
                (verdict(&report, registered, size))
                @if !registered { (suggestions(room, &pool)) }
                (built(game, &deck, registered))
                @if !registered { (left(room, game, &deck, &pool.cards)) }
            }
            (decks(room))
            @if room.draft.is_some() { (past_link(room)) }
            (super::enter::device_link(room))
        }
    }
}

/// What the format says, and what can be done about it.
fn verdict(report: &CheckReport, registered: bool, size: u32) -> Markup {
    html! {
        section.verdict {
            @if registered {
                p.good { (tr!("Your deck is registered.")) }
                button name="do" value="reopen" { (tr!("Change it")) }
            } @else if report.passes() {
                p.good { (tr!("Legal")) " · " (formats::cards_label(size as usize)) }
                button.primary name="do" value="register" { (tr!("Register this deck")) }
            } @else {
                p { (formats::cards_label(size as usize)) }
                ul.faults { @for violation in report.violations.iter().take(4) { li { (violation.message) } } }
                button name="do" value="fix" { (tr!("Fix automatically")) }
            }
            @for hint in report.warnings.iter().chain(&report.advice).take(3) { p.muted { (hint.text) } }
        }
    }
}

fn suggestions(room: &Room, pool: &formats::limited::Pool) -> Markup {
    let decks = room.suggested(pool);
    html! {
        @if !decks.is_empty() {
            section.suggestions {
                h2 { (tr!("Suggested decks")) }
                @for (at, built) in decks.iter().enumerate() {
                    button name="do" value={ "suggest " (at) } {
                        strong { (built.deck.deck().name) } span.muted { (built.why) }
                    }
                }
            }
        }
    }
}

/// The deck by sections and cost, each card with a button that takes a copy out.
fn built(game: &GameData, deck: &Deck, registered: bool) -> Markup {
    let main = game.section("main").unwrap_or(0);
    let several = deck.sections.iter().filter(|section| !section.is_empty()).count() > 1;
    html! {
        section {
            h2 { (tr!("Deck")) " · " (deck.size(main)) }
            (curve(game, &deck.cards(main)))
            @for (at, section) in game.sections.iter().enumerate().filter(|(at, _)| !deck.sections[*at].is_empty()) {
                @if several { h3 { (section.name) } }
                (rows(game, &copies(&deck.cards(at)), if registered { None } else { Some("remove") }, "−"))
            }
            @if !registered && deck.sections.iter().any(|section| !section.is_empty()) {
                button.quiet name="do" value="clear" { (tr!("Clear")) }
            }
        }
    }
}

/// What is left of the pool, and the cards that anybody may add.
fn left(room: &Room, game: &GameData, deck: &Deck, pool: &[CardIx]) -> Markup {
    let rest = remaining(game, pool, std::iter::once(deck));
    let mut free = room.format().ok().and_then(|f| f.free_cards()).map_or_else(Vec::new, |query| query.select(game));
    free.retain(|card| game.namesake(*card) == *card);
    let free: BTreeMap<CardIx, usize> = free.into_iter().take(FREE).map(|card| (card, 0)).collect();
    html! {
        section {
            h2 { (tr!("Pool")) " · " (rest.len()) }
            (rows(game, &copies(&rest), Some("add"), "+"))
        }
        @if !free.is_empty() {
            section {
                h2 { (tr!("Free cards")) }
                (rows(game, &free, Some("add"), "+"))
            }
        }
    }
}

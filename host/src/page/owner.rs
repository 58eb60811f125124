//! The host's page: the way in for everybody, who sits where, and what can be done for them.

use catalog::tr;
use maud::{Markup, html};

use super::draft::{decks, row};
use super::enter::{qr, team};
use super::notice::alert;
use crate::room::Room;

/// The page. `join` is the address with the code; `connected` how many devices of each seat are connected.
pub fn owner(room: &Room, join: &str, connected: &[usize], wrong: Option<&str>) -> Markup {
    let action = |verb: &str| format!("/t/{}/owner/{verb}", room.id.0);
    let begun = room.table.has_begun();
    let sat = room.table.seats.iter().filter(|seat| seat.name.is_some()).count();
    let running = room.draft.as_ref().filter(|draft| !draft.pod.draft.is_over());
    html! {
        main #main.owner {
            h1 { (room.name) }
            (alert(wrong))
            @if !begun {
                section.way-in {
                    (qr(join))
                    p { (tr!("Scan to join, or open the address and enter the code.")) }
                    p { code.link { (join.split('?').next().unwrap_or(join)) } }
                    p.code { (room.table.start.code) }
                }
                form method="post" action=(action("begin")) {
                    button.primary disabled[sat == 0] { (tr!("Open packs")) }
                    @if room.is_draft() && sat < room.table.seats.len() {
                        " " span.muted { (tr!("Bots take the free seats.")) }
                    }
                }
            }
            @if let Some(draft) = running {
                @let stage = draft.pod.draft.stage();
                p { (tr!("Pack {pack} of {packs}", pack = stage.round + 1, packs = stage.rounds)) }
                form method="post" action=(action(if draft.pod.is_paused() { "resume" } else { "pause" })) {
                    button { @if draft.pod.is_paused() { (tr!("Continue")) } @else { (tr!("Pause")) } }
                }
                (row(room, None))
            }
            @if begun && running.is_none() { (decks(room)) }
            h2 { (tr!("Seats")) }
            ul.hosted {
                @for (seat, place) in room.table.seats.iter().enumerate() {
                    li {
                        span.who { (seat + 1) ". " @if place.name.is_some() || room.draft.is_some() { (room.seat_name(seat)) } @else { span.muted { (tr!("free")) } } (team(room, seat)) }
                        @if place.name.is_some() {
                            span.devices {
                                @if connected.get(seat).is_some_and(|n| *n > 0) { (tr!("connected")) } @else { (tr!("away")) }
                            }
                            form method="post" action=(action(&format!("link/{seat}"))) {
                                button.quiet { (tr!("New link")) }
                            }
                            @if let Some(draft) = running {
                                @let bot = draft.pod.players()[seat].bot().is_some();
                                form method="post" action=(action(&format!("{}/{seat}", if bot { "person" } else { "bot" }))) {
                                    button.quiet { @if bot { (tr!("Give the seat back")) } @else { (tr!("Let a bot pick")) } }
                                }
                            }
                        }
                    }
                }
            }
            p { a href={ "/t/" (room.id.0) "/watch" } { (tr!("Page for spectators")) } }
            details {
                summary { (tr!("Close this table…")) }
                p.muted { (tr!("Nobody can come back to it. The draft, the pools and the registered decks stay in your library.")) }
                form method="post" action=(action("close")) { button { (tr!("Close this table")) } }
            }
        }
    }
}

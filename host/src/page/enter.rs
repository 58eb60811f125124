//! Coming in: the code and a name, the table before packs are opened, a second device.

use super::notice::alert;
use catalog::tr;
use maud::{Markup, PreEscaped, html};

use crate::room::Room;
use crate::table::LONGEST_NAME;

/// The form to come in by, with the code that the address said, or with what was typed.
pub fn join(code: &str, name: &str, wrong: Option<&str>) -> Markup {
    html! {
        main #main.narrow {
            h1 { "Deckloom" }
            (alert(wrong))
            form method="post" action="/" {
                label for="code" { (tr!("Table code")) }
                input #code name="code" value=(code) required autocomplete="off" autocapitalize="characters"
                    spellcheck="false" maxlength="12";
                label for="name" { (tr!("Your name")) }
                input #name name="name" value=(name) required autocomplete="nickname" maxlength=(LONGEST_NAME)
                    autofocus[!code.is_empty()];
                button.primary { (tr!("Join")) }
            }
        }
    }
}

/// A link with a secret is opened: the script sends what stands behind the `#`, which no server sees otherwise.
pub fn enter() -> Markup {
    html! {
        main #main.narrow {
            h1 { "Deckloom" }
            form #enter method="post" action="/s" {
                label for="secret" { (tr!("The part after # in the link")) }
                input #secret name="secret" required autocomplete="off" maxlength="80";
                button.primary { (tr!("Take my seat")) }
            }
        }
    }
}

/// The table before packs are opened, as somebody at it sees it.
pub fn lobby(room: &Room, seat: usize, wrong: Option<&str>) -> Markup {
    let format = room.format().map_or(String::new(), |format| format.name.clone());
    html! {
        main #main.narrow data-seat=(seat) {
            h1 { (room.name) }
            p { (room.game_library.game.name) " · " (format) }
            (alert(wrong))
            h2 { (tr!("Seats")) }
            form method="post" action={ "/t/" (room.id.0) "/sit" } {
                ol.seats {
                    @for (at, place) in room.table.seats.iter().enumerate() {
                        li.own[at == seat] {
                            @match &place.name {
                                Some(name) => (name),
                                None => span.muted { (tr!("free")) },
                            }
                            @if at == seat { " " span.muted { (tr!("(you)")) } }
                            (team(room, at))
                            @if place.name.is_none() {
                                button.quiet name="seat" value=(at) aria-label=(tr!("Take seat {n}", n = at + 1)) { (tr!("Sit here")) }
                            }
                        }
                    }
                }
            }
            @if room.table.team_size() > 1 { p.muted { (tr!("A team shares one pool, and each player builds a deck from it.")) } }
            p.muted { (tr!("The host opens the packs. This page updates by itself.")) }
            form method="post" action={ "/t/" (room.id.0) "/leave" } { button.quiet { (tr!("Leave")) } }
            (device_link(room))
        }
    }
}

/// The team of a seat, where there are teams.
pub fn team(room: &Room, seat: usize) -> Markup {
    let size = room.table.team_size();
    html! { @if size > 1 { " " span.team { (tr!("Team {n}", n = seat / size + 1)) } } }
}

/// The way to a second device.
pub fn device_link(room: &Room) -> Markup {
    html! {
        form method="post" action={ "/t/" (room.id.0) "/device" } {
            button.quiet { (tr!("Use another device…")) }
        }
    }
}

/// A link to a seat, as a picture that another device reads.
pub fn device(name: &str, link: &str, back: &str) -> Markup {
    html! {
        main #main.narrow {
            h1 { (name) }
            p { (tr!("Open this on the device that should have the seat. Whoever has it can pick for you.")) }
            (qr(link))
            p { code.link { (link) } }
            p { a.button href=(back) { (tr!("Back")) } }
        }
    }
}

/// A QR code of a link.
pub fn qr(link: &str) -> Markup {
    let code = fast_qr::QRBuilder::new(link.to_owned()).build();
    let svg = code.map(|code| fast_qr::convert::svg::SvgBuilder::default().to_str(&code)).unwrap_or_default();
    html! { div.qr role="img" aria-label=(tr!("QR code of the address")) { (PreEscaped(svg)) } }
}

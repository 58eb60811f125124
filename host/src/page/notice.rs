//! What went wrong, in words, with the way on.

use catalog::store;
use catalog::tr;
use maud::{Markup, html};

use crate::room::Refusal;

/// Something that is told on a page of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notice {
    /// Nobody whom this page is for.
    Stranger,
    /// No table has this code.
    WrongCode,
    /// There is nothing at this address.
    Nothing,
    /// The request came from another site.
    Foreign,
    /// More requests than anybody makes.
    TooMany,
    /// A request that cannot be read.
    Unreadable,
    /// More than fits.
    TooLarge,
}

/// In words.
pub fn notice(notice: Notice) -> String {
    match notice {
        Notice::Stranger => {
            tr!("This device has no seat here. Scan the code again, or ask the host for a new link.")
        }
        Notice::WrongCode => tr!("No table has this code. Check it with the host."),
        Notice::Nothing => tr!("There is nothing at this address."),
        Notice::Foreign => tr!("This request came from another site, and was not done."),
        Notice::TooMany => tr!("Too many requests. Wait a moment."),
        Notice::Unreadable => tr!("This request cannot be read. Reload the page."),
        Notice::TooLarge => tr!("This is more than fits into a request."),
    }
}

/// Why something was not done, in words.
pub fn refusal(refusal: &Refusal) -> String {
    match refusal {
        Refusal::Store(store::Error::Full) => tr!("The disk of the host is full. Nothing was lost; try again."),
        Refusal::Store(error) => tr!("Not saved: {error}", error),
        Refusal::Draft(error) => error.to_string(),
        Refusal::Sealed(error) => error.to_string(),
        Refusal::Choice(error) => error.to_string(),
        Refusal::Unfit(error) => error.to_string(),
        Refusal::Full => tr!("Every seat is taken."),
        Refusal::Nameless => tr!("Enter your name."),
        Refusal::Begun => tr!("Packs are open already. Ask the host for a seat."),
        Refusal::NotBegun => tr!("Packs are not open yet."),
        Refusal::NoSeat => tr!("Nobody sits there."),
        Refusal::Illegal => tr!("This deck is not legal yet."),
        Refusal::NoFormat(format) => tr!("{format} opens no packs here.", format),
        Refusal::Seats { seats, least, most } => {
            tr!("{seats} seats are not {least} to {most}, as the format has.", seats, least, most)
        }
        Refusal::Thread(error) => tr!("The system of the host refuses: {error}", error),
        Refusal::NoRandomness(_) => tr!("The host has no randomness to deal from."),
    }
}

/// A page that says one thing.
pub fn alone(words: &str) -> Markup {
    html! {
        main #main.narrow {
            h1 { "Deckloom" }
            p.notice role="alert" { (words) }
            p { a.button href="/" { (tr!("Enter a code")) } }
        }
    }
}

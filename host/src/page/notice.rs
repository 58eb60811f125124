//! What went wrong, in words, with the way on.

use catalog::fold::as_sentence;
use catalog::tr;
use maud::{Markup, html};

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
        Notice::Foreign => tr!("This request came from another site and was blocked."),
        Notice::TooMany => tr!("Too many requests. Wait a moment."),
        Notice::Unreadable => tr!("This request cannot be read. Reload the page."),
        Notice::TooLarge => tr!("This request is too large."),
    }
}

/// What went wrong at the last request, above what can be done.
pub fn alert(wrong: Option<&str>) -> Markup {
    html! {
        @if let Some(wrong) = wrong { p.notice role="alert" { (as_sentence(wrong)) } }
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

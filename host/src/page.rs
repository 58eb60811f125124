//! The pages: HTML out of what a seat may see, and nothing else. A page is whole without a script; the script only saves
//! loading it again.

mod card;
mod deck;
mod draft;
mod enter;
mod notice;
mod owner;
mod past;

use catalog::tr;
use maud::{DOCTYPE, Markup, html};

pub use card::WIDTHS;
pub use deck::deck;
pub use draft::{draft, watch};
pub use enter::{device, enter, join, lobby};
pub use notice::{Notice, alone, notice};
pub use owner::owner;
pub use past::{PastPick, past};

/// The style sheet.
pub const STYLE: &str = include_str!("page/style.css");
/// What keeps a page up to date.
pub const SCRIPT: &str = include_str!("page/script.js");

/// A page around its main part. `stream` is where the script hears that something changed, and the number of the page that this is.
pub fn whole(language: &str, title: &str, stream: Option<(&str, u64)>, main: &Markup) -> String {
    html! {
        (DOCTYPE)
        html lang=(language) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover";
                meta name="color-scheme" content="dark light";
                meta name="referrer" content="same-origin";
                title { (title) }
                link rel="icon" href="data:,";
                link rel="stylesheet" href="/style.css";
                @if stream.is_some() {
                    noscript { meta http-equiv="refresh" content="5"; }
                }
            }
            body data-stream=[stream.map(|(path, _)| path)] data-version=[stream.map(|(_, version)| version)] data-lost=(tr!("No connection. Trying again…")) {
                (main)
                p #status role="status" aria-live="polite" {}
                script src="/script.js" defer {}
            }
        }
    }
    .into_string()
}

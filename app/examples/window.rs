//! A window on any library, for trials: `window LIBRARY KEY=VALUE…`.

use deckloom::desk::Places;
use deckloom::window::{Opening, open};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let library = arguments.next().map(Into::into);
    let mut opening = Opening::default();
    for argument in arguments {
        let Some((key, value)) = argument.split_once('=') else { continue };
        let value = value.to_owned();
        match key {
            "game" => opening.game = Some(value),
            "screen" => opening.screen = serde_json::from_str(&format!("\"{value}\"")).ok(),
            "query" => opening.query = Some(value),
            "deck" => opening.deck = Some(value),
            "limited" => opening.limited = Some(value),
            "picks" => opening.picks = value.parse().unwrap_or(0),
            "hands" => opening.hands = value == "yes",
            "seed" => opening.seed = value.parse().ok(),
            "theme" => opening.theme = serde_json::from_str(&format!("\"{value}\"")).ok(),
            "size" => opening.size = value.split_once('x').and_then(|(w, h)| Some((w.parse().ok()?, h.parse().ok()?))),
            _ => {}
        }
    }
    if let Err(e) = open(Places { library, data: Vec::new() }, opening) {
        eprintln!("{e}");
        std::process::exit(4);
    }
}

//! A window on any library, for trials: `window LIBRARY KEY=VALUE…`.

use std::process::ExitCode;

use deckloom::desk::Places;
use deckloom::window::{Opening, open};

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let places = Places { library: arguments.next().map(Into::into), data: Vec::new() };
    let opened = Opening::parse(arguments).and_then(|opening| open(places, opening).map_err(|e| e.to_string()));
    match opened {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("{e}");
            ExitCode::from(4)
        }
    }
}

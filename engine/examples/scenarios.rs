//! Plays the scenarios of the games that are named, in that order, of all without a name, and fails at the first that does not
//! come out as it says. With `--data` first, cards and scenarios are those of a folder as it is now, so that scripts/mutants.sh
//! can judge changed rules without building them again for each new scenario.
//!
//! ```text
//! cargo run -p engine --example scenarios -- [--data data] [chronx afrika]
//! ```

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use catalog::Source;
use engine::registry;

fn main() -> ExitCode {
    let mut named: Vec<String> = std::env::args().skip(1).collect();
    let mut source = Source::shipped();
    if named.first().is_some_and(|word| word == "--data") {
        source = Source::default();
        source.add_folder(Path::new(&named[1])).expect("the folder can be read");
        named.drain(..2);
    }
    if named.is_empty() {
        named = registry::with_scenarios().into_iter().map(str::to_owned).collect();
    }
    for id in named {
        let game = Arc::new(catalog::load::game(&source, &id).expect("the game loads"));
        let shown = registry::scenarios(&source, &game, None)
            .expect("a game with scenarios")
            .expect("its scenarios can be read");
        for scenario in &shown {
            if let Some(failure) = &scenario.failure {
                println!("{id}: {}: step {}: {}", scenario.name, failure.step, failure.what);
                return ExitCode::FAILURE;
            }
        }
        println!("{id}: {} scenarios", shown.len());
    }
    ExitCode::SUCCESS
}

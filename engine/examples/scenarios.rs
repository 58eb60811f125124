//! Plays the shipped scenarios of the games that are named, of all without a name, and fails where one does not come out as it
//! says. scripts/mutants.sh judges changed rules by it.
//!
//! ```text
//! cargo run -p engine --example scenarios -- chronx afrika
//! ```

use std::process::ExitCode;
use std::sync::Arc;

use catalog::Source;
use engine::registry;

fn main() -> ExitCode {
    let named: Vec<String> = std::env::args().skip(1).collect();
    let source = Source::shipped();
    for id in
        registry::with_scenarios().into_iter().filter(|id| named.is_empty() || named.iter().any(|name| name == id))
    {
        let game = Arc::new(catalog::load::game(&source, id).expect("a shipped game loads"));
        let shown =
            registry::scenarios(&source, &game, None).expect("a staged game").expect("its scenarios can be read");
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

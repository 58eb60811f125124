//! Deckloom: the window, or the command line.

use std::process::ExitCode;

fn main() -> ExitCode {
    deckloom::command::run()
}

//! Opens the window on Windows without a console behind it: what the Start menu starts.
//!
//! `deckloom.exe` is a program of the console, so that its verbs print where they are typed, and Windows gives such a program
//! a console when none is there. This one starts the `deckloom` beside it, with the same arguments and without a console, and
//! does nothing else. On other systems there is no need for it.

#![cfg_attr(windows, windows_subsystem = "windows")]

use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    let Ok(own) = std::env::current_exe() else { return ExitCode::from(4) };
    let mut command = Command::new(own.with_file_name(format!("deckloom{}", std::env::consts::EXE_SUFFIX)));
    command.args(std::env::args_os().skip(1));
    #[cfg(windows)]
    {
        /// `CREATE_NO_WINDOW`: a program of the console gets none.
        const WITHOUT_CONSOLE: u32 = 0x0800_0000;
        std::os::windows::process::CommandExt::creation_flags(&mut command, WITHOUT_CONSOLE);
    }
    match command.spawn() {
        Ok(_) => ExitCode::SUCCESS,
        // The environment, as everywhere in Deckloom.
        Err(_) => ExitCode::from(4),
    }
}

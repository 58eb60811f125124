//! The program as a script calls it, with a library of its own.

use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;

pub struct Program {
    folder: tempfile::TempDir,
    verb: &'static str,
}

impl Program {
    /// One of which mostly this verb is asked.
    pub fn of(verb: &'static str) -> Program {
        Program { folder: tempfile::tempdir().expect("a folder"), verb }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin("deckloom"));
        command.arg("--library").arg(self.path("library.db")).args(args);
        command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
        command
    }

    /// Standard output and error; the exit code must be `code`.
    pub fn run(&self, code: i32, args: &[&str]) -> (String, String) {
        let output = self.command(args).output().expect("runs");
        let [out, error] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("UTF-8"));
        assert_eq!(output.status.code(), Some(code), "{args:?}\n{error}");
        (out, error)
    }

    pub fn json(&self, args: &[&str]) -> Value {
        let (out, _) = self.run(0, &[args, &["--json"]].concat());
        serde_json::from_str(&out).unwrap_or_else(|e| panic!("{args:?}: {e}\n{out}"))
    }

    /// What the verb answers.
    pub fn told(&self, args: &[&str]) -> Value {
        self.json(&[&[self.verb], args].concat())
    }

    /// Standard error of the verb, which ends with this code.
    pub fn refused(&self, code: i32, args: &[&str]) -> String {
        self.run(code, &[&[self.verb], args].concat()).1
    }
}

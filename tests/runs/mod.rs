//! Runs of `tsume gen-puzzles`.
#![allow(dead_code, reason = "no test needs all of it")]

use std::process::{Command, Output, Stdio};

pub fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tsume"));
    command.arg("gen-puzzles").args(arguments).env("NO_COLOR", "1");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs the command; gives status, stdout and stderr.
pub fn run(arguments: &[&str]) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } =
        command(arguments).output().expect("the program starts");
    let text = |bytes| String::from_utf8(bytes).expect("the output is UTF-8");
    (status.code(), text(stdout), text(stderr))
}

/// The output of a run that goes well.
pub fn made(arguments: &[&str]) -> String {
    let (status, stdout, stderr) = run(arguments);
    assert_eq!((status, stderr.as_str()), (Some(0), ""), "{arguments:?}");
    stdout
}

//! The program as people run it: output, errors and statuses.
//!
//! Most cases are the transcripts in `tests/cmd`; here is what a transcript
//! cannot say.

use std::ffi::OsStr;
use std::io::{Read, Write};
use std::process::{Command, Output, Stdio};

#[test]
fn transcripts() {
    trycmd::TestCases::new().case("tests/cmd/*.trycmd").case("README.md").case("docs/perft.md");
}

fn tsume<S: AsRef<OsStr>>(arguments: impl IntoIterator<Item = S>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tsume"));
    command.args(arguments).env("NO_COLOR", "1").stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs a command that reads `input`; gives its status, stdout and stderr.
fn run(command: &mut Command, input: &[u8]) -> (Option<i32>, String, String) {
    let mut child = command.stdin(Stdio::piped()).spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // The program may end before it has read everything.
    let _ = stdin.write_all(input);
    drop(stdin);
    let Output { status, stdout, stderr } = child.wait_with_output().expect("the program ends");
    let text = |bytes| String::from_utf8(bytes).expect("the output is UTF-8");
    (status.code(), text(stdout), text(stderr))
}

const START: &str = "wwwwwwww/8/8/bbbbbbbb/wwwwwwww/8/8/bbbbbbbb b";

#[test]
fn standard_input_holds_a_position_a_line() {
    let input = format!("# comment\n\n{START}\r\n  start  \n8/8 b\n{START}");
    let (status, stdout, stderr) = run(&mut tsume(["show", "-", "--as", "fen"]), input.as_bytes());
    assert_eq!(status, Some(2));
    assert_eq!(stdout, format!("{START}\n").repeat(3));
    let error = "error: standard input, line 5: column 1: the board has 2 ranks, not 8, \
                 separated by `/`\n";
    assert_eq!(stderr, error);
}

#[test]
fn standard_input_must_be_text_with_a_position() {
    let cases: [(&[u8], &str); 3] = [
        (b"", "error: standard input: there is no position in it\n"),
        (b"\n# nothing\n", "error: standard input: there is no position in it\n"),
        (b"\nw\xFFw b\n", "error: standard input, line 2: the text is not UTF-8\n"),
    ];
    for (input, error) in cases {
        for command in ["solve", "show"] {
            let result = run(&mut tsume([command, "-"]), input);
            assert_eq!(result, (Some(2), String::new(), error.into()), "{input:?}");
        }
    }
}

#[test]
fn errors_are_one_line_on_stderr() {
    let cases = [
        vec!["solve", "8/8 b"],
        vec!["solve", "missing.yaml"],
        vec!["solve", "tests/packs/empty.yaml"],
        vec!["solve", "tests/packs/latin1.yaml"],
        vec!["solve", "tests/packs/malformed.yaml"],
        vec!["solve", "tests/packs"],
        vec!["solve", "4wwww/8/8/bbbbbbbb/wwwwwwww/8/8/bbbbbbbb w"],
        vec!["solve", "a\nb"],
        vec!["solve", ""],
        vec!["show", "start", "--moves", "a1a1"],
        vec!["perft", "8/8 b"],
        vec!["perft", "start", "--rules", "none\nsuch"],
        vec!["validate", "missing.yaml"],
        vec!["validate", "tests/packs/latin1.yaml"],
    ];
    for arguments in cases {
        let (status, stdout, stderr) = run(&mut tsume(&arguments), b"");
        assert_eq!((status, stdout.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(stderr.starts_with("error: "), "{arguments:?}: {stderr}");
        assert_eq!(stderr.lines().count(), 1, "{arguments:?}: {stderr}");
    }
}

#[cfg(unix)]
#[test]
fn arguments_that_are_not_text_are_refused() {
    use std::os::unix::ffi::OsStrExt;
    for command in ["solve", "show", "perft"] {
        let arguments = [OsStr::new(command), OsStr::from_bytes(b"w\xFF b")];
        let (status, stdout, stderr) = run(&mut tsume(arguments), b"");
        assert_eq!((status, stdout.as_str()), (Some(2), ""));
        assert_eq!(stderr, "error: an argument is not UTF-8\n");
    }
}

/// Every command with an output that fills a pipe.
#[test]
fn a_closed_pipe_is_quiet() {
    let targets = vec!["start"; 300];
    let show = [vec!["show", "--turns"], targets.clone()].concat();
    let solve = [vec!["solve", "--in", "1"], targets].concat();
    for arguments in [show, solve, vec!["perft", "--divide"], vec!["--help"]] {
        let mut child = tsume(&arguments).spawn().expect("the program starts");
        drop(child.stdout.take());
        let mut stderr = String::new();
        child.stderr.take().expect("a pipe").read_to_string(&mut stderr).expect("text");
        let status = child.wait().expect("the program ends");
        assert_eq!((stderr.as_str(), status.code()), ("", Some(0)), "{:?}", &arguments[..2]);
    }
}

/// A result of `--format json` without what may differ between runs.
fn result(arguments: &[&str], threads: &str) -> String {
    let arguments = [arguments, &["--format", "json", "-j", threads]].concat();
    let (status, stdout, stderr) = run(&mut tsume(&arguments), b"");
    assert!(matches!(status, Some(0 | 1)) && stderr.is_empty(), "{stderr}");
    let mut json: serde_json::Value = serde_json::from_str(&stdout).expect("one line of JSON");
    json["nodes"].take();
    json["seconds"].take();
    for count in json["counts"].as_array_mut().into_iter().flatten() {
        assert!(count["seconds"].take().is_number());
    }
    json.to_string()
}

#[test]
fn the_number_of_threads_changes_no_result() {
    let cases: [&[&str]; 3] = [
        &["solve", "w1w3w1/5bw1/wbb4b/w2bb2w/2w1w1b1/3b4/1w1w2bb/b6w b"],
        &["solve", "start", "--in", "3"],
        &["perft", "--depth", "3", "--divide"],
    ];
    for arguments in cases {
        assert_eq!(result(arguments, "1"), result(arguments, "2"), "{arguments:?}");
    }
}

#[test]
fn all_ways_of_counting_agree() {
    let count = |method| {
        let json = result(&["perft", "--depth", "3", "--divide", "--method", method], "2");
        json.replace(method, "")
    };
    assert_eq!(count("walk"), count("bulk"));
    assert_eq!(count("walk"), count("fold"));
    assert!(count("walk").contains("8675832"));
}

#[test]
fn colours_are_written_only_when_asked_for() {
    let mut always = tsume(["show", "start", "--color", "always"]);
    let (_, coloured, _) = run(always.env_remove("NO_COLOR"), b"");
    assert!(coloured.contains("\x1b["));
    let (_, plain, _) = run(&mut tsume(["show", "start"]), b"");
    assert!(!plain.contains('\x1b'));
}

//! The program as people run it: output, errors and statuses.
//!
//! Most cases are the transcripts in `tests/cmd`; here is what a transcript
//! cannot say.

mod folder;
#[cfg(unix)]
mod signals;

use std::ffi::OsStr;
use std::io::{Read, Write};
use std::process::{Command, Output, Stdio};

use folder::Folder;

#[test]
fn transcripts() {
    trycmd::TestCases::new().case("tests/cmd/*.trycmd").case("README.md").case("docs/*.md");
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
fn standard_input_holds_games_as_well() {
    let games = std::fs::read_to_string("tests/data/shobu-games.jsonl").expect("a file");
    let sound = games.lines().next().expect("a game");
    let input = format!("{START}\n{sound}\n{{\"winner\":\n");
    let (status, stdout, stderr) =
        run(&mut tsume(["analyze", "-", "--in", "1", "--format", "json"]), input.as_bytes());
    assert_eq!(status, Some(2));
    let lines: Vec<serde_json::Value> =
        stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[0]["turns"].as_array().map(Vec::len), Some(174));
    assert_eq!(lines[1]["review"].as_array().map(Vec::len), Some(34));
    assert!(lines[2]["error"].is_string());
    assert!(stderr.starts_with("error: standard input, line 3: "), "{stderr}");
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
}

#[test]
fn standard_input_must_be_text_with_a_position() {
    let cases: [(&[u8], &str); 3] = [
        (b"", "error: standard input: there is no position in it\n"),
        (b"\n# nothing\n", "error: standard input: there is no position in it\n"),
        (b"\nw\xFFw b\n", "error: standard input, line 2: the text is not UTF-8\n"),
    ];
    for (input, error) in cases {
        for command in ["solve", "analyze", "show"] {
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
    // The status is that of what was found out before.
    let solve_no = [vec!["solve", "--in", "2"], vec!["start"; 2]].concat();
    for (arguments, expected) in [
        (show, 0),
        (solve, 1),
        (solve_no, 1),
        (vec!["perft", "--divide"], 0),
        (vec!["validate", "tests/packs/broken.yaml"], 1),
        (vec!["--help"], 0),
    ] {
        let mut child = tsume(&arguments).spawn().expect("the program starts");
        drop(child.stdout.take());
        let mut stderr = String::new();
        child.stderr.take().expect("a pipe").read_to_string(&mut stderr).expect("text");
        let status = child.wait().expect("the program ends");
        assert_eq!((stderr.as_str(), status.code()), ("", Some(expected)), "{:?}", arguments[0]);
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
    let cases: [&[&str]; 6] = [
        &["analyze", "tests/data/shobu-games.jsonl#1", "--in", "3"],
        &["analyze", "b1b1b3/2b5/1w4b1/w2w1w1w/b2b2w1/3w3w/2w4b/2b1b3 w", "--in", "3"],
        &["analyze", "rbbr/1rbr/1rbr/3w:3/2r/3:2/2:1 r"],
        &["solve", "w1w3w1/5bw1/wbb4b/w2bb2w/2w1w1b1/3b4/1w1w2bb/b6w b"],
        &["solve", "start", "--in", "3"],
        &["perft", "--depth", "3", "--divide"],
    ];
    for arguments in cases {
        assert_eq!(result(arguments, "1"), result(arguments, "4"), "{arguments:?}");
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

#[test]
fn a_position_is_drawn_whether_text_is_asked_for_or_not() {
    let cases: [&[&str]; 5] =
        [&["--ascii"], &["--flip"], &["--marks"], &["--turn", "a1a2+e1e2"], &["--as", "fen"]];
    for options in cases {
        let show = |format: &[&str]| run(tsume(["show", "start"]).args(options).args(format), b"");
        let (status, drawn, stderr) = show(&[]);
        assert_eq!((status, stderr.as_str()), (Some(0), ""), "{options:?}");
        assert_eq!(show(&["--format", "text"]), (status, drawn, stderr), "{options:?}");
    }
}

const SOUND: &str = include_str!("packs/sound.yaml");

#[cfg(unix)]
#[test]
fn folders_are_searched_to_the_end_and_links_are_not_followed() {
    use std::os::unix::fs::symlink;
    let folder = Folder::new();
    folder.write("z.yaml", SOUND);
    symlink(".", folder.root().join("loop")).unwrap();
    symlink("nowhere", folder.root().join("dangling")).unwrap();
    symlink("nowhere", folder.root().join("a.yaml")).unwrap();
    let (status, stdout, stderr) =
        run(&mut tsume([OsStr::new("validate"), folder.root().as_os_str()]), b"");
    assert_eq!(status, Some(2));
    assert!(stderr.contains("a.yaml: No such file") && stderr.lines().count() == 1, "{stderr}");
    assert!(stdout.contains("z.yaml        2       0"), "{stdout}");
}

#[cfg(unix)]
#[test]
fn input_that_cannot_be_read_is_one_error() {
    let folder = std::fs::File::open(".").unwrap();
    let output = tsume(["solve", "-"]).stdin(folder).output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), stderr.lines().count()), (Some(2), 1), "{stderr}");
    let (status, _, stderr) = run(&mut tsume(["show", "-"]), &vec![b'w'; 1 << 20]);
    assert_eq!(stderr, "error: standard input, line 1: the line is too long\n");
    assert_eq!(status, Some(2));
}

/// One line that cannot be read, and a long comment, keep no other from being answered.
#[test]
fn after_a_line_that_is_too_long_the_others_are_read() {
    let long = [vec![b'x'; 3 << 20], b"\n".to_vec()].concat();
    let comment = [b"# \xFF", &long[..]].concat();
    let start = b"start\n";
    let input = [start, &comment[..], &long, start, start].concat();
    let (status, stdout, stderr) = run(&mut tsume(["show", "-", "--as", "fen"]), &input);
    assert_eq!((status, stdout), (Some(2), format!("{START}\n").repeat(3)));
    assert_eq!(stderr, "error: standard input, line 3: the line is too long\n");
}

#[test]
fn nothing_from_a_file_reaches_the_terminal_as_a_command() {
    let folder = Folder::new();
    let hostile = SOUND.replace("sound-1", "\"\\e[31mred\\a\\r\\n<b>\"");
    let pack = folder.write("\u{1b}[31m.yaml", &hostile);
    for arguments in [["validate", &pack], ["solve", &pack], ["show", &pack], ["perft", &pack]] {
        let (_, stdout, stderr) = run(tsume(arguments).args(["--color", "never"]), b"");
        let harmless = |c: char| c == '\n' || !c.is_control();
        assert!(stdout.chars().all(harmless) && stderr.chars().all(harmless), "{stdout}{stderr}");
    }
}

#[test]
fn a_pack_that_would_explode_is_refused() {
    let folder = Folder::new();
    let aliases =
        format!("title: &t {}\npuzzles: [{}]", "x".repeat(100_000), "*t, ".repeat(100_000));
    for (name, text) in
        [("aliases", aliases), ("depth", format!("title: {}", "{a: ".repeat(200_000)))]
    {
        let pack = folder.write(name, &text);
        let (status, stdout, _) = run(&mut tsume(["validate", &pack]), b"");
        assert_eq!(status, Some(1));
        assert!(stdout.contains("line "), "{stdout}");
    }
}

/// Another program may keep `solve -` open and talk to it.
#[test]
fn each_line_of_standard_input_is_answered_before_the_next_comes() {
    use std::io::{BufRead, BufReader};
    let mut child = tsume(["solve", "-", "--in", "2", "--format", "json"])
        .stdin(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut answers = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let win = "2w2w2/4w3/w2wb2w/b1wb3b/b2ww1b1/w3w3/4b1b1/1bb3wb w";
    for (position, verdict) in [(START, "none"), (win, "win"), (START, "none")] {
        writeln!(stdin, "{position}").expect("the program reads");
        let answer: serde_json::Value =
            serde_json::from_str(&answers.next().expect("an answer").expect("text")).expect("JSON");
        assert_eq!((&answer["position"], &answer["verdict"]), (&position.into(), &verdict.into()));
    }
    drop(stdin);
    assert!(answers.next().is_none());
    assert_eq!(child.wait().expect("the program ends").code(), Some(1));
}

/// Whatever limit strikes, what is said is true, and what is missing is named.
#[test]
fn what_is_cut_short_says_so() {
    let solve = |nodes: u64| {
        let nodes = nodes.to_string();
        let target = "puzzles/shobu/first-clears.yaml#first-clears-014";
        let options = ["--tree", "--tries", "--set-play", "--format", "json", "--nodes", &nodes];
        let (status, stdout, _) = run(tsume(["solve", target]).args(options), b"");
        let json: serde_json::Value = serde_json::from_str(&stdout).expect("one line of JSON");
        (status, json)
    };
    let (status, whole) = solve(u64::MAX);
    assert_eq!((status, whole.get("incomplete")), (Some(0), None));
    let mut cut = 0;
    for nodes in (0..60).map(|step| 500 * step + 1) {
        let (status, part) = solve(nodes);
        let missing = part.get("incomplete");
        assert_eq!(status, Some(if missing.is_some() { 3 } else { 0 }), "{nodes}");
        if part["verdict"] != "win" {
            continue;
        }
        for key in ["turns", "keys", "line"] {
            assert_eq!(part[key], whole[key], "{nodes}");
        }
        let is_missing = |name: &str| {
            missing.into_iter().flat_map(|names| names.as_array().unwrap()).any(|one| one == name)
        };
        for key in ["duals", "tries", "set_play", "tree"] {
            assert!(is_missing(key) || part[key] == whole[key], "{nodes} {key}");
        }
        for key in ["duals", "tries"] {
            let all = whole[key].as_array().unwrap();
            assert!(part[key].as_array().unwrap().iter().all(|one| all.contains(one)));
        }
        cut += usize::from(missing.is_some());
    }
    assert!(cut > 5, "{cut}");
}

/// A certificate that was not finished is named among what is incomplete.
#[test]
fn a_certificate_that_is_cut_short_is_said_to_be() {
    let folder = Folder::new();
    let file = folder.path("win.cert");
    let solve = |nodes: &str| {
        let target = "puzzles/shobu/first-clears.yaml#first-clears-014";
        let options = ["--certificate", &file, "--format", "json", "-j", "1", "--nodes", nodes];
        let (status, stdout, _) = run(tsume(["solve", target]).args(options), b"");
        let json: serde_json::Value = serde_json::from_str(&stdout).expect("one line of JSON");
        (status, json)
    };
    let (status, whole) = solve("1000000");
    assert_eq!((status, whole.get("incomplete")), (Some(0), None));
    std::fs::remove_file(&file).expect("it was written");
    let (status, part) = solve(&whole["nodes"].to_string());
    assert_eq!((status, &part["verdict"]), (Some(3), &whole["verdict"]));
    assert_eq!(part["incomplete"], serde_json::json!(["certificate"]));
    assert!(part.get("certificate").is_none() && !std::path::Path::new(&file).exists());
}

/// Ctrl-C after the win was found is said as well.
#[cfg(unix)]
#[test]
fn what_an_interruption_cuts_short_says_so() {
    signals::are_heeded();
    let folder = Folder::new();
    let file = folder.path("win.cert");
    let target = "6w1/2ww1w2/w1wbb1w1/b1b2bwb/wbwwb1ww/1wb2wb1/4b1b1/b7 w";
    let options = ["--in", "4", "--tree", "--certificate", &file, "--format", "json"];
    let child = tsume(["solve", target]).args(options).spawn().expect("the program starts");
    std::thread::sleep(std::time::Duration::from_millis(300));
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.expect("kill runs").success());
    let output = child.wait_with_output().expect("the program ends");
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((output.status.code(), &json["interrupted"]), (Some(130), &true.into()), "{json}");
    let stderr = String::from_utf8(output.stderr).expect("text");
    assert!(json["verdict"] != "win" || stderr.contains("no certificate is written: interrupted"));
}

/// The file that the output goes to is not replaced behind its back.
#[cfg(unix)]
#[test]
fn no_certificate_takes_the_place_of_the_output() {
    let folder = Folder::new();
    let file = folder.write("output", "");
    let target = "2w2w2/4w3/w2wb2w/b1wb3b/b2ww1b1/w3w3/4b1b1/1bb3wb w";
    for name in ["/dev/stdout", "/proc/self/fd/1", "/dev/fd/7", "-", &file] {
        let output = std::fs::File::create(&file).expect("a file");
        let mut command = tsume(["solve", target, "--certificate", name]);
        let result = command.stdout(output).output().expect("the program runs");
        let stderr = String::from_utf8(result.stderr).expect("text");
        assert_eq!(result.status.code(), Some(2), "{name}: {stderr}");
        assert!(stderr.contains("--certificate"), "{name}: {stderr}");
        assert_eq!(std::fs::read_to_string(&file).expect("it is there"), "", "{name}");
    }
}

/// A puzzle says how far to look for its solution.
#[test]
fn a_puzzle_is_looked_for_within_its_turns() {
    let folder = Folder::new();
    let pack = folder.write("pack.yaml", SOUND.replace("turns: 1", "turns: 7"));
    let (_, stdout, _) = run(&mut tsume(["solve", &pack, "--format", "json"]), b"");
    let bounds = stdout.lines().map(|line| {
        let json: serde_json::Value = serde_json::from_str(line).expect("JSON");
        json["bound"].clone()
    });
    assert_eq!(bounds.collect::<Vec<_>>(), [7, 5]);
}

/// What is wrong with one of several is said with its place.
#[test]
fn errors_say_where() {
    let folder = Folder::new();
    let over = "4wwww/8/8/bbbbbbbb/wwwwwwww/8/8/bbbbbbbb w";
    let sound = "2w1w2w/bw5b/2w2b1w/w2bbw1b/2bwbbwb/bb2b3/8/5w2 b";
    let pack = folder.write("pack.yaml", SOUND.replace(sound, over));
    for command in ["solve", "analyze"] {
        let input = format!("start\n{over}\n");
        let (_, _, stderr) = run(&mut tsume([command, "-", "--in", "1"]), input.as_bytes());
        assert!(stderr.starts_with("error: standard input, line 2: nothing to "), "{stderr}");
        let (_, _, stderr) = run(&mut tsume([command, &pack, "--in", "1"]), b"");
        assert!(stderr.starts_with(&format!("error: {pack}: sound-1: nothing to ")), "{stderr}");
    }
    let (_, _, stderr) = run(&mut tsume(["show", "-"]), b"8/8\0/8 b\n");
    assert_eq!(
        stderr,
        "error: standard input, line 1: there is a control character in it, `\\u{0}`\n"
    );
}

/// Wrong values are met by what is right, not by advice that does not fit.
#[test]
fn wrong_options_are_told_what_is_right() {
    let cases: [(&[&str], &str); 8] = [
        (&["--nodes", "-1"], "expected a number from 1 on"),
        (&["--nodes", "0"], "expected a number from 1 on"),
        (&["--in", "-1"], "-1 is not in 1..=127"),
        (&["--hash", "-1"], "-1 is not in 1..=1048576"),
        (&["--time-limit", "-1"], "expected a time such as"),
        (&["--time-limit", "99999999999999999999h"], "too long"),
        (&["--game", "shobu", "--rules", "spook-2011"], "is a ruleset of SPOOK, not of SH"),
        (&["--goal", "help", "--hint", "1"], "--hint is for direct wins: leave out --goal help"),
    ];
    for (options, expected) in cases {
        let (status, _, stderr) = run(tsume(["solve", "start"]).args(options), b"");
        assert_eq!(status, Some(2), "{options:?}");
        assert!(stderr.contains(expected) && !stderr.contains("tip:"), "{options:?}: {stderr}");
    }
    let (_, _, stderr) = run(&mut tsume(["solve", "tests/data/shobu-wins.tsv"]), b"");
    assert!(stderr.contains("positions, one a line, are read from standard input"), "{stderr}");
}

/// A game of a log that cannot be read keeps no other from being used.
#[test]
fn puzzles_are_made_of_the_games_that_can_be_read() {
    let games = std::fs::read_to_string("tests/data/shobu-games.jsonl").expect("a file");
    let sound = games.lines().next().expect("a game");
    let make = |input: &str| {
        let options = ["gen-puzzles", "--from", "-", "--in", "1-2", "--count", "1", "--quiet"];
        run(&mut tsume(options), input.as_bytes())
    };
    let (status, stdout, _) = make(sound);
    let (broken_status, broken_stdout, stderr) = make(&format!("{{\"turns\":[3]}}\n{sound}"));
    assert_eq!((broken_status, broken_stdout), (status, stdout));
    assert!(stderr.contains("standard input: line 1") && stderr.contains("left out"), "{stderr}");
    let (status, _, stderr) = make("{\"turns\":[3]}");
    assert_eq!(status, Some(2), "{stderr}");
}

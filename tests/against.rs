//! `perft --against`: programs with known faults, each of which has to be
//! pinned to a position with the right diagnosis.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

const START: &str = "wwwwwwww/8/8/bbbbbbbb/wwwwwwww/8/8/bbbbbbbb b";
/// White to move, with 55 turns of all kinds.
const MIDGAME: &str = "w1b2ww1/bb2bwb1/7b/3w2wb/www2bw1/1bbb1w1w/4b3/2w2w2 w";
/// Black can push a stone that is met on the second step.
const SECOND_STEP: &str = "4b3/5w2/b1b3w1/w5ww/1w3w2/2ww1wb1/3bb2b/1w1bb3 b";
/// Black can clear the north-east board.
const LAST_STONE: &str = "1wb5/3wb3/3b1b2/3w2w1/3w2b1/ww3w2/w1b5/8 b";

/// The command that runs the generator with this fault. Cargo builds it from
/// `tests/against/faulty` when it runs all tests, but not for this file alone.
fn faulty(fault: &str) -> String {
    let mut path: PathBuf = std::env::current_exe().expect("the path of the test");
    path.pop();
    path.pop();
    path.extend(["examples", "faulty"]);
    path.set_extension(std::env::consts::EXE_EXTENSION);
    assert!(path.exists(), "{} is missing: run all of `cargo test`", path.display());
    format!("'{}' {fault}", path.display())
}

/// Runs `tsume perft`; gives its status, stdout and stderr.
fn perft(arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tsume"));
    command.arg("perft").args(arguments).env("NO_COLOR", "1").stdin(Stdio::null());
    let output = command.output().expect("the program runs");
    let text = |bytes| String::from_utf8(bytes).expect("the output is UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// Compares with a faulty generator; gives the status and the JSON.
fn compare(fault: &str, position: &str, depth: &str) -> (Option<i32>, Value) {
    let command = faulty(fault);
    let arguments = [position, "--depth", depth, "--against", &command, "--format", "json"];
    let arguments = [&arguments[..], &["--timeout", "2m"]].concat();
    let (status, stdout, _) = perft(&arguments);
    (status, serde_json::from_str(&stdout).unwrap_or_else(|error| panic!("{error}: {stdout}")))
}

/// What a fault has to be pinned to.
struct Pinned<'a> {
    kind: &'a str,
    path: &'a [&'a str],
    position: &'a str,
    diagnosis: &'a str,
}

fn check(fault: &str, from: &str, depth: &str, pinned: &Pinned<'_>) -> Value {
    let (status, mut json) = compare(fault, from, depth);
    assert_eq!((status, &json["verdict"]), (Some(1), &"differs".into()), "{fault}: {json}");
    let finding = json["finding"].take();
    assert_eq!(finding["kind"], pinned.kind, "{fault}: {finding}");
    assert_eq!(finding["path"], serde_json::json!(pinned.path), "{fault}");
    assert_eq!(finding["position"], pinned.position, "{fault}");
    let diagnoses = finding["diagnoses"].as_array().expect("a list");
    assert_eq!(diagnoses.len(), 1, "{fault}: {diagnoses:?}");
    let diagnosis = diagnoses[0].as_str().expect("text");
    assert!(diagnosis.contains(pinned.diagnosis), "{fault}: {diagnosis}");
    finding
}

/// A fault that shows at once in the turns of a position.
fn check_turns(fault: &str, position: &str, diagnosis: &str) -> Value {
    check(fault, position, "1", &Pinned { kind: "turns", path: &[], position, diagnosis })
}

/// The turns of a list, with or without the rules that they break.
fn tokens(list: &Value) -> Vec<&str> {
    let list = list.as_array().expect("a list");
    list.iter()
        .map(|value| if value.is_string() { value } else { &value["turn"] })
        .map(|token| token.as_str().expect("text"))
        .collect()
}

#[test]
fn a_right_generator_agrees() {
    for (position, depth) in [(START, "2"), (MIDGAME, "3"), (SECOND_STEP, "2"), (LAST_STONE, "2")] {
        let (status, json) = compare("none", position, depth);
        assert_eq!((status, &json["verdict"]), (Some(0), &"agrees".into()), "{json}");
        assert_eq!(json["counts"].as_array().unwrap().len().to_string(), depth);
    }
}

#[test]
fn pushing_own_stones_is_recognised() {
    let finding = check_turns("pushes-own", MIDGAME, "push or run over own stones");
    assert_eq!(finding["missing"], serde_json::json!([]));
    assert_eq!(finding["extra"].as_array().unwrap().len(), 9);
    let rule = "the aggressive move runs into White's own stone on g8";
    let first = serde_json::json!({"turn": "a8b8+f8g8", "rule": rule});
    assert_eq!(finding["extra"][0], first);
}

#[test]
fn a_fault_is_found_two_turns_down() {
    let from = "wwwwwwww/8/8/b6b/wwwwwwww/8/8/b6b b";
    let position = "1wwwwwww/1w6/8/b6b/wwwwww1w/7w/b6b/8 b";
    let (path, diagnosis) = (&["a1a2+h1h2", "a8b7+g4h3"], "a chain of stones blocks");
    let pinned = Pinned { kind: "turns", path, position, diagnosis };
    let finding = check("ignores-chains", from, "3", &pinned);
    assert_eq!((tokens(&finding["missing"]).len(), tokens(&finding["extra"]).len()), (0, 1));
}

#[test]
fn ignoring_a_blocked_chain_is_recognised() {
    let position = "wwwwwwww/8/8/bbbbbbbb/wwwwwwww/8/b4b2/1bbbb1bb w";
    let (path, diagnosis) = (&["a1a2+f1f2"][..], "a chain of stones blocks");
    let pinned = Pinned { kind: "turns", path, position, diagnosis };
    let finding = check("ignores-chains", START, "2", &pinned);
    assert_eq!(tokens(&finding["extra"]).len(), 2);
    assert!(finding["call"].as_str().unwrap().ends_with(&format!("1 '{position}'")));
}

#[test]
fn flipped_directions_are_recognised() {
    let flipped = "flipped between the two halves of White's turns, north for south";
    let finding = check_turns("flips-for-white", MIDGAME, flipped);
    assert_eq!((tokens(&finding["missing"]).len(), tokens(&finding["extra"]).len()), (31, 27));
    // Nothing is wrong with Black's.
    assert_eq!(compare("flips-for-white", SECOND_STEP, "1").0, Some(0));
}

#[test]
fn a_stone_pushed_too_far_is_recognised() {
    let pinned = Pinned {
        kind: "played",
        path: &[],
        position: SECOND_STEP,
        diagnosis: "a stone that is met on the second step is pushed by two squares, so off its board",
    };
    let finding = check("pushes-by-two", SECOND_STEP, "2", &pinned);
    assert_eq!(finding["turn"], "h2f2+d1b1");
    // The stone on a1 is gone.
    assert!(tokens(&finding["missing"]).iter().all(|turn| turn.contains("+a1")));
}

#[test]
fn the_same_wood_is_recognised() {
    let finding = check_turns("same-wood", START, "boards of the same wood");
    assert_eq!(tokens(&finding["extra"]).len(), 116);
}

#[test]
fn turns_below_a_finished_game_are_recognised() {
    let diagnosis = "turns are counted below a finished game";
    let position = "1wb5/3wb3/3b4/3w2b1/3w2b1/ww3w2/w7/3b4 w";
    let path = &["c2d1+f6g5"];
    check("plays-on", LAST_STONE, "2", &Pinned { kind: "turns", path, position, diagnosis });
}

#[test]
fn a_finished_game_counted_as_a_sequence_is_recognised() {
    let diagnosis = "a finished game is counted as if it were a sequence";
    let pinned = Pinned { kind: "count", path: &[], position: LAST_STONE, diagnosis };
    let finding = check("counts-ends", LAST_STONE, "2", &pinned);
    assert_eq!(finding["turn"], "c2d1+f6g5");
}

#[test]
fn dropped_twins_are_recognised() {
    let finding = check_turns("drops-twins", START, "positions are counted instead of turns");
    assert_eq!(tokens(&finding["missing"]).len(), 232 - 174);
}

#[test]
fn what_is_left_out_is_recognised() {
    let short = "with the passive half on the light home board of two squares";
    check_turns("short-light", START, short);
    check_turns("must-push", MIDGAME, "that push no stone (pushing is never compulsory)");
    check_turns("passive-jumps", SECOND_STEP, "passive moves run into or over stones");
}

#[test]
fn what_is_written_or_played_otherwise_is_recognised() {
    check_turns("names-from-white", MIDGAME, "turned by half a turn, as White sees the boards");
    check_turns("ignores-position", MIDGAME, "the turns are those of the start position");
    let played = |diagnosis| Pinned { kind: "played", path: &[], position: MIDGAME, diagnosis };
    check("ignores-turns", MIDGAME, "2", &played("the played turns, which are the third argument"));
    check("same-side", MIDGAME, "2", &played("the same side is to move again"));
}

#[test]
fn names_are_compared_below_the_first_turn() {
    // The counts of the start agree at every depth.
    let (status, json) = compare("names-from-white", START, "2");
    assert_eq!(status, Some(1), "{json}");
    assert_eq!(json["counts"][1]["turns"], json["counts"][1]["theirs"]);
    assert_eq!(json["finding"]["path"].as_array().unwrap().len(), 1);
}

#[test]
fn wrong_sums_are_recognised() {
    let position = MIDGAME;
    let (path, diagnosis) = (&[][..], "their total is not their sum");
    check("wrong-total", MIDGAME, "2", &Pinned { kind: "total", path, position, diagnosis });
    let diagnosis = "overflowed 8 bits";
    check("narrow-counts", MIDGAME, "3", &Pinned { kind: "count", path, position, diagnosis });
}

#[test]
fn programs_that_do_not_answer_are_told_apart() {
    let cases = [
        ("crash", 2, "the program failed with signal: 6"),
        ("crash", 2, "  assertion failed: stone != EMPTY\n"),
        ("exit", 2, "failed with exit status: 7; the end of its standard error:\n  cannot open"),
        ("nonsense", 2, "line 1 of the output, `hello, I am an engine`: "),
        ("no-total", 2, "line 2 of the output: it ends without an empty line and a total"),
        ("silent", 2, "line 1 of the output: it ends without"),
    ];
    for (fault, status, message) in cases {
        let command = faulty(fault);
        let result = perft(&[START, "--depth", "2", "--against", &command]);
        assert_eq!(result.0, Some(status), "{fault}");
        if cfg!(unix) || fault != "crash" {
            assert!(result.2.contains(message), "{fault}: {}", result.2);
        }
        // What was asked can be asked again.
        assert!(result.2.contains(&format!("faulty {fault} ")), "{fault}: {}", result.2);
    }
    let (status, _, stderr) = perft(&["--against", "/no/such/program", "--random", "3"]);
    assert_eq!(status, Some(2));
    assert_eq!(stderr.matches("`/no/such/program` cannot be run").count(), 1, "{stderr}");
    let (status, _, stderr) = perft(&["--against", "echo 'a"]);
    assert_eq!(status, Some(2));
    assert!(stderr.starts_with("error: --against: the command `echo "), "{stderr}");
}

#[test]
fn a_program_that_hangs_is_killed() {
    let start = Instant::now();
    let command = faulty("hang");
    let (status, stdout, stderr) = perft(&["--against", &command, "--timeout", "300ms"]);
    assert_eq!(status, Some(3));
    // What it said before that is known.
    assert!(stdout.contains("232"), "{stdout}");
    assert!(stderr.contains("no answer within 300ms"), "{stderr}");
    assert!(start.elapsed() < Duration::from_secs(60));
}

#[test]
fn a_finding_is_shown_with_a_board_and_what_to_run() {
    let command = faulty("same-wood");
    let (status, stdout, stderr) = perft(&[MIDGAME, "--depth", "2", "--against", &command]);
    assert_eq!((status, stderr.as_str()), (Some(1), ""));
    let wanted = [
        "     1     55      89  differs\n",
        "\nThe aggressive move is allowed on boards of the same wood as the passive one",
        "\nThe turns differ in this position:\n",
        "○ White   White to move\n",
        "\nextra: 34\n a8b8+c1d1  the aggressive move must be on a board of the other wood\n",
        " … and 14 more; --format json lists all\n",
    ];
    for text in wanted {
        assert!(stdout.contains(text), "{text:?} is not in\n{stdout}");
    }
    assert!(stdout.ends_with(&format!("faulty same-wood 1 '{MIDGAME}'\n")), "{stdout}");
}

#[test]
fn suites_and_random_games_give_one_verdict() {
    let suite = ["--suite", "tests/data/shobu.perft", "--depth", "1", "--against"];
    let (status, stdout, _) = perft(&[&suite[..], &[&faulty("none")]].concat());
    assert_eq!(status, Some(0), "{stdout}");
    assert!(stdout.ends_with("        34     34       0       0          0\n"), "{stdout}");
    let (status, stdout, _) = perft(&[&suite[..], &[&faulty("pushes-own")]].concat());
    assert_eq!(status, Some(1));
    assert!(
        stdout.contains(" positions: aggressive moves push or run over own stones"),
        "{stdout}"
    );
    let random = |seed: &str| {
        let command = faulty("plays-on");
        let random = ["--random", "30", "--seed", seed, "--depth", "1"];
        perft(&[&random[..], &["--against", &command]].concat())
    };
    let (status, stdout, _) = random("1");
    assert_eq!(status, Some(1), "{stdout}");
    assert!(stdout.contains("turns are counted below a finished game"), "{stdout}");
    assert_eq!(random("1").1, stdout);
    assert_ne!(random("2").1, stdout);
}

#[test]
fn a_suite_that_cannot_be_read_is_an_error() {
    let command = faulty("none");
    let (status, _, stderr) = perft(&["--suite", "missing.perft", "--against", &command]);
    assert_eq!(status, Some(2));
    assert!(stderr.starts_with("error: missing.perft: "), "{stderr}");
}

/// The wrapper that the documentation gives.
#[cfg(unix)]
#[test]
fn tsume_can_be_compared_with_itself() {
    let wrapper = r#"exec "$0" perft --format perftree --depth "$1" "$2" --moves "$3""#;
    let command = format!("sh -c '{wrapper}' '{}'", env!("CARGO_BIN_EXE_tsume"));
    for arguments in [
        &["--depth", "2", MIDGAME][..],
        &["--random", "20", "--depth", "2"],
        &["--random", "20", "--depth", "2", "--game", "spook"],
        &["--suite", "tests/data/spook.perft", "--depth", "2"],
    ] {
        let arguments = [arguments, &["--against", &command]].concat();
        let (status, stdout, stderr) = perft(&arguments);
        assert_eq!((status, stderr.as_str()), (Some(0), ""), "{arguments:?}: {stdout}");
    }
}

#[test]
fn counts_are_written_as_perftree_reads_them() {
    let position = "w7/7w/8/b6b/7w/w7/8/b6b b";
    let options = ["--format", "perftree", "--depth", "1"];
    let after = [&[position, "--moves", "a1a2+h1h2"][..], &options].concat();
    let (status, stdout, _) = perft(&after);
    let turns: Vec<_> = stdout.lines().collect();
    assert_eq!(status, Some(0));
    assert_eq!(turns[turns.len() - 2..], ["", "7"], "{stdout}");
    assert_eq!(turns.len(), 7 + 2);
    assert!(turns[..7].iter().all(|line| line.ends_with(" 1")), "{stdout}");
    let finished = "4wwww/8/8/bbbbbbbb/wwwwwwww/8/8/bbbbbbbb w";
    assert_eq!(perft(&[&[finished][..], &options].concat()).1, "\n0\n");
}

#[test]
fn options_that_would_be_ignored_are_refused() {
    let command = faulty("none");
    let refused: [&[&str]; 6] = [
        &["--from", "tests/data/shobu.perft", "--against", &command],
        &["--frontier", "1", "--against", &command],
        &["--divide", "--against", &command],
        &["--method", "walk", "--against", &command],
        &["--distinct", "--format", "perftree"],
        &["--suite", "tests/data/shobu.perft", "--format", "perftree"],
    ];
    for arguments in refused {
        assert_eq!(perft(arguments).0, Some(2), "{arguments:?}");
    }
}

#[test]
fn comparing_nothing_is_no_agreement() {
    let suite = ["--suite", "tests/data/shobu.perft", "--max-turns", "0", "--against"];
    let (status, _, stderr) = perft(&[&suite[..], &[&faulty("none")]].concat());
    assert_eq!(status, Some(3));
    assert!(stderr.contains("nothing to compare"), "{stderr}");
}

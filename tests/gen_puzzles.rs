//! Runs of `tsume gen-puzzles` as people start, spread, break off and resume
//! them.

mod folder;
mod runs;
#[cfg(unix)]
mod signals;

use std::collections::HashSet;
use std::fs;
use std::process::{Child, Command};
use std::thread::sleep;
use std::time::Duration;

use folder::Folder;
use runs::{command, made, run};
use tsume::puzzle::{Pack, Puzzle};

fn count(text: &str) -> usize {
    text.matches("\n  - id: ").count()
}

#[test]
fn the_number_of_threads_changes_nothing() {
    for options in [
        ["--game", "shobu", "--in", "2-3", "--count", "12"],
        ["--game", "spook", "--in", "2-5", "--count", "12"],
    ] {
        let packs = ["1", "2", "4"].map(|threads| made(&[&options[..], &["-j", threads]].concat()));
        assert_eq!(count(&packs[0]), 12);
        assert!(packs.iter().all(|pack| *pack == packs[0]));
        let ids: HashSet<_> = packs[0].lines().filter(|line| line.contains("id: ")).collect();
        assert_eq!(ids.len(), 12);
    }
}

#[test]
fn another_seed_gives_other_puzzles() {
    let positions = |seed| {
        let pack: Pack = made(&["--in", "2", "--seed", seed]).parse().expect("a pack");
        pack.puzzles.into_iter().map(|puzzle| puzzle.position).collect::<HashSet<_>>()
    };
    assert!(positions("1").is_disjoint(&positions("2")));
}

/// Wherever a file was cut short, resuming gives what an unbroken run does.
#[test]
fn resuming_gives_what_an_unbroken_run_does() {
    let folder = Folder::new();
    for extension in ["yaml", "jsonl", "csv"] {
        let name = format!("whole.{extension}");
        let whole = folder.path(&name);
        let options = ["--in", "2", "--count", "6", "--seed", "3", "--share", "quiet-key=20"];
        made(&[&options[..], &["--out", &whole]].concat());
        let expected = folder.read(&name);
        let length = expected.len();
        // Where the last puzzle begins, and its second line in YAML.
        let last = expected.rfind("  - id: ").unwrap_or(length / 3);
        let second = expected[last..].find('\n').map_or(last, |end| last + end + 1);
        let cuts = [0, 7, length / 5, length / 2, length - 30, length - 1, length];
        for cut in cuts.into_iter().chain([last + 1, last + 3, last + 7, second + 2]) {
            let part = folder.path(&format!("cut.{extension}"));
            fs::write(&part, &expected[..cut]).expect("a file");
            made(&[&options[..], &["--out", &part, "--resume"]].concat());
            let resumed = folder.read(&format!("cut.{extension}"));
            assert_eq!(resumed, expected, "cut at {cut}");
        }
    }
}

/// A file of another run, or of none, is refused, and left as it is.
#[test]
fn what_another_run_has_written_is_not_resumed() {
    let folder = Folder::new();
    let refused = |name: &str, options: &[&str]| {
        let out = folder.path(name);
        let before = folder.read(name);
        let (status, _, stderr) = run(&[options, &["--out", &out, "--resume"]].concat());
        assert_eq!(status, Some(2), "{name}: {options:?}: {stderr}");
        assert!(stderr.contains("it was not begun with these options"), "{stderr}");
        assert_eq!(folder.read(name), before, "{name}: {options:?}");
    };
    for extension in ["yaml", "jsonl", "csv"] {
        let name = format!("pack.{extension}");
        made(&["--in", "2", "--count", "6", "--out", &folder.path(&name)]);
        let whole = folder.read(&name);
        // Cut short, its last piece is of that run too.
        for length in [whole.len(), whole.len() - 9] {
            fs::write(folder.path(&name), &whole[..length]).expect("a file");
            refused(&name, &["--in", "2", "--count", "7", "--seed", "99"]);
            refused(&name, &["--in", "2-5", "--count", "7", "--game", "spook"]);
            refused(&name, &["--in", "2", "--count", "2"]);
            refused(&name, &["--in", "3", "--count", "7"]);
            refused(&name, &["--in", "2", "--count", "7", "--prefix", "x"]);
            refused(&name, &["--in", "2", "--range", "10000..10001"]);
            refused(&name, &["--in", "2", "--count", "7", "--theme", "zugzwang"]);
        }
        for notes in ["my notes\n", "my notes"] {
            fs::write(folder.path(&name), notes).expect("a file");
            refused(&name, &["--in", "2", "--count", "1"]);
        }
    }
    // What was cut short may look like this run's, and not be.
    let line = made(&["--in", "2", "--count", "1", "--format", "jsonl"]);
    let torn = format!("{}0", &line[..line.find("position").expect("a position")]);
    fs::write(folder.path("torn.jsonl"), torn).expect("a file");
    refused("torn.jsonl", &["--in", "2", "--count", "1"]);
}

/// A run that is over at once, or has nothing to add, takes nothing away.
#[cfg(unix)]
#[test]
fn resuming_for_a_moment_loses_nothing() {
    let folder = Folder::new();
    let out = folder.path("pack.yaml");
    let mut child = under_way(&out);
    child.kill().expect("a process to kill");
    child.wait().expect("a child");
    let before = folder.read("pack.yaml");
    let options = ["--in", "2", "--range", "0..600", "--out", &out, "--resume"];
    let (status, _, _) = run(&[&options[..], &["--time-limit", "1ms"]].concat());
    assert_eq!(status, Some(3));
    assert!(folder.read("pack.yaml").starts_with(&before));

    // Nothing is looked for once all is there.
    let out = folder.path("whole.yaml");
    let options = ["--in", "2", "--count", "2", "--out", &out];
    made(&options);
    let before = folder.read("whole.yaml");
    made(&[&options[..], &["--resume", "--time-limit", "1ms"]].concat());
    assert_eq!(folder.read("whole.yaml"), before);
    let part = ["--in", "2", "--range", "0..20", "--part", "--out", &folder.path("part.yaml")];
    made(&part);
    let before = folder.read("part.yaml");
    made(&[&part[..], &["--resume", "--time-limit", "1ms"]].concat());
    assert_eq!(folder.read("part.yaml"), before);
}

/// Before its first puzzle, and if it never has one, a pack is an empty list.
#[test]
fn a_pack_without_puzzles_can_be_read() {
    let folder = Folder::new();
    let is_empty = |text: &str| {
        let pack: Pack = serde_yaml::from_str(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert!(pack.puzzles.is_empty());
    };
    // Killed before there can be one.
    let out = folder.path("pack.yaml");
    let hard = ["--in", "9", "--source", "sparse", "--nodes", "1000000000", "--out", &out];
    let mut child = command(&hard).spawn().expect("the program starts");
    while fs::metadata(&out).map_or(0, |file| file.len()) == 0 {
        assert!(child.try_wait().expect("a child").is_none(), "it ended too soon");
        sleep(Duration::from_millis(1));
    }
    child.kill().expect("a process to kill");
    child.wait().expect("a child");
    is_empty(&folder.read("pack.yaml"));

    // Ended without one.
    let from = folder.path("positions.txt");
    let unwon = "1w1w1bww/2w1b3/b5wb/bb1wb3/wbw1b3/8/1bb2bww/2w1bb2 w";
    fs::write(&from, unwon).expect("a file");
    for options in [&["--in", "2", "--from", &from][..], &["--from", &from, "--range", "10..20"]] {
        let (status, stdout, stderr) = run(options);
        assert_eq!((status, stderr.contains("no puzzle")), (Some(1), true), "{stderr}");
        is_empty(&stdout);
    }

    // And resumed.
    let options = ["--in", "2", "--count", "2"];
    let expected = made(&options);
    let (head, _) = expected.split_once("puzzles:\n").expect("puzzles");
    fs::write(&out, format!("{head}puzzles: []\n")).expect("a file");
    made(&[&options[..], &["--out", &out, "--resume"]].concat());
    assert_eq!(folder.read("pack.yaml"), expected);
}

/// What does not fit on the disk is taken back to the last whole puzzle.
#[cfg(unix)]
#[test]
fn a_disk_that_fills_up_leaves_whole_puzzles() {
    let folder = Folder::new();
    let options = ["--in", "2", "--count", "20"];
    for extension in ["yaml", "jsonl", "csv"] {
        let name = format!("pack.{extension}");
        let out = folder.path(&name);
        let program = env!("CARGO_BIN_EXE_tsume");
        let script = r#"trap '' XFSZ; ulimit -f 4; exec "$@""#;
        let mut limited = Command::new("sh");
        limited.args(["-c", script, "sh", program, "gen-puzzles"]).args(options);
        let ended = limited.args(["--out", &out]).output().expect("the program starts");
        let stderr = String::from_utf8_lossy(&ended.stderr);
        assert_eq!(ended.status.code(), Some(2), "{stderr}");
        assert!(stderr.contains("; --resume goes on from there"), "{stderr}");
        let expected = made(&[&options[..], &["--format", extension]].concat());
        let broken = folder.read(&name);
        let rest = expected.strip_prefix(&broken).expect("a beginning");
        assert!(rest.starts_with(if extension == "yaml" { "  - id: " } else { "" }), "{rest}");
        assert!(broken.len() > 1000 && broken.ends_with('\n'), "{broken}");
        made(&[&options[..], &["--out", &out, "--resume"]].concat());
        assert_eq!(folder.read(&name), expected);
    }
}

/// What the head records can be run, whatever the texts are like.
#[test]
fn recorded_commands_can_be_run() {
    let options = ["--in", "2", "--count", "1", "--prefix=-a", "--title=--x 'y'", "--author=$HOME"];
    let pack = made(&options);
    let command = pack.lines().find_map(|line| line.strip_prefix("#   tsume gen-puzzles "));
    let words = shlex::split(command.expect("a command")).expect("words");
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    assert_eq!(made(&words), pack);
    for text in ["--title=a\tb", "--description=a\nb", "--author="] {
        let (status, stdout, _) = run(&["--in", "2", "--count", "1", text]);
        assert_eq!((status, stdout.as_str()), (Some(2), ""), "{text:?}");
    }
}

#[test]
fn merged_parts_are_one_run() {
    let folder = Folder::new();
    let options = ["--in", "2", "--seed", "5", "--share", "quiet-key=20"];
    let part = |range: &str, name: &str| {
        let out = folder.path(name);
        made(&[&options[..], &["--range", range, "--part", "--out", &out]].concat());
        out
    };
    let parts = [part("60..130", "b.yaml"), part("0..60", "a.yaml"), part("130..200", "c.yaml")];
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    let merged = made(&[&["--merge"], &parts[..]].concat());
    assert_eq!(merged, made(&[&options[..], &["--range", "0..200"]].concat()));
    assert!(count(&merged) > 10);

    let merged = made(&[&["--count", "9", "--merge"], &parts[..]].concat());
    assert_eq!(merged, made(&[&options[..], &["--count", "9"]].concat()));
    assert_eq!(count(&merged), 9);

    let (_, stdout, stderr) = run(&[&["-q", "--explain", "--merge"], &parts[..]].concat());
    let all: usize =
        ["a", "b", "c"].iter().map(|n| count(&folder.read(&format!("{n}.yaml")))).sum();
    let expected = format!("{} puzzles from {all} puzzles of the parts\n", count(&stdout));
    assert!(stderr.ends_with(&expected) && !stderr.contains("unique-key"), "{stderr}");
    // What stands in the heads cannot be said again.
    for option in [&["--seed", "5"][..], &["--in", "2"], &["--prefix", "x"], &["--no-variety"]] {
        let (status, _, stderr) = run(&[option, &["--merge"], &parts[..]].concat());
        assert_eq!(status, Some(2), "{option:?}");
        assert!(stderr.contains("cannot be used with"), "{stderr}");
    }

    let refused = |parts: &[&str], reason: &str| {
        let (status, stdout, stderr) = run(&[&["--merge"], parts].concat());
        assert_eq!((status, stdout.as_str()), (Some(2), ""));
        assert!(stderr.contains(reason), "{stderr}");
    };
    refused(&parts[1..], "the candidates 60..130 between them are missing");
    refused(&[parts[0], parts[0]], "both have the candidate 60");
    let other = folder.path("other.yaml");
    made(&["--in", "3", "--range", "200..210", "--part", "--out", &other]);
    refused(&[parts[2], &other], "they were made with different options");
    let pack = folder.path("pack.yaml");
    made(&["--in", "2", "--range", "0..60", "--out", &pack]);
    refused(&[&pack], "this is no part of a run: make parts with --range A..B --part");
    let broken = folder.path("broken.yaml");
    let text = folder.read("a.yaml");
    fs::write(&broken, &text[..text.len() - 11]).expect("a file");
    refused(&[&broken], "it is not complete: finish it with --resume");
    made(&[&options[..], &["--range", "0..60", "--part", "--resume", "--out", &broken]].concat());
    assert_eq!(folder.read("broken.yaml"), text);
}

/// A run that is sure to last, once it has written a few puzzles.
#[cfg(unix)]
fn under_way(out: &str) -> Child {
    let arguments = ["--in", "2", "--range", "0..600", "-j", "1", "--out", out];
    let mut child = command(&arguments).spawn().expect("the program starts");
    while count(&fs::read_to_string(out).unwrap_or_default()) < 3 {
        assert!(child.try_wait().expect("a child").is_none(), "it ended too soon");
        sleep(Duration::from_millis(1));
    }
    child
}

#[cfg(unix)]
fn readable_and_resumable(folder: &Folder, out: &str) {
    let broken: Pack = folder.read("pack.yaml").parse().expect("a readable pack");
    let arguments = ["--in", "2", "--range", "0..600", "--out", out];
    let whole = made(&arguments[..4]);
    assert!(broken.puzzles.len() < count(&whole));
    made(&[&arguments[..], &["--resume"]].concat());
    assert_eq!(folder.read("pack.yaml"), whole);
}

#[cfg(unix)]
#[test]
fn a_killed_run_leaves_a_readable_pack() {
    let folder = Folder::new();
    let out = folder.path("pack.yaml");
    let mut child = under_way(&out);
    child.kill().expect("a process to kill");
    child.wait().expect("a child");
    readable_and_resumable(&folder, &out);
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_ends_cleanly() {
    signals::are_heeded();
    let folder = Folder::new();
    let out = folder.path("pack.yaml");
    let child = under_way(&out);
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.expect("kill").success());
    let ended = child.wait_with_output().expect("a child");
    assert_eq!(ended.status.code(), Some(130));
    assert_eq!(String::from_utf8_lossy(&ended.stderr), "interrupted\n");
    readable_and_resumable(&folder, &out);
}

#[test]
fn what_cannot_be_written_is_told_before_the_work() {
    let folder = Folder::new();
    let missing = folder.path("no/such/folder/pack.yaml");
    let (status, _, stderr) = run(&["--count", "1000000", "--out", &missing]);
    assert_eq!(status, Some(2));
    assert!(stderr.starts_with(&format!("error: {missing}: ")), "{stderr}");
    let (status, _, stderr) = run(&["--count", "1000000", "--out", &folder.path("pack.txt")]);
    assert_eq!(status, Some(2));
    assert!(stderr.contains("add --format"), "{stderr}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    let (status, _, stderr) = run(&["--count", "5", "--format", "csv", "--out", "/dev/full"]);
    assert_eq!(status, Some(2));
    assert!(stderr.contains("/dev/full: No space left on device"), "{stderr}");
}

#[test]
fn too_few_candidates_are_a_no() {
    let (status, stdout, stderr) = run(&["--in", "2", "--range", "0..30", "--count", "1000"]);
    assert_eq!(status, Some(1));
    let expected =
        format!("only {} of 1000 puzzles: there are no more candidates\n", count(&stdout));
    assert_eq!(stderr, expected);
}

/// The game that is written down leads to the position.
#[test]
fn games_lead_to_the_positions() {
    for game in ["shobu", "spook"] {
        let options = ["--game", game, "--in", "2", "--source", "selfplay", "--games"];
        let pack: Pack = made(&[&options[..], &["--count", "3"]].concat()).parse().expect("a pack");
        for puzzle in &pack.puzzles {
            let mut show = Command::new(env!("CARGO_BIN_EXE_tsume"));
            show.args(["show", "start", "--game", game, "--as", "fen", "--moves"]);
            let shown = show.arg(moves_of(puzzle)).output().expect("the program starts");
            assert_eq!(String::from_utf8_lossy(&shown.stdout).trim_end(), puzzle.position);
        }
    }
}

/// A turn such as `b1b3+f6f8` as game logs have it.
fn logged(turn: &str) -> String {
    let part = |part: &str| {
        let [a, b, c, d] = *part.as_bytes() else { panic!("no move: {part}") };
        let (x, y) = (i32::from(a - b'a'), 8 - i32::from(b - b'0'));
        let (right, down) = (i32::from(c) - i32::from(a), i32::from(b) - i32::from(d));
        format!(r#"{{"origin":{{"x":{x},"y":{y}}},"heading":{{"x":{right},"y":{down}}}}}"#)
    };
    let (passive, aggressive) = turn.split_once('+').expect("two moves");
    format!(r#"{{"passive":{},"aggressive":{}}}"#, part(passive), part(aggressive))
}

#[test]
fn logs_are_replayed_up_to_their_fault() {
    let folder = Folder::new();
    let played = made(&["--in", "2", "--source", "selfplay", "--games", "--count", "1"]);
    let moves = moves_of(&played.parse::<Pack>().expect("a pack").puzzles[0]);
    let turns = moves.split(' ').map(logged).collect::<Vec<_>>().join(",");
    let faulty = include_str!("data/shobu-games.jsonl").lines().nth(1).expect("a second game");
    let log = folder.path("games.log");
    fs::write(&log, format!("{{\"turns\":[{turns}]}}\n{faulty}\n")).expect("a file");
    let (status, stdout, stderr) = run(&["--in", "2", "--from", &log, "--games"]);
    assert_eq!(status, Some(0), "{stderr}");
    let fault = "#2: turn 3: `d1d3+e5e7` pushes e7 to e8, but the log goes on as if";
    assert!(stderr.starts_with(&format!("{log}{fault}")), "{stderr}");
    assert!(stderr.contains("; the game is used up to there"), "{stderr}");
    let puzzle = &stdout.parse::<Pack>().expect("a pack").puzzles[0];
    assert_eq!(puzzle.source.as_ref().map(|source| &source.kind[..]), Some("given"));
    // It is that position, or an earlier one of the game.
    assert!(moves.starts_with(&moves_of(puzzle)), "{stdout}");
}

/// The game that leads to a puzzle.
fn moves_of(puzzle: &Puzzle) -> String {
    puzzle.source.as_ref().and_then(|source| source.moves.clone()).expect("a game")
}

#[test]
fn a_pack_with_duals_says_so() {
    let folder = Folder::new();
    let out = folder.path("pack.yaml");
    made(&["--in", "3", "--duals", "--count", "3", "--source", "sparse", "--out", &out]);
    assert!(folder.read("pack.yaml").contains("\nallow: [duals]\n"));
    let mut validate = Command::new(env!("CARGO_BIN_EXE_tsume"));
    let validated = validate.args(["validate", "--strict", &out]).output().expect("the program");
    assert!(validated.status.success(), "{validated:?}");
}

#[test]
fn puzzles_are_as_hard_as_asked_for() {
    let options = ["--in", "2-3", "--count", "5", "--difficulty", "3.5-4", "--explain"];
    let (status, stdout, stderr) = run(&options);
    assert_eq!(status, Some(0), "{stderr}");
    let pack: Pack = stdout.parse().expect("a pack");
    let hard = pack.puzzles.iter().map(|puzzle| puzzle.difficulty.expect("a difficulty"));
    assert!(hard.clone().count() == 5 && hard.clone().all(|hard| (3.5..=4.0).contains(&hard)));
    assert!(stderr.lines().any(|line| line.trim_start().starts_with("difficulty")), "{stderr}");
    assert!(stdout.contains(" --difficulty 3.5-4.0\n"), "{stdout}");
    let (status, stdout, _) = run(&["--count", "1", "--difficulty", "4"]);
    let pack: Pack = stdout.parse().expect("a pack");
    assert_eq!((status, pack.puzzles[0].difficulty), (Some(0), Some(4.0)));
    for wrong in ["3.55-4", "-4", "3-", "1234", "4.", ".5", "+4"] {
        let (status, _, stderr) = run(&[&format!("--difficulty={wrong}")]);
        assert_eq!(status, Some(2), "{wrong}");
        assert!(stderr.contains("expected numbers with at most one decimal"), "{stderr}");
    }
    let (status, _, stderr) = run(&["--difficulty=4-3"]);
    assert_eq!(status, Some(2));
    assert!(stderr.contains("expected the smaller number first"), "{stderr}");
}

/// What an earlier run has rejected is not counted again.
#[test]
fn what_is_explained_is_this_run() {
    let folder = Folder::new();
    let out = folder.path("pack.yaml");
    let options = ["--in", "2", "--range", "0..30", "--out", &out];
    made(&options);
    let whole = folder.read("pack.yaml");
    fs::write(&out, &whole[..whole.len() - 9]).expect("a file");
    let (status, _, stderr) = run(&[&options[..], &["--resume", "--explain"]].concat());
    assert_eq!((status, folder.read("pack.yaml")), (Some(0), whole), "{stderr}");
    assert!(stderr.ends_with(" candidates since the run was resumed\n"), "{stderr}");
    assert!(stderr.lines().all(|line| line.chars().count() <= 80), "{stderr}");
}

/// Who asks for what there is none of is told, and not at the end alone.
#[test]
fn a_run_that_finds_nothing_says_so() {
    let nothing = ["--in", "1", "--theme", "zugzwang", "--range", "0..1001"];
    let (status, _, stderr) = run(&nothing);
    assert_eq!(status, Some(1));
    let doubt = "no puzzle among 1000 candidates: at the end, --explain says why\n";
    let end = "no puzzle: none of the candidates is one\n";
    assert_eq!(stderr, format!("{doubt}{end}"));
    // Nobody has asked for it, and a part may well have none.
    assert_eq!(run(&[&nothing[..], &["-q"]].concat()).2, end);
    assert_eq!(run(&[&nothing[..], &["--part"]].concat()).2, "");
}

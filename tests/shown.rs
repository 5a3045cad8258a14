//! Every tsume command that the documentation shows is run, and what it writes compared.
//! Transcripts are run by `tests/cli.rs`; here are the commands that stand alone: those of
//! recipes, and the examples of the help. What they write is in `tests/data/shown.txt`. To
//! write it anew: `TSUME_UPDATE=1 cargo test --test shown`.

#![cfg(unix)]

mod folder;

use std::collections::HashSet;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use folder::Folder;

/// Lines that are not run here, and why.
const NOT_RUN: [(&str, &str); 18] = [
    ("tsume solve POSITION --certificate FILE     write it", NO_COMMAND),
    ("tsume validate FILE                         check it", NO_COMMAND),
    ("tsume completions SHELL               write a completion script", NO_COMMAND),
    ("tsume solve 'sticks=9 b'", "a game that a reader adds; tests/sticks does"),
    ("tsume gen-puzzles $OPTIONS --range {}..\\$end --part --resume \\", RECIPE),
    ("tsume gen-puzzles --merge part-*.yaml --out pack.yaml", RECIPE),
    ("tsume perft \"$POSITION\" --frontier \"$K\" >frontier.txt &&", RECIPE),
    (
        "\"tsume perft -j1 --from {} --depth $BELOW --format json >{}.json\" ::: parts/???? || exit 1",
        RECIPE,
    ),
    (
        "exec tsume gen-puzzles --seed 7 --in 3-5 --range $start..$((start + 1000)) --part --resume \\",
        CLUSTER,
    ),
    ("exec tsume gen-puzzles --seed 7 --in 3-5 --range $start..$((start + 1000)) \\", CLUSTER),
    (
        "tsume perft -j1 --hash 1024 --from \"$part\" --depth 4 --format json >\"$part.tmp\" &&",
        CLUSTER,
    ),
    (
        "exec tsume perft --format perftree --depth \"$1\" \"$2\" --moves \"$3\"",
        "the reader's program, which the others run",
    ),
    ("tsume perft --random 1000 --depth 2 --against './my-perft.sh --fast'", RANDOM),
    ("tsume perft --random 1000 --seed 7 --depth 2 --against ./my-perft.sh", RANDOM),
    ("tsume perft --game spook --random 1000 --depth 2 --against ./my-perft.sh", RANDOM),
    (
        "tsume perft start --depth 4 --divide --method walk -j1",
        "a quarter of a minute; tests/perft.rs walks less far",
    ),
    (
        "tsume gen-puzzles --count 500 --in 2-5 --share quiet-key=34 --out pack.yaml",
        "minutes; `make generated` does more",
    ),
    (
        "tsume gen-puzzles --merge part-*.yaml --count 5000 --out pack.yaml",
        "tests/gen_puzzles.rs merges fewer",
    ),
];

const NO_COMMAND: &str = "how a command is used, and no command";
const RECIPE: &str = "a part of a recipe, which tests/integration.sh runs";
const CLUSTER: &str = "for a cluster";
const RANDOM: &str = "a minute; tests/against.rs compares fewer positions";

/// A command that is shown, and what for.
struct Shown {
    page: String,
    text: String,
}

/// The commands in the blocks of a page that are no transcripts.
fn shown(page: &str, text: &str) -> Vec<Shown> {
    let (mut shown, mut block) = (Vec::new(), None);
    for line in text.lines() {
        match (line.strip_prefix("```"), block) {
            (Some(kind), None) => block = Some(kind),
            (Some(_), Some(_)) => block = None,
            (None, Some(kind)) if kind != "console" && is_command(line) => {
                let text = line.trim().trim_start_matches("$ ").to_string();
                shown.push(Shown { page: page.into(), text });
            }
            _ => {}
        }
    }
    shown
}

/// Whether a line calls the program. How a command is used is said with `[OPTIONS]`.
fn is_command(line: &str) -> bool {
    const NAMES: [&str; 9] = [
        "solve",
        "analyze",
        "perft",
        "validate",
        "gen-puzzles",
        "show",
        "export",
        "completions",
        "man",
    ];
    let is_of = |name: &str| {
        [format!("tsume {name}"), format!("{CARGO_RUN} {name}")]
            .iter()
            .any(|command| line.ends_with(command) || line.contains(&format!("{command} ")))
    };
    !line.trim_start().starts_with('#')
        && !line.contains("[OPTIONS]")
        && NAMES.iter().any(|name| is_of(name))
}

/// How the program is called by those who have its source.
const CARGO_RUN: &str = "cargo run --release --";

/// All pages with commands.
fn pages() -> Vec<Shown> {
    let docs = fs::read_dir("docs").expect("there is documentation");
    let docs = docs.map(|entry| entry.expect("an entry").path());
    let mut paths: Vec<_> =
        docs.filter(|path| path.extension().is_some_and(|e| e == "md")).collect();
    paths.push("README.md".into());
    paths.sort();
    let page = |path: &std::path::PathBuf| {
        shown(&path.display().to_string(), &fs::read_to_string(path).expect("a page"))
    };
    paths.iter().flat_map(page).collect()
}

/// A folder in which a reader might try them.
fn readers_folder() -> Folder {
    let folder = Folder::new();
    for name in ["puzzles", "tests"] {
        symlink(fs::canonicalize(name).expect("it is there"), folder.path(name)).expect("a link");
    }
    for name in
        [".zfunc", ".local/share/bash-completion/completions", ".config/fish/completions", "bin"]
    {
        fs::create_dir_all(folder.path(name)).expect("a folder");
    }
    symlink(env!("CARGO_BIN_EXE_tsume"), folder.path("bin/tsume")).expect("a link");
    // What a reader has: a program of the game, a reader of man pages, files.
    let script = |name: &str, text: &str| {
        let path = folder.write(name, format!("#!/bin/sh\n{text}\n"));
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("it is ours");
    };
    script(
        "my-perft.sh",
        "exec tsume perft --format perftree --depth \"$1\" \"$2\" --moves \"$3\"",
    );
    script("bin/python3", "shift 2; exec ./my-perft.sh \"$@\"");
    script("bin/man", "exec cat >/dev/null");
    let game = fs::read_to_string("tests/data/shobu-games.jsonl").expect("a log");
    folder.write("games.log", game.repeat(2));
    folder.write("positions.txt", "2w2w2/4w3/w2wb2w/b1wb3b/b2ww1b1/w3w3/4b1b1/1bb3wb w\n");
    for (name, pack) in [("mine.yaml", "few-stones"), ("yours.yaml", "quiet-keys")] {
        fs::copy(format!("puzzles/shobu/{pack}.yaml"), folder.path(name)).expect("a copy");
    }
    let made = run(&folder, "tsume export mine.yaml --out puzzles.csv");
    assert_eq!(made.status.code(), Some(0));
    folder
}

/// A folder with two packs, in which to check all of them.
fn small_folder() -> Folder {
    let folder = Folder::new();
    for pack in ["shobu/first-clears.yaml", "spook/first-getaways.yaml"] {
        let copy = folder.root().join("puzzles").join(pack);
        fs::create_dir_all(copy.parent().expect("a folder")).expect("a folder");
        fs::copy(Path::new("puzzles").join(pack), copy).expect("a copy");
    }
    fs::create_dir(folder.path("bin")).expect("a folder");
    symlink(env!("CARGO_BIN_EXE_tsume"), folder.path("bin/tsume")).expect("a link");
    folder
}

/// Commands that check all packs there are: `puzzles` is checked by tests/packs.rs.
const OF_ALL_PACKS: [&str; 2] =
    ["tsume validate", "tsume validate --strict --cache .tsume-cache --format github"];

/// Runs a line as a shell in the folder does.
fn run(folder: &Folder, line: &str) -> Output {
    let path = std::env::var("PATH").expect("there is a path");
    let mut command = Command::new("sh");
    command.args(["-c", &line.replace(CARGO_RUN, "tsume")]).current_dir(folder.root());
    command.env("PATH", format!("{}:{path}", folder.path("bin"))).env("HOME", folder.root());
    command.stdin(Stdio::null()).env("NO_COLOR", "1").output().expect("there is a shell")
}

/// What a line writes: to the terminal, and the beginning of its files.
fn written(folder: &Folder, line: &str) -> String {
    let Output { status, stdout, stderr } = run(folder, line);
    let mut text = format!("$ {line}\n");
    match status.code() {
        Some(0) => {}
        Some(status) => text += &format!("[status {status}]\n"),
        None => panic!("{line}: {stderr:?}"),
    }
    text += &without_figures(&String::from_utf8(stdout).expect("text"));
    for file in files(line) {
        let path = file.replace('~', &folder.root().display().to_string());
        let bytes = fs::read(folder.root().join(path)).unwrap_or_default();
        assert!(!bytes.is_empty(), "{line}: nothing in {file}");
        let first = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
        let first = String::from_utf8(first.to_vec()).unwrap_or("(compressed)".into());
        text += &format!("[{file}] {first}\n");
    }
    text
}

/// The files that a line writes.
fn files(line: &str) -> Vec<&str> {
    let options = ["--out ", "--test-out ", "--svg ", "> "];
    let file = |option: &str| {
        let rest = line.split_once(&format!(" {option}"))?.1;
        rest.split_whitespace().next().filter(|file| *file != "-")
    };
    options.iter().filter_map(|option| file(option)).collect()
}

/// The text without what differs from run to run.
fn without_figures(text: &str) -> String {
    let mut text = text.to_string();
    for key in ["\"nodes\":", "\"seconds\":"] {
        let mut parts = text.split(key);
        let mut rest = parts.next().unwrap_or_default().to_string();
        for part in parts {
            let figures = |c: char| c.is_ascii_digit() || matches!(c, '.' | 'e' | '-' | '+');
            rest = rest + key + "[..]" + part.trim_start_matches(figures);
        }
        text = rest;
    }
    text.lines().map(|line| without_times(line) + "\n").collect()
}

/// A line of a table of counts ends with seconds, and turns a second.
fn without_times(line: &str) -> String {
    let is_count = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    let is_time = |word: &str| {
        word.split_once('.').is_some_and(|(whole, part)| {
            is_count(whole) && is_count(part) && !whole.is_empty() && part.len() == 3
        })
    };
    let mut words = line.split_whitespace().skip_while(|word| is_count(word));
    match words.next() {
        Some(word) if is_time(word) => line
            .split_once(word)
            .map_or_else(String::new, |(before, _)| format!("{}  [..]", before.trim_end())),
        _ => line.to_string(),
    }
}

#[test]
fn commands_that_are_shown_write_what_they_should() {
    const EXPECTED: &str = "tests/data/shown.txt";
    let (folder, small) = (readers_folder(), small_folder());
    let (mut ran, mut left_out, mut all) = (HashSet::new(), HashSet::new(), String::new());
    for Shown { page, text } in pages() {
        if let Some((line, _)) = NOT_RUN.iter().find(|(line, _)| *line == text) {
            left_out.insert(line);
        } else if ran.insert(text.clone()) {
            let folder = if OF_ALL_PACKS.contains(&&*text) { &small } else { &folder };
            all += &format!("# {page}\n{}\n", written(folder, &text));
        }
    }
    for (line, reason) in &NOT_RUN {
        assert!(left_out.contains(line), "no page shows `{line}` ({reason})");
    }
    if std::env::var_os("TSUME_UPDATE").is_some() {
        fs::write(EXPECTED, &all).expect("it can be written");
    }
    let expected = fs::read_to_string(EXPECTED).unwrap_or_default();
    if let Some((line, (is, should))) =
        (1..).zip(all.lines().zip(expected.lines())).find(|(_, (is, should))| is != should)
    {
        panic!("{EXPECTED}:{line}: it says `{should}`, but `{is}` is written");
    }
    assert_eq!(all.lines().count(), expected.lines().count(), "{EXPECTED}");
}

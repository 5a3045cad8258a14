//! Every command that the documentation shows is run. Transcripts are compared with what
//! the program writes (`tests/cli.rs`); here are the commands that stand alone: those of
//! recipes, and the examples of the help.

#![cfg(unix)]

mod folder;

use std::collections::HashSet;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use folder::Folder;

/// What is not run here, by a part of it, and why.
const NOT_RUN: [(&str, &str); 16] = [
    ("[OPTIONS]", "how a command is used, and no command"),
    ("tsume completions SHELL", "the same"),
    ("solve POSITION --certificate FILE", "the same"),
    ("validate FILE  ", "the same"),
    ("'sticks=9 b'", "a game that a reader adds; tests/sticks does"),
    ("gen-puzzles $OPTIONS --range", "tests/integration.sh runs the recipe"),
    ("gen-puzzles --seed 7 --in 3-5 --range $start", "for a cluster"),
    ("perft \"$POSITION\" --frontier", "tests/integration.sh runs the recipe"),
    ("perft -j1 --from {}", "a part of that recipe"),
    ("perft -j1 --hash 1024 --from \"$part\"", "for a cluster"),
    ("exec tsume perft --format perftree", "the reader's program, which the others run"),
    ("--random 1000", "a minute; tests/against.rs compares fewer positions"),
    ("--depth 4 --divide --method walk", "a quarter of a minute; tests/perft.rs walks less far"),
    ("gen-puzzles --count 500", "minutes; `make generated` does more"),
    ("gen-puzzles --merge part-*.yaml --count 5000", "tests/gen_puzzles.rs merges fewer"),
    ("tsume validate", "the whole corpus; tests/packs.rs and `make puzzles` do it"),
];

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
        let command = format!("tsume {name}");
        line.ends_with(&command) || line.contains(&(command + " "))
    };
    !line.trim_start().starts_with('#') && NAMES.iter().any(|name| is_of(name))
}

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
    let (status, _) = run(&folder, "tsume export mine.yaml --out puzzles.csv");
    assert_eq!(status, Some(0));
    folder
}

/// Runs a line as a shell in the folder does; gives status and standard error.
fn run(folder: &Folder, line: &str) -> (Option<i32>, String) {
    let path = std::env::var("PATH").expect("there is a path");
    let mut command = Command::new("sh");
    command.args(["-c", line]).current_dir(folder.root()).stdin(Stdio::null());
    command.env("PATH", format!("{}:{path}", folder.path("bin"))).env("HOME", folder.root());
    let Output { status, stderr, .. } = command.output().expect("there is a shell");
    (status.code(), String::from_utf8_lossy(&stderr).into_owned())
}

#[test]
fn commands_that_are_shown_do_something() {
    let folder = readers_folder();
    let (mut ran, mut used) = (HashSet::new(), HashSet::new());
    for Shown { page, text } in pages() {
        if let Some((part, _)) = NOT_RUN.iter().find(|(part, _)| text.contains(part)) {
            used.insert(part);
            continue;
        }
        if !ran.insert(text.clone()) {
            continue;
        }
        let (status, stderr) = run(&folder, &text);
        // No win within the bound is an answer, too.
        assert!(matches!(status, Some(0 | 1)), "{page}: {text}: {status:?} {stderr}");
        let out = text.split_once("--out ").and_then(|(_, rest)| rest.split_whitespace().next());
        let out = out.or(text.split_once("> ").map(|(_, file)| file)).filter(|out| *out != "-");
        if let Some(out) = out {
            let file = out.replace('~', &folder.root().display().to_string());
            let size =
                fs::metadata(folder.root().join(Path::new(&file))).map_or(0, |file| file.len());
            assert!(size > 0, "{page}: {text}: nothing in {out}");
        }
    }
    assert!(ran.len() > 40, "{}", ran.len());
    for (part, reason) in &NOT_RUN {
        assert!(used.contains(part), "no page shows `{part}` ({reason})");
    }
}

//! What `tsume gen-puzzles` reads: positions and puzzles to begin with or to leave out, and
//! parts to be merged.

mod folder;
mod runs;

use std::collections::HashSet;
use std::fs;

use folder::Folder;
use runs::{made, run};
use tsume::puzzle::Pack;

fn positions(text: &str) -> Vec<String> {
    let pack: Pack = text.parse().expect("a pack");
    pack.puzzles.into_iter().map(|puzzle| puzzle.position).collect()
}

#[test]
fn a_pack_can_be_excluded() {
    let folder = Folder::new();
    let options = ["--in", "2", "--count", "4"];
    let before: HashSet<_> = positions(&made(&options)).into_iter().collect();
    for extension in ["yaml", "jsonl", "csv"] {
        let pack = folder.path(&format!("pack.{extension}"));
        made(&[&options[..], &["--out", &pack]].concat());
        let again = positions(&made(&[&options[..], &["--exclude", &pack]].concat()));
        assert!(again.len() == 4 && again.iter().all(|position| !before.contains(position)));
    }
}

/// An earlier run may have found nothing.
#[test]
fn a_pack_without_puzzles_can_be_excluded() {
    let folder = Folder::new();
    let options = ["--in", "2", "--count", "1"];
    for extension in ["yaml", "jsonl", "csv"] {
        let none = folder.path(&format!("none.{extension}"));
        let (status, ..) =
            run(&["--in", "2", "--range", "0..1", "--theme", "sacrifice", "--out", &none]);
        assert_eq!(status, Some(1));
        let pack = made(&[&options[..], &["--exclude", &none]].concat());
        assert_eq!(positions(&pack), positions(&made(&options)));
        let (status, _, stderr) = run(&["--in", "2", "--from", &none]);
        assert_eq!((status, stderr.contains(": there is no p")), (Some(2), true), "{stderr}");
    }
}

/// Puzzles to begin with say themselves of which game they are.
#[test]
fn the_game_is_that_of_the_puzzles_given() {
    let folder = Folder::new();
    let options = ["--game", "spook", "--rules", "spook-current", "--in", "2", "--count", "2"];
    for extension in ["yaml", "jsonl", "csv"] {
        let from = folder.path(&format!("pack.{extension}"));
        made(&[&options[..], &["--out", &from]].concat());
        let again = made(&["--in", "2", "--from", &from]);
        assert!(again.contains("\ngame: spook\nrules: spook-current\n"), "{again}");
        assert_eq!(positions(&again), positions(&made(&options)));
        let (status, _, stderr) = run(&["--game", "shobu", "--in", "2", "--from", &from]);
        assert_eq!(status, Some(2), "{stderr}");
    }
    // Lines say nothing.
    let position = "2br/2rb/1wrr/4:2r/2r/3:2/2:1 b";
    let from = folder.write("positions.txt", position);
    let (status, _, stderr) = run(&["--in", "2", "--from", &from]);
    assert_eq!(status, Some(2));
    assert!(stderr.contains("this is no position of SHŌBU: say with --game"), "{stderr}");
    // Some programs begin a text with a mark.
    let from = folder.write("marked.txt", format!("\u{feff}{position}\r\n"));
    let pack = made(&["--game", "spook", "--in", "2", "--from", &from]);
    assert_eq!(positions(&pack), [position]);
}

/// A name that the head could not record is refused.
#[cfg(target_os = "linux")]
#[test]
fn names_that_are_not_utf_8_are_refused() {
    use std::os::unix::ffi::OsStrExt;
    let folder = Folder::new();
    let pack = folder.root().join(std::ffi::OsStr::from_bytes(b"p\xff.yaml"));
    fs::write(&pack, made(&["--in", "2", "--count", "1"])).expect("a file");
    let mut command = runs::command(&["--in", "2", "--count", "1", "--exclude"]);
    let ended = command.arg(&pack).output().expect("the program starts");
    assert_eq!(ended.status.code(), Some(2));
    let stderr = String::from_utf8_lossy(&ended.stderr);
    assert!(stderr.contains("cannot record a name that is not UTF-8"), "{stderr}");
}

/// The parts say what the pack says of itself, unless it is said anew.
#[test]
fn a_merged_pack_may_have_another_title() {
    let folder = Folder::new();
    let part = folder.path("part.yaml");
    let options = ["--in", "2", "--range", "0..9"];
    let head = ["--title", "One", "--author", "A"];
    made(&[&options[..], &head, &["--part", "--out", &part]].concat());
    let new = ["--title", "Two", "--license", "CC0-1.0"];
    let merged = made(&[&new[..], &["--merge", &part]].concat());
    let one = ["--title", "Two", "--author", "A", "--license", "CC0-1.0"];
    assert_eq!(merged, made(&[&options[..], &one].concat()));
}

#[test]
fn positions_given_are_judged_in_their_order() {
    let folder = Folder::new();
    let from = folder.path("positions.txt");
    // One key, a cook, no win, one key.
    let positions = [
        "2w2w2/4w3/w2wb2w/b1wb3b/b2ww1b1/w3w3/4b1b1/1bb3wb w",
        "6ww/1ww4w/3wbw2/bwb2bbb/bb1wb2b/4w3/3b1b2/b3b3 b",
        "1w1w1bww/2w1b3/b5wb/bb1wb3/wbw1b3/8/1bb2bww/2w1bb2 w",
        "w3b2w/1ww2w2/2b1wbw1/w4b2/1b1ww1w1/1bw5/5bb1/2bb2b1 w",
    ];
    fs::write(&from, format!("# four\n{}\n", positions.join("\n"))).expect("a file");
    let pack = made(&["--in", "1-2", "--from", &from]);
    let found: Pack = pack.parse().expect("a pack");
    let found: Vec<_> = found.puzzles.iter().map(|puzzle| puzzle.position.as_str()).collect();
    assert_eq!(found, [positions[0], positions[3]]);
    let (status, _, stderr) = run(&["--in", "1-2", "--from", &from, "--explain", "-q"]);
    assert_eq!(status, Some(0));
    let rejected = |name: &str| {
        let line = stderr.lines().find(|line| line.trim_start().starts_with(name));
        line.and_then(|line| line.split_whitespace().next_back()?.parse::<u32>().ok())
    };
    assert_eq!(rejected("win-in-range"), Some(1), "{stderr}");
    assert_eq!(rejected("unique-key"), Some(1), "{stderr}");
    assert!(stderr.ends_with("2 puzzles from 4 candidates\n"), "{stderr}");
}

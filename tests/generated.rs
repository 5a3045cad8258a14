//! The generated packs in the repository are what the commands in their heads
//! make: puzzles of each are made again. `make reproduce` makes all of them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tsume::puzzle::{Pack, canonical_puzzle};

fn packs() -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles/generated");
    let files = fs::read_dir(folder).expect("the folder").map(|file| file.expect("a file").path());
    let mut packs: Vec<_> = files
        .filter(|file| file.extension().is_some_and(|extension| extension == "yaml"))
        .map(|file| (file.clone(), fs::read_to_string(file).expect("a text")))
        .collect();
    packs.sort();
    packs
}

/// The words of the command in the head of a pack, after `tsume`.
fn recorded(text: &str) -> Vec<String> {
    let command = text.lines().find_map(|line| line.strip_prefix("#   tsume "));
    shlex::split(command.expect("a command in the head")).expect("words")
}

/// The recorded options, for a single candidate.
fn options_for(words: &[String], index: u64) -> Vec<String> {
    let mut options = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "--count" | "--range" => drop(words.next()),
            _ => options.push(word.clone()),
        }
    }
    options.extend(["--range".into(), format!("{index}..{}", index + 1), "--part".into()]);
    options
}

#[test]
fn puzzles_are_what_their_commands_make() {
    let packs = packs();
    assert!(!packs.is_empty());
    for (file, text) in packs {
        let words = recorded(&text);
        let pack: Pack = text.parse().expect("a pack");
        // The quickest to make come from games and positions made up.
        let quick = |kind: &str| ["selfplay", "sparse", "given"].contains(&kind);
        let quick: Vec<_> = pack
            .puzzles
            .iter()
            .filter(|puzzle| puzzle.turns < 6)
            .filter(|puzzle| puzzle.source.as_ref().is_some_and(|source| quick(&source.kind)))
            .collect();
        for puzzle in quick.iter().step_by(quick.len() / 3 + 1) {
            let index = puzzle.source.as_ref().and_then(|source| source.index).expect("an index");
            let made = Command::new(env!("CARGO_BIN_EXE_tsume"))
                .args(options_for(&words, index))
                .current_dir(env!("CARGO_MANIFEST_DIR"))
                .stdin(Stdio::null())
                .output()
                .expect("the program starts");
            let made = String::from_utf8(made.stdout).expect("text");
            let expected = canonical_puzzle(puzzle);
            assert!(made.contains(&expected), "{}: {}:\n{made}", file.display(), puzzle.id);
            assert!(text.contains(&expected), "{}: {}", file.display(), puzzle.id);
        }
    }
}

#[test]
fn there_are_enough_puzzles_of_all_kinds() {
    let mut count = [0; 2];
    let mut quiet = 0;
    let mut lengths = std::collections::BTreeSet::new();
    let mut themes: [std::collections::BTreeSet<String>; 2] = Default::default();
    for (_, text) in packs() {
        let pack: Pack = text.parse().expect("a pack");
        let game = usize::from(pack.game == "spook");
        count[game] += pack.puzzles.len();
        for puzzle in pack.puzzles {
            lengths.insert((game, puzzle.turns));
            quiet += usize::from(game == 0 && puzzle.themes.iter().any(|t| t == "quiet-key"));
            themes[game].extend(puzzle.themes);
        }
    }
    assert!(count[0] >= 1000 && count[1] >= 200, "{count:?}");
    assert!((2..=6).all(|turns| lengths.contains(&(0, turns))), "{lengths:?}");
    assert!(lengths.iter().any(|&(game, turns)| game == 0 && turns >= 8), "{lengths:?}");
    // A pass is hardly ever the only way to win in SPOOK.
    let shobu = tsume::games::GAMES.iter().find(|game| game.name == "shobu").expect("there");
    let missing: Vec<_> = shobu.themes().into_iter().map(|theme| theme.name).collect();
    let missing: Vec<_> = missing.iter().filter(|name| !themes[0].contains(**name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
    assert!(3 * quiet >= count[0], "{quiet} of {} keys are quiet", count[0]);
}

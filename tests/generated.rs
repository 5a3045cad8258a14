//! The generated packs in the repository are what the commands in their heads
//! make: puzzles of each are made again. `make reproduce` makes all of them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tsume::game::{Compose, Record};
use tsume::generator::{Entry, Selection};
use tsume::puzzle::{Pack, Puzzle, canonical_puzzle};
use tsume::theme::Grade;

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
    for (themes, game) in themes.iter().zip(["shobu", "spook"]) {
        let game = tsume::games::GAMES.iter().find(|entry| entry.name == game).expect("there");
        let names = game.themes().into_iter().map(|theme| theme.name);
        let missing: Vec<_> = names.filter(|name| !themes.contains(*name)).collect();
        assert!(missing.is_empty(), "{missing:?}");
    }
    assert!(3 * quiet >= count[0], "{quiet} of {} keys are quiet", count[0]);
}

/// No puzzle of one pack is a copy of one of another.
fn no_two_are_alike<G: Compose>() {
    let mut selection = Selection::<G>::new(Vec::new(), false);
    for (file, text) in packs() {
        let pack: Pack = text.parse().expect("a pack");
        for puzzle in pack.puzzles.iter().filter(|_| pack.game == G::NAME) {
            let position = G::parse(&puzzle.position, G::RULES[0]).expect("a position");
            let game = Record::play(position, &puzzle.line.join(" ")).expect("legal turns");
            let entry = Entry { position: &position, line: &game.turns, themes: &puzzle.themes };
            assert_eq!(selection.choose(&entry), Ok(()), "{}: {}", file.display(), puzzle.id);
        }
    }
}

#[test]
fn no_two_puzzles_are_alike() {
    no_two_are_alike::<tsume::shobu::Position>();
    no_two_are_alike::<tsume::spook::Position>();
}

/// The table of `docs/difficulty.md` says which grades the puzzles of SHŌBU have.
#[test]
fn grades_are_as_documented() {
    let kinds = [
        ("a win in 2, the key not quiet", 2..=2, Some(false)),
        ("a win in 2, the key quiet", 2..=2, Some(true)),
        ("a win in 3, the key not quiet", 3..=3, Some(false)),
        ("a win in 3, the key quiet", 3..=3, Some(true)),
        ("a win in 4 or more", 4..=u32::MAX, None),
    ];
    let packs = packs().into_iter().map(|(_, text)| text.parse::<Pack>().expect("a pack"));
    let puzzles: Vec<_> =
        packs.filter(|pack| pack.game == "shobu").flat_map(|pack| pack.puzzles).collect();
    let page = include_str!("../docs/difficulty.md");
    for (kind, turns, quiet) in kinds {
        let is_quiet = |puzzle: &Puzzle| puzzle.themes.iter().any(|theme| theme == "quiet-key");
        let grades = puzzles
            .iter()
            .filter(|puzzle| turns.contains(&puzzle.turns))
            .filter(|puzzle| quiet.is_none_or(|quiet| quiet == is_quiet(puzzle)))
            .map(|puzzle| (10.0 * puzzle.difficulty.expect("a difficulty")).round() as u32)
            .map(Grade::of_tenths)
            .collect::<Vec<_>>();
        let count = |grade| grades.iter().filter(|other| **other == grade).count().to_string();
        let row = format!("| {kind} | {} |", Grade::ALL.map(count).join(" | "));
        assert!(page.contains(&row), "docs/difficulty.md should have:\n{row}");
    }
}

//! How fast large packs are validated: 100,000 puzzles read and checked without
//! solving, on one thread and on all; and puzzles solved for the first time and
//! again with a cache. Runs the program itself, and reports the most memory
//! that it took.

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use comfy_table::{Cell, CellAlignment, Table, presets};
use tsume::game::{Compose, Dice, Game, Notation, Symmetry};
use tsume::puzzle::{Pack, Puzzle, Source, canonical_head, canonical_puzzle};
use tsume::shobu::{Position, Turn};
use tsume::solver::Goal;

/// The puzzles of the large pack.
const MANY: usize = 100_000;
/// Those that are solved: wins in three, or in fewer.
const SOLVED: usize = 2_000;

/// The plies of a line, with the winner's first and last.
const PLIES: usize = 5;
/// The plies after which a game is given up.
const LONGEST: usize = 50;

/// The ends of games from positions made up near the end, in which turns are random
/// but for wins that are taken; each once up to symmetry: a position, and the turns
/// with which its side to move has won.
fn ends() -> impl Iterator<Item = (Position, Vec<String>)> {
    let mut dice = Dice::new(1, 0);
    let mut seen = HashSet::new();
    let game = move || {
        let mut plies = Vec::new();
        let mut position = Position::composed(Position::RULES[0], &mut dice)?;
        while position.outcome().is_none() && plies.len() < LONGEST {
            let turns = position.turns();
            let wins = |turn: &&Turn| position.play_unchecked(**turn).outcome().is_some();
            let win = if position.wins_now() { turns.iter().find(wins) } else { None };
            let turn = *win.unwrap_or(&turns[dice.below(turns.len())]);
            plies.push((position, turn));
            position = position.play_unchecked(turn);
        }
        position.outcome()?;
        let end = plies.split_off(plies.len().checked_sub(PLIES)?);
        Some((end[0].0, end.iter().map(|(_, turn)| turn.to_string()).collect()))
    };
    std::iter::repeat_with(game)
        .flatten()
        .filter(move |(position, _)| seen.insert(position.canonical()))
}

/// A puzzle of which the rules have nothing to say, but that need not be sound.
fn puzzle(index: usize, (position, line): (Position, Vec<String>)) -> Puzzle {
    Puzzle {
        id: format!("bench-{index:06}"),
        position: position.to_string(),
        goal: Goal::Win,
        turns: u32::try_from(line.len().div_ceil(2)).expect("few turns"),
        key: line[0].clone(),
        line,
        themes: Vec::new(),
        difficulty: None,
        source: Some(Source {
            kind: "selfplay".into(),
            seed: Some(1),
            index: Some(index as u64),
            moves: None,
        }),
        certificate: None,
        note: None,
        variations: Vec::new(),
    }
}

fn write(path: &Path, puzzles: impl Iterator<Item = Puzzle>) -> u64 {
    let head = Pack { title: "A bench".into(), game: Position::NAME.into(), ..Pack::default() };
    let pieces = std::iter::once(canonical_head("", &head));
    let text: String = pieces.chain(puzzles.map(|puzzle| canonical_puzzle(&puzzle))).collect();
    fs::write(path, &text).expect("the pack is written");
    text.len() as u64
}

/// How long validating takes, and the most memory, in MiB, where that can be
/// told. It has to end with this status.
fn validate(arguments: &[&str], expected: i32) -> (Duration, Option<u64>) {
    let start = Instant::now();
    let mut command = Command::new(env!("CARGO_BIN_EXE_tsume"));
    command.args(["validate", "--strict"]).args(arguments).stdout(Stdio::null());
    let mut child = command.spawn().expect("the program starts");
    let mut memory = None;
    loop {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).ok();
        memory = status.as_deref().and_then(peak).or(memory);
        if let Some(status) = child.try_wait().expect("the program ends") {
            assert_eq!(status.code(), Some(expected), "{arguments:?}");
            return (start.elapsed(), memory);
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn peak(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix(" kB")?.parse::<u64>().ok()? / 1024)
}

#[expect(clippy::print_stdout, reason = "this is a program")]
fn main() {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let [many, few, cache] =
        ["many.yaml", "few.yaml", "cache"].map(|name| folder.path().join(name));
    let puzzles = || ends().enumerate().map(|(i, end)| puzzle(i, end));
    let bytes = write(&many, puzzles().take(MANY));
    println!("{MANY} puzzles, {:.1} MB, ends of games", bytes as f64 / 1e6);
    write(&few, puzzles().take(SOLVED));

    let [many, few, cache] = [&many, &few, &cache].map(|path| path.to_str().expect("a plain name"));
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(["what", "puzzles", "seconds", "puzzles/s", "MiB"]);
    let jobs: [(&str, usize, &[&str], i32); 4] = [
        ("read and checked, one thread", MANY, &[many, "--sample", "0", "-j", "1"], 0),
        ("read and checked, all threads", MANY, &[many, "--sample", "0"], 0),
        ("solved: won in three at most", SOLVED, &[few, "--cache", cache], 1),
        ("the same again, from the cache", SOLVED, &[few, "--cache", cache], 1),
    ];
    for (what, puzzles, arguments, expected) in jobs {
        let (time, memory) = validate(arguments, expected);
        let seconds = time.as_secs_f64();
        let right = |text: String| Cell::new(text).set_alignment(CellAlignment::Right);
        table.add_row([
            Cell::new(what),
            right(puzzles.to_string()),
            right(format!("{seconds:.2}")),
            right(format!("{:.0}", puzzles as f64 / seconds)),
            right(memory.map_or("?".into(), |memory| memory.to_string())),
        ]);
    }
    println!("{}", table.trim_fmt());
}

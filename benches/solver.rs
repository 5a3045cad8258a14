//! How long "is there a win within N turns?" takes, one thread, a fresh table
//! for every position, its allocation included: the median of three runs. What
//! a board allows is remembered, so all but the first positions find some of it
//! done. `cargo bench --bench solver -- --deep` adds wins within 6, which take
//! ten minutes or more.

use std::time::Instant;

use comfy_table::{Cell, CellAlignment, Table, presets};
use tsume::game::Notation;
use tsume::shobu::Position;
use tsume::solver::{Limits, Verdict, solve};

/// The files, and how far to look in each; the last one with `--deep` alone.
const JOBS: [(&str, u32); 4] = [
    ("shobu-wins.tsv", 4),
    ("shobu-no-turn-wins.tsv", 4),
    ("shobu-deep.tsv", 5),
    ("shobu-deep.tsv", 6),
];

/// The positions of a reference file, and the length of their shortest wins
/// (0 for none within the file's bound).
fn positions(file: &str) -> Vec<(Position, u32)> {
    let path = format!("{}/tests/data/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("the reference file is there");
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let read = |line: &str| {
        let mut columns = line.split('\t');
        let (position, turns) = (columns.next().unwrap(), columns.next().unwrap());
        (Position::parse(position, Position::RULES[0]).unwrap(), turns.parse().unwrap())
    };
    lines.map(read).collect()
}

/// Milliseconds to decide one position, and the shortest win found.
fn decide(position: &Position, within: u32) -> (f64, u32) {
    let start = Instant::now();
    let limits = Limits { threads: 1, ..Limits::default() };
    let solution = solve(position, within, limits).expect("the game goes on");
    let milliseconds = start.elapsed().as_secs_f64() * 1e3;
    match solution.verdict {
        Verdict::Win(win) => (milliseconds, win.turns),
        _ => (milliseconds, 0),
    }
}

/// The median over three runs of the mean and of the worst time.
fn measure(positions: &[(Position, u32)], within: u32) -> [f64; 2] {
    let mut runs: Vec<[f64; 2]> = (0..3)
        .map(|_| {
            let times = positions.iter().map(|(position, turns)| {
                let (time, found) = decide(position, within);
                assert_eq!(found, if *turns <= within { *turns } else { 0 }, "{position}");
                time
            });
            let times: Vec<f64> = times.collect();
            let worst = times.iter().copied().fold(0.0, f64::max);
            [times.iter().sum::<f64>() / times.len() as f64, worst]
        })
        .collect();
    let mut median = |column: usize| {
        runs.sort_by(|a, b| a[column].total_cmp(&b[column]));
        runs[runs.len() / 2][column]
    };
    [median(0), median(1)]
}

#[expect(clippy::print_stdout, reason = "this is a program")]
fn main() {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(["file", "within", "positions", "number", "mean ms", "worst ms"]);
    let deep = std::env::args().any(|argument| argument == "--deep");
    for (file, within) in JOBS.into_iter().take(if deep { 4 } else { 3 }) {
        let all = positions(file);
        let (wins, none): (Vec<_>, Vec<_>) =
            all.iter().partition(|(_, turns)| (1..=within).contains(turns));
        for (name, part) in [("all", all), ("wins", wins), ("none", none)] {
            if part.is_empty() {
                continue;
            }
            let [mean, worst] = measure(&part, within);
            let right = |text: String| Cell::new(text).set_alignment(CellAlignment::Right);
            table.add_row([
                Cell::new(file),
                right(within.to_string()),
                Cell::new(name),
                right(part.len().to_string()),
                right(format!("{mean:.2}")),
                right(format!("{worst:.2}")),
            ]);
        }
    }
    println!("{}", table.trim_fmt());
}

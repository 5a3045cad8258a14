//! Times every way of counting on one thread, with an empty cache each time.
//!
//! `cargo bench --bench perft` prints a table; `-- --deep` adds the start to
//! depth 7, which takes minutes, and any other word keeps the rows that contain
//! it. Processor time is given beside the time that
//! passed, for machines that are busy with other things. From two plies on,
//! counting does not visit turns one by one: compare seconds, not turns per
//! second, with programs that do.
#![allow(clippy::print_stdout, missing_docs)]

use std::time::Instant;

use tsume::game::{Counter, Game, Notation};
use tsume::perft::{Fold, Method, count_with};
use tsume::shobu::{Position, SequenceCounter};
use tsume::spook;

/// Every time is the median of this many, except from depth 7 on.
const ROUNDS: usize = 3;

/// The memory of a counter.
const COUNTER: usize = 128 << 20;

/// The memory for folding.
const FOLD: usize = 2 << 30;

fn main() {
    let deep = std::env::args().any(|argument| argument == "--deep");
    println!(
        "{:<16}{:<26}{:>6}{:>20}{:>11}{:>11}{:>12}{:>8}",
        "method", "position", "depth", "count", "seconds", "cpu s", "M turns/s", "MiB"
    );
    let start = [Position::START];
    let midgame = midgame();
    let lines = format!("{} midgame lines", midgame.len());
    let one_thread = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    time("walk", "start", 4, &start, |position| Method::Walk.count(position, 4).unwrap());
    time("bulk", "start", 5, &start, |position| bulk(SequenceCounter::new, position));
    time("bulk, portable", "start", 5, &start, |position| {
        bulk(SequenceCounter::portable, position)
    });
    time("bulk", &lines, 5, &midgame, |position| bulk(SequenceCounter::new, position));
    time("bulk, portable", &lines, 5, &midgame, |position| {
        bulk(SequenceCounter::portable, position)
    });
    for depth in 6..=if deep { 7 } else { 6 } {
        let fold = |position: &_| Fold { memory: FOLD }.count(position, depth, |_| {}).unwrap();
        one_thread.install(|| time("fold", "start", depth, &start, fold));
    }
    let start = [spook::Position::start(spook::Position::RULES[0])];
    time("walk", "SPOOK start", 7, &start, |position| Method::Walk.count(position, 7).unwrap());
    time("bulk", "SPOOK start", 8, &start, |position| Method::Bulk.count(position, 8).unwrap());
    let fold = |position: &_| Fold { memory: FOLD }.count(position, 12, |_| {}).unwrap();
    one_thread.install(|| time("fold", "SPOOK start", 12, &start, fold));
}

/// The middle of the game: the reference lines after the ones made up.
fn midgame() -> Vec<Position> {
    let lines = include_str!("../tests/data/shobu.perft").lines();
    let positions = lines.filter(|line| line.contains(" ;D")).skip(4).map(|line| {
        let text = line.split(" ;").next().unwrap();
        Position::parse(text, Position::RULES[0]).unwrap()
    });
    positions.collect()
}

/// Counts to depth 5 with a new counter.
fn bulk<C: Counter<Position>>(counter: fn(usize) -> C, position: &Position) -> u64 {
    count_with(&mut counter(COUNTER), position, 5).unwrap()
}

/// Prints a line of the table.
fn time<G: Game>(method: &str, name: &str, depth: u32, positions: &[G], count: impl Fn(&G) -> u64) {
    let row = format!("{method:<16}{name:<26}{depth:>6}");
    let mut words = std::env::args().skip(1).filter(|word| !word.starts_with("--"));
    if words.any(|word| !row.contains(&word)) {
        return;
    }
    let rounds = if depth > 6 { 1 } else { ROUNDS };
    let mut total = 0;
    let mut times: Vec<(f64, f64)> = (0..rounds)
        .map(|_| {
            let (started, cpu) = (Instant::now(), cpu_seconds());
            total = positions.iter().map(&count).sum();
            (started.elapsed().as_secs_f64(), cpu_seconds() - cpu)
        })
        .collect();
    check(name, depth, total);
    times.sort_by(|a, b| a.1.total_cmp(&b.1));
    let (seconds, cpu) = times[rounds / 2];
    let rate = total as f64 / if cpu > 0.0 { cpu } else { seconds } / 1e6;
    println!("{row}{total:>20}{seconds:>11.3}{cpu:>11.3}{rate:>12.0}{:>8}", peak_mib());
}

/// Stops if a known count comes out otherwise: a fast wrong build is not fast.
fn check(name: &str, depth: u32, total: u64) {
    let known = match (name, depth) {
        ("start", 4) => 1_410_935_460,
        ("start", 5) => 205_400_281_892,
        ("start", 6) => 28_716_927_563_304,
        ("start", 7) => 3_810_571_868_266_276,
        ("30 midgame lines", 5) => 382_859_169_383,
        _ => return,
    };
    assert_eq!(total, known, "{name} to depth {depth}");
}

/// The processor time of all threads so far, where the system tells: 0
/// elsewhere.
fn cpu_seconds() -> f64 {
    let tasks = std::fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    let of_task = |task: std::fs::DirEntry| {
        let text = std::fs::read_to_string(task.path().join("schedstat")).ok()?;
        text.split(' ').next()?.parse::<f64>().ok()
    };
    tasks.filter_map(of_task).sum::<f64>() / 1e9
}

/// The most memory that the process has had so far, where the system tells.
fn peak_mib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok());
    kib.unwrap_or(0) / 1024
}

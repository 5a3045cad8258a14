//! Times every way of counting. `cargo bench --bench perft`; a number as
//! argument takes the start that deep by folding (6; 7 takes minutes).
#![allow(clippy::print_stdout)]

use std::time::Instant;

use tsume::game::Notation;
use tsume::perft::count_with;
use tsume::shobu::{Position, SequenceCounter};

fn cpu() -> f64 {
    let s = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    s.split(' ').next().unwrap().parse::<f64>().unwrap() / 1e9
}

fn main() {
    for (name, make) in
        [("fast", SequenceCounter::new as fn(usize) -> _), ("portable", SequenceCounter::portable)]
    {
        let mut run = |name: &str, position: &Position, depth: u32| {
            let (wall, started) = (Instant::now(), cpu());
            let count = count_with(&mut make(128 << 20), position, depth).unwrap();
            let seconds = cpu() - started;
            println!(
                "{name} {depth} {count} {:.3} {seconds:.4} {:.2} G/s",
                wall.elapsed().as_secs_f64(),
                count as f64 / seconds / 1e9
            );
        };
        for _ in 0..std::env::args().nth(1).map_or(3, |_| 0) {
            run(name, &Position::START, 5);
        }
        if std::env::args().len() > 1 && name != "fast" { continue }
        let text = std::fs::read_to_string("tests/data/shobu.perft").unwrap();
        for line in text.lines().filter(|l| l.contains(" ;")).skip(5).take(80) {
            let p = Position::parse(line.split(" ;").next().unwrap(), Position::RULES[0]).unwrap();
            run(name, &p, 5);
        }
    }
}

//! Times every way of counting. `cargo bench --bench perft`; a number as
//! argument takes the start that deep by folding (6; 7 takes minutes).
#![allow(clippy::print_stdout)]

use std::time::Instant;

use tsume::perft::Method;
use tsume::shobu::Position;

fn main() {
    for (name, method, depth) in [("walk", Method::Walk, 4), ("bulk", Method::Bulk, 5)] {
        let started = Instant::now();
        let count = method.count(&Position::START, depth).unwrap();
        let seconds = started.elapsed().as_secs_f64();
        println!(
            "{name} start {depth} {count} {seconds:.3} {:.2} G/s",
            count as f64 / seconds / 1e9
        );
    }
}

//! What the solver says does not depend on the number of threads.

use rayon::ThreadPoolBuilder;
use tsume::game::Notation;
use tsume::shobu::Position;
use tsume::solver::{Limits, Solution, Verdict, solve};

/// The first positions of a reference file.
fn positions(file: &str, count: usize) -> Vec<Position> {
    let path = format!("{}/tests/data/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let position =
        |line: &str| Position::parse(line.split('\t').next().unwrap(), Position::RULES[0]).unwrap();
    lines.map(position).take(count).collect()
}

fn solved(position: &Position, within: u32, threads: usize, nodes: u64) -> Solution<Position> {
    let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let limits = Limits { nodes, ..Limits::default() };
    pool.install(|| solve(position, within, limits).unwrap())
}

/// Without the number of nodes, which may vary.
fn said(solution: Solution<Position>) -> Solution<Position> {
    Solution { nodes: 0, ..solution }
}

/// Fewer nodes than these are not shared.
const SHARED: u64 = 200;

/// Wins by clearing and by leaving no turn, zugzwang among them, and none at
/// all.
#[test]
fn solutions_are_the_same_for_any_number_of_threads() {
    let (mut wins, mut none) = (0, 0);
    for file in ["shobu-wins.tsv", "shobu-no-turn-wins.tsv", "shobu-deep.tsv"] {
        for (position, within) in positions(file, 60).into_iter().flat_map(|p| [(p, 4), (p, 5)]) {
            let alone = solved(&position, within, 1, 150_000);
            match alone.verdict {
                Verdict::Unknown { .. } => continue,
                _ if alone.nodes < SHARED => continue,
                Verdict::Win(_) => wins += 1,
                Verdict::None | Verdict::Loss { .. } => none += 1,
            }
            let alone = said(alone);
            for threads in [2, 4] {
                let together = solved(&position, within, threads, u64::MAX);
                assert_eq!(said(together), alone, "{position}");
            }
        }
    }
    assert!(wins >= 5 && none > 50, "{wins} wins, {none} without");
}

/// A limit that strikes while threads share the work leaves nothing but what
/// was proved.
#[test]
fn limits_leave_truths_for_any_number_of_threads() {
    let mut undecided = 0;
    for position in positions("shobu-deep.tsv", 12) {
        let full = said(solved(&position, 5, 1, u64::MAX));
        for (threads, nodes) in [(2, 700), (4, 2_500)] {
            let cut = solved(&position, 5, threads, nodes);
            assert!(cut.nodes <= nodes);
            let Verdict::Unknown { within, .. } = cut.verdict else {
                assert_eq!(said(cut), full);
                continue;
            };
            undecided += 1;
            match full.verdict {
                Verdict::Win(ref win) => {
                    assert!(cut.bound < Some(win.turns) && within.is_none_or(|w| w == win.turns));
                }
                _ => assert_eq!(within, None),
            }
        }
    }
    assert!(undecided > 5, "{undecided}");
}

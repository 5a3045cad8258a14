use std::sync::{Arc, OnceLock};

use super::crew::Crew;
use super::horizon::Horizon;
use super::limits::{Limits, Stopped};
use super::proof::{Proof, ProofSearch};
use super::search::{Answer, Searcher};
use crate::game::Game;

/// A search for forced wins within a horizon that all threads work on.
///
/// Each of them searches the whole question depth-first, and leaves turns that
/// another one is at for later; what one has proved, all find in the table. So
/// a thread that comes to the end has the answer, whatever the others did.
pub(super) struct Search<'a, G: Game> {
    searcher: Searcher<'a, G>,
    threads: usize,
    /// How many nodes one thread searches of a question before others are asked
    /// to help.
    alone: u64,
    /// How many bytes a proof search may take for its numbers.
    proof_bytes: usize,
}

/// Less is done sooner alone.
const ALONE: u64 = 1 << 5;
/// The part of the table's bytes that is kept for proof searches.
const PROOF_PART: usize = 4;

impl<'a, G: Game> Search<'a, G> {
    pub fn new(limits: Limits<'a>) -> Self {
        let proof_bytes = limits.table_bytes / PROOF_PART;
        let table_bytes = limits.table_bytes - proof_bytes;
        let searcher = Searcher::new(Limits { table_bytes, ..limits });
        Self { searcher, threads: limits.crew(), alone: ALONE, proof_bytes }
    }

    /// How many positions have been searched.
    pub fn nodes(&self) -> u64 {
        self.searcher.nodes()
    }

    /// Counts a position that is looked at without being searched.
    pub fn count(&mut self) -> Result<(), Stopped> {
        self.searcher.meter().tick()
    }

    /// Whether the side to move can force a win within `horizon`. The game
    /// must not be over.
    pub fn attack(&mut self, position: &G, horizon: Horizon) -> Answer {
        self.ask(|searcher| searcher.attack(position, horizon))
    }

    /// Whether the side to move, playing `turn`, forces a win within `horizon`.
    pub fn is_winning(&mut self, position: &G, turn: G::Turn, horizon: Horizon) -> Answer {
        self.ask(|searcher| searcher.is_winning(position, turn, horizon))
    }

    /// Which of these turns of the side to move force a win within `horizon`.
    pub fn are_winning(
        &mut self,
        position: &G,
        turns: &[G::Turn],
        horizon: Horizon,
    ) -> Result<Vec<bool>, Stopped> {
        self.ask(|searcher| searcher.are_winning(position, turns, horizon))
    }

    /// Whether the opponent of the side to move forces a win within `horizon`,
    /// whatever the side to move does. A side without a turn has lost.
    pub fn defend(&mut self, position: &G, horizon: Horizon) -> Answer {
        self.ask(|searcher| searcher.defend(position, horizon))
    }

    /// Whether the opponent of the side to move forces a win within `horizon`
    /// after this `turn` of the side to move.
    pub fn is_losing(&mut self, position: &G, turn: G::Turn, horizon: Horizon) -> Answer {
        self.ask(|searcher| searcher.is_losing(position, turn, horizon))
    }

    /// What a [proof search](ProofSearch) finds out about a win of the side to
    /// move within `horizon` by searching about so many nodes. It runs on one
    /// thread.
    pub fn prove(&mut self, position: &G, horizon: Horizon, nodes: u64) -> Result<Proof, Stopped> {
        self.searcher.meter().allow(nodes);
        let proof =
            ProofSearch::new(&mut self.searcher, self.proof_bytes).attack(position, horizon);
        let meter = self.searcher.meter();
        meter.allow(u64::MAX);
        match proof {
            Err(Stopped) if !meter.is_exhausted() => Ok(Proof::Open),
            proof => proof,
        }
    }

    fn ask<T: Send + Sync>(
        &mut self,
        question: impl Fn(&mut Searcher<'a, G>) -> Result<T, Stopped> + Sync,
    ) -> Result<T, Stopped> {
        if self.threads == 1 {
            return question(&mut self.searcher);
        }
        self.searcher.meter().allow(self.alone);
        let answer = question(&mut self.searcher);
        self.searcher.meter().allow(u64::MAX);
        if answer.is_ok() || self.searcher.meter().is_exhausted() {
            return answer;
        }
        let crew = Arc::new(Crew::new());
        // Every answer is proved, so any will do.
        let found = OnceLock::new();
        let work = |mut searcher: Searcher<'a, G>| {
            if let Some(answer) = searcher.work(&question) {
                let _ = found.set(answer);
            }
        };
        rayon::in_place_scope(|scope| {
            for _ in 1..self.threads {
                let helper = self.searcher.fork(&crew);
                scope.spawn(|_| work(helper));
            }
            work(self.searcher.fork(&crew));
        });
        found.into_inner().ok_or(Stopped)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::{Rng, SeedableRng};

    use super::*;
    use crate::game::Player::{First, Second};
    use crate::game::tree::{Node, Tree};

    /// A game in which positions repeat: every node leads to some others,
    /// whichever they are. A few are won, a few have no turn.
    fn random_game(seed: u64) -> &'static [Node] {
        const NODES: u64 = 60;
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut below = |n: u64| random.next_u64() % n;
        let mut node = |at: u64| {
            let side = if at.is_multiple_of(2) { First } else { Second };
            let winner = (below(12) == 0).then(|| if below(3) == 0 { side } else { side.other() });
            let turns = if winner.is_some() || below(30) == 0 { 0 } else { 1 + below(4) };
            let children = (0..turns).map(|_| (2 * below(NODES / 2) + 1 - at % 2) as u16);
            Node { side, winner, children: children.collect::<Vec<_>>().leak() }
        };
        (0..NODES).map(&mut node).collect::<Vec<_>>().leak()
    }

    /// Whether `attacker` wins within so many half-turns, by the rules alone.
    fn wins(position: Tree, attacker: crate::game::Player, half_turns: u8) -> bool {
        if let Some(winner) = position.outcome() {
            return winner == attacker;
        }
        let mut turns = position.turns().into_iter().map(|turn| position.play_unchecked(turn));
        half_turns > 0
            && match position.side() == attacker {
                true => turns.any(|child| wins(child, attacker, half_turns - 1)),
                false => turns.all(|child| wins(child, attacker, half_turns - 1)),
            }
    }

    fn pool(threads: usize) -> rayon::ThreadPool {
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap()
    }

    #[test]
    fn threads_agree_with_the_rules_where_positions_repeat() {
        let mut found = [0, 0];
        for threads in [1, 2, 4] {
            let pool = pool(threads);
            for seed in 0..60 {
                let position = Tree { nodes: random_game(seed), at: 0 };
                // In a table without room as well.
                for table_bytes in [0, 1 << 20] {
                    let limits = Limits { table_bytes, ..Limits::default() };
                    pool.install(|| {
                        let mut search = Search { alone: 0, ..Search::new(limits) };
                        assert_eq!(search.threads, threads);
                        for half_turns in 1..=10 {
                            let horizon = Horizon::from_half_turns(half_turns);
                            if position.outcome().is_some() {
                                continue;
                            }
                            let expected = wins(position, First, half_turns);
                            assert_eq!(search.attack(&position, horizon), Ok(expected), "{seed}");
                            found[usize::from(expected)] += 1;
                            let turns = position.turns();
                            let expected = turns.iter().map(|&turn| {
                                wins(position.play_unchecked(turn), First, half_turns - 1)
                            });
                            let found = search.are_winning(&position, &turns, horizon);
                            assert_eq!(found, Ok(expected.collect()), "{seed}");
                        }
                    });
                }
            }
        }
        assert!(found.iter().all(|&found| found > 500), "{found:?}");
    }

    #[test]
    fn every_limit_holds_for_all_threads_together() {
        let pool = pool(3);
        let horizon = Horizon::new(20, false);
        let start = crate::shobu::Position::START;
        for nodes in [0, 1, 100, 10_000, 100_000] {
            let limits = Limits { nodes, ..Limits::default() };
            let mut search = pool.install(|| Search { alone: 50, ..Search::new(limits) });
            assert_eq!(pool.install(|| search.attack(&start, horizon)), Err(Stopped));
            assert!(search.nodes() <= nodes && search.nodes() >= nodes / 2, "{}", search.nodes());
            // And it stays so.
            assert_eq!(pool.install(|| search.attack(&start, horizon)), Err(Stopped));
        }
        let interrupt = AtomicBool::new(false);
        let limits = Limits { interrupt: Some(&interrupt), ..Limits::default() };
        let answer = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(std::time::Duration::from_millis(30));
                interrupt.store(true, Relaxed);
            });
            pool.install(|| Search::new(limits).attack(&start, horizon))
        });
        assert_eq!(answer, Err(Stopped));
    }

    /// Searches may be asked for from within the pool, by more tasks than there
    /// are threads.
    #[test]
    fn searches_within_a_pool_end() {
        let game = random_game(7);
        let answers = pool(2).install(|| {
            use rayon::prelude::*;
            let answer = |half_turns| {
                let mut search = Search { alone: 0, ..Search::new(Limits::default()) };
                search.attack(&Tree { nodes: game, at: 0 }, Horizon::from_half_turns(half_turns))
            };
            (1..=12_u8).into_par_iter().map(answer).collect::<Vec<_>>()
        });
        let position = Tree { nodes: game, at: 0 };
        let expected = (1..=12).map(|half_turns| Ok(wins(position, First, half_turns)));
        assert_eq!(answers, expected.collect::<Vec<_>>());
    }
}

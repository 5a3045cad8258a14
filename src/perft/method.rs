use rayon::prelude::*;

use super::parts::Parts;
use super::pool::counters;
use super::{Overflow, Weighted, add, bulk, multiply, walk};
use crate::game::Game;

/// How the sequences are counted, one position after another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// Plays every turn, those of the last ply included: what verifies a move
    /// generator.
    Walk,
    /// Counts the last plies without playing their turns, as many as the game
    /// knows how to.
    Bulk,
}

/// The memory that [`Method::Bulk`] gives to what it learns, for each thread.
const COUNTER_MEMORY: usize = 128 << 20;

impl Method {
    /// The number of sequences of exactly `depth` turns from `position`, on
    /// the calling thread.
    ///
    /// # Errors
    /// [`Overflow`] if the number does not fit 64 bits.
    pub fn count<G: Game>(self, position: &G, depth: u32) -> Result<u64, Overflow> {
        match self {
            Self::Walk => walk::count(position, depth),
            Self::Bulk => bulk::count_with(&mut G::counter(COUNTER_MEMORY), position, depth),
        }
    }

    /// Like [`count`](Method::count), spread over the threads of the current
    /// pool; `done` is called after each of the parts into which the work was
    /// split, with the share of all of them that it makes up.
    ///
    /// # Errors
    /// [`Overflow`] if the number does not fit 64 bits.
    pub fn count_parallel<G: Game>(
        self,
        position: &G,
        depth: u32,
        done: impl Fn(f64) + Sync,
    ) -> Result<u64, Overflow> {
        self.with_parts(|parts| parts.total(position, depth, done))
    }

    /// The number of sequences below each turn of `position`, in the order of
    /// the turns. `depth` counts the turn itself and is at least one.
    ///
    /// # Errors
    /// [`Overflow`] if a number does not fit 64 bits.
    pub fn divide<G: Game>(
        self,
        position: &G,
        depth: u32,
        done: impl Fn(f64) + Sync,
    ) -> Result<Vec<(G::Turn, u64)>, Overflow> {
        let turns = position.turns();
        let share = 1.0 / turns.len().max(1) as f64;
        self.with_parts(|parts| {
            let below = |turn: G::Turn| {
                let child = position.play_unchecked(turn);
                let count = parts.total(&child, depth - 1, |part| done(share * part))?;
                Ok((turn, count))
            };
            turns.into_par_iter().map(below).collect()
        })
    }

    /// The number of sequences of exactly `depth` turns below some positions,
    /// each as often as it is reached.
    ///
    /// # Errors
    /// [`Overflow`] if the number does not fit 64 bits.
    pub fn count_below<G: Game>(
        self,
        positions: &[Weighted<G>],
        depth: u32,
        done: impl Fn(f64) + Sync,
    ) -> Result<u64, Overflow> {
        let share = 1.0 / positions.len().max(1) as f64;
        self.with_parts(|parts| {
            let below = |from: &Weighted<G>| {
                let count = parts.total(&from.position, depth, |part| done(share * part))?;
                multiply(count, from.sequences)
            };
            positions.par_iter().map(below).try_reduce(|| 0, add)
        })
    }

    /// Hands over the method as a way of counting parts.
    fn with_parts<G: Game, R>(self, job: impl FnOnce(Parts<'_, G>) -> R) -> R {
        match self {
            Self::Walk => job(Parts { count: &walk::count, whole_plies: 1 }),
            Self::Bulk => {
                let counters = counters::<G>(COUNTER_MEMORY);
                let count = |position: &G, depth| {
                    counters.lend(|counter| bulk::count_with(counter, position, depth))
                };
                job(Parts { count: &count, whole_plies: counters.plies::<G>() })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Player::{First, Second};
    use crate::game::tree::{Node, Tree};

    #[test]
    fn sides_need_not_alternate_and_the_end_of_a_game_ends_its_sequences() {
        const fn node(side: crate::game::Player, children: &'static [u16]) -> Node {
            Node { side, winner: None, children }
        }
        const NODES: &[Node] = &[
            node(First, &[1, 2, 3]),
            node(First, &[4, 5]),
            node(Second, &[4]),
            Node { side: Second, winner: Some(First), children: &[] },
            node(Second, &[]),
            node(Second, &[4]),
        ];
        let root = Tree { nodes: NODES, at: 0 };
        for method in [Method::Walk, Method::Bulk] {
            for (depth, expected) in [(0, 1), (1, 3), (2, 3), (3, 1), (4, 0)] {
                assert_eq!(method.count(&root, depth), Ok(expected));
                assert_eq!(method.count_parallel(&root, depth, |_| {}), Ok(expected));
            }
            assert_eq!(method.divide(&root, 2, |_| {}), Ok(vec![(1, 2), (2, 1), (3, 0)]));
        }
    }
}

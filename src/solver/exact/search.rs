use std::ops::ControlFlow::{Break, Continue};

use super::super::limits::{Limits, Meter, Stopped};
use super::bounds::Table;
use super::worth::Worth;
use crate::game::Game;

/// A depth-first search that tests whether a position is worth at least a
/// goal, with a table of what the tests have proved.
pub(in crate::solver) struct Search<'a, G: Game> {
    table: Table<G::Key>,
    meter: Meter<'a>,
    /// What is still to be searched below the positions on the current path,
    /// the last position's part on top.
    pending: Vec<Child<G>>,
}

/// A position after a turn, about which the table does not say enough.
#[derive(Clone, Copy)]
struct Child<G: Game> {
    position: G,
    key: G::Key,
    /// Whether the side that played the turn moves again.
    again: bool,
    replies: u64,
}

impl<'a, G: Game> Search<'a, G> {
    pub fn new(limits: Limits<'a>) -> Self {
        let table = Table::new(limits.table_bytes);
        Self { table, meter: Meter::new(limits), pending: Vec::new() }
    }

    /// How many positions have been searched.
    pub fn nodes(&self) -> u64 {
        self.meter.nodes()
    }

    /// Counts a position that is looked at without being searched.
    pub fn count(&mut self) -> Result<(), Stopped> {
        self.meter.tick()
    }

    /// What the position is worth, which is known to be a win or a loss.
    ///
    /// Each test moves one of the two bounds, and the next one asks whether
    /// there is anything better than the lower, or as good as the upper.
    pub fn worth(&mut self, position: &G, wins: bool) -> Result<Worth, Stopped> {
        let (mut least, mut most) = Worth::range(wins);
        let mut goal = if wins { least } else { most };
        while least < most {
            let found = self.test(position, goal)?;
            if found >= goal {
                least = found;
                goal = found.better();
            } else {
                most = found;
                goal = found;
            }
        }
        Ok(least)
    }

    /// Whether the side to move wins.
    pub fn wins(&mut self, position: &G) -> Result<bool, Stopped> {
        Ok(self.test(position, Worth::ANY_WIN)?.is_win())
    }

    /// Whether the turn gets its side at least `goal`.
    pub fn reaches(&mut self, position: &G, turn: G::Turn, goal: Worth) -> Result<bool, Stopped> {
        let child = position.play_unchecked(turn);
        let again = child.side() == position.side();
        Ok(self.test(&child, goal.after(again))?.before(again) >= goal)
    }

    /// A lower bound on what the position is worth if it is worth at least
    /// `goal`, and an upper bound below `goal` otherwise.
    pub fn test(&mut self, position: &G, goal: Worth) -> Result<Worth, Stopped> {
        match finished(position) {
            Some(worth) => Ok(worth),
            None => self.search(position, position.canonical_key(), goal),
        }
    }

    /// [`test`](Self::test) for a game that no winner has ended yet.
    fn search(&mut self, position: &G, key: G::Key, goal: Worth) -> Result<Worth, Stopped> {
        self.meter.tick()?;
        let known = self.table.get(&key);
        if known.least >= goal {
            return Ok(known.least);
        }
        if known.most < goal {
            return Ok(known.most);
        }
        if goal > Worth::WIN_IN_2 {
            let wins_now = goal <= Worth::WIN_IN_1 && position.wins_now();
            return Ok(if wins_now { Worth::WIN_IN_1 } else { goal.worse() });
        }
        let (start, base) = (self.nodes(), self.pending.len());
        let best = self.search_turns(position, goal);
        self.pending.truncate(base);
        let best = best?;
        let work = self.nodes() - start + 1;
        self.table.update(&key, work, |bounds| bounds.learn(goal, best));
        Ok(best)
    }

    fn search_turns(&mut self, position: &G, goal: Worth) -> Result<Worth, Stopped> {
        let base = self.pending.len();
        let mut best = self.expand(position, goal);
        if best >= goal {
            return Ok(best);
        }
        // The fewer replies, the smaller the proof; the game's own order
        // decides between equals.
        self.pending[base..].sort_by_key(|child| child.replies);
        for next in base..self.pending.len() {
            let Child { position, key, again, .. } = self.pending[next];
            let found = self.search(&position, key, goal.after(again))?.before(again);
            best = best.max(found);
            if best >= goal {
                break;
            }
        }
        Ok(best)
    }

    /// The best that is known of the turns without searching any, up to the
    /// first that reaches the goal; those that might are left as pending.
    fn expand(&mut self, position: &G, goal: Worth) -> Worth {
        let Self { table, pending, .. } = self;
        let mut best = Worth::LOST;
        let _ = position.visit_distinct(|turn| {
            let child = position.play_unchecked(turn);
            let again = child.side() == position.side();
            let found = if let Some(worth) = finished(&child) {
                worth.before(again)
            } else {
                let key = child.canonical_key();
                let (least, most) = table.get(&key).before(again);
                if least < goal && most >= goal {
                    let replies = child.count_turns();
                    pending.push(Child { position: child, key, again, replies });
                    return Continue(());
                }
                if least >= goal { least } else { most }
            };
            best = best.max(found);
            if best >= goal { Break(()) } else { Continue(()) }
        });
        best
    }
}

/// What a game is worth that somebody has won.
fn finished<G: Game>(position: &G) -> Option<Worth> {
    let winner = position.winner()?;
    Some(if winner == position.side() { Worth::WON } else { Worth::LOST })
}

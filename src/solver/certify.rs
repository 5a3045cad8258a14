//! Writing out a whole strategy, for a certificate.
//!
//! From the root on, every position that the attacker may face gets the number
//! of turns of its *shortest* win, and a turn that wins within it. A position
//! can be reached with different numbers of turns left; the shortest win is
//! within all of them, so one line serves every way to it, and the turns left
//! fall along each.

use std::collections::HashSet;
use std::io;
use std::ops::ControlFlow::Continue;

use rustc_hash::FxBuildHasher;

use super::exact::{Search as ExactSearch, Worth};
use super::horizon::Horizon;
use super::limits::{Limits, Stopped};
use super::search::Search;
use super::solution::{Solution, Verdict, Win};
use crate::certificate::Step;
use crate::game::{Game, Player};

/// Why there is no certificate, or only a part of one.
#[derive(Debug, thiserror::Error)]
pub enum CertifyError {
    /// There is nothing to certify.
    #[error("no win has been proved")]
    NotWon,
    /// A limit on time or nodes was reached, or the search was interrupted.
    #[error("a limit was reached")]
    Stopped,
    /// Half of the memory for the table cannot hold the positions.
    #[error("the positions do not fit into the memory allowed")]
    Memory,
    /// What was written was refused.
    #[error("{0}")]
    Write(#[from] io::Error),
}

impl From<Stopped> for CertifyError {
    fn from(Stopped: Stopped) -> Self {
        Self::Stopped
    }
}

/// Writes out the strategy that a win consists of: the steps of a certificate,
/// the root's first, the others in the order of play, the same ones whatever
/// the limits are. Gives how many there are.
///
/// # Errors
/// [`CertifyError`]; what has been written until then is of no use.
pub fn certify<G: Game>(
    position: &G,
    solution: &Solution<G>,
    limits: Limits<'_>,
    write: impl FnMut(Step<G>) -> io::Result<()>,
) -> Result<u64, CertifyError> {
    let Verdict::Win(win) = &solution.verdict else { return Err(CertifyError::NotWon) };
    let memory = limits.table_bytes / 2;
    let limits = Limits { table_bytes: memory, ..limits };
    let seen = Seen { keys: HashSet::default(), memory };
    let attacker = position.side();
    if solution.bound.is_some() {
        let judge = Bounded(Search::new(limits));
        Strategy { judge, attacker, write, seen, open: Vec::new() }.write(position, win)
    } else {
        let judge =
            Decided { search: ExactSearch::new(limits), sides: sides(*position, &win.line) };
        Strategy { judge, attacker, write, seen, open: Vec::new() }.write(position, win)
    }
}

/// A position that the attacker may face.
struct Face<G> {
    position: G,
    /// The plies from the root to it.
    ply: usize,
    /// The attacker is known to win within so many turns.
    turns: u32,
}

/// Proofs about the positions that the attacker faces.
trait Judge<G: Game> {
    /// How near a win is.
    type Distance: Copy;

    /// The shortest win, and the number of turns that it takes.
    fn shortest(&mut self, face: &Face<G>) -> Result<(Self::Distance, u32), Stopped>;

    /// Whether a turn wins within that distance.
    fn wins(
        &mut self,
        position: &G,
        turn: G::Turn,
        distance: Self::Distance,
    ) -> Result<bool, Stopped>;
}

struct Bounded<'a, G: Game>(Search<'a, G>);

impl<G: Game> Judge<G> for Bounded<'_, G> {
    type Distance = Horizon;

    fn shortest(&mut self, face: &Face<G>) -> Result<(Horizon, u32), Stopped> {
        let horizon = |turns| Horizon::new(turns, G::CAN_LOSE_BY_MOVING);
        for turns in 1..face.turns {
            if self.0.attack(&face.position, horizon(turns))? {
                return Ok((horizon(turns), turns));
            }
        }
        // This is known, but the limits have to be looked at.
        self.0.attack(&face.position, Horizon::new(1, false))?;
        Ok((horizon(face.turns), face.turns))
    }

    fn wins(&mut self, position: &G, turn: G::Turn, distance: Horizon) -> Result<bool, Stopped> {
        self.0.is_winning(position, turn, distance)
    }
}

struct Decided<'a, G: Game> {
    search: ExactSearch<'a, G>,
    /// Who moves at each ply of a play as long as the win. As it does not
    /// depend on the turns played, it tells the turns of every shorter win.
    sides: Vec<Player>,
}

/// Who moves at each ply of a line.
fn sides<G: Game>(mut position: G, line: &[G::Turn]) -> Vec<Player> {
    let side = |&turn| {
        let side = position.side();
        position = position.play_unchecked(turn);
        side
    };
    line.iter().map(side).collect()
}

impl<G: Game> Judge<G> for Decided<'_, G> {
    type Distance = Worth;

    fn shortest(&mut self, face: &Face<G>) -> Result<(Worth, u32), Stopped> {
        let worth = self.search.worth(&face.position, true)?;
        let play = self.sides.iter().skip(face.ply).take(worth.plies() as usize);
        let own = play.filter(|&&side| side == face.position.side());
        Ok((worth, own.count() as u32))
    }

    fn wins(&mut self, position: &G, turn: G::Turn, distance: Worth) -> Result<bool, Stopped> {
        self.search.reaches(position, turn, distance)
    }
}

/// Positions that have been listed, or will be.
struct Seen<K> {
    keys: HashSet<K, FxBuildHasher>,
    /// The bytes that they may take.
    memory: usize,
}

impl<K: Copy + Eq + std::hash::Hash> Seen<K> {
    /// Whether the key is new. As the attacker is to move in all of them, equal
    /// keys are equal positions.
    fn insert(&mut self, key: K) -> Result<bool, CertifyError> {
        if self.keys.contains(&key) {
            return Ok(false);
        }
        // Room for twice as many is made beside what there is, and is never
        // quite filled.
        let grown = 4 * self.keys.capacity() * (size_of::<K>() + 1);
        if self.keys.len() == self.keys.capacity() && grown > self.memory {
            return Err(CertifyError::Memory);
        }
        Ok(self.keys.insert(key))
    }
}

struct Strategy<G: Game, J, W> {
    judge: J,
    attacker: Player,
    write: W,
    seen: Seen<G::Key>,
    /// What has been seen, but not written yet, the next one last.
    open: Vec<Face<G>>,
}

impl<G, J, W> Strategy<G, J, W>
where
    G: Game,
    J: Judge<G>,
    W: FnMut(Step<G>) -> io::Result<()>,
{
    fn write(mut self, root: &G, win: &Win<G>) -> Result<u64, CertifyError> {
        self.spread(*root, 0, win.turns)?;
        let mut written = 0;
        while let Some(face) = self.open.pop() {
            let (distance, turns) = self.judge.shortest(&face)?;
            let turn = self.winning_turn(&face.position, distance, turns)?;
            (self.write)(Step { position: face.position, turns, turn })?;
            written += 1;
            let start = self.open.len();
            self.spread(face.position.play_unchecked(turn), face.ply + 1, turns - 1)?;
            // The first reply is written first.
            self.open[start..].reverse();
        }
        Ok(written)
    }

    /// A turn that wins within the distance: at once if there is one, or else
    /// the one after which there are the fewest replies, so that the
    /// certificate does not grow more than it must; the first of equals.
    fn winning_turn(
        &mut self,
        position: &G,
        distance: J::Distance,
        turns: u32,
    ) -> Result<G::Turn, CertifyError> {
        if turns == 1 && position.wins_now() {
            let wins =
                |&turn: &G::Turn| position.play_unchecked(turn).outcome() == Some(self.attacker);
            return Ok(position.turns().into_iter().find(wins).expect("a turn wins at once"));
        }
        let mut candidates = Vec::new();
        let mut add = |turn| {
            candidates.push((position.play_unchecked(turn).count_turns(), turn));
            Continue::<()>(())
        };
        let _ = match turns {
            1 => position.visit_distinct(&mut add),
            _ => position.visit_attacks(turns, &mut add),
        };
        candidates.sort_unstable();
        for (_, turn) in candidates {
            if self.judge.wins(position, turn, distance)? {
                return Ok(turn);
            }
        }
        unreachable!("a position that was proved won has a winning turn")
    }

    /// Notes the positions that the attacker may face from here, where it is
    /// known to win within so many `turns`, in the order of the turns to them.
    fn spread(&mut self, position: G, ply: usize, turns: u32) -> Result<(), CertifyError> {
        if position.side() == self.attacker {
            if position.outcome().is_none() && self.seen.insert(position.key())? {
                self.open.push(Face { position, ply, turns });
            }
            return Ok(());
        }
        for turn in position.turns() {
            self.spread(position.play_unchecked(turn), ply + 1, turns)?;
        }
        Ok(())
    }
}

use super::pack::Puzzle;
use crate::game::Notation;
use crate::games::{AnyPosition, Choice, Visitor};
use crate::solver::{Finished, Horizon, Limits, Solution, Verdict, Win, solve_or_decide};

/// Something wrong with a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Fault {
    /// The id is not made of small letters, digits and hyphens.
    #[error("the id `{0}` is not of the form [a-z0-9-]+")]
    MalformedId(String),
    /// Another puzzle has the same id.
    #[error("the id is used twice; the other puzzle is in {other}")]
    RepeatedId {
        /// The file in which the other puzzle stands.
        other: String,
    },
    /// The position cannot be read, or is illegal.
    #[error("position: {0}")]
    Position(String),
    /// The game is over.
    #[error("position: {0}")]
    Finished(String),
    /// The number of turns is none that a win can have.
    #[error("turns: {0} is not a number from 1 to {max}", max = Horizon::MAX_TURNS)]
    Turns(u32),
    /// There is no win in the number of turns stated.
    #[error("turns: there is no win within {stated}")]
    NoWin {
        /// The number of turns stated.
        stated: u32,
    },
    /// There is a shorter win.
    #[error("turns: the shortest win is in {shortest}, not {stated}; its key is {key}")]
    NotShortest {
        /// The number of turns stated.
        stated: u32,
        /// The shortest.
        shortest: u32,
        /// A first turn of it.
        key: String,
    },
    /// A limit was reached before the puzzle was solved.
    #[error("undecided: a limit was reached{}", proved(*.bound))]
    Undecided {
        /// Up to where it was.
        bound: u32,
    },
    /// The key does not win in time.
    #[error("key: {stated} is not the fastest win; {key} is")]
    NotAKey {
        /// The key stated.
        stated: String,
        /// The number of turns.
        turns: u32,
        /// A turn that does.
        key: String,
    },
    /// The key cannot be played.
    #[error("key: {0}")]
    IllegalKey(String),
    /// There are other keys.
    #[error("cook: other first turns win within {turns} too: {}", .keys.join(", "))]
    Cook {
        /// The other keys.
        keys: Vec<String>,
        /// The number of turns.
        turns: u32,
    },
    /// There is no line.
    #[error("line: it is empty; give the whole solution")]
    NoLine,
    /// A turn of the line is wrong.
    #[error("line, turn {number}: {reason}")]
    Line {
        /// The turn, from 1.
        number: usize,
        /// What is wrong with it.
        reason: String,
    },
}

/// Solves a puzzle and compares what it states with what is true: the number
/// of turns, the key, that there is no other, and the line. `limits` gives the
/// limits of each search when it begins.
pub fn check(puzzle: &Puzzle, choice: &Choice, limits: &dyn Fn() -> Limits<'static>) -> Vec<Fault> {
    let mut faults = Vec::new();
    if !(1..=Horizon::MAX_TURNS).contains(&puzzle.turns) {
        return vec![Fault::Turns(puzzle.turns)];
    }
    if !is_id(&puzzle.id) {
        faults.push(Fault::MalformedId(puzzle.id.escape_debug().to_string()));
    }
    match choice.parse(&puzzle.position) {
        Ok(position) => faults.extend(position.visit(Check { puzzle, limits })),
        Err(error) => faults.push(Fault::Position(error.to_string())),
    }
    faults
}

fn is_id(id: &str) -> bool {
    !id.is_empty() && id.bytes().all(|c| matches!(c, b'a'..=b'z' | b'0'..=b'9' | b'-'))
}

struct Check<'a> {
    puzzle: &'a Puzzle,
    limits: &'a dyn Fn() -> Limits<'static>,
}

impl Visitor for Check<'_> {
    type Output = Vec<Fault>;

    fn visit<G: Notation + Into<AnyPosition>>(self, position: G) -> Vec<Fault> {
        let win = match self.solve(&position, self.puzzle.turns) {
            Ok(win) => win,
            Err(fault) => return vec![fault],
        };
        let turns = self.turns(&win);
        let key = self.key(&position, &win);
        // A line of the wrong length is wrong all along: once is enough.
        let line = if turns.is_none() { self.line(position, &win) } else { None };
        [turns, key, line].into_iter().flatten().collect()
    }
}

impl Check<'_> {
    /// The shortest win, which takes at most `turns`.
    fn solve<G: Notation>(&self, position: &G, turns: u32) -> Result<Win<G>, Fault> {
        let solution = match solve_or_decide(position, turns, (self.limits)()) {
            Ok(Solution { verdict: Verdict::Win(win), .. }) if win.turns <= turns => {
                return Ok(win);
            }
            Ok(solution) => solution,
            Err(Finished { .. }) => {
                return Err(Fault::Finished(position.verdict().unwrap_or_default()));
            }
        };
        Err(match solution.verdict {
            Verdict::Unknown { .. } => Fault::Undecided { bound: solution.bound.unwrap_or(0) },
            Verdict::Win(_) | Verdict::None | Verdict::Loss { .. } => {
                Fault::NoWin { stated: turns }
            }
        })
    }

    fn turns<G: Notation>(&self, win: &Win<G>) -> Option<Fault> {
        let (stated, shortest) = (self.puzzle.turns, win.turns);
        let key = win.line[0].to_string();
        (shortest < stated).then_some(Fault::NotShortest { stated, shortest, key })
    }

    fn key<G: Notation>(&self, position: &G, win: &Win<G>) -> Option<Fault> {
        let turn = match position.parse_turn(&self.puzzle.key) {
            Ok(turn) => turn,
            Err(error) => return Some(Fault::IllegalKey(error.to_string())),
        };
        let (stated, others): (Vec<_>, Vec<_>) =
            win.keys.iter().partition(|key| key.turns.contains(&turn));
        let names = |keys: &[&crate::solver::Key<G>]| -> Vec<String> {
            keys.iter().map(|key| key.turns[0].to_string()).collect()
        };
        let turns = win.turns;
        match (stated.is_empty(), others.is_empty()) {
            (false, true) => None,
            (false, false) => Some(Fault::Cook { keys: names(&others), turns }),
            (true, _) => Some(Fault::NotAKey {
                stated: turn.to_string(),
                turns,
                key: names(&others).swap_remove(0),
            }),
        }
    }

    /// Replays the line: it begins with the key, the attacker always keeps the
    /// fastest win, the defender the longest defence, and the game ends.
    fn line<G: Notation>(&self, mut position: G, win: &Win<G>) -> Option<Fault> {
        let fault = |number, reason| Some(Fault::Line { number, reason });
        let attacker = position.side();
        let key = position.parse_turn(&self.puzzle.key).map(|key| position.play_unchecked(key));
        let (mut turns, mut plies, mut defence) = (win.turns, win.line.len(), 0);
        for (number, text) in (1..).zip(&self.puzzle.line) {
            let turn = match position.parse_turn(text) {
                Ok(turn) => turn,
                Err(error) => return fault(number, error.to_string()),
            };
            let child = position.play_unchecked(turn);
            if number == 1 && key != Ok(child) {
                return fault(1, "the line does not begin with the key".into());
            }
            if position.side() == attacker {
                let win = match self.solve(&position, turns) {
                    Ok(win) => win,
                    Err(other) => return fault(number, other.to_string()),
                };
                if win.line.len() < plies {
                    return fault(defence, not_longest(win.line.len(), plies));
                }
                if win.keys.iter().all(|key| key.position != child) {
                    let better = win.line[0];
                    return fault(number, format!("{turn} is not the fastest win; {better} is"));
                }
                turns -= 1;
            } else {
                defence = number;
            }
            plies -= 1;
            position = child;
        }
        match (position.outcome(), self.puzzle.line.len()) {
            (_, 0) => Some(Fault::NoLine),
            (None, last) => fault(last, "the line ends before the game does".into()),
            (Some(_), _) if plies > 0 => fault(defence, not_longest(0, plies)),
            (Some(_), _) => None,
        }
    }
}

fn proved(bound: u32) -> String {
    match bound {
        0 => String::new(),
        _ => format!(" after proving that there is no win within {bound}"),
    }
}

fn not_longest(left: usize, others: usize) -> String {
    format!(
        "this is not the longest defence: plies left after it {left}, after another one {others}"
    )
}

use std::io::{self, BufRead};

use indexmap::IndexMap;
use rayon::prelude::*;

use super::fault::{Fault, Flaw};
use super::header::Header;
use super::lines::{Line, Lines};
use super::rules::{outcome, turns};
use super::step::{Fields, Step, position_flaw};
use crate::game::{Game, Notation, Player};
use crate::games::{AnyPosition, Visitor};

/// A certificate that is right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked {
    /// What it says of itself.
    pub header: Header,
    /// The position that is won.
    pub position: AnyPosition,
    /// How many positions it lists.
    pub steps: usize,
}

/// Why a certificate was not found right.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// It is wrong.
    #[error("{0}")]
    Fault(#[from] Fault),
    /// It cannot be read.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The caller wanted no more.
    #[error("stopped before the end")]
    Stopped,
}

/// How many lines are read at a time.
const CHUNK: usize = 1 << 12;
/// The number of the line with the first position.
const FIRST: usize = 2;

/// Checks a certificate: that the first position is won by its side to move
/// within the number of turns that the header states. `stop` is asked now and
/// then whether to go on.
///
/// First every line is read for itself: a legal position, not finished, in
/// which the same side is to move as in the first, not listed before, with a
/// turn that is legal there. The first line that is not is the fault. Then the
/// rule is applied to every line: after the turn, either the attacker has won,
/// or it is to move again in a position that is listed with fewer turns left,
/// or all that the defender can do, until the attacker is to move, wins for the
/// attacker or leads to a position that is listed with fewer turns left. The
/// first line that breaks it is the fault.
///
/// Why that is a proof: the turns left are at least 1 and fall with every turn
/// of the attacker, so whoever follows the lines from the first one wins after
/// at most as many turns as are left there. Lines that cannot be reached do no
/// harm, and are checked like the others.
///
/// # Errors
/// [`CheckError`]: the first wrong line, or why there is no answer.
///
/// # Examples
/// ```
/// use tsume::certificate::{CheckError, check};
///
/// let text = "# tsume certificate 1 game=spook rules=spook-2011 turns=1\n\
///             4/4/1bb1/1wr1:3/3/3:2/2:1 r\t1\tb1-c1\n";
/// assert_eq!(check(text.as_bytes(), &|| false)?.steps, 1);
/// # Ok::<(), CheckError>(())
/// ```
pub fn check(input: impl BufRead, stop: &(dyn Fn() -> bool + Sync)) -> Result<Checked, CheckError> {
    let mut lines = Lines(input);
    let at = |line| move |(column, flaw)| Fault { line, column, flaw };
    let missing = |line, what| Fault { line, column: 1, flaw: Flaw::Missing(what) };
    let header = lines.next_line()?.ok_or_else(|| missing(1, "the header"))?;
    let (header, choice) = header.text().and_then(Header::parse).map_err(at(1))?;
    let first = lines.next_line()?.ok_or_else(|| missing(FIRST, "the first position"))?;
    let fields = first.text().and_then(Fields::split).map_err(at(FIRST))?;
    let position = choice.parse(fields.position).map_err(|error| position_flaw(&error));
    let position = position.map_err(at(FIRST))?;
    let steps = position.visit(Check { header: &header, first: &first, lines, stop })?;
    Ok(Checked { header, position, steps })
}

struct Check<'a, R> {
    header: &'a Header,
    first: &'a Line,
    lines: Lines<R>,
    stop: &'a (dyn Fn() -> bool + Sync),
}

impl<R: BufRead> Visitor for Check<'_, R> {
    type Output = Result<usize, CheckError>;

    fn visit<G: Notation>(mut self, position: G) -> Result<usize, CheckError> {
        let mut steps = Steps::new(position);
        steps.add(std::slice::from_ref(self.first))?;
        steps.check_root(self.header)?;
        loop {
            if (self.stop)() {
                return Err(CheckError::Stopped);
            }
            let lines = self.lines.next_lines(CHUNK)?;
            if lines.is_empty() {
                break;
            }
            steps.add(&lines)?;
        }
        steps.check(self.stop)?;
        Ok(steps.listed.len())
    }
}

/// The lines that have been read, in their order, by their positions.
struct Steps<G: Game> {
    listed: IndexMap<G, (u32, G::Turn)>,
    attacker: Player,
    rules: &'static str,
}

impl<G: Notation> Steps<G> {
    fn new(root: G) -> Self {
        Self { listed: IndexMap::new(), attacker: root.side(), rules: root.rules() }
    }

    /// Reads further lines, each for itself.
    fn add(&mut self, lines: &[Line]) -> Result<(), Fault> {
        let (attacker, rules) = (self.attacker, self.rules);
        let read = |line: &Line| {
            let step = Fields::split(line.text()?)?.read::<G>(rules)?;
            let (expected, found) = (G::name(attacker), G::name(step.position.side()));
            match step.position.side() == attacker {
                true => Ok(step),
                false => Err((1, Flaw::Side { expected, found })),
            }
        };
        let steps: Vec<Result<Step<G>, _>> = lines.par_iter().map(read).collect();
        for step in steps {
            let line = self.listed.len() + FIRST;
            let added = step.and_then(|Step { position, turns, turn }| {
                match self.listed.insert_full(position, (turns, turn)) {
                    (_, None) => Ok(()),
                    (index, Some(_)) => Err((1, Flaw::Repeated(index + FIRST))),
                }
            });
            added.map_err(|(column, flaw)| Fault { line, column, flaw })?;
        }
        Ok(())
    }

    fn check_root(&self, header: &Header) -> Result<(), Fault> {
        let (position, &(found, _)) = self.listed.first().expect("the first line has been read");
        let expected = header.turns;
        let column = position.to_string().chars().count() + 2;
        match found == expected {
            true => Ok(()),
            false => Err(Fault { line: FIRST, column, flaw: Flaw::RootTurns { expected, found } }),
        }
    }

    /// Applies the rule to every line.
    fn check(&self, stop: &(dyn Fn() -> bool + Sync)) -> Result<(), CheckError> {
        let wrong = (0..self.listed.len()).into_par_iter().find_map_first(|index| {
            if stop() {
                return Some(CheckError::Stopped);
            }
            let (&position, &(turns, turn)) = self.listed.get_index(index)?;
            let flaw = self.follow(&position, turn, turns, &mut Vec::new()).err()?;
            let column = position.to_string().chars().count() + turns.to_string().len() + 3;
            Some(Fault { line: index + FIRST, column, flaw }.into())
        });
        wrong.map_or(Ok(()), Err)
    }

    /// Whether a turn, the last of those played on from a line with `left`
    /// turns left, wins for the attacker or leads to listed positions with
    /// fewer left. `played` holds the turns before it.
    fn follow(
        &self,
        position: &G,
        turn: G::Turn,
        left: u32,
        played: &mut Vec<G::Turn>,
    ) -> Result<(), Flaw> {
        let next = position.play_unchecked(turn);
        let attacks = next.side() == self.attacker;
        let listed = self.listed.get_full(&next).filter(|_| attacks);
        // What is listed is not finished.
        if listed.is_some_and(|(_, _, &(found, _))| found < left) {
            return Ok(());
        }
        played.push(turn);
        if let Some(winner) = outcome(&next) {
            let lost = Flaw::Lost { turns: words(played) };
            played.pop();
            return if winner == self.attacker { Ok(()) } else { Err(lost) };
        }
        if !attacks {
            turns(&next).into_iter().try_for_each(|turn| self.follow(&next, turn, left, played))?;
            played.pop();
            return Ok(());
        }
        let turns = words(played);
        Err(match listed {
            Some((index, _, &(found, _))) => {
                Flaw::NotFewer { turns, line: index + FIRST, found, left }
            }
            None => Flaw::NotListed { turns, position: next.to_string() },
        })
    }
}

/// Turns as messages name them.
fn words<T: ToString>(turns: &[T]) -> String {
    turns.iter().map(T::to_string).collect::<Vec<_>>().join(" ")
}

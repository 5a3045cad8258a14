use super::{Code, Finding, Place};
use crate::game::{Notation, Player, Themed};
use crate::puzzle::entry::EntryVariation;
use crate::puzzle::fields::Spanned;
use crate::solver::{Explorer, Horizon, Stopped, Verdict};

fn finding(code: Code, turn: usize, message: impl Into<String>) -> Finding {
    Finding::new(code, Place::Turn(place(turn)), message)
}

fn place(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

/// Replays the line of a puzzle that is won: it begins with the key, the
/// attacker always keeps the fastest win, the defender the longest defence, and
/// the game ends.
pub(super) fn check<G: Themed>(
    explorer: &mut Explorer<'_, G>,
    line: &[Spanned<String>],
    key: Option<&str>,
) -> Result<Option<Finding>, Stopped> {
    let Some((attacker, left)) = explorer.win() else { return Err(Stopped) };
    let position = *explorer.position();
    let Some(last) = line.len().checked_sub(1) else { return Ok(Some(empty(explorer))) };
    let key = key.and_then(|key| position.parse_turn(key).ok());
    let key = key.map(|key| position.play_unchecked(key));
    let mut replay = Replay { explorer, position, key, attacker, left };
    for (number, turn) in line.iter().enumerate() {
        if let Some(finding) = replay.play(number, &turn.value)? {
            return Ok(Some(finding));
        }
    }
    let is_unfinished = replay.position.outcome().is_none();
    Ok(is_unfinished.then(|| {
        finding(Code::UnfinishedLine, last, "the line ends before the game does")
            .help("add the rest, down to the winning turn: `tsume solve` writes a whole line")
    }))
}

fn empty<G: Themed>(explorer: &Explorer<'_, G>) -> Finding {
    let finding = Finding::new(Code::UnfinishedLine, Place::Line, "the line is empty");
    match &explorer.solution().verdict {
        Verdict::Win(win) => {
            let turns: Vec<_> = win.line.iter().map(ToString::to_string).collect();
            finding.help(format!("give the whole solution: `line: [{}]`", turns.join(", ")))
        }
        _ => finding,
    }
}

/// A line while it is replayed.
struct Replay<'e, 'l, G: Themed> {
    explorer: &'e mut Explorer<'l, G>,
    position: G,
    /// Where the key leads to, if it is legal.
    key: Option<G>,
    attacker: Player,
    /// The nearest horizon within which the attacker wins.
    left: Horizon,
}

impl<G: Themed> Replay<'_, '_, G> {
    /// Plays a turn, unless something is wrong with it.
    fn play(&mut self, number: usize, text: &str) -> Result<Option<Finding>, Stopped> {
        if self.position.outcome().is_some() {
            let message = "the game is over before this turn";
            let finding = finding(Code::IllegalLine, number, message);
            return Ok(Some(finding.help("end the line before it")));
        }
        let turn = match self.position.parse_turn(text) {
            Ok(turn) => turn,
            Err(error) => return Ok(Some(finding(Code::IllegalLine, number, error.to_string()))),
        };
        let child = self.position.play_unchecked(turn);
        if number == 0 && self.key.is_some_and(|key| key != child) {
            let message = format!("the line begins with {turn}, not with the key");
            return Ok(Some(finding(Code::OtherLine, 0, message)));
        }
        if !self.is_best(&child)? {
            let best = self.first_best()?;
            let (message, help) = match self.position.side() == self.attacker {
                true => ("does not win as fast as another turn", "a turn that does"),
                false => ("is not the longest defence", "one that lasts longer"),
            };
            let finding = finding(Code::NotOptimal, number, format!("{turn} {message}"));
            return Ok(Some(match best {
                Some(best) => finding.help(format!("{help}: {best}")),
                None => finding,
            }));
        }
        self.left = self.left.after(&self.position, &child, self.attacker);
        self.position = child;
        Ok(None)
    }

    /// Whether a turn that leads to `child` wins fastest, or loses slowest.
    fn is_best(&mut self, child: &G) -> Result<bool, Stopped> {
        let left = self.left.after(&self.position, child, self.attacker);
        if self.position.side() == self.attacker {
            self.explorer.wins(child, self.attacker, left)
        } else {
            Ok(left == Horizon::NONE
                || !self.explorer.wins(child, self.attacker, left.nearer::<G>())?)
        }
    }

    fn first_best(&mut self) -> Result<Option<G::Turn>, Stopped> {
        for turn in self.position.turns() {
            if self.is_best(&self.position.play_unchecked(turn))? {
                return Ok(Some(turn));
            }
        }
        Ok(None)
    }
}

/// Replays the variations, of which nothing is asked but that they can be
/// played.
pub(super) fn variations<G: Notation>(position: &G, variations: &[EntryVariation]) -> Vec<Finding> {
    let wrong = |(number, variation): (usize, &EntryVariation)| {
        let mut position = *position;
        for (turn, text) in variation.line.iter().enumerate() {
            match position.parse_turn(&text.value) {
                Ok(legal) => position = position.play_unchecked(legal),
                Err(error) => {
                    let place = Place::Variation(place(number), place(turn));
                    let message = error.to_string();
                    return Some(Finding::new(Code::IllegalVariation, place, message));
                }
            }
        }
        None
    };
    variations.iter().enumerate().filter_map(wrong).collect()
}

use super::solution::{Bounds, shortest};
use super::{Code, Finding, Place};
use crate::game::{Notation, Player};
use crate::puzzle::entry::EntryVariation;
use crate::puzzle::fields::Spanned;
use crate::solver::Win;

fn finding(code: Code, turn: usize, message: impl Into<String>) -> Finding {
    Finding::new(code, Place::Turn(place(turn)), message)
}

fn place(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

/// Replays the line: it begins with the key, the attacker always keeps the
/// fastest win, the defender the longest defence, and the game ends.
pub(super) fn check<G: Notation>(
    position: &G,
    line: &[Spanned<String>],
    key: Option<&str>,
    win: &Win<G>,
    limits: Bounds<'_>,
) -> Option<Finding> {
    if line.is_empty() {
        let empty = Finding::new(Code::UnfinishedLine, Place::Line, "the line is empty");
        return Some(empty.help(format!("give the whole solution: {}", spelt(&win.line))));
    }
    let key = key.and_then(|key| position.parse_turn(key).ok());
    let mut replay = Replay {
        position: *position,
        key: key.map(|key| position.play_unchecked(key)),
        attacker: position.side(),
        turns: win.turns,
        plies: win.line.len(),
        defence: 0,
        limits,
    };
    for (number, turn) in line.iter().enumerate() {
        if let Some(finding) = replay.play(number, &turn.value) {
            return Some(finding);
        }
    }
    replay.end(line.len() - 1)
}

fn spelt<T: ToString>(turns: &[T]) -> String {
    turns.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// A line while it is replayed.
struct Replay<'a, G> {
    position: G,
    /// Where the key leads to, if it is legal.
    key: Option<G>,
    attacker: Player,
    /// The turns that the attacker has left.
    turns: u32,
    /// The plies that are left.
    plies: usize,
    /// The number of the defender's last turn.
    defence: usize,
    limits: Bounds<'a>,
}

impl<G: Notation> Replay<'_, G> {
    /// Plays a turn, unless something is wrong with it.
    fn play(&mut self, number: usize, text: &str) -> Option<Finding> {
        if self.position.outcome().is_some() {
            let message = "the game is over before this turn";
            return Some(finding(Code::IllegalLine, number, message).help("end the line here"));
        }
        let turn = match self.position.parse_turn(text) {
            Ok(turn) => turn,
            Err(error) => return Some(finding(Code::IllegalLine, number, error.to_string())),
        };
        let child = self.position.play_unchecked(turn);
        if number == 0 && self.key.is_some_and(|key| key != child) {
            let message = format!("the line begins with {turn}, not with the key");
            return Some(finding(Code::OtherLine, 0, message));
        }
        if self.position.side() == self.attacker {
            let win = match shortest(&self.position, self.turns, self.limits) {
                Ok(win) => win,
                // A limit, as the win has been proved.
                Err(limit) => return Some(Finding { place: Place::Turn(place(number)), ..limit }),
            };
            if win.line.len() < self.plies {
                return Some(self.not_longest(win.line.len()));
            }
            if win.keys.iter().all(|key| key.position != child) {
                let message = format!("{turn} does not win as fast as {}", win.line[0]);
                let help = format!("a fastest win goes on {}", spelt(&win.line));
                return Some(finding(Code::NotOptimal, number, message).help(help));
            }
            self.turns -= 1;
        } else {
            self.defence = number;
        }
        self.plies = self.plies.saturating_sub(1);
        self.position = child;
        None
    }

    /// Whether the line has ended with the game.
    fn end(&self, last: usize) -> Option<Finding> {
        match self.position.outcome() {
            None => Some(
                finding(Code::UnfinishedLine, last, "the line ends before the game does")
                    .help(format!("plies that are missing: {}", self.plies)),
            ),
            Some(_) if self.plies > 0 => Some(self.not_longest(0)),
            Some(_) => None,
        }
    }

    fn not_longest(&self, left: usize) -> Finding {
        let message = format!(
            "this defence is not the longest: it lasts {left} more plies, another {}",
            self.plies
        );
        finding(Code::NotOptimal, self.defence, message)
            .help("`tsume solve` writes a line with a longest defence")
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

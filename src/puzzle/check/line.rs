use super::{Code, Finding, Place, rules};
use crate::game::{Notation, Player, Themed};
use crate::puzzle::entry::EntryVariation;
use crate::solver::{Explorer, Horizon, Stopped};

/// The first turn of a line that is won, all of them legal, that is not the
/// best: the attacker always keeps the fastest win, the defender the longest
/// defence.
pub(super) fn slip<G: Themed>(
    explorer: &mut Explorer<'_, G>,
    line: &[G::Turn],
) -> Result<Option<Finding>, Stopped> {
    let Some((attacker, left)) = explorer.win() else { return Err(Stopped) };
    let position = *explorer.position();
    let mut replay = Replay { explorer, position, attacker, left };
    for (number, &turn) in line.iter().enumerate() {
        if let Some(finding) = replay.play(number, turn)? {
            return Ok(Some(finding));
        }
    }
    Ok(None)
}

/// A line while it is replayed.
struct Replay<'e, 'l, G: Themed> {
    explorer: &'e mut Explorer<'l, G>,
    position: G,
    attacker: Player,
    /// The nearest horizon within which the attacker wins.
    left: Horizon,
}

impl<G: Themed> Replay<'_, '_, G> {
    /// Plays a turn, unless there is a better one.
    fn play(&mut self, number: usize, turn: G::Turn) -> Result<Option<Finding>, Stopped> {
        let child = self.position.play_unchecked(turn);
        if !self.is_best(&child)? {
            let best = self.first_best()?;
            let (message, help) = match self.position.side() == self.attacker {
                true => ("does not win as fast as another turn", "a turn that does"),
                false => ("is not the longest defence", "one that lasts longer"),
            };
            let place = rules::turn(number);
            let finding = Finding::new(Code::NotOptimal, place, format!("{turn} {message}"));
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
    let place = |index| u32::try_from(index).unwrap_or(u32::MAX);
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

//! Puzzles that are the same up to symmetry.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::str::FromStr;

use sha2::{Digest as _, Sha256};

use crate::games::AnyPosition;
use crate::puzzle::{Twin, representative};
use crate::solver::Goal;

/// Puzzles by what they are up to symmetry.
#[derive(Default, Debug)]
pub struct Twins(HashMap<Twin, String>);

impl Twins {
    /// Adds a puzzle, unless there is one that has the same goal and, up to
    /// symmetry, the same position: then this is the id of that.
    pub fn add(&mut self, id: &str, position: AnyPosition, goal: Goal) -> Option<&str> {
        match self.0.entry((goal.name(), representative(position))) {
            Entry::Occupied(other) => Some(other.into_mut()),
            Entry::Vacant(place) => {
                place.insert(id.into());
                None
            }
        }
    }
}

/// How large a part of all puzzles is for training, and how large for testing.
///
/// To which part a puzzle belongs follows from its position alone, up to
/// symmetry, and a seed: never from the other puzzles. So no position is in both
/// parts, and a puzzle stays in its part when others are added.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Split {
    train: u64,
    test: u64,
}

/// A text is no [`Split`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected the parts for training and for testing, such as 90/10")]
pub struct SplitError;

impl FromStr for Split {
    type Err = SplitError;

    fn from_str(text: &str) -> Result<Self, SplitError> {
        let part = |text: &str| text.parse().ok().filter(|part| (1..=1_000_000).contains(part));
        let parts = text.split_once('/').and_then(|(a, b)| Some((part(a)?, part(b)?)));
        parts.map(|(train, test)| Self { train, test }).ok_or(SplitError)
    }
}

impl Split {
    /// Whether a puzzle with this position is for testing.
    #[must_use]
    pub fn is_test(self, position: AnyPosition, seed: u64) -> bool {
        let digest = Sha256::digest(format!("tsume {seed} {}", representative(position)));
        let mut bytes = [0; 8];
        bytes.copy_from_slice(&digest[..8]);
        let place = u128::from(u64::from_be_bytes(bytes)) * u128::from(self.train + self.test);
        (place >> 64) as u64 >= self.train
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Dice, Notation};
    use crate::{shobu, spook};

    /// The positions of a game played at random.
    fn walk<G: Notation>(seed: u64) -> Vec<G> {
        let mut dice = Dice::new(seed, 0);
        let mut position = G::start(G::RULES[0]);
        let mut positions = vec![position];
        for _ in 0..20 {
            let Some(turn) = dice.pick(&position.turns()) else { break };
            position = position.play_unchecked(turn);
            positions.push(position);
        }
        positions
    }

    fn images_go_together<G: Notation + Into<AnyPosition>>() -> [usize; 2] {
        let split: Split = "50/50".parse().expect("a split");
        let mut counts = [0; 2];
        for position in (0..20).flat_map(walk::<G>) {
            let side = split.is_test(position.into(), 1);
            counts[usize::from(side)] += 1;
            let mut twins = Twins::default();
            assert_eq!(twins.add("first", position.into(), Goal::Win), None);
            for symmetry in 0..G::SYMMETRIES {
                let image = position.image(symmetry).into();
                assert_eq!(split.is_test(image, 1), side);
                assert_eq!(twins.add("other", image, Goal::Win), Some("first"));
            }
            assert_eq!(twins.add("helped", position.into(), Goal::Help), None);
        }
        counts
    }

    #[test]
    fn images_of_a_position_are_never_in_both_parts() {
        for counts in
            [images_go_together::<shobu::Position>(), images_go_together::<spook::Position>()]
        {
            assert!(counts.iter().all(|count| *count > 100), "{counts:?}");
        }
    }

    #[test]
    fn splits_are_read() {
        assert_eq!("90/10".parse(), Ok(Split { train: 90, test: 10 }));
        for text in ["", "90", "90/", "/10", "0/1", "1/0", "-1/2", "1/2/3", "90 / 10"] {
            assert_eq!(text.parse::<Split>(), Err(SplitError), "{text}");
        }
    }
}

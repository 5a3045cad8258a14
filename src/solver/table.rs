use std::hash::{BuildHasher, Hash};

use rustc_hash::FxBuildHasher;

use super::horizon::Horizon;

/// What is proved about a position, from the view of its side to move: about
/// its own win as the attacker, and about its opponent's as the defender.
///
/// None of it depends on how the position was reached, so it holds wherever
/// the position turns up again.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Proved {
    pub attack: Bounds,
    pub defence: Bounds,
}

/// Two bounds on when the attacker wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bounds {
    /// It wins within this many half-turns; 255 if that is not known.
    yes: u8,
    /// It does not win within fewer half-turns than this: a horizon of none
    /// has to be proved too, since a side without a turn has lost already.
    not_below: u8,
}

impl Default for Bounds {
    fn default() -> Self {
        Self { yes: u8::MAX, not_below: 0 }
    }
}

impl Bounds {
    /// Whether the attacker wins within `horizon`, if that is known.
    pub const fn answer(self, horizon: Horizon) -> Option<bool> {
        if horizon.half_turns() >= self.yes {
            Some(true)
        } else if horizon.half_turns() < self.not_below {
            Some(false)
        } else {
            None
        }
    }

    /// Adds an answer.
    pub fn learn(&mut self, horizon: Horizon, wins: bool) {
        if wins {
            self.yes = self.yes.min(horizon.half_turns());
        } else {
            self.not_below = self.not_below.max(horizon.half_turns() + 1);
        }
    }
}

/// What is proved about positions, by their exact keys, in bounded memory.
///
/// It starts small and doubles while it may; when it is full, a new position
/// takes the place of an old one. Losing an entry costs time, never truth.
pub(super) struct Table<K> {
    slots: Vec<Option<(K, Proved)>>,
    used: usize,
    max_slots: usize,
}

const FIRST_SLOTS: usize = 1 << 12;
/// How many neighbouring slots a key may stand in.
const BUCKET: usize = 4;

impl<K: Copy + Eq + Hash> Table<K> {
    /// A table that takes at most `bytes`, with a minimum of a few slots.
    pub fn new(bytes: usize) -> Self {
        let slots = bytes / size_of::<Option<(K, Proved)>>();
        // While it doubles, the old half is there too.
        let max_slots = (slots / 3 * 2 + 2).next_power_of_two() / 2;
        let max_slots = max_slots.max(BUCKET);
        Self { slots: vec![None; FIRST_SLOTS.min(max_slots)], used: 0, max_slots }
    }

    fn bucket(&self, key: &K) -> usize {
        let hash = FxBuildHasher.hash_one(key) as usize;
        hash & (self.slots.len() - 1) & !(BUCKET - 1)
    }

    /// What is known about a position.
    pub fn get(&self, key: &K) -> Proved {
        let start = self.bucket(key);
        let known = self.slots[start..start + BUCKET].iter().flatten();
        known.copied().find(|(other, _)| other == key).map(|(_, proved)| proved).unwrap_or_default()
    }

    /// Adds to what is known about a position.
    pub fn update(&mut self, key: &K, learn: impl FnOnce(&mut Proved)) {
        if self.used * 2 > self.slots.len() && self.slots.len() < self.max_slots {
            self.grow();
        }
        let start = self.bucket(key);
        let bucket = &mut self.slots[start..start + BUCKET];
        let slot = bucket
            .iter()
            .position(|slot| slot.is_none_or(|(other, _)| other == *key))
            .unwrap_or(BUCKET - 1);
        let (old, mut proved) = match bucket[slot].take() {
            Some((other, proved)) if other == *key => (true, proved),
            other => (other.is_some(), Proved::default()),
        };
        learn(&mut proved);
        bucket[slot] = Some((*key, proved));
        // The newest of a full bucket goes first next time: older entries tend
        // to be nearer to the root.
        self.used += usize::from(!old);
    }

    fn grow(&mut self) {
        let size = self.slots.len() * 2;
        let mut slots = Vec::new();
        if slots.try_reserve_exact(size).is_err() {
            // The system has no more: what there is has to do.
            self.max_slots = self.slots.len();
            return;
        }
        slots.resize(size, None);
        let old = std::mem::replace(&mut self.slots, slots);
        self.used = 0;
        for (key, proved) in old.into_iter().flatten() {
            self.update(&key, |slot| *slot = proved);
        }
    }
}

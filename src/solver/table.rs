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

    /// The nearest horizon within which the attacker is known to win.
    pub fn win(self) -> Option<Horizon> {
        (self.yes < u8::MAX).then_some(Horizon::from_half_turns(self.yes))
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

/// What is known about positions, by their exact keys, in bounded memory: what is
/// proved, if nothing else is said.
///
/// It starts small and doubles while it may; when it is full, a new position
/// takes the place of an old one. Losing an entry costs time, never truth.
pub(super) struct Table<K, V = Proved> {
    slots: Vec<Option<(K, V)>>,
    used: usize,
    max_slots: usize,
}

const FIRST_SLOTS: usize = 1 << 12;
/// How many neighbouring slots a key may stand in.
const BUCKET: usize = 4;

impl<K: Copy + Eq + Hash, V: Copy + Default> Table<K, V> {
    /// A table that takes at most `bytes`, with a minimum of a few slots.
    pub fn new(bytes: usize) -> Self {
        Self::part(bytes, 1)
    }

    /// One of `parts` tables that take at most `bytes` together.
    pub fn part(bytes: usize, parts: usize) -> Self {
        let bytes = bytes / parts;
        let slots = bytes / size_of::<Option<(K, V)>>();
        // While it doubles, the old half is there too.
        let max_slots = (slots / 3 * 2 + 2).next_power_of_two() / 2;
        let max_slots = max_slots.max(BUCKET);
        let first_slots = (FIRST_SLOTS / parts).next_power_of_two().clamp(BUCKET, max_slots);
        Self { slots: vec![None; first_slots], used: 0, max_slots }
    }

    fn bucket(&self, key: &K) -> usize {
        let hash = FxBuildHasher.hash_one(key) as usize;
        hash & (self.slots.len() - 1) & !(BUCKET - 1)
    }

    /// What is known about a position.
    pub fn get(&self, key: &K) -> V {
        self.find(key).unwrap_or_default()
    }

    /// What was stored for a position, if anything.
    pub fn find(&self, key: &K) -> Option<V> {
        let start = self.bucket(key);
        let known = self.slots[start..start + BUCKET].iter().flatten();
        known.copied().find(|(other, _)| other == key).map(|(_, value)| value)
    }

    /// Adds to what is known about a position.
    pub fn update(&mut self, key: &K, learn: impl FnOnce(&mut V)) {
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
            other => (other.is_some(), V::default()),
        };
        learn(&mut proved);
        bucket[slot] = Some((*key, proved));
        // The newest of a full bucket goes first next time. That says nothing of
        // its depth: what is below a position is stored before the position.
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

#[cfg(test)]
impl<K> Table<K> {
    /// The number of entries.
    pub const fn used(&self) -> usize {
        self.used
    }

    /// The bytes that it takes at most, while it doubles for the last time.
    pub const fn most_bytes(&self) -> usize {
        self.max_slots * size_of::<Option<(K, Proved)>>() * 3 / 2
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::hash::Hasher;

    use super::*;

    const HORIZONS: std::ops::RangeInclusive<u8> = 0..=2 * Horizon::MAX_TURNS as u8;

    fn horizon(half_turns: u8) -> Horizon {
        Horizon::from_half_turns(half_turns)
    }

    /// What an answer for one horizon says about all of them.
    #[test]
    fn a_yes_holds_from_its_horizon_on_and_a_no_up_to_it() {
        for learnt in HORIZONS {
            let [mut yes, mut no] = [Bounds::default(); 2];
            yes.learn(horizon(learnt), true);
            no.learn(horizon(learnt), false);
            for asked in HORIZONS {
                assert_eq!(Bounds::default().answer(horizon(asked)), None);
                assert_eq!(yes.answer(horizon(asked)), (asked >= learnt).then_some(true));
                assert_eq!(no.answer(horizon(asked)), (asked <= learnt).then_some(false));
            }
        }
    }

    #[test]
    fn the_best_of_all_answers_counts_in_any_order() {
        let mut answers = [(3, false), (9, true), (5, false), (12, true), (7, true), (0, false)];
        for _ in 0..answers.len() {
            answers.rotate_left(1);
            let mut bounds = Bounds::default();
            answers.iter().for_each(|&(at, wins)| bounds.learn(horizon(at), wins));
            let answers = [0, 5, 6, 7, 8].map(|asked| bounds.answer(horizon(asked)));
            assert_eq!(answers, [Some(false), Some(false), None, Some(true), Some(true)]);
        }
    }

    /// What the tests store under a key, different for any two below 2^14.
    fn mark(key: u64) -> Proved {
        let mut proved = Proved::default();
        proved.attack.learn(horizon((key % 128) as u8), false);
        proved.defence.learn(horizon((key / 128 % 128) as u8), true);
        proved
    }

    /// A table after `count` keys, and how many it still knows. Asserts that
    /// it says of a key what was stored under it, or nothing.
    fn filled(bytes: usize, count: u64) -> (Table<u64>, usize) {
        let mut table = Table::new(bytes);
        for key in 0..count {
            table.update(&key, |slot| *slot = mark(key));
            assert_eq!(table.get(&key), mark(key));
        }
        let known = (0..count).filter(|key| match table.get(key) {
            proved if proved == Proved::default() => false,
            proved => {
                assert_eq!(proved, mark(*key));
                true
            }
        });
        let known = known.count();
        (table, known)
    }

    #[test]
    fn a_table_with_room_grows_and_keeps_nearly_everything() {
        let (table, known) = filled(1 << 24, 12_000);
        assert!(table.slots.len() > FIRST_SLOTS && table.slots.len() < table.max_slots);
        assert!((11_000..=12_000).contains(&known), "{known}");
        assert_eq!(table.used, known);
    }

    #[test]
    fn a_full_table_forgets() {
        let (table, known) = filled(1 << 14, 12_000);
        assert!(known <= table.slots.len() && known > table.slots.len() / 2, "{known}");
        assert_eq!(table.used, known);
    }

    #[test]
    fn a_table_takes_no_more_than_its_bytes_while_it_doubles() {
        let slot = size_of::<Option<(u64, Proved)>>();
        for bytes in [1_000, 1 << 14, 200_000, 500_000, 1 << 19] {
            let (table, _) = filled(bytes, 16_000);
            assert_eq!(table.slots.len(), table.max_slots);
            let at_most = table.max_slots * slot * 3 / 2;
            assert!(at_most <= bytes && at_most > bytes / 3, "{at_most} of {bytes}");
        }
        let (table, known) = filled(0, 100);
        assert_eq!((table.slots.len(), known), (BUCKET, BUCKET));
    }

    /// A key with the same hash as any other.
    #[derive(Clone, Copy, PartialEq, Eq)]
    struct Colliding(u64);

    impl Hash for Colliding {
        fn hash<H: Hasher>(&self, _: &mut H) {}
    }

    #[test]
    fn of_a_full_bucket_the_newest_entry_goes() {
        let mut table = Table::new(1 << 14);
        for key in 0..10 {
            table.update(&Colliding(key), |slot| *slot = mark(key));
        }
        let known = (0..10).filter(|&key| table.get(&Colliding(key)) == mark(key));
        assert_eq!(known.collect::<Vec<_>>(), [0, 1, 2, 9]);
        let others = (3..9).map(|key| table.get(&Colliding(key)));
        assert!(others.into_iter().all(|proved| proved == Proved::default()));
        assert_eq!(table.used, BUCKET);
    }

    #[test]
    fn updates_add_to_what_is_known() {
        let mut table = Table::new(1 << 20);
        let mut expected: HashMap<u64, Proved> = HashMap::new();
        for step in 0..1500 {
            let key = step % 500;
            let learn = |proved: &mut Proved| {
                proved.attack.learn(horizon((step % 91) as u8), false);
                proved.defence.learn(horizon((step % 77) as u8), true);
            };
            table.update(&key, learn);
            learn(expected.entry(key).or_default());
        }
        assert!(expected.iter().all(|(key, proved)| table.get(key) == *proved));
        assert_eq!(table.used, expected.len());
    }
}

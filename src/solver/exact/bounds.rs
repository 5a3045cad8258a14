use std::hash::{BuildHasher, Hash};

use rustc_hash::FxBuildHasher;

use super::worth::Worth;

/// What is proved about a position: it is worth at least `least` and at most
/// `most` to the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bounds {
    pub least: Worth,
    pub most: Worth,
}

impl Bounds {
    /// Nothing at all.
    const NONE: Self = Self { least: Worth::LOST, most: Worth::WON };

    /// Adds the result of a test: a lower bound if it reaches its goal, an
    /// upper one if not.
    pub fn learn(&mut self, goal: Worth, found: Worth) {
        if found >= goal {
            self.least = self.least.max(found);
        } else {
            self.most = self.most.min(found);
        }
    }

    /// The least and the most that a turn is worth that leads here, where the
    /// same side moves `again` or not.
    pub fn before(self, again: bool) -> (Worth, Worth) {
        let (least, most) = if again { (self.least, self.most) } else { (self.most, self.least) };
        (least.before(again), most.before(again))
    }
}

/// What is proved about positions, by their exact keys, in bounded memory.
///
/// It starts small and doubles while it may; when it is full, a new position
/// takes the place of the one in its bucket that cost the least work. Losing an
/// entry costs time, never truth.
pub(super) struct Table<K> {
    slots: Vec<Slot<K>>,
    used: usize,
    max_slots: usize,
}

#[derive(Clone, Copy)]
struct Slot<K> {
    key: K,
    bounds: Bounds,
    /// The binary logarithm of the work, from 1; 0 for an empty slot.
    work: u8,
}

const FIRST_SLOTS: usize = 1 << 12;
/// How many neighbouring slots a key may stand in.
const BUCKET: usize = 4;

impl<K: Copy + Eq + Hash + Default> Table<K> {
    /// A table that takes at most `bytes`, with a minimum of a few slots.
    pub fn new(bytes: usize) -> Self {
        let slots = bytes / size_of::<Slot<K>>();
        // While it doubles, the old half is there too.
        let max_slots = ((slots / 3 * 2 + 2).next_power_of_two() / 2).max(BUCKET);
        Self { slots: Self::empty(FIRST_SLOTS.min(max_slots)), used: 0, max_slots }
    }

    fn empty(slots: usize) -> Vec<Slot<K>> {
        vec![Slot::empty(); slots]
    }

    fn bucket(&self, key: &K) -> usize {
        let hash = FxBuildHasher.hash_one(key) as usize;
        hash & (self.slots.len() - 1) & !(BUCKET - 1)
    }

    /// What is known about a position.
    #[inline]
    pub fn get(&self, key: &K) -> Bounds {
        let start = self.bucket(key);
        let known = self.slots[start..start + BUCKET].iter().find(|slot| slot.is(key));
        known.map_or(Bounds::NONE, |slot| slot.bounds)
    }

    /// Adds what `work` nodes have proved about a position.
    pub fn update(&mut self, key: &K, work: u64, learn: impl FnOnce(&mut Bounds)) {
        if self.used * 2 > self.slots.len() && self.slots.len() < self.max_slots {
            self.grow();
        }
        let start = self.bucket(key);
        let bucket = &mut self.slots[start..start + BUCKET];
        let known = bucket.iter().position(|slot| slot.is(key));
        let slot = known.unwrap_or_else(|| {
            (0..BUCKET).min_by_key(|&slot| bucket[slot].work).unwrap_or_default()
        });
        let slot = &mut bucket[slot];
        if known.is_none() {
            self.used += usize::from(slot.work == 0);
            *slot = Slot { key: *key, bounds: Bounds::NONE, work: 0 };
        }
        slot.work = slot.work.max(1 + work.checked_ilog2().unwrap_or_default() as u8);
        learn(&mut slot.bounds);
    }

    fn grow(&mut self) {
        let size = self.slots.len() * 2;
        let mut slots = Vec::new();
        if slots.try_reserve_exact(size).is_err() {
            // The system has no more: what there is has to do.
            self.max_slots = self.slots.len();
            return;
        }
        slots.resize(size, Slot::empty());
        let old = std::mem::replace(&mut self.slots, slots);
        self.used = 0;
        for slot in old.into_iter().filter(|slot| slot.work > 0) {
            self.update(&slot.key, 1 << (slot.work - 1), |bounds| *bounds = slot.bounds);
        }
    }
}

impl<K: Default> Slot<K> {
    fn empty() -> Self {
        Self { key: K::default(), bounds: Bounds::NONE, work: 0 }
    }
}

impl<K: Eq> Slot<K> {
    fn is(&self, key: &K) -> bool {
        self.work > 0 && self.key == *key
    }
}

#[cfg(test)]
mod tests {
    use std::hash::Hasher;

    use super::*;

    /// What a position that is lost in `plies` is worth.
    fn lost_in(plies: u64) -> Worth {
        (0..plies).fold(Worth::LOST, |worth, _| worth.better())
    }

    fn won_in(plies: u64) -> Worth {
        (0..plies).fold(Worth::WON, |worth, _| worth.worse())
    }

    #[test]
    fn a_test_that_succeeds_raises_the_lower_bound_and_one_that_fails_lowers_the_upper() {
        let mut bounds = Bounds::NONE;
        let mut learn = |goal, found| {
            bounds.learn(goal, found);
            (bounds.least, bounds.most)
        };
        assert_eq!(learn(Worth::ANY_WIN, won_in(9)), (won_in(9), Worth::WON));
        assert_eq!(learn(won_in(5), won_in(7)), (won_in(9), won_in(7)));
        // Nothing new.
        assert_eq!(learn(won_in(11), won_in(11)), (won_in(9), won_in(7)));
        assert_eq!(learn(won_in(3), won_in(5)), (won_in(9), won_in(7)));
        assert_eq!(learn(won_in(7), won_in(7)), (won_in(7), won_in(7)));
    }

    #[test]
    fn bounds_change_places_with_the_side_to_move() {
        let bounds = Bounds { least: lost_in(4), most: won_in(3) };
        assert_eq!(bounds.before(true), (lost_in(5), won_in(4)));
        assert_eq!(bounds.before(false), (lost_in(4), won_in(5)));
    }

    /// Exact bounds, different for any two keys below 10 000.
    fn mark(key: u64) -> Bounds {
        Bounds { least: lost_in(key % 100), most: won_in(key / 100) }
    }

    /// A table after `count` keys, and how many it still knows. Asserts that
    /// it says of a key what was stored under it, or nothing.
    fn filled(bytes: usize, count: u64) -> (Table<u64>, usize) {
        let mut table = Table::new(bytes);
        for key in 1..=count {
            table.update(&key, 1, |slot| *slot = mark(key));
            assert_eq!(table.get(&key), mark(key));
        }
        let known = (1..=count).filter(|key| match table.get(key) {
            Bounds::NONE => false,
            bounds => {
                assert_eq!(bounds, mark(*key));
                true
            }
        });
        let known = known.count();
        (table, known)
    }

    #[test]
    fn a_table_with_room_grows_and_keeps_nearly_everything() {
        let (table, known) = filled(1 << 24, 9_000);
        assert!(table.slots.len() > FIRST_SLOTS && table.slots.len() < table.max_slots);
        assert!((8_000..=9_000).contains(&known), "{known}");
        assert_eq!(table.used, known);
    }

    #[test]
    fn a_full_table_forgets_and_takes_no_more_than_its_bytes() {
        for bytes in [1_000, 1 << 14, 50_000, 100_000] {
            let (table, known) = filled(bytes, 9_000);
            assert_eq!((table.slots.len(), table.used), (table.max_slots, known));
            let at_most = table.max_slots * size_of::<Slot<u64>>() * 3 / 2;
            assert!(at_most <= bytes && at_most > bytes / 3, "{at_most} of {bytes}");
        }
        assert_eq!(filled(0, 100).1, BUCKET);
    }

    /// A key with the same hash as any other.
    #[derive(Clone, Copy, PartialEq, Eq, Default)]
    struct Colliding(u64);

    impl Hash for Colliding {
        fn hash<H: Hasher>(&self, _: &mut H) {}
    }

    #[test]
    fn of_a_full_bucket_the_entry_that_cost_least_goes() {
        let mut table = Table::new(1 << 14);
        for (key, work) in [(1, 100), (2, 10), (3, 1000), (4, 10_000), (5, 50), (6, 5)] {
            table.update(&Colliding(key), work, |slot| *slot = mark(key));
        }
        let known = (0..10).filter(|&key| table.get(&Colliding(key)) != Bounds::NONE);
        assert_eq!(known.collect::<Vec<_>>(), [1, 3, 4, 6]);
        assert_eq!(table.used, BUCKET);
    }

    /// The key that empty slots hold is like any other.
    #[test]
    fn the_default_key_is_unknown_until_it_is_stored() {
        let mut table = Table::new(1 << 14);
        assert_eq!(table.get(&0_u64), Bounds::NONE);
        table.update(&0, 1, |slot| *slot = mark(77));
        assert_eq!(table.get(&0), mark(77));
    }
}

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
        vec![Slot { key: K::default(), bounds: Bounds::NONE, work: 0 }; slots]
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
        let old = std::mem::replace(&mut self.slots, Self::empty(size));
        self.used = 0;
        for slot in old.into_iter().filter(|slot| slot.work > 0) {
            self.update(&slot.key, 1 << (slot.work - 1), |bounds| *bounds = slot.bounds);
        }
    }
}

impl<K: Eq> Slot<K> {
    fn is(&self, key: &K) -> bool {
        self.work > 0 && self.key == *key
    }
}

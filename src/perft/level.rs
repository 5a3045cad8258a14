use rayon::prelude::*;

use super::{FoldError, Overflow, add};

/// Classes of equal positions, in order, each with the number of sequences
/// that lead to it.
pub(super) type Level<K> = Vec<(K, u64)>;

/// Collects classes into a [`Level`], within a bound of memory.
///
/// New classes wait in no order; when their room is full they are sorted and
/// merged into what was sorted before.
pub(super) struct LevelBuilder<K> {
    sorted: Level<K>,
    waiting: Level<K>,
    most_sorted: usize,
    most_waiting: usize,
}

impl<K: Copy + Ord + Send> LevelBuilder<K> {
    /// A builder that never holds more than `memory` bytes, and never makes
    /// room for more than `most` classes.
    ///
    /// # Errors
    /// [`FoldError::Memory`] if the system does not have that much.
    pub fn new(memory: usize, most: usize) -> Result<Self, FoldError> {
        // The less may wait, the more often all is merged.
        let entries = memory / size_of::<(K, u64)>();
        let most_waiting = (entries / 4).min(most);
        let most_sorted = (entries - most_waiting).min(most);
        // On most systems, room that is not used costs addresses, not memory.
        let (sorted, waiting) = (room_for(most_sorted)?, room_for(most_waiting)?);
        Ok(Self { sorted, waiting, most_sorted, most_waiting })
    }

    /// Adds classes.
    ///
    /// # Errors
    /// [`FoldError::Memory`] if there is no room for all of them.
    pub fn extend(&mut self, mut classes: &[(K, u64)]) -> Result<(), FoldError> {
        while !classes.is_empty() {
            if self.waiting.len() == self.most_waiting {
                self.merge()?;
            }
            let room = (self.most_waiting - self.waiting.len()).min(classes.len());
            if room == 0 {
                return Err(FoldError::Memory);
            }
            let (now, later) = classes.split_at(room);
            self.waiting.extend_from_slice(now);
            classes = later;
        }
        Ok(())
    }

    /// The level.
    ///
    /// # Errors
    /// As for [`extend`](LevelBuilder::extend).
    pub fn finish(mut self) -> Result<Level<K>, FoldError> {
        self.merge()?;
        drop(self.waiting);
        self.sorted.shrink_to_fit();
        Ok(self.sorted)
    }

    /// Merges what waits into what is sorted.
    fn merge(&mut self) -> Result<(), FoldError> {
        self.waiting.par_sort_unstable_by_key(|&(class, _)| class);
        combine(&mut self.waiting)?;
        self.absorb_known()?;
        if self.sorted.len() + self.waiting.len() > self.most_sorted {
            return Err(FoldError::Memory);
        }
        self.merge_new();
        Ok(())
    }

    /// Adds the numbers of waiting classes to those of the same classes that
    /// are sorted already, and leaves the other ones waiting.
    fn absorb_known(&mut self) -> Result<(), FoldError> {
        let (mut known, mut kept) = (0, 0);
        for index in 0..self.waiting.len() {
            let (class, number) = self.waiting[index];
            while known < self.sorted.len() && self.sorted[known].0 < class {
                known += 1;
            }
            match self.sorted.get_mut(known) {
                Some((same, sum)) if *same == class => *sum = add(*sum, number)?,
                _ => {
                    self.waiting[kept] = (class, number);
                    kept += 1;
                }
            }
        }
        self.waiting.truncate(kept);
        Ok(())
    }

    /// Merges waiting classes, sorted and all new, into the sorted ones: from
    /// the end, into the room behind them.
    fn merge_new(&mut self) {
        let (mut left, mut right) = (self.sorted.len(), self.waiting.len());
        self.sorted.extend_from_slice(&self.waiting);
        while left > 0 && right > 0 {
            let from_left = self.sorted[left - 1].0 > self.waiting[right - 1].0;
            self.sorted[left + right - 1] = match from_left {
                true => self.sorted[left - 1],
                false => self.waiting[right - 1],
            };
            left -= usize::from(from_left);
            right -= usize::from(!from_left);
        }
        // What is left of the new classes comes before all others.
        self.sorted[..right].copy_from_slice(&self.waiting[..right]);
        self.waiting.clear();
    }
}

fn room_for<K>(entries: usize) -> Result<Level<K>, FoldError> {
    let mut level = Vec::new();
    level.try_reserve_exact(entries).map_err(|_| FoldError::Memory)?;
    Ok(level)
}

/// Makes neighbours of the same class one.
fn combine<K: Copy + Eq>(classes: &mut Level<K>) -> Result<(), Overflow> {
    let mut kept = 0;
    for index in 0..classes.len() {
        let (class, number) = classes[index];
        if kept > 0 && classes[kept - 1].0 == class {
            classes[kept - 1].1 = add(classes[kept - 1].1, number)?;
        } else {
            classes[kept] = (class, number);
            kept += 1;
        }
    }
    classes.truncate(kept);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENTRY: usize = size_of::<(u32, u64)>();

    /// Numbers below `classes`, each several times, in no order.
    fn entries(classes: u32) -> Vec<(u32, u64)> {
        (0..1000).map(|index| (index * 7919 % 1000 % classes, u64::from(index))).collect()
    }

    #[test]
    fn classes_are_sorted_and_their_numbers_added() {
        for (memory, classes) in [(1 << 20, 100), (140 * ENTRY, 100), (2000 * ENTRY, 1000)] {
            let mut builder = LevelBuilder::new(memory, 1000).unwrap();
            let entries = entries(classes);
            for part in entries.chunks(37) {
                builder.extend(part).unwrap();
            }
            let level = builder.finish().unwrap();
            assert!(level.is_sorted() && level.len() == classes as usize);
            for (class, sum) in level {
                let numbers = entries.iter().filter(|&&(other, _)| other == class);
                assert_eq!(sum, numbers.map(|&(_, number)| number).sum::<u64>());
            }
        }
    }

    #[test]
    fn a_lack_of_memory_is_reported() {
        for memory in [0, ENTRY, 100 * ENTRY] {
            let mut builder = LevelBuilder::new(memory, 1000).unwrap();
            let result = builder.extend(&entries(1000)).and_then(|()| builder.finish());
            assert_eq!(result, Err(FoldError::Memory));
        }
    }

    #[test]
    fn an_overflow_is_reported() {
        let mut builder = LevelBuilder::new(1 << 10, 10).unwrap();
        builder.extend(&[(1, u64::MAX), (1, 1)]).unwrap();
        assert_eq!(builder.finish(), Err(FoldError::Overflow(Overflow)));
    }
}

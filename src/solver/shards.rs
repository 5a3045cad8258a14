use std::hash::{BuildHasher, Hash};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustc_hash::FxBuildHasher;

use super::table::{Proved, Table};

/// The table of a search, for one thread or for several.
pub(super) enum Store<K> {
    /// One thread has it to itself.
    Own(Table<K>),
    /// Several threads share it.
    Shared(Shards<K>),
}

impl<K: Copy + Eq + Hash> Store<K> {
    /// A table that takes at most `bytes`, with a minimum of a few slots a
    /// shard.
    pub fn new(bytes: usize, threads: usize) -> Self {
        match threads {
            1 => Self::Own(Table::new(bytes)),
            _ => Self::Shared(Shards::new(bytes, threads)),
        }
    }

    /// The same table for another thread.
    ///
    /// # Panics
    /// If it was made for one thread.
    pub fn share(&self) -> Self {
        match self {
            Self::Own(_) => panic!("the table of one thread is not shared"),
            Self::Shared(shards) => Self::Shared(shards.clone()),
        }
    }

    /// What is known about a position.
    #[inline]
    pub fn get(&self, key: &K) -> Proved {
        match self {
            Self::Own(table) => table.get(key),
            Self::Shared(shards) => shards.of(key).get(key),
        }
    }

    /// Adds to what is known about a position.
    #[inline]
    pub fn update(&mut self, key: &K, learn: impl FnOnce(&mut Proved)) {
        match self {
            Self::Own(table) => table.update(key, learn),
            Self::Shared(shards) => shards.of(key).update(key, learn),
        }
    }
}

/// A table that is cut by key into parts, each with a lock of its own: an entry
/// is read and written as a whole.
#[derive(Clone)]
pub(super) struct Shards<K>(Arc<[Shard<K>]>);

/// Apart from its neighbours in memory, so that their locks do not disturb
/// each other.
#[repr(align(128))]
struct Shard<K>(Mutex<Table<K>>);

/// How many shards there are for each thread: two threads seldom want the same
/// one.
const PER_THREAD: usize = 32;

impl<K: Copy + Eq + Hash> Shards<K> {
    fn new(bytes: usize, threads: usize) -> Self {
        let count = (threads * PER_THREAD).next_power_of_two();
        let shard = |_| Shard(Mutex::new(Table::part(bytes, count)));
        Self((0..count).map(shard).collect())
    }

    /// The shard in which a key stands.
    fn of(&self, key: &K) -> MutexGuard<'_, Table<K>> {
        // Slots within a shard are found by the lowest bits of the hash.
        let shard = (FxBuildHasher.hash_one(key) >> 48) as usize & (self.0.len() - 1);
        // Whoever panicked did not leave half an entry behind.
        self.0[shard].0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::horizon::Horizon;

    #[test]
    fn shards_share_the_keys_and_the_bytes() {
        for threads in [2, 5] {
            let shards: Shards<u64> = Shards::new(1 << 22, threads);
            let mut store = Store::Shared(shards.clone());
            for key in 0..1 << 14 {
                let horizon = Horizon::from_half_turns((key % 100) as u8);
                store.update(&key, |proved| proved.attack.learn(horizon, true));
            }
            let (mut bytes, mut least) = (0, usize::MAX);
            for Shard(table) in &*shards.0 {
                let table = table.lock().unwrap();
                bytes += table.most_bytes();
                least = least.min(table.used());
            }
            assert!(bytes <= 1 << 22, "{bytes}");
            let fair = (1 << 14) / shards.0.len();
            assert!(least > fair / 2, "{least} of {fair} keys in the smallest of the shards");
        }
    }

    #[test]
    fn threads_add_to_the_same_entries() {
        let store: Store<u64> = Store::new(1 << 24, 4);
        let half_turns = |key: u64| Horizon::from_half_turns((key % 50) as u8);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(4).build().unwrap();
        pool.scope(|scope| {
            for thread in 0..4 {
                let mut store = store.share();
                scope.spawn(move |_| {
                    for key in 0..20_000 {
                        store.update(&key, |proved| match thread {
                            0 => proved.attack.learn(half_turns(key), true),
                            1 => proved.attack.learn(half_turns(key / 50), false),
                            2 => proved.defence.learn(half_turns(key), true),
                            _ => proved.defence.learn(half_turns(key / 50), false),
                        });
                    }
                });
            }
        });
        let complete = (0..20_000).filter(|key| {
            let mut expected = Proved::default();
            for bounds in [&mut expected.attack, &mut expected.defence] {
                bounds.learn(half_turns(*key), true);
                bounds.learn(half_turns(key / 50), false);
            }
            store.get(key) == expected
        });
        // Others had to leave full buckets and came back, so lost a part.
        let complete = complete.count();
        assert!(complete > 15_000, "{complete}");
    }
}

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Random numbers that are the same on every machine.
#[derive(Clone, Debug)]
pub struct Dice(ChaCha8Rng);

impl Dice {
    /// The dice with this `number` among those that `seed` gives. What is
    /// thrown with one says nothing about the others.
    #[must_use]
    pub fn new(seed: u64, number: u64) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(number);
        Self(rng)
    }

    /// A number below `bound`, which is not 0.
    pub fn below(&mut self, bound: usize) -> usize {
        // The upper half of a product of 64 bits each is as good as even.
        let product = u128::from(self.0.next_u64()) * bound as u128;
        (product >> 64) as usize
    }

    /// A number from `least` to `most`, both included.
    pub fn between(&mut self, least: usize, most: usize) -> usize {
        least + self.below(most - least + 1)
    }

    /// Whether something happens that happens `times` times out of `of`.
    pub fn chance(&mut self, times: usize, of: usize) -> bool {
        self.below(of) < times
    }

    /// One of several things; `None` if there are none.
    pub fn pick<T: Copy>(&mut self, things: &[T]) -> Option<T> {
        (!things.is_empty()).then(|| things[self.below(things.len())])
    }

    /// One of the things that an iterator gives; `None` if there are none.
    pub fn pick_from<T>(&mut self, things: impl Iterator<Item = T>) -> Option<T> {
        let mut things: Vec<T> = things.collect();
        (!things.is_empty()).then(|| things.swap_remove(self.below(things.len())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_and_a_number_give_one_sequence() {
        let throws = |seed, number| {
            let mut dice = Dice::new(seed, number);
            (0..20).map(|_| dice.below(1000)).collect::<Vec<_>>()
        };
        assert_eq!(throws(1, 2), throws(1, 2));
        assert_ne!(throws(1, 2), throws(1, 3));
        assert_ne!(throws(1, 2), throws(2, 2));
    }

    #[test]
    fn everything_that_can_come_up_does_about_as_often() {
        let mut dice = Dice::new(7, 0);
        let mut counts = [0; 6];
        (0..6000).for_each(|_| counts[dice.between(2, 7) - 2] += 1);
        assert!(counts.iter().all(|count| (850..1150).contains(count)), "{counts:?}");
        assert_eq!(dice.pick::<u8>(&[]), None);
        assert_eq!(dice.pick(&[3]), Some(3));
        assert!((0..100).all(|_| dice.chance(1, 1) && !dice.chance(0, 1)));
    }
}

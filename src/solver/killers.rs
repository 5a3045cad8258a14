use super::horizon::Horizon;

/// How many are kept for each horizon. With twice as many, and with a fourth,
/// searches take longer.
const KEPT: usize = 8;

/// The defences that refuted attacks lately, by the half-turns that were left:
/// they often refute the next one.
#[derive(Clone, Debug)]
pub(super) struct Killers<T>(Vec<[Option<T>; KEPT]>);

impl<T: Copy + Eq> Killers<T> {
    pub fn new() -> Self {
        Self(vec![[None; KEPT]; usize::from(u8::MAX) + 1])
    }

    /// Those for a horizon, the latest first.
    pub fn get(&self, horizon: Horizon) -> [Option<T>; KEPT] {
        self.0[usize::from(horizon.half_turns())]
    }

    /// Puts a turn first. If it is new, the oldest one goes.
    pub fn put(&mut self, horizon: Horizon, turn: T) {
        let killers = &mut self.0[usize::from(horizon.half_turns())];
        let place = killers.iter().position(|&kept| kept == Some(turn));
        killers[..=place.unwrap_or(KEPT - 1)].rotate_right(1);
        killers[0] = Some(turn);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_is_the_first_and_the_oldest_goes() {
        let mut killers = Killers::new();
        let [horizon, other] = [3, 4].map(Horizon::from_half_turns);
        let kept = |killers: &Killers<usize>| {
            killers.get(horizon).into_iter().flatten().collect::<Vec<_>>()
        };
        assert!(kept(&killers).is_empty());
        (0..KEPT).for_each(|turn| killers.put(horizon, turn));
        assert_eq!(kept(&killers), (0..KEPT).rev().collect::<Vec<_>>());
        killers.put(horizon, 1);
        assert_eq!(kept(&killers)[..2], [1, KEPT - 1]);
        assert_eq!(kept(&killers).len(), KEPT);
        killers.put(horizon, KEPT);
        assert!(kept(&killers).starts_with(&[KEPT, 1]) && !kept(&killers).contains(&0));
        assert_eq!(killers.get(other), [None; KEPT]);
    }
}

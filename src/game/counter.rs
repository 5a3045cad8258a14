use super::Game;

/// Counts the last turns of sequences, faster than by playing them.
///
/// A counter may remember what it has worked out, so it belongs to one thread
/// and is worth keeping from one position to the next.
pub trait Counter<G> {
    /// How many plies it counts at once, at most: at least one.
    const PLIES: u32;

    /// The number of sequences of exactly `plies` turns from `position`, where
    /// `plies` is at least one and at most [`PLIES`](Counter::PLIES).
    fn count(&mut self, position: &G, plies: u32) -> u64;
}

/// Counts one ply, as the game counts its turns.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct OnePly;

impl<G: Game> Counter<G> for OnePly {
    const PLIES: u32 = 1;

    fn count(&mut self, position: &G, plies: u32) -> u64 {
        debug_assert_eq!(plies, 1);
        position.count_turns()
    }
}

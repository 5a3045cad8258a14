use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::*;
use crate::game::Player;
use crate::perft::Method;
use crate::shobu::{Bitboard, Setup};

/// A position with up to `most` stones of each colour on each board, often one.
fn random(rng: &mut ChaCha8Rng, most: u32) -> Position {
    let (mut own, mut enemy) = (0u64, 0u64);
    for board in 0..4 {
        for colour in [&mut own, &mut enemy] {
            let stones = 1 + rng.next_u32() % most * (rng.next_u32() % 4).min(1);
            for _ in 0..stones {
                *colour |= 1 << (16 * board + rng.next_u32() % 16);
            }
        }
    }
    let side = if rng.next_u32().is_multiple_of(2) { Player::First } else { Player::Second };
    let setup = Setup { black: Bitboard(own & !enemy), white: Bitboard(enemy), side };
    Position::try_from(setup).unwrap_or_else(|_| random(rng, most))
}

/// Compares both counters with plain enumeration on random positions.
fn compare(seed: u64, plies: u32, rounds: u32) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut counters = [SequenceCounter::new(1 << 20), SequenceCounter::portable(1 << 20)];
    for round in 0..rounds {
        let position = random(&mut rng, 1 + round % 4);
        let expected = Method::Walk.count(&position, plies).unwrap();
        for counter in &mut counters {
            assert_eq!(counter.count(&position, plies), expected, "{position}");
        }
    }
}

#[test]
fn two_turns_agree_with_enumeration() {
    compare(1, 2, if cfg!(debug_assertions) { 400 } else { 10_000 });
}

#[test]
fn three_turns_agree_with_enumeration() {
    compare(2, 3, if cfg!(debug_assertions) { 20 } else { 400 });
}

#[cfg(target_arch = "x86_64")]
use super::avx2::Avx2;
use super::features::{BoardState, Features};
use super::form;

/// The instructions with which features and the form of two turns are worked
/// out.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kernel {
    /// Those that every processor has.
    Portable,
    /// The vector instructions of x86-64.
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
}

impl Kernel {
    /// The fastest one that this processor can run.
    pub fn fastest() -> Self {
        #[cfg(target_arch = "x86_64")]
        if let Some(avx2) = Avx2::detect() {
            return Self::Avx2(avx2);
        }
        Self::Portable
    }

    /// See [`BoardState::features`].
    pub fn features(self, board: BoardState, features: &mut Features) {
        match self {
            Self::Portable => board.features(features),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(avx2) => avx2.features(board, features),
        }
    }

    /// See [`form::sequences`].
    #[inline]
    pub fn sequences(self, boards: [&Features; 4]) -> u64 {
        match self {
            Self::Portable => form::sequences(boards),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(avx2) => avx2.sequences(boards),
        }
    }
}

#[cfg(test)]
mod tests {
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::{Rng, SeedableRng};

    use super::*;

    /// Features with every byte within its bound in a sum, often at it.
    fn extreme(rng: &mut ChaCha8Rng) -> Features {
        let mut byte = |most: u32| match rng.next_u32() % 4 {
            0 => (rng.next_u32() % (most + 1)) as u16,
            _ => most as u16,
        };
        let mut word = |most| byte(most) | byte(most) << 8;
        let mut matrix = || std::array::from_fn(|_| std::array::from_fn(|_| word(64)));
        let (aggressive_then_aggressive, crossed) = (matrix(), matrix());
        let mut bytes = || std::array::from_fn(|_| word(16));
        let (aggressive, passive, replies) = (bytes(), bytes(), bytes());
        let boards = byte(4);
        Features { aggressive_then_aggressive, crossed, aggressive, passive, replies, boards }
    }

    #[test]
    fn no_instruction_overflows_at_the_bounds() {
        if let Kernel::Portable = Kernel::fastest() {
            // There is nothing to compare with on this processor.
            return;
        }
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        for _ in 0..1000 {
            let boards: [Features; 4] = std::array::from_fn(|_| extreme(&mut rng));
            let [h0, h1, f2, f3] = &boards;
            let boards = [h0, h1, f2, f3];
            assert_eq!(Kernel::fastest().sequences(boards), Kernel::Portable.sequences(boards));
        }
    }
}

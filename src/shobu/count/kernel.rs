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
    pub fn features(self, board: BoardState) -> Features {
        match self {
            Self::Portable => board.features(),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(avx2) => avx2.features(board),
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

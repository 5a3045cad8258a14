use super::{Game, Player};

/// The symmetries of a game that keep the side to move, and an ordered exact
/// encoding of its positions: what merging equal positions takes.
///
/// A symmetry maps positions to positions and the turns of one to the turns of
/// the other, so both have the same number of sequences below them.
pub trait Symmetry: Game {
    /// An exact encoding of a position, up to an exchange of the colours if
    /// that is a symmetry of the game: relative to the side to move, then.
    ///
    /// `Ord` should put positions that have much in common next to each other,
    /// so that what is learnt from one is at hand for the next.
    type Code: Copy + Ord + std::fmt::Debug + Send + Sync;

    /// How many symmetries there are, the identity included.
    const SYMMETRIES: usize;

    /// The code of the position.
    fn code(&self) -> Self::Code;

    /// The position with this code in which `side` is to move; the other side
    /// if that is the only one that can be, with this code.
    fn from_code(code: Self::Code, side: Player) -> Self;

    /// The position after the symmetry with this number, below
    /// [`SYMMETRIES`](Symmetry::SYMMETRIES); 0 is the identity.
    #[must_use]
    fn image(&self, symmetry: usize) -> Self;

    /// The smallest code among the images: the same for two positions if and
    /// only if one is an image of the other, up to what codes tell apart.
    fn canonical(&self) -> Self::Code {
        let others = (1..Self::SYMMETRIES).map(|symmetry| self.image(symmetry).code());
        others.fold(self.code(), std::cmp::min)
    }
}

use std::fmt::{self, Display, Formatter};

/// A point of a [`Diagram`](super::Diagram), by its coordinates.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Spot {
    /// The letter of its file.
    pub file: char,
    /// The number of its rank.
    pub rank: char,
}

impl Display for Spot {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file, self.rank)
    }
}

/// One thing that a turn does, as a picture shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stroke {
    /// A piece moves along these points, from the first to the last. `aside`
    /// tells the lesser of two moves, such as SHŌBU's passive one.
    Move {
        /// At least two points.
        path: Vec<Spot>,
        /// Whether it is the lesser of two moves.
        aside: bool,
    },
    /// A piece is pushed away from this point.
    Pushed {
        /// Where it stood.
        from: Spot,
        /// Where it goes, if it stays on its board.
        to: Option<Spot>,
    },
    /// A piece is taken from this point.
    Taken(Spot),
    /// A piece is put on this point.
    Put(Spot),
}

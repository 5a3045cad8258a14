/// A picture of a position: panels in rows, top row first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagram {
    /// The rows of panels, from the top.
    pub rows: Vec<Vec<Panel>>,
    /// What lies between two rows of panels, such as SHŌBU's rope.
    pub divider: Option<&'static str>,
}

/// One board of a picture: a rectangle of cells with coordinates.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Panel {
    /// What the board is called.
    pub title: String,
    /// The shade of its surface.
    pub tint: Tint,
    /// The letters of its files, from the left.
    pub files: Vec<char>,
    /// The numbers of its ranks, from the top.
    pub ranks: Vec<char>,
    /// The cells: `cells[rank][file]`, from the top left.
    pub cells: Vec<Vec<Cell>>,
}

/// The shade of a panel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tint {
    /// Dark wood.
    Dark,
    /// Light wood.
    Light,
}

/// What stands on a point, and what is to be said of it on request.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Cell {
    /// The piece there, as an index into
    /// [`Notation::PIECES`](super::Notation::PIECES).
    pub piece: Option<usize>,
    /// One of the [`Notation::MARKS`](super::Notation::MARKS).
    pub mark: Option<char>,
}

/// What a kind of piece is called, and how it is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Its name: the player's, if it is a player's.
    pub name: &'static str,
    /// The letter that stands for it, as in the notation.
    pub letter: char,
    /// The symbol that stands for it where there are no colours.
    pub symbol: char,
    /// Its colour, in the palette of 256 of terminals.
    pub colour: u8,
}

/// A mark on a point, and what it says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    /// The mark.
    pub symbol: char,
    /// What it says of the piece there.
    pub meaning: &'static str,
}

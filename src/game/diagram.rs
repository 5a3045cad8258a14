use super::Player;

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

/// What stands on a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cell {
    /// Nothing.
    Empty,
    /// A piece of a player.
    Piece(Player),
    /// A piece of neither player, such as SPOOK's ghost.
    Neutral,
}

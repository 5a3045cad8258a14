/// A picture of a position: panels in rows, top row first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagram {
    /// The rows of panels, from the top.
    pub rows: Vec<Vec<Panel>>,
    /// What lies between two rows of panels, such as SHŌBU's rope.
    pub divider: Option<&'static str>,
}

impl Diagram {
    /// The picture as the player on the other side of the table sees it. Panels
    /// in a single row keep their order: they lie upon each other, and not
    /// beside each other.
    #[must_use]
    pub fn flipped(mut self) -> Self {
        if self.rows.len() > 1 {
            self.rows.reverse();
            self.rows.iter_mut().for_each(|row| row.reverse());
        }
        for panel in self.rows.iter_mut().flatten() {
            panel.files.reverse();
            panel.ranks.reverse();
            panel.cells.reverse();
            panel.cells.iter_mut().for_each(|row| row.reverse());
        }
        self
    }
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
    /// The symbol where its colour tells it from the others.
    pub coloured: char,
    /// Its colour, in the palette of 256 of terminals.
    pub colour: u8,
    /// Whether it has a ring in pictures, which tells it from the others without
    /// colours too: for what is nobody's.
    pub has_ring: bool,
}

impl Piece {
    /// Its colour as red, green and blue.
    ///
    /// Of the palette of 256, the cube and the greys are the same on all
    /// terminals, and only they are used.
    #[must_use]
    pub const fn rgb(&self) -> [u8; 3] {
        const fn level(step: u8) -> u8 {
            if step == 0 { 0 } else { 55 + 40 * step }
        }
        match self.colour {
            232.. => [8 + 10 * (self.colour - 232); 3],
            16.. => {
                let cube = self.colour - 16;
                [level(cube / 36), level(cube / 6 % 6), level(cube % 6)]
            }
            _ => [128; 3],
        }
    }
}

/// A mark on a point, and what it says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    /// The mark.
    pub symbol: char,
    /// What it says of the piece there.
    pub meaning: &'static str,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Notation;
    use crate::{shobu, spook};

    /// The cells by their coordinates, in an order that does not depend on how
    /// they are laid out.
    fn cells(diagram: &Diagram) -> Vec<(char, char, Cell)> {
        let panels = diagram.rows.iter().flatten();
        let mut cells: Vec<_> = panels
            .flat_map(|panel| {
                panel.ranks.iter().zip(&panel.cells).flat_map(|(&rank, row)| {
                    panel.files.iter().zip(row).map(move |(&file, &cell)| (file, rank, cell))
                })
            })
            .collect();
        cells.sort_unstable_by_key(|&(file, rank, _)| (file, rank));
        cells
    }

    #[test]
    fn colours_are_those_of_terminals() {
        let colours =
            [16, 231, 124, 232].map(|colour| Piece { colour, ..shobu::Position::PIECES[0] }.rgb());
        assert_eq!(colours, [[0; 3], [255; 3], [175, 0, 0], [8; 3]]);
    }

    fn flips<G: Notation>(position: &G) {
        let diagram = position.diagram();
        let flipped = diagram.clone().flipped();
        assert_ne!(diagram, flipped);
        assert_eq!(cells(&diagram), cells(&flipped));
        assert_eq!(diagram, flipped.flipped());
    }

    #[test]
    fn a_flipped_picture_shows_the_same_from_the_other_side() {
        let rules = spook::Position::RULES[0];
        let text = "4/rbr1/rbb1/2w1:3/1b1/3:2/2:1 r";
        let spook = spook::Position::parse(text, rules).expect("the position is legal");
        flips(&shobu::Position::START);
        flips(&spook);
        let corner = |diagram: &Diagram| (diagram.rows[0][0].files[0], diagram.rows[0][0].ranks[0]);
        let start = shobu::Position::START.diagram();
        assert_eq!([corner(&start), corner(&start.flipped())], [('a', '8'), ('h', '1')]);
        // The levels of the pyramid still begin with the lowest.
        assert_eq!(corner(&spook.diagram().flipped()), ('d', '1'));
    }
}

use std::fmt::{self, Display, Formatter};

use anstyle::{Ansi256Color, AnsiColor, Color, Style};
use tsume::game::{Cell, Diagram, Notation, Panel, Piece, Tint};

/// How a board is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Look {
    /// Letters and hyphens.
    Ascii,
    /// Discs and lines.
    Unicode,
    /// Discs in the players' colours on wood.
    Coloured,
}

/// A position drawn for a terminal, with a line that says what is what.
pub struct Board<'a, G> {
    position: &'a G,
    look: Look,
    marks: bool,
    flipped: bool,
}

impl<'a, G: Notation> Board<'a, G> {
    pub const fn new(position: &'a G, look: Look) -> Self {
        Self { position, look, marks: false, flipped: false }
    }

    /// The same with what can be said of single pieces.
    pub const fn marked(self) -> Self {
        Self { marks: true, ..self }
    }

    /// The same seen from the other side.
    pub const fn flipped(self) -> Self {
        Self { flipped: true, ..self }
    }
}

impl<G: Notation> Display for Board<'_, G> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let diagram = self.position.diagram();
        let Diagram { rows, divider } = if self.flipped { diagram.flipped() } else { diagram };
        for (index, row) in rows.iter().enumerate() {
            let blocks: Vec<_> = row.iter().map(|panel| self.panel(panel)).collect();
            if let (true, Some(name)) = (index > 0, divider) {
                writeln!(f, "{}", self.divider(name, &blocks))?;
            }
            let height = blocks.iter().map(|block| block.lines.len()).max().unwrap_or(0);
            for line in 0..height {
                let lines = blocks.iter().map(|block| block.line(line, height));
                writeln!(f, "{}", lines.collect::<Vec<_>>().join(GAP).trim_end())?;
            }
        }
        self.legend(f)
    }
}

/// What lies between two panels.
const GAP: &str = "   ";
/// What lies left of a panel: the numbers of its ranks.
const MARGIN: &str = "   ";

/// A panel as lines of text.
struct Block {
    lines: Vec<String>,
    width: usize,
}

impl Block {
    /// A line, counted from the top of a row `height` lines high at the bottom
    /// of which the block stands.
    fn line(&self, line: usize, height: usize) -> String {
        match (line + self.lines.len()).checked_sub(height) {
            Some(index) => self.lines[index].clone(),
            None => " ".repeat(self.width),
        }
    }
}

impl<G: Notation> Board<'_, G> {
    fn panel(&self, panel: &Panel) -> Block {
        let inside = 3 * panel.files.len();
        let [left, top, right, bottom_left, bottom_right, across, side] = match self.look {
            Look::Ascii => ["+", "-", "+", "+", "+", "-", "|"],
            Look::Unicode | Look::Coloured => ["┌", "─", "┐", "└", "┘", "─", "│"],
        };
        let width = MARGIN.len() + inside + 2;
        let centred = |text: &str| format!("{MARGIN}{text:^width$}", width = inside + 2);
        let mut lines =
            vec![centred(&panel.title), format!("{MARGIN}{left}{}{right}", top.repeat(inside))];
        for (rank, cells) in panel.ranks.iter().zip(&panel.cells) {
            let cells: String = cells.iter().map(|&cell| self.cell(cell, panel.tint)).collect();
            lines.push(format!(" {rank} {side}{cells}{side}"));
        }
        lines.push(format!("{MARGIN}{bottom_left}{}{bottom_right}", across.repeat(inside)));
        let files: String = panel.files.iter().map(|file| format!(" {file} ")).collect();
        lines.push(format!("{MARGIN} {files} "));
        Block { lines, width }
    }

    /// A cell, three columns wide.
    fn cell(&self, cell: Cell, tint: Tint) -> String {
        let piece = cell.piece.map(|index| &G::PIECES[index]);
        let symbol = match piece {
            Some(piece) => self.symbol(piece),
            None if self.look == Look::Ascii => '.',
            None => '·',
        };
        let mark = cell.mark.filter(|_| self.marks).unwrap_or(' ');
        if self.look != Look::Coloured {
            return format!(" {symbol}{mark}");
        }
        let ink = piece.map_or(dot_colour(tint), piece_colour);
        let style = Style::new().bg_color(Some(wood(tint))).fg_color(Some(ink));
        format!("{style} {symbol}{mark}{style:#}")
    }

    fn symbol(&self, piece: &Piece) -> char {
        match self.look {
            Look::Ascii => piece.letter,
            Look::Unicode => piece.symbol,
            Look::Coloured => piece.coloured,
        }
    }

    /// The name of what lies between two rows, on a line across both.
    fn divider(&self, name: &str, blocks: &[Block]) -> String {
        let width: usize = blocks.iter().map(|block| block.width).sum::<usize>()
            + GAP.len() * blocks.len().saturating_sub(1);
        let line = if self.look == Look::Ascii { "=" } else { "═" };
        let name = format!(" {name} ");
        let left = (width - MARGIN.len()).saturating_sub(name.len()) / 2;
        let right = (width - MARGIN.len()).saturating_sub(name.len() + left);
        format!("{MARGIN}{}{name}{}", line.repeat(left), line.repeat(right))
    }

    /// What the pieces and marks are, and who is to move.
    fn legend(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "\n{MARGIN}")?;
        for piece in G::PIECES {
            let symbol = self.symbol(piece);
            if self.look == Look::Coloured {
                let style = Style::new()
                    .bg_color(Some(wood(Tint::Light)))
                    .fg_color(Some(piece_colour(piece)));
                write!(f, "{style} {symbol} {style:#} {}{GAP}", piece.name)?;
            } else {
                write!(f, "{symbol} {}{GAP}", piece.name)?;
            }
        }
        match self.position.verdict() {
            Some(verdict) => writeln!(f, "{verdict}")?,
            None => writeln!(f, "{} to move", G::name(self.position.side()))?,
        }
        let cells =
            self.position.diagram().rows.into_iter().flatten().flat_map(|panel| panel.cells);
        if self.marks && cells.flatten().any(|cell| cell.mark.is_some()) {
            let marks = G::MARKS.iter().map(|mark| format!("{} {}", mark.symbol, mark.meaning));
            for line in lines(marks) {
                writeln!(f, "{MARGIN}{line}")?;
            }
        }
        Ok(())
    }
}

/// How wide a legend may be: the board of the wider game and a little more.
const WIDEST: usize = 64;

/// The entries of a legend, as many to a line as there is room for.
fn lines(entries: impl Iterator<Item = String>) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for entry in entries {
        match lines.last_mut() {
            Some(line) if line.chars().count() + GAP.len() + entry.chars().count() <= WIDEST => {
                line.push_str(GAP);
                line.push_str(&entry);
            }
            _ => lines.push(entry),
        }
    }
    lines
}

// Colours of the palette of 256, which nearly every terminal has.

const fn wood(tint: Tint) -> Color {
    Color::Ansi256(Ansi256Color(match tint {
        Tint::Dark => 137,
        Tint::Light => 180,
    }))
}

const fn dot_colour(tint: Tint) -> Color {
    Color::Ansi256(Ansi256Color(match tint {
        Tint::Dark => 94,
        Tint::Light => 137,
    }))
}

const fn piece_colour(piece: &Piece) -> Color {
    Color::Ansi256(Ansi256Color(piece.colour))
}

/// The style of headings.
pub const HEADING: Style = AnsiColor::Cyan.on_default().bold();
/// The style of what matters less.
pub const FAINT: Style = Style::new().dimmed();

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_legend_is_broken_between_its_entries() {
        let entries = || ["a".repeat(40), "b".repeat(21), "c".repeat(70), "d d".into(), "e".into()];
        let lines = lines(entries().into_iter());
        let [a, b, c, d, e] = entries();
        assert_eq!(lines, [format!("{a}{GAP}{b}"), c, format!("{d}{GAP}{e}")]);
    }
}

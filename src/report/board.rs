use std::fmt::{self, Display, Formatter};

use anstyle::{AnsiColor, Color, RgbColor, Style};
use tsume::game::{Cell, Diagram, Notation, Panel, Player, Tint};

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
}

impl<'a, G: Notation> Board<'a, G> {
    pub const fn new(position: &'a G, look: Look) -> Self {
        Self { position, look }
    }
}

impl<G: Notation> Display for Board<'_, G> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Diagram { rows, divider } = self.position.diagram();
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
        let symbol = match cell {
            Cell::Empty => self.dot().to_string(),
            Cell::Piece(player) => self.piece(player),
            Cell::Neutral => self.neutral().to_string(),
        };
        if self.look != Look::Coloured {
            return format!(" {symbol} ");
        }
        let ink = match cell {
            Cell::Empty => dot_colour(tint),
            Cell::Piece(player) => piece_colour(player),
            Cell::Neutral => NEUTRAL,
        };
        let style = Style::new().bg_color(Some(wood(tint))).fg_color(Some(ink));
        format!("{style} {symbol} {style:#}")
    }

    const fn dot(&self) -> &'static str {
        match self.look {
            Look::Ascii => ".",
            Look::Unicode | Look::Coloured => "·",
        }
    }

    /// A piece of neither player.
    const fn neutral(&self) -> &'static str {
        match self.look {
            Look::Ascii => "w",
            Look::Unicode | Look::Coloured => "◎",
        }
    }

    fn piece(&self, player: Player) -> String {
        match (self.look, player) {
            (Look::Ascii, _) => G::name(player)[..1].to_lowercase(),
            (Look::Unicode, Player::First) | (Look::Coloured, _) => "●".into(),
            (Look::Unicode, Player::Second) => "○".into(),
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

    /// What the pieces are called, and who is to move.
    fn legend(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let names = [Player::First, Player::Second].map(|player| {
            let name = G::name(player);
            match self.look {
                Look::Coloured => {
                    let style = Style::new()
                        .bg_color(Some(wood(Tint::Light)))
                        .fg_color(Some(piece_colour(player)));
                    format!("{style} ● {style:#} {name}")
                }
                Look::Ascii | Look::Unicode => format!("{} {name}", self.piece(player)),
            }
        });
        let state = match self.position.verdict() {
            Some(verdict) => verdict,
            None => format!("{} to move", G::name(self.position.side())),
        };
        writeln!(f, "\n{MARGIN}{}{GAP}{}{GAP}{state}", names[0], names[1])
    }
}

const fn wood(tint: Tint) -> Color {
    match tint {
        Tint::Dark => Color::Rgb(RgbColor(0x8A, 0x5A, 0x33)),
        Tint::Light => Color::Rgb(RgbColor(0xC9, 0x9A, 0x5F)),
    }
}

const fn dot_colour(tint: Tint) -> Color {
    match tint {
        Tint::Dark => Color::Rgb(RgbColor(0x60, 0x3B, 0x1E)),
        Tint::Light => Color::Rgb(RgbColor(0x94, 0x6B, 0x38)),
    }
}

const fn piece_colour(player: Player) -> Color {
    match player {
        Player::First => Color::Rgb(RgbColor(0x14, 0x10, 0x0C)),
        Player::Second => Color::Rgb(RgbColor(0xFA, 0xF6, 0xEC)),
    }
}

const NEUTRAL: Color = Color::Rgb(RgbColor(0xFF, 0xFF, 0xFF));

/// The style of headings.
pub const HEADING: Style = AnsiColor::Cyan.on_default().bold();
/// The style of what matters less.
pub const FAINT: Style = Style::new().dimmed();

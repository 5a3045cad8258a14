//! Boards and pieces as pictures, for single ones and for pages.

use std::fmt::Write;

use super::escape;
use crate::game::{Diagram, Panel, Piece, Spot, Tint};

/// The boards of a picture: where everything goes, and the wood of it, in SVG.
#[derive(Clone, PartialEq, Debug)]
pub struct Board<'a> {
    panels: Vec<Placed<'a>>,
    /// The heights of the middles between rows.
    dividers: Vec<f64>,
    /// How wide the picture is.
    pub width: f64,
    /// How high it is.
    pub height: f64,
}

/// A panel and its top left corner: that of its squares.
#[derive(Clone, PartialEq, Debug)]
struct Placed<'a> {
    panel: &'a Panel,
    x: f64,
    y: f64,
}

/// The side of a square, in the units of the picture.
pub const CELL: f64 = 40.0;
/// Half the width of a piece.
pub const RADIUS: f64 = 14.5;
/// The border around all.
pub const MARGIN: f64 = 10.0;
/// What is left of a panel, above it and below it, for numbers, title, letters.
pub const LEFT: f64 = 20.0;
const ABOVE: f64 = 24.0;
const BELOW: f64 = 20.0;
/// What letters may reach below the last panel.
const DESCENT: f64 = 4.0;
/// What lies between two panels of a row, and between two rows.
const GAP: f64 = 26.0;
const ROPE: f64 = 30.0;
/// The frame of a panel.
const FRAME: f64 = 5.0;

/// How boards and pieces look, on a light screen, a dark one, and on paper.
pub const STYLE: &str = include_str!("board.css");

impl<'a> Board<'a> {
    /// Rows from the top, with at most so many panels beside each other, which stand
    /// on the same line.
    #[must_use]
    pub fn new(diagram: &'a Diagram, most: usize) -> Self {
        let (mut panels, mut dividers) = (Vec::new(), Vec::new());
        let (mut y, mut right) = (MARGIN, 0f64);
        for (index, row) in diagram.rows.iter().enumerate() {
            if index > 0 {
                dividers.push(y + ROPE / 2.0);
                y += ROPE;
            }
            for row in row.chunks(most) {
                let tallest = row.iter().map(height).fold(0.0, f64::max);
                let mut x = MARGIN;
                for panel in row {
                    x += LEFT;
                    panels.push(Placed { panel, x, y: y + ABOVE + tallest - height(panel) });
                    x += width(panel) + GAP;
                }
                right = right.max(x - GAP + FRAME);
                y += ABOVE + tallest + BELOW;
            }
        }
        Self { panels, dividers, width: right + MARGIN, height: y + DESCENT }
    }

    /// All points, panel by panel, from the top left of each, with their middles.
    pub fn points(&self) -> impl Iterator<Item = (Spot, (f64, f64))> {
        self.panels.iter().flat_map(|placed| {
            let files = move |(row, &rank): (usize, &char)| {
                let files = placed.panel.files.iter().enumerate();
                files.map(move |(column, &file)| (Spot { file, rank }, placed.centre(column, row)))
            };
            placed.panel.ranks.iter().enumerate().flat_map(files)
        })
    }

    /// The middle of a point.
    #[must_use]
    pub fn find(&self, spot: Spot) -> Option<(f64, f64)> {
        self.points().find(|(other, _)| *other == spot).map(|(_, middle)| middle)
    }

    /// The boards without pieces.
    #[must_use]
    pub fn wood(&self) -> String {
        let mut svg = String::new();
        for y in &self.dividers {
            let right = self.width - MARGIN;
            let _ = writeln!(svg, "<path class=\"rope\" d=\"M{MARGIN} {y}H{right}\"/>");
        }
        self.panels.iter().for_each(|placed| placed.draw(&mut svg));
        svg
    }
}

fn width(panel: &Panel) -> f64 {
    CELL * panel.files.len() as f64
}

fn height(panel: &Panel) -> f64 {
    CELL * panel.ranks.len() as f64
}

impl Placed<'_> {
    /// The middle of a square, counted from the top left one.
    fn centre(&self, file: usize, rank: usize) -> (f64, f64) {
        (self.x + CELL * (file as f64 + 0.5), self.y + CELL * (rank as f64 + 0.5))
    }

    fn draw(&self, svg: &mut String) {
        let Self { panel, x, y } = self;
        let (width, height) = (width(panel), height(panel));
        let wood = if panel.tint == Tint::Dark { "dark" } else { "light" };
        let (left, top) = (x - FRAME, y - FRAME);
        let (outer_width, outer_height) = (width + 2.0 * FRAME, height + 2.0 * FRAME);
        label(svg, x + width / 2.0, top - 5.0, &panel.title);
        let _ = writeln!(
            svg,
            "\n<rect class=\"frame\" x=\"{left}\" y=\"{top}\" width=\"{outer_width}\" \
             height=\"{outer_height}\" rx=\"4\"/>\
             <rect class=\"{wood}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>"
        );
        self.draw_grid(svg);
        for (row, rank) in panel.ranks.iter().enumerate() {
            label(svg, left - 9.0, self.centre(0, row).1 + 4.5, &rank.to_string());
        }
        for (column, file) in panel.files.iter().enumerate() {
            label(svg, self.centre(column, 0).0, y + height + FRAME + 13.0, &file.to_string());
        }
        svg.push('\n');
    }

    /// The lines between the squares.
    fn draw_grid(&self, svg: &mut String) {
        let Self { panel, x, y } = self;
        let (width, height) = (width(panel), height(panel));
        let ranks = (1..panel.ranks.len()).map(|rank| (y + CELL * rank as f64, 'H', x + width));
        let files = (1..panel.files.len()).map(|file| (x + CELL * file as f64, 'V', y + height));
        let ranks = ranks.map(|(at, to, end)| format!("M{x} {at}{to}{end}"));
        let lines: String =
            ranks.chain(files.map(|(at, to, end)| format!("M{at} {y}{to}{end}"))).collect();
        if !lines.is_empty() {
            let _ = writeln!(svg, "<path class=\"grid\" d=\"{lines}\"/>");
        }
    }
}

fn label(svg: &mut String, x: f64, y: f64, text: &str) {
    let _ = write!(svg, "<text x=\"{x}\" y=\"{y}\">{}</text>", escape(text));
}

/// A piece with its middle at a point, in SVG.
#[must_use]
pub fn piece(piece: &Piece, (x, y): (f64, f64)) -> String {
    let [red, green, blue] = piece.rgb();
    let name = escape(piece.name);
    let mut svg = format!(
        "<circle class=\"piece\" cx=\"{x}\" cy=\"{y}\" r=\"{RADIUS}\" fill=\"#{red:02x}{green:02x}{blue:02x}\">\
         <title>{name}</title></circle>"
    );
    if piece.has_ring {
        let radius = RADIUS / 2.0;
        let _ = write!(svg, "<circle class=\"inner\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>");
    }
    svg
}

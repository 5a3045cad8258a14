use std::fmt::{self, Display, Formatter};

use tsume::export::escape;
use tsume::game::{Diagram, Notation, Panel, Piece, Spot, Stroke, Tint};

/// A position as a picture for print and screens, with a turn drawn on it.
///
/// The picture needs nothing from outside, follows the reader's choice of light
/// or dark, and has no ids, so that any number of them fits in one page.
pub struct Svg<G: Notation> {
    position: G,
    diagram: Diagram,
    turn: Option<G::Turn>,
}

/// The side of a square, in the units of the picture.
const CELL: f64 = 40.0;
/// What is left of a panel, above it and below it, for numbers, title, letters.
const LEFT: f64 = 20.0;
const ABOVE: f64 = 24.0;
const BELOW: f64 = 20.0;
/// What lies between two panels of a row, and between two rows.
const GAP: f64 = 26.0;
const ROPE: f64 = 30.0;
/// The frame of a panel.
const FRAME: f64 = 5.0;
/// The border around all.
const MARGIN: f64 = 10.0;
/// The line under the picture.
const CAPTION: f64 = 28.0;
const RADIUS: f64 = 14.5;

const STYLE: &str = "\
.paper{fill:#fdfbf7}.ink{fill:#3a3128}.faint{fill:#7d7062}\
text{font:13px system-ui,sans-serif}.title{font-size:14px}\
.frame{fill:#5b3d22}.dark{fill:#b98a57}.light{fill:#e6cb9c}\
.grid{stroke:#5b3d22;stroke-opacity:.45;stroke-width:1}\
.rope{stroke:#8a7a64;stroke-width:5;stroke-dasharray:9 4;stroke-linecap:round}\
.piece{stroke:#1d1813;stroke-width:1.5}.inner{fill:none;stroke:#1d1813;stroke-width:2}\
.main{stroke:#0b6fb8;fill:#0b6fb8}.aside{stroke:#5d7d2b;fill:#5d7d2b}.push{stroke:#c62f1f;fill:#c62f1f}\
.line{fill:none;stroke-width:5;stroke-linecap:round;stroke-linejoin:round;stroke-opacity:.9}\
.aside.line{stroke-dasharray:7 7}.push.line{stroke-width:4}\
@media screen and (prefers-color-scheme:dark){.paper{fill:#1e1b18}.ink{fill:#e9e1d5}.faint{fill:#a3978a}\
.frame{fill:#3a2715}.dark{fill:#8f673d}.light{fill:#c9ab78}}";

impl<G: Notation> Svg<G> {
    pub fn new(position: &G) -> Self {
        Self { position: *position, diagram: position.diagram(), turn: None }
    }

    /// The same seen from the other side.
    pub fn flipped(self) -> Self {
        Self { diagram: self.diagram.flipped(), ..self }
    }

    /// The same with what this legal turn does.
    pub fn with_turn(self, turn: G::Turn) -> Self {
        Self { turn: Some(turn), ..self }
    }

    /// What stands under the picture.
    fn caption(&self) -> String {
        let side = G::name(self.position.side());
        match (self.position.verdict(), self.turn) {
            (Some(verdict), _) => verdict,
            (None, None) => format!("{side} to move"),
            (None, Some(turn)) => match self.position.describe(turn) {
                text if text.is_empty() => format!("{side}: {turn}"),
                text => format!("{side}: {turn}, {text}"),
            },
        }
    }
}

/// A panel and its top left corner: that of its squares.
struct Placed<'a> {
    panel: &'a Panel,
    x: f64,
    y: f64,
}

impl Placed<'_> {
    fn width(&self) -> f64 {
        width(self.panel)
    }

    fn height(&self) -> f64 {
        height(self.panel)
    }

    /// The middle of a square, from the top left one.
    fn centre(&self, file: usize, rank: usize) -> (f64, f64) {
        (self.x + CELL * (file as f64 + 0.5), self.y + CELL * (rank as f64 + 0.5))
    }

    fn find(&self, spot: Spot) -> Option<(f64, f64)> {
        let file = self.panel.files.iter().position(|&file| file == spot.file)?;
        let rank = self.panel.ranks.iter().position(|&rank| rank == spot.rank)?;
        Some(self.centre(file, rank))
    }
}

fn width(panel: &Panel) -> f64 {
    CELL * panel.files.len() as f64
}

fn height(panel: &Panel) -> f64 {
    CELL * panel.ranks.len() as f64
}

/// Where everything goes.
struct Layout<'a> {
    panels: Vec<Placed<'a>>,
    /// The heights of the middles between rows.
    dividers: Vec<f64>,
    width: f64,
    height: f64,
}

impl<'a> Layout<'a> {
    /// Rows from the top; the panels of a row stand on the same line.
    fn of(diagram: &'a Diagram) -> Self {
        let (mut panels, mut dividers) = (Vec::new(), Vec::new());
        let (mut y, mut right) = (MARGIN, 0f64);
        for (index, row) in diagram.rows.iter().enumerate() {
            if index > 0 {
                dividers.push(y + ROPE / 2.0);
                y += ROPE;
            }
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
        Self { panels, dividers, width: right + MARGIN, height: y + CAPTION }
    }

    fn find(&self, spot: Spot) -> Option<(f64, f64)> {
        self.panels.iter().find_map(|panel| panel.find(spot))
    }
}

impl<G: Notation> Display for Svg<G> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let layout = Layout::of(&self.diagram);
        let (width, height) = (layout.width, layout.height);
        let caption = escape(&self.caption());
        writeln!(
            f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" role=\"img\">"
        )?;
        writeln!(f, "<title>{}, {caption}</title>", escape(G::TITLE))?;
        writeln!(f, "<desc>{}</desc>", escape(&self.position.to_string()))?;
        writeln!(f, "<style>{STYLE}</style>")?;
        writeln!(f, "<rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>")?;
        for y in &layout.dividers {
            let right = width - MARGIN;
            writeln!(f, "<path class=\"rope\" d=\"M{MARGIN} {y}H{right}\"/>")?;
        }
        layout.panels.iter().try_for_each(|panel| draw_panel::<G>(f, panel))?;
        for stroke in self.turn.iter().flat_map(|&turn| self.position.strokes(turn)) {
            draw_stroke(f, &layout, &stroke)?;
        }
        let (x, y) = (MARGIN + LEFT, height - MARGIN);
        let fit = fit(&self.caption(), width - x - MARGIN);
        writeln!(f, "<text class=\"ink title\" x=\"{x}\" y=\"{y}\"{fit}>{caption}</text>")?;
        writeln!(f, "</svg>")
    }
}

fn draw_panel<G: Notation>(f: &mut Formatter<'_>, placed: &Placed<'_>) -> fmt::Result {
    let Placed { panel, x, y } = placed;
    let (width, height) = (placed.width(), placed.height());
    let wood = if panel.tint == Tint::Dark { "dark" } else { "light" };
    let (left, top) = (x - FRAME, y - FRAME);
    let (outer_width, outer_height) = (width + 2.0 * FRAME, height + 2.0 * FRAME);
    let middle = x + width / 2.0;
    writeln!(
        f,
        "<text class=\"faint\" x=\"{middle}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
        top - 5.0,
        escape(&panel.title)
    )?;
    writeln!(
        f,
        "<rect class=\"frame\" x=\"{left}\" y=\"{top}\" width=\"{outer_width}\" \
         height=\"{outer_height}\" rx=\"4\"/>\
         <rect class=\"{wood}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>"
    )?;
    draw_grid(f, placed)?;
    for (row, rank) in panel.ranks.iter().enumerate() {
        let (_, middle) = placed.centre(0, row);
        let (x, y) = (left - 9.0, middle + 4.5);
        write!(
            f,
            "<text class=\"faint\" x=\"{x}\" y=\"{y}\" text-anchor=\"middle\">{rank}</text>"
        )?;
    }
    for (column, file) in panel.files.iter().enumerate() {
        let (x, _) = placed.centre(column, 0);
        let y = y + height + FRAME + 13.0;
        write!(
            f,
            "<text class=\"faint\" x=\"{x}\" y=\"{y}\" text-anchor=\"middle\">{file}</text>"
        )?;
    }
    writeln!(f)?;
    for (rank, row) in panel.cells.iter().enumerate() {
        for (file, cell) in row.iter().enumerate() {
            if let Some(index) = cell.piece {
                draw_piece(f, placed.centre(file, rank), &G::PIECES[index])?;
            }
        }
    }
    Ok(())
}

/// The lines between the squares.
fn draw_grid(f: &mut Formatter<'_>, placed: &Placed<'_>) -> fmt::Result {
    let Placed { panel, x, y } = placed;
    if panel.ranks.len().max(panel.files.len()) < 2 {
        return Ok(());
    }
    let (right, bottom) = (x + placed.width(), y + placed.height());
    write!(f, "<path class=\"grid\" d=\"")?;
    for rank in 1..panel.ranks.len() {
        write!(f, "M{x} {}H{right}", y + CELL * rank as f64)?;
    }
    for file in 1..panel.files.len() {
        write!(f, "M{} {y}V{bottom}", x + CELL * file as f64)?;
    }
    writeln!(f, "\"/>")
}

fn draw_piece(f: &mut Formatter<'_>, (x, y): (f64, f64), piece: &Piece) -> fmt::Result {
    let [red, green, blue] = piece.rgb();
    let name = escape(piece.name);
    write!(
        f,
        "<circle class=\"piece\" cx=\"{x}\" cy=\"{y}\" r=\"{RADIUS}\" fill=\"#{red:02x}{green:02x}{blue:02x}\">\
         <title>{name}</title></circle>"
    )?;
    // Told apart without colours too: what is nobody's has a ring.
    if piece.symbol == '◎' {
        let radius = RADIUS / 2.0;
        write!(f, "<circle class=\"inner\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>")?;
    }
    writeln!(f)
}

fn draw_stroke(f: &mut Formatter<'_>, layout: &Layout<'_>, stroke: &Stroke) -> fmt::Result {
    match stroke {
        Stroke::Move { path, aside } => {
            let points: Vec<_> = path.iter().filter_map(|&spot| layout.find(spot)).collect();
            draw_arrow(f, &points, if *aside { "aside" } else { "main" })
        }
        Stroke::Pushed { from, to: Some(to) } => {
            let points: Vec<_> = [*from, *to].iter().filter_map(|&s| layout.find(s)).collect();
            draw_ring(f, layout.find(*from))?;
            draw_arrow(f, &points, "push")
        }
        Stroke::Pushed { from: spot, to: None } | Stroke::Taken(spot) => {
            draw_cross(f, layout.find(*spot))
        }
        Stroke::Put(spot) => draw_ring(f, layout.find(*spot)),
    }
}

/// A line through all points with a head at the last.
fn draw_arrow(f: &mut Formatter<'_>, points: &[(f64, f64)], class: &str) -> fmt::Result {
    let [.., before, tip] = points else { return Ok(()) };
    let (dx, dy) = (tip.0 - before.0, tip.1 - before.1);
    let length = dx.hypot(dy);
    let (ux, uy) = (dx / length, dy / length);
    let (head, half) = (13.0, 8.0);
    let base = (tip.0 - ux * head, tip.1 - uy * head);
    write!(f, "<path class=\"{class} line\" d=\"")?;
    let last = points.len() - 1;
    for (index, &(x, y)) in points.iter().enumerate() {
        let (x, y) = if index == last { base } else { (x, y) };
        write!(f, "{}{x:.1} {y:.1}", if index == 0 { 'M' } else { 'L' })?;
    }
    let [left, right] = [half, -half].map(|h| (base.0 - uy * h, base.1 + ux * h));
    writeln!(
        f,
        "\"/><path class=\"{class}\" stroke=\"none\" d=\"M{:.1} {:.1}L{:.1} {:.1}L{:.1} {:.1}Z\"/>",
        tip.0, tip.1, left.0, left.1, right.0, right.1
    )
}

fn draw_ring(f: &mut Formatter<'_>, spot: Option<(f64, f64)>) -> fmt::Result {
    let Some((x, y)) = spot else { return Ok(()) };
    writeln!(f, "<circle class=\"push line\" cx=\"{x}\" cy=\"{y}\" r=\"{}\"/>", RADIUS + 2.0)
}

fn draw_cross(f: &mut Formatter<'_>, spot: Option<(f64, f64)>) -> fmt::Result {
    let Some((x, y)) = spot else { return Ok(()) };
    let arm = RADIUS * 0.62;
    let [left, right, top, bottom] = [x - arm, x + arm, y - arm, y + arm];
    writeln!(
        f,
        "<path class=\"push line\" d=\"M{left:.1} {top:.1}L{right:.1} {bottom:.1}\
         M{left:.1} {bottom:.1}L{right:.1} {top:.1}\"/>"
    )
}

/// What squeezes a title into a width that it might not fit in, whatever the
/// reader's fonts.
fn fit(title: &str, width: f64) -> String {
    const WIDEST_LETTER: f64 = 8.0;
    if title.chars().count() as f64 * WIDEST_LETTER <= width {
        return String::new();
    }
    format!(" textLength=\"{width}\" lengthAdjust=\"spacingAndGlyphs\"")
}

#[cfg(test)]
mod tests {
    use super::*;
    use tsume::game::Game;
    use tsume::{shobu, spook};

    fn parse<G: Notation>(text: &str) -> G {
        G::parse(text, G::RULES[0]).expect("the position is legal")
    }

    fn count(text: &str, part: &str) -> usize {
        text.matches(part).count()
    }

    #[test]
    fn every_piece_is_drawn() {
        let start = Svg::new(&shobu::Position::START).to_string();
        assert_eq!(count(&start, "class=\"piece\""), 32);
        let spook: spook::Position = parse("4/rbr1/rbb1/2w1:3/1b1/3:2/2:1 r");
        let spook = Svg::new(&spook).to_string();
        assert_eq!([count(&spook, "class=\"piece\""), count(&spook, "class=\"inner\"")], [8, 1]);
    }

    /// Two moves; a pushed stone has an arrow of its own or a cross.
    #[test]
    fn every_turn_is_drawn() {
        let position: shobu::Position =
            parse("2w2w2/4w3/w2wb2w/b1wb3b/b2ww1b1/w3w3/4b1b1/1bb3wb w");
        for turn in position.turns() {
            let text = Svg::new(&position).with_turn(turn).to_string();
            let arrows = ["\"aside line\"", "\"main line\"", "\"push line\""];
            let [aside, main, push] = arrows.map(|class| count(&text, class));
            let pushed = match position.describe(turn) {
                text if text.is_empty() => 0,
                text if text.contains(" off ") => 1,
                _ => 2,
            };
            assert_eq!([aside, main, push], [1, 1, pushed], "{turn}");
            assert!(!text.contains("NaN"), "{turn}");
        }
    }
}

use std::fmt::{self, Display, Formatter};

use tsume::export::board::{self, Board, LEFT, MARGIN, RADIUS};
use tsume::export::escape;
use tsume::game::{Diagram, Notation, Stroke};

/// A position as a picture for print and screens, with a turn drawn on it.
///
/// The picture needs nothing from outside, follows the reader's choice of light
/// or dark, and has no ids, so that any number of them fits in one page.
pub struct Svg<G: Notation> {
    position: G,
    diagram: Diagram,
    turn: Option<G::Turn>,
}

/// The line under the picture.
const CAPTION: f64 = 24.0;

/// What is not the board: paper, caption and turn.
const STYLE: &str = "\
.paper{fill:#fdfbf7}.caption{fill:#3a3128;font-size:14px;text-anchor:start}\
.main{stroke:#0b6fb8;fill:#0b6fb8}.aside{stroke:#5d7d2b;fill:#5d7d2b}\
.line{fill:none;stroke-width:5;stroke-linecap:round;stroke-linejoin:round;stroke-opacity:.9}\
.aside.line{stroke-dasharray:7 7}.push.line{stroke-width:4}\
.main,.aside,.push{filter:drop-shadow(0 0 1px #fff)}\
@media screen and (prefers-color-scheme:dark){.paper{fill:#1e1b18}.caption{fill:#e9e1d5}}";

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

impl<G: Notation> Display for Svg<G> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let board = Board::new(&self.diagram, usize::MAX);
        let (width, height) = (board.width, board.height + CAPTION);
        let caption = escape(&self.caption());
        writeln!(
            f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" role=\"img\">"
        )?;
        writeln!(f, "<title>{}, {caption}</title>", escape(G::TITLE))?;
        writeln!(f, "<desc>{}</desc>", escape(&self.position.to_string()))?;
        writeln!(f, "<style>{}{STYLE}</style>", board::STYLE)?;
        writeln!(f, "<rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>")?;
        f.write_str(&board.wood())?;
        let cells =
            self.diagram.rows.iter().flatten().flat_map(|panel| panel.cells.iter().flatten());
        for (cell, (_, middle)) in cells.zip(board.points()) {
            if let Some(index) = cell.piece {
                writeln!(f, "{}", board::piece(&G::PIECES[index], middle))?;
            }
        }
        for stroke in self.turn.iter().flat_map(|&turn| self.position.strokes(turn)) {
            draw_stroke(f, &board, &stroke)?;
        }
        let (x, y) = (MARGIN + LEFT, height - MARGIN);
        let fit = fit(&self.caption(), width - x - MARGIN);
        writeln!(f, "<text class=\"caption\" x=\"{x}\" y=\"{y}\"{fit}>{caption}</text>")?;
        writeln!(f, "</svg>")
    }
}

fn draw_stroke(f: &mut Formatter<'_>, board: &Board<'_>, stroke: &Stroke) -> fmt::Result {
    match stroke {
        Stroke::Move { path, aside } => {
            let points: Vec<_> = path.iter().filter_map(|&spot| board.find(spot)).collect();
            draw_arrow(f, &points, if *aside { "aside" } else { "main" })
        }
        Stroke::Pushed { from, to: Some(to) } => {
            let points: Vec<_> = [*from, *to].iter().filter_map(|&s| board.find(s)).collect();
            draw_ring(f, board.find(*from))?;
            draw_arrow(f, &points, "push")
        }
        Stroke::Pushed { from: spot, to: None } | Stroke::Taken(spot) => {
            draw_cross(f, board.find(*spot))
        }
        Stroke::Put(spot) => draw_ring(f, board.find(*spot)),
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

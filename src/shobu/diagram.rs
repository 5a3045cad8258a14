use super::position::Position;
use super::setup::Setup;
use super::square::Square;
use super::turn::Turn;
use crate::game::{Cell, Diagram, Game, Panel, Spot, Stroke, Tint};

/// The four boards, White's home boards on top.
pub(super) fn diagram(setup: &Setup) -> Diagram {
    let panel = |owner: &str, file: u8, rank: u8| {
        let (tint, wood) = if file == 0 { (Tint::Dark, "dark") } else { (Tint::Light, "light") };
        let cell = |file, rank| {
            let stone = Square::new(file, rank).and_then(|square| setup.at(square));
            Cell { piece: stone.map(|player| player as usize), mark: None }
        };
        let ranks = (rank..rank + 4).rev();
        Panel {
            title: format!("{owner}, {wood}"),
            tint,
            files: (file..file + 4).map(|file| char::from(b'a' + file)).collect(),
            ranks: ranks.clone().map(|rank| char::from(b'1' + rank)).collect(),
            cells: ranks
                .map(|rank| (file..file + 4).map(|file| cell(file, rank)).collect())
                .collect(),
        }
    };
    let row = |owner, rank| vec![panel(owner, 0, rank), panel(owner, 4, rank)];
    Diagram { rows: vec![row("White", 4), row("Black", 0)], divider: Some("rope") }
}

/// The two moves, and what the aggressive one pushes.
pub(super) fn strokes(position: &Position, turn: Turn) -> Vec<Stroke> {
    let stride = |from: Square, aside| {
        let path = std::iter::once(from).chain(turn.vector.target(from)).map(spot).collect();
        Stroke::Move { path, aside }
    };
    let enemy = position.setup().stones(position.side().other());
    let (pushed, to) = turn.push(enemy);
    let pushed = pushed.map(|from| Stroke::Pushed { from: spot(from), to: to.map(spot) });
    let moves = [stride(turn.passive, true), stride(turn.aggressive, false)];
    moves.into_iter().chain(pushed).collect()
}

fn spot(square: Square) -> Spot {
    Spot { file: char::from(b'a' + square.file()), rank: char::from(b'1' + square.rank()) }
}

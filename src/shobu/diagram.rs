use super::setup::Setup;
use super::square::Square;
use crate::game::{Cell, Diagram, Panel, Tint};

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

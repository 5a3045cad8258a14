use super::point::Point;
use super::setup::Setup;
use crate::game::{Cell, Diagram, Panel, Tint};

/// The four levels beside each other, the board first.
pub(super) fn diagram(setup: &Setup) -> Diagram {
    let cell = |point: Point| match setup.at(point) {
        Some(player) => Cell::Piece(player),
        None if setup.spooky.contains(point) => Cell::Neutral,
        None => Cell::Empty,
    };
    let panel = |level: u8| {
        let size = Point::size(level);
        let row = |rank| (0..size).filter_map(move |file| Point::new(level, file, rank));
        Panel {
            title: format!("level {level}"),
            tint: Tint::Light,
            files: row(0).map(Point::letter).collect(),
            ranks: (0..size).rev().map(|rank| char::from(b'1' + rank)).collect(),
            cells: (0..size).rev().map(|rank| row(rank).map(cell).collect()).collect(),
        }
    };
    Diagram { rows: vec![(1..=4).map(panel).collect()], divider: None }
}

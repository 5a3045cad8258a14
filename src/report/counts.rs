use comfy_table::{Cell, CellAlignment, ColumnConstraint, Table, Width, presets};

use super::json::{Count, Share};

/// The widths of the columns of the counts: every row is written as soon as it
/// is known, so they cannot depend on the numbers.
const COLUMNS: [(&str, u16); 4] = [("depth", 6), ("turns", 22), ("seconds", 11), ("turns/s", 11)];

/// The heading of the counts.
pub fn heading() -> String {
    row(COLUMNS.map(|(name, _)| name.to_string()))
}

/// One row of the counts.
pub fn count(count: &Count) -> String {
    let rate = match count.seconds {
        seconds if seconds >= 0.001 && count.turns > 0 => rate(count.turns as f64 / seconds),
        _ => String::new(),
    };
    row([count.depth.to_string(), count.turns.to_string(), format!("{:.3}", count.seconds), rate])
}

/// The counts below each turn, and their sum.
pub fn divide(shares: &[Share]) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    let total: u64 = shares.iter().map(|share| share.count).sum();
    let right = |count: u64| Cell::new(count).set_alignment(CellAlignment::Right);
    for share in shares {
        table.add_row([Cell::new(&share.turn), right(share.count)]);
    }
    table.add_row([Cell::new(format!("{} turns", shares.len())), right(total)]);
    table.trim_fmt()
}

fn row(cells: [String; 4]) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.add_row(cells.map(|cell| Cell::new(cell).set_alignment(CellAlignment::Right)));
    for (column, (_, width)) in table.column_iter_mut().zip(COLUMNS) {
        column.set_padding((0, 0));
        column.set_constraint(ColumnConstraint::Absolute(Width::Fixed(width)));
    }
    table.trim_fmt()
}

/// A number per second, with three digits and a unit.
fn rate(per_second: f64) -> String {
    let (value, unit) = match per_second {
        rate if rate >= 1e9 => (rate / 1e9, "G"),
        rate if rate >= 1e6 => (rate / 1e6, "M"),
        rate => (rate / 1e3, "k"),
    };
    let digits = usize::from(value < 100.0);
    format!("{value:.digits$} {unit}")
}

use comfy_table::{Cell, CellAlignment, ColumnConstraint, Table, Width, presets};

use super::json::{Count, Share};

/// The columns of a table of counts: every row is written as soon as it is
/// known, so their widths cannot depend on the numbers.
pub struct Columns(Vec<(&'static str, u16)>);

const DEPTH: (&str, u16) = ("depth", 6);
const METHOD: (&str, u16) = ("method", 8);
const TURNS: (&str, u16) = ("turns", 22);
const TIME: [(&str, u16); 2] = [("seconds", 11), ("turns/s", 11)];

/// The width of the columns of statistics, of which there may be many.
const NARROW: u16 = 15;

impl Columns {
    /// Numbers of sequences, by one method or by several.
    pub fn turns(by_methods: bool) -> Self {
        let method = by_methods.then_some(METHOD);
        Self([DEPTH].into_iter().chain(method).chain([TURNS]).chain(TIME).collect())
    }

    /// Numbers of positions.
    pub fn distinct() -> Self {
        Self(vec![DEPTH, ("positions", TURNS.1), TIME[0]])
    }

    /// Numbers of sequences, and of what their last turns do.
    pub fn stats(traits: &[&'static str]) -> Self {
        let traits = traits.iter().map(|name| (*name, NARROW));
        Self([DEPTH, TURNS, ("wins", NARROW)].into_iter().chain(traits).chain([TIME[0]]).collect())
    }

    /// The heading.
    pub fn heading(&self) -> String {
        self.row(self.0.iter().map(|(name, _)| (*name).to_string()).collect())
    }

    /// What there is to say of one depth: a row for each method.
    pub fn rows(&self, count: &Count) -> Vec<String> {
        if count.methods.is_empty() {
            return vec![self.row(self.cells(count))];
        }
        let row = |(index, method): (usize, &super::json::MethodCount)| {
            let depth = if index == 0 { count.depth.to_string() } else { String::new() };
            let turns = method.turns.to_string();
            let [seconds, rate] = time(method.turns, method.seconds);
            self.row(vec![depth, method.method.to_string(), turns, seconds, rate])
        };
        count.methods.iter().enumerate().map(row).collect()
    }

    fn cells(&self, count: &Count) -> Vec<String> {
        let number = count.turns.or(count.positions).unwrap_or_default();
        let [seconds, rate] = time(number, count.seconds);
        let mut cells = vec![count.depth.to_string(), number.to_string()];
        cells.extend(count.wins.map(|wins| wins.to_string()));
        cells.extend(count.traits.iter().flatten().map(|(_, number)| number.to_string()));
        cells.extend([seconds, rate]);
        cells.truncate(self.0.len());
        cells
    }

    fn row(&self, cells: Vec<String>) -> String {
        let mut table = Table::new();
        table.load_style(presets::NOTHING);
        // A number that is wider than its column moves the others, but is not
        // broken.
        let widths = self.0.iter().zip(&cells).map(|(&(_, width), cell)| {
            width.max(u16::try_from(cell.len() + 1).unwrap_or(u16::MAX))
        });
        let widths: Vec<_> = widths.collect();
        let right = |cell| Cell::new(cell).set_alignment(CellAlignment::Right);
        table.add_row(cells.into_iter().map(right));
        for (column, width) in table.column_iter_mut().zip(widths) {
            column.set_padding((0, 0));
            column.set_constraint(ColumnConstraint::Absolute(Width::Fixed(width)));
        }
        table.trim_fmt()
    }
}

/// The seconds, and how many turns a second that is, where it means something.
fn time(turns: u64, seconds: f64) -> [String; 2] {
    let rate = match seconds {
        seconds if seconds >= 0.001 && turns > 0 => rate(turns as f64 / seconds),
        _ => String::new(),
    };
    [format!("{seconds:.3}"), rate]
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

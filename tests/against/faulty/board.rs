//! The rules, and the ways in which they can be got wrong.

/// What is wrong with the rules, if anything.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    None,
    /// An aggressive move pushes own stones.
    PushesOwn,
    /// A stone is pushed although there is another one behind it.
    IgnoresChains,
    /// White's aggressive moves have north and south exchanged.
    FlipsForWhite,
    /// A stone that is met on the second step is pushed by two squares.
    PushesByTwo,
    /// The aggressive move may be on a board of the same wood.
    SameWood,
    /// Games go on after a board has been cleared.
    PlaysOn,
    /// A finished game counts as one sequence.
    CountsEnds,
    /// Of two turns with the same result only one is listed.
    DropsTwins,
    /// No passive moves on the light home board of two squares.
    ShortLight,
    /// Passive moves go over stones.
    PassiveJumps,
    /// Only turns that push.
    MustPush,
    /// Squares are named as the side to move sees them.
    NamesFromWhite,
    /// White is still to move after a turn of White's.
    SameSide,
    WrongTotal,
    /// Counts of 8 bits.
    NarrowCounts,
    IgnoresTurns,
    IgnoresPosition,
}

impl Fault {
    pub fn named(name: &str) -> Self {
        match name {
            "pushes-own" => Self::PushesOwn,
            "ignores-chains" => Self::IgnoresChains,
            "flips-for-white" => Self::FlipsForWhite,
            "pushes-by-two" => Self::PushesByTwo,
            "same-wood" => Self::SameWood,
            "plays-on" => Self::PlaysOn,
            "counts-ends" => Self::CountsEnds,
            "drops-twins" => Self::DropsTwins,
            "short-light" => Self::ShortLight,
            "passive-jumps" => Self::PassiveJumps,
            "must-push" => Self::MustPush,
            "names-from-white" => Self::NamesFromWhite,
            "same-side" => Self::SameSide,
            "wrong-total" => Self::WrongTotal,
            "narrow-counts" => Self::NarrowCounts,
            "ignores-turns" => Self::IgnoresTurns,
            "ignores-position" => Self::IgnoresPosition,
            _ => Self::None,
        }
    }
}

/// Files and ranks, from 0.
type Square = (i8, i8);

/// `b`, `w` or a space for each square, rank by rank from the south.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    squares: [[u8; 8]; 8],
    side: u8,
    fault: Fault,
}

const fn other(side: u8) -> u8 {
    if side == b'b' { b'w' } else { b'b' }
}

fn shifted((file, rank): Square, (x, y): (i8, i8), steps: i8) -> Square {
    (file + x * steps, rank + y * steps)
}

/// The square one step on, unless that is on another board.
fn step(from: Square, direction: (i8, i8)) -> Option<Square> {
    let to = shifted(from, direction, 1);
    let board = |(file, rank): Square| (file.div_euclid(4), rank.div_euclid(4));
    (board(from) == board(to)).then_some(to)
}

fn name((file, rank): Square) -> String {
    format!("{}{}", char::from(b'a' + file as u8), rank + 1)
}

impl Board {
    pub fn parse(text: &str, fault: Fault) -> Self {
        let (ranks, side) = text.split_once(' ').expect("a side to move");
        let mut squares = [[b' '; 8]; 8];
        for (rank, row) in ranks.split('/').enumerate() {
            let mut file = 0;
            for symbol in row.bytes() {
                if symbol.is_ascii_digit() {
                    file += usize::from(symbol - b'0');
                } else {
                    squares[7 - rank][file] = symbol;
                    file += 1;
                }
            }
        }
        Self { squares, side: side.as_bytes()[0], fault }
    }

    fn at(&self, (file, rank): Square) -> u8 {
        self.squares[rank as usize][file as usize]
    }

    fn set(&mut self, (file, rank): Square, what: u8) {
        self.squares[rank as usize][file as usize] = what;
    }

    fn has(&self, side: u8, wanted: impl Fn(Square) -> bool) -> bool {
        all_squares().any(|square| wanted(square) && self.at(square) == side)
    }

    fn is_finished(&self) -> bool {
        let boards = [(0, 0), (1, 0), (0, 1), (1, 1)];
        boards.iter().any(|&board| {
            let on = |(file, rank): Square| (file / 4, rank / 4) == board;
            !self.has(b'b', on) || !self.has(b'w', on)
        })
    }

    pub fn perft(&self, depth: u32) -> u64 {
        let turns = if depth == 0 { Vec::new() } else { self.turns() };
        match depth {
            0 => 1,
            _ if self.fault == Fault::CountsEnds && turns.is_empty() => 1,
            _ => turns.iter().map(|(_, after)| after.perft(depth - 1)).sum(),
        }
    }

    /// The position after the turn with this name.
    pub fn played(&self, token: &str) -> Option<Self> {
        self.turns().into_iter().find(|(name, _)| name == token).map(|(_, after)| after)
    }

    pub fn turns(&self) -> Vec<(String, Self)> {
        if self.fault != Fault::PlaysOn && self.is_finished() {
            return Vec::new();
        }
        let mut turns = Vec::new();
        for passive in all_squares() {
            let is_home = (passive.1 < 4) == (self.side == b'b');
            if is_home && self.at(passive) == self.side {
                self.add_turns(passive, &mut turns);
            }
        }
        turns.sort_by(|a, b| a.0.cmp(&b.0));
        if self.fault == Fault::DropsTwins {
            let mut seen: Vec<Self> = Vec::new();
            turns.retain(|(_, after)| {
                let is_new = !seen.contains(after);
                seen.push(after.clone());
                is_new
            });
        }
        turns
    }

    fn add_turns(&self, passive: Square, turns: &mut Vec<(String, Self)>) {
        for (x, y, steps) in ways() {
            let skips = self.fault == Fault::ShortLight && steps == 2 && passive.0 >= 4;
            let Some(moved) = self.quiet(passive, (x, y), steps).filter(|_| !skips) else {
                continue;
            };
            let flips = self.fault == Fault::FlipsForWhite && self.side == b'w';
            let direction = if flips { (x, -y) } else { (x, y) };
            for from in all_squares().filter(|&from| self.at(from) == self.side) {
                let same = (from.0 < 4) == (passive.0 < 4);
                let is_allowed = !same || self.fault == Fault::SameWood && is_away(from, passive);
                if !is_allowed {
                    continue;
                }
                if let Some(mut after) = moved.aggressive(from, direction, steps) {
                    let stays = self.fault == Fault::SameSide && self.side == b'w';
                    after.side = if stays { self.side } else { other(self.side) };
                    let token = self.token([
                        passive,
                        shifted(passive, (x, y), steps),
                        from,
                        shifted(from, direction, steps),
                    ]);
                    turns.push((token, after));
                }
            }
        }
    }

    fn token(&self, squares: [Square; 4]) -> String {
        let turned = self.fault == Fault::NamesFromWhite && self.side == b'w';
        let [a, b, c, d] = squares.map(|(x, y)| name(if turned { (7 - x, 7 - y) } else { (x, y) }));
        format!("{a}{b}+{c}{d}")
    }

    fn quiet(&self, from: Square, direction: (i8, i8), steps: i8) -> Option<Self> {
        let mut at = from;
        for taken in 1..=steps {
            at = step(at, direction)?;
            let jumps = self.fault == Fault::PassiveJumps && taken < steps;
            if self.at(at) != b' ' && !jumps {
                return None;
            }
        }
        let mut after = self.clone();
        after.set(from, b' ');
        after.set(at, self.side);
        Some(after)
    }

    fn aggressive(&self, from: Square, direction: (i8, i8), steps: i8) -> Option<Self> {
        let mut after = self.clone();
        let mut at = from;
        let mut has_pushed = false;
        for taken in 1..=steps {
            let next = step(at, direction)?;
            let stone = after.at(next);
            if stone != b' ' {
                if stone == self.side && self.fault != Fault::PushesOwn {
                    return None;
                }
                after.push(next, direction)?;
                // On the second step, the stone goes on to where it should not.
                let by_two = self.fault == Fault::PushesByTwo && taken == 2 && !has_pushed;
                if let (true, Some(behind)) = (by_two, step(next, direction)) {
                    after.push(behind, direction)?;
                }
                has_pushed = true;
            }
            after.set(at, b' ');
            after.set(next, self.side);
            at = next;
        }
        (has_pushed || self.fault != Fault::MustPush).then_some(after)
    }

    fn push(&mut self, from: Square, direction: (i8, i8)) -> Option<()> {
        let stone = self.at(from);
        if let Some(behind) = step(from, direction) {
            if self.at(behind) != b' ' && self.fault != Fault::IgnoresChains {
                return None;
            }
            self.set(behind, stone);
        }
        self.set(from, b' ');
        Some(())
    }
}

/// Whether a square is on the same wood, but on the other side of the rope.
fn is_away(square: Square, other: Square) -> bool {
    (square.1 < 4) != (other.1 < 4)
}

fn all_squares() -> impl Iterator<Item = Square> {
    (0..8).flat_map(|file| (0..8).map(move |rank| (file, rank)))
}

fn ways() -> impl Iterator<Item = (i8, i8, i8)> {
    let directions = (-1..=1).flat_map(|x| (-1..=1).map(move |y| (x, y)));
    directions.filter(|&way| way != (0, 0)).flat_map(|(x, y)| [(x, y, 1), (x, y, 2)])
}

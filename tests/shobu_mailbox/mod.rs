//! SHŌBU on an 8×8 array of squares: a slow reference to compare a fast implementation with.
//! Written from the rules text, shares no code with the library.

#![allow(dead_code, reason = "a test may use only part of it")]

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stone {
    Black,
    White,
}

use Stone::{Black, White};

impl Stone {
    pub fn other(self) -> Stone {
        match self {
            Black => White,
            White => Black,
        }
    }

    fn letter(self) -> char {
        match self {
            Black => 'b',
            White => 'w',
        }
    }
}

/// One step, in files and in ranks.
type Direction = (isize, isize);

/// A direction and how many steps to go in it: what both halves of a turn have in common.
type Way = (Direction, usize);

fn ways() -> impl Iterator<Item = Way> {
    let pairs = (-1..=1).flat_map(|files| (-1..=1).map(move |ranks| (files, ranks)));
    let directions = pairs.filter(|&direction| direction != (0, 0));
    directions.flat_map(|direction| [(direction, 1), (direction, 2)])
}

#[derive(Clone, Copy)]
struct Square {
    file: usize,
    rank: usize,
}

impl Square {
    fn all() -> impl Iterator<Item = Square> {
        (0..8).flat_map(|rank| (0..8).map(move |file| Square { file, rank }))
    }

    /// Files a–d are dark wood, e–h light.
    fn is_dark(self) -> bool {
        self.file < 4
    }

    /// Whose side of the rope the square is on.
    fn home_of(self) -> Stone {
        if self.rank < 4 { Black } else { White }
    }

    fn same_board(self, other: Square) -> bool {
        self.is_dark() == other.is_dark() && self.home_of() == other.home_of()
    }

    /// The next square in a direction, or nothing if that is off this square's board.
    fn step(self, direction: Direction) -> Option<Square> {
        let file = self.file.checked_add_signed(direction.0)?;
        let rank = self.rank.checked_add_signed(direction.1)?;
        let next = Square { file, rank };
        (file < 8 && rank < 8 && self.same_board(next)).then_some(next)
    }

    fn name(self) -> String {
        let file = ["a", "b", "c", "d", "e", "f", "g", "h"][self.file];
        format!("{file}{}", self.rank + 1)
    }
}

/// A position: what stands on each square, as `squares[rank][file]`, and whose turn it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mailbox {
    pub squares: [[Option<Stone>; 8]; 8],
    pub mover: Stone,
}

impl Mailbox {
    /// Reads a position; panics if the text is malformed.
    pub fn parse(fen: &str) -> Mailbox {
        let (grid, side) = fen.split_once(' ').expect("a side to move");
        let mut ranks: Vec<_> = grid.split('/').map(parse_rank).collect();
        ranks.reverse();
        let mover = match side {
            "b" => Black,
            "w" => White,
            _ => panic!("unknown side to move in {fen}"),
        };
        let squares = ranks.try_into().expect("eight ranks");
        Mailbox { squares, mover }
    }

    pub fn fen(&self) -> String {
        let ranks: Vec<String> = self.squares.iter().rev().map(rank_text).collect();
        format!("{} {}", ranks.join("/"), self.mover.letter())
    }

    /// Every legal turn with the position after it, in order of the turn's text.
    pub fn turns(&self) -> Vec<(String, Mailbox)> {
        if self.cleared().is_some() {
            return Vec::new();
        }
        let mut turns: Vec<_> = self.home_stones().flat_map(|s| self.turns_of(s)).collect();
        turns.sort_by(|a, b| a.0.cmp(&b.0));
        turns
    }

    /// How many sequences of `depth` turns there are; none go on from a finished game.
    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let turns = self.turns();
        turns.iter().map(|(_, after)| after.perft(depth - 1)).sum()
    }

    /// The winner: by a cleared board, or because the other side is to move and cannot.
    pub fn winner(&self) -> Option<Stone> {
        let stuck = || self.home_stones().all(|s| self.turns_of(s).is_empty());
        self.cleared().or_else(|| stuck().then_some(self.mover.other()))
    }

    /// The colour that has won by clearing a board of the other's stones.
    pub fn cleared(&self) -> Option<Stone> {
        let mut colours = [Black, White].into_iter();
        colours.find(|colour| self.board_counts(colour.other()).contains(&0))
    }

    /// The least number of the mover's own turns, up to `bound`, in which he wins against every
    /// defence. Nothing if the game is over already.
    pub fn shortest_win(&self, bound: u32) -> Option<u32> {
        (1..=bound).find(|&n| self.wins_within(n))
    }

    fn wins_within(&self, n: u32) -> bool {
        let mut turns = self.turns().into_iter();
        turns.any(|(_, next)| next.loses_within(n - 1))
    }

    /// Whether the mover has lost, or will whatever he does, the other having `n` more turns.
    fn loses_within(&self, n: u32) -> bool {
        match self.winner() {
            Some(winner) => winner != self.mover,
            None => n > 0 && self.turns().iter().all(|(_, next)| next.wins_within(n)),
        }
    }

    /// The turns whose passive move is made by this stone.
    fn turns_of(&self, stone: Square) -> Vec<(String, Mailbox)> {
        let mut turns = Vec::new();
        for way in ways() {
            if let Some((passive, between)) = self.walk(stone, way, false) {
                for (aggressive, mut after) in between.answers(stone, way) {
                    after.mover = self.mover.other();
                    turns.push((format!("{passive}+{aggressive}"), after));
                }
            }
        }
        turns
    }

    /// The aggressive moves that match a passive move already made by `passive_stone`.
    fn answers(&self, passive_stone: Square, way: Way) -> Vec<(String, Mailbox)> {
        self.movers_stones()
            .filter(|stone| stone.is_dark() != passive_stone.is_dark())
            .filter_map(|stone| self.walk(stone, way, true))
            .collect()
    }

    /// Half a turn, with the position after it. Only an aggressive move pushes.
    fn walk(&self, from: Square, way: Way, pushes: bool) -> Option<(String, Mailbox)> {
        let (direction, distance) = way;
        let mut after = self.clone();
        let mut at = from;
        for _ in 0..distance {
            let next = at.step(direction)?;
            if pushes && after.get(next) == Some(self.mover.other()) {
                after.push(next, direction)?;
            }
            after.advance(at, next)?;
            at = next;
        }
        Some((from.name() + &at.name(), after))
    }

    /// Pushes a stone one square on, or off its board; nothing if the square behind is taken.
    fn push(&mut self, stone: Square, direction: Direction) -> Option<()> {
        match stone.step(direction) {
            Some(behind) => self.advance(stone, behind)?,
            None => self.squares[stone.rank][stone.file] = None,
        }
        Some(())
    }

    /// Moves a stone one square; nothing if that square is taken.
    fn advance(&mut self, from: Square, to: Square) -> Option<()> {
        if self.get(to).is_some() {
            return None;
        }
        self.squares[to.rank][to.file] = self.squares[from.rank][from.file].take();
        Some(())
    }

    fn get(&self, square: Square) -> Option<Stone> {
        self.squares[square.rank][square.file]
    }

    fn movers_stones(&self) -> impl Iterator<Item = Square> {
        Square::all().filter(|&square| self.get(square) == Some(self.mover))
    }

    fn home_stones(&self) -> impl Iterator<Item = Square> {
        self.movers_stones().filter(|s| s.home_of() == self.mover)
    }

    /// How many stones of a colour each of the four boards holds.
    fn board_counts(&self, colour: Stone) -> [usize; 4] {
        let corners = [(0, 0), (4, 0), (0, 4), (4, 4)];
        corners.map(|(file, rank)| {
            let corner = Square { file, rank };
            let board = Square::all().filter(|square| square.same_board(corner));
            board.filter(|&s| self.get(s) == Some(colour)).count()
        })
    }
}

fn parse_rank(text: &str) -> [Option<Stone>; 8] {
    let mut rank = Vec::new();
    for character in text.chars() {
        match character {
            'b' => rank.push(Some(Black)),
            'w' => rank.push(Some(White)),
            '1'..='8' => rank.extend((0..character as u8 - b'0').map(|_| None)),
            _ => panic!("unknown character {character} in rank {text}"),
        }
    }
    rank.try_into().expect("eight squares in a rank")
}

fn rank_text(rank: &[Option<Stone>; 8]) -> String {
    let mut text: String = rank.iter().map(|s| s.map_or('.', Stone::letter)).collect();
    // Longest runs first, so that a run is never taken for two shorter ones.
    for run in (1..=8).rev() {
        text = text.replace(&".".repeat(run), &run.to_string());
    }
    text
}

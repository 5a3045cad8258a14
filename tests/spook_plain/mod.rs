//! SPOOK, played by the letter: a second implementation for tests to compare a fast one with.
//!
//! Written from the rules text, shares no code with the library: one ball or none per point, loops, no tables,
//! and no care for speed. Where the two disagree, one of them has misread the rules.
//!
//! SPOOK is a game by Dieter Stein (<https://spielstein.com>); its rules text is published under CC BY-NC 3.0.

#![allow(dead_code, reason = "a test may use only part of it")]

use std::collections::HashMap;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ball {
    Red,
    Black,
    Spooky,
}

/// The two rulesets differ only in who opens the getaway.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rules {
    /// The version of 15 December 2011: Black, who has just placed Spooky, moves again.
    Spook2011,
    /// The designer's later text: Red.
    Current,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Pyramid {
    /// By level, row and column; the corners of the array that lie outside the pyramid stay empty.
    balls: [[[Option<Ball>; 4]; 4]; 4],
    mover: Ball,
    rules: Rules,
}

/// Level, row and column, each from 0: a1 is (0, 0, 0), a4 is (0, 3, 0), j1 is (3, 0, 0).
type Point = (usize, usize, usize);

/// A token and the position after it.
type Turn = (String, Pyramid);

fn size(level: usize) -> usize {
    4 - level
}

fn points_where(wanted: impl Fn(Point) -> bool) -> Vec<Point> {
    let mut points = Vec::new();
    for level in 0..4 {
        for row in 0..size(level) {
            for col in 0..size(level) {
                if wanted((level, row, col)) {
                    points.push((level, row, col));
                }
            }
        }
    }
    points
}

fn name((level, row, col): Point) -> String {
    let lettered_below: usize = (0..level).map(size).sum();
    let letter = "abcdefghij".as_bytes()[lettered_below + col];
    format!("{}{}", char::from(letter), row + 1)
}

/// Whether a ball on the first point rests on the second, among others.
fn rests_on((level, row, col): Point, (lower, lower_row, lower_col): Point) -> bool {
    let touches = |at: usize, lower_at: usize| lower_at == at || lower_at == at + 1;
    level == lower + 1 && touches(row, lower_row) && touches(col, lower_col)
}

fn adjacent((level, row, col): Point, (other, other_row, other_col): Point) -> bool {
    level == other && row.abs_diff(other_row) + col.abs_diff(other_col) == 1
}

fn letter(ball: Option<Ball>) -> char {
    match ball {
        Some(Ball::Red) => 'r',
        Some(Ball::Black) => 'b',
        Some(Ball::Spooky) => 'w',
        None => '.',
    }
}

fn ball(wanted: char) -> Option<Ball> {
    let balls = [Ball::Red, Ball::Black, Ball::Spooky];
    balls.into_iter().find(|&ball| letter(Some(ball)) == wanted)
}

fn opponent(player: Ball) -> Ball {
    match player {
        Ball::Red => Ball::Black,
        _ => Ball::Red,
    }
}

impl Pyramid {
    /// Reads a position; panics on malformed text. Whether the position is legal is not looked at.
    pub fn parse(fen: &str, rules: Rules) -> Pyramid {
        let (levels, mover) = fen.split_once(' ').expect("a side to move");
        let mut pyramid = Pyramid {
            balls: [[[None; 4]; 4]; 4],
            mover: if mover == "r" { Ball::Red } else { Ball::Black },
            rules,
        };
        let mut levels = levels.to_string();
        for run in 1..=4 {
            levels = levels.replace(&run.to_string(), &".".repeat(run));
        }
        for (level, ranks) in levels.split(':').enumerate() {
            for (row, rank) in ranks.rsplit('/').enumerate() {
                for (col, letter) in rank.chars().enumerate() {
                    pyramid.put((level, row, col), ball(letter));
                }
            }
        }
        // What is malformed does not come out as it went in.
        assert_eq!(pyramid.fen(), fen, "malformed position");
        pyramid
    }

    pub fn fen(&self) -> String {
        let mut fen = String::new();
        for level in 0..4 {
            for row in (0..size(level)).rev() {
                for col in 0..size(level) {
                    fen.push(letter(self.at((level, row, col))));
                }
                fen.push(if row > 0 { '/' } else { ':' });
            }
        }
        fen.pop();
        for run in (1..=4).rev() {
            fen = fen.replace(&".".repeat(run), &run.to_string());
        }
        format!("{fen} {}", letter(Some(self.mover)))
    }

    /// The number of sequences of exactly `depth` turns.
    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let turns = self.turns();
        turns.iter().map(|(_, next)| next.perft(depth - 1)).sum()
    }

    /// The player without a ball of their own, once Spooky is on the board; whoever took the last one.
    pub fn winner(&self) -> Option<Ball> {
        self.spooky()?;
        let gone = |player: &Ball| self.points_with(*player).is_empty();
        [Ball::Red, Ball::Black].into_iter().find(gone)
    }

    /// Every legal turn, sorted by token; none if the game is finished.
    pub fn turns(&self) -> Vec<(String, Pyramid)> {
        if self.winner().is_some() {
            return Vec::new();
        }
        let mut turns = match self.spooky() {
            None => self.visits(),
            Some(spooky) => self.getaways(spooky),
        };
        turns.sort_by(|one, other| one.0.cmp(&other.0));
        turns
    }

    /// Does the mover win the getaway, and in how many plies: the winner fast, the loser slow?
    pub fn value(&self) -> (bool, u32) {
        assert!(self.spooky().is_some(), "only the getaway is solved");
        self.solve(&mut HashMap::new())
    }

    fn solve(&self, known: &mut HashMap<Pyramid, (bool, u32)>) -> (bool, u32) {
        if let Some(winner) = self.winner() {
            return (winner == self.mover, 0);
        }
        if let Some(&value) = known.get(self) {
            return value;
        }
        let mut outcomes = Vec::new();
        for (_, next) in self.turns() {
            let (opponent_wins, plies) = next.solve(known);
            outcomes.push((!opponent_wins, plies + 1));
        }
        let fastest_win = outcomes.iter().filter(|(wins, _)| *wins).min();
        let slowest_loss = outcomes.iter().max();
        let value = *fastest_win.or(slowest_loss).expect("at least a pass");
        known.insert(self.clone(), value);
        value
    }

    fn at(&self, (level, row, col): Point) -> Option<Ball> {
        self.balls[level][row][col]
    }

    fn put(&mut self, (level, row, col): Point, ball: Option<Ball>) {
        self.balls[level][row][col] = ball;
    }

    fn points_with(&self, ball: Ball) -> Vec<Point> {
        points_where(|p| self.at(p) == Some(ball))
    }

    fn spooky(&self) -> Option<Point> {
        self.points_with(Ball::Spooky).first().copied()
    }

    /// The balls that rest on this point: none on a free ball, more than one on a pinned ball.
    fn load(&self, point: Point) -> Vec<Point> {
        points_where(|p| rests_on(p, point) && self.at(p).is_some())
    }

    fn is_coloured(&self, point: Point) -> bool {
        matches!(self.at(point), Some(Ball::Red | Ball::Black))
    }

    /// The empty holes of the board and the empty platforms; Spooky is no part of a platform.
    fn open_points(&self) -> Vec<Point> {
        let lacking = |point| points_where(|p| rests_on(point, p) && !self.is_coloured(p));
        points_where(|p| self.at(p).is_none() && lacking(p).is_empty())
    }

    fn touches_a_ball(&self, point: Point) -> bool {
        !points_where(|p| adjacent(p, point) && self.is_coloured(p)).is_empty()
    }

    fn with_other_mover(&self) -> Pyramid {
        let mut next = self.clone();
        next.mover = opponent(self.mover);
        next
    }

    fn visits(&self) -> Vec<Turn> {
        let mut turns = Vec::new();
        for point in self.open_points() {
            let mut next = self.with_other_mover();
            next.put(point, Some(self.mover));
            // The top is open only when all the other balls are placed: Spooky is the last.
            if point == (3, 0, 0) {
                next.put(point, Some(Ball::Spooky));
                next.mover = match self.rules {
                    Rules::Spook2011 => Ball::Black,
                    Rules::Current => Ball::Red,
                };
            }
            turns.push((name(point), next));
        }
        turns
    }

    fn getaways(&self, spooky: Point) -> Vec<Turn> {
        let mut turns = self.drops(spooky);
        self.add_walks(spooky, &name(spooky), None, &mut turns);
        if !turns.is_empty() {
            return turns;
        }
        if spooky.0 == 0 && !self.touches_a_ball(spooky) {
            return self.placements(spooky);
        }
        turns = self.removals();
        if turns.is_empty() {
            turns.push(("pass".to_string(), self.with_other_mover()));
        }
        turns
    }

    fn drops(&self, spooky: Point) -> Vec<Turn> {
        self.takings(points_where(|p| self.load(p) == [spooky]))
    }

    /// Adds every walk that goes on from here; once a ball was taken, only its colour will do.
    fn add_walks(&self, from: Point, token: &str, colour: Option<Ball>, turns: &mut Vec<Turn>) {
        let fits = |p| self.is_coloured(p) && (colour.is_none() || self.at(p) == colour);
        let free = |p| self.load(p).is_empty();
        for to in points_where(|p| adjacent(p, from) && fits(p) && free(p)) {
            let mut next = self.clone();
            next.put(from, None);
            next.put(to, Some(Ball::Spooky));
            let token = format!("{token}-{}", name(to));
            turns.push((token.clone(), next.with_other_mover()));
            next.add_walks(to, &token, self.at(to), turns);
        }
    }

    /// The isolated Spooky, beside a ball on the board or on top of a platform.
    fn placements(&self, spooky: Point) -> Vec<Turn> {
        let mut turns = Vec::new();
        let mut points = self.open_points();
        points.retain(|&p| p.0 > 0 || self.touches_a_ball(p));
        for point in points {
            let mut next = self.with_other_mover();
            next.put(spooky, None);
            next.put(point, Some(Ball::Spooky));
            turns.push((format!("@{}", name(point)), next));
        }
        turns
    }

    fn removals(&self) -> Vec<Turn> {
        let mut theirs = self.points_with(opponent(self.mover));
        theirs.retain(|&p| self.load(p).len() <= 1);
        self.takings(theirs)
    }

    fn takings(&self, points: Vec<Point>) -> Vec<Turn> {
        let taking = |p| (format!("x{}", name(p)), self.without(p));
        points.into_iter().map(taking).collect()
    }

    /// The position after the unpinned ball here is taken, and what rested on it has dropped.
    fn without(&self, point: Point) -> Pyramid {
        let mut next = self.with_other_mover();
        next.put(point, None);
        let mut hole = point;
        while let Some(&falling) = next.load(hole).first() {
            next.put(hole, next.at(falling));
            next.put(falling, None);
            hole = falling;
        }
        next
    }
}

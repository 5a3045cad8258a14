//! Reading turns, and saying which rule an illegal one breaks.

use super::getaway::Getaway;
use super::movegen;
use super::point::Point;
use super::points::Points;
use super::position::Position;
use super::pyramid::{above, below, beside};
use super::setup::{adjective, colour};
use super::turn::Turn;
use crate::game::{Game, IllegalTurn, Notation, SyntaxError};

/// A turn as it is written.
enum Written {
    Pass,
    Place(Point),
    Remove(Point),
    /// A walk, or a single point to put a ball on.
    Along(Vec<Point>),
}

/// Reads a turn such as `e1-e2-e3` and checks it against the rules.
pub(super) fn parse_turn(position: &Position, text: &str) -> Result<Turn, IllegalTurn> {
    let written = parse(text)
        .map_err(|error| IllegalTurn::Syntax { text: text.escape_debug().to_string(), error })?;
    check(position, &written).map_err(|reason| IllegalTurn::Rule { text: text.to_string(), reason })
}

fn parse(text: &str) -> Result<Written, SyntaxError> {
    if text == "pass" {
        return Ok(Written::Pass);
    }
    if let Some(name) = text.strip_prefix('@') {
        return parse_point(2, name).map(Written::Place);
    }
    if let Some(name) = text.strip_prefix('x') {
        return parse_point(2, name).map(Written::Remove);
    }
    let mut column = 1;
    let mut points = Vec::new();
    for name in text.split('-') {
        points.push(parse_point(column, name)?);
        column += name.chars().count() + 1;
    }
    Ok(Written::Along(points))
}

fn parse_point(column: usize, name: &str) -> Result<Point, SyntaxError> {
    Point::parse(name).ok_or_else(|| {
        let expected = "a turn is written `a1`, `xe2`, `e1-e2-e3`, `@c3` or `pass`";
        let reason = match name.is_empty() {
            true => format!("a point from a1 to j1 is missing here; {expected}"),
            false => {
                format!("`{}` is not a point from a1 to j1; {expected}", name.escape_debug())
            }
        };
        SyntaxError::new(column, reason)
    })
}

/// The turn, or the rule that it breaks.
fn check(position: &Position, written: &Written) -> Result<Turn, String> {
    if let Some(verdict) = position.verdict() {
        return Err(format!("the game is over ({verdict})"));
    }
    let Some(getaway) = Getaway::of(position) else { return check_visit(position, written) };
    match written {
        Written::Pass => check_pass(position, &getaway).map(|()| Turn::PASS),
        Written::Place(point) => {
            check_place(position, &getaway, *point).map(|()| Turn::place(*point))
        }
        Written::Remove(point) => {
            check_remove(position, &getaway, *point).map(|()| Turn::remove(*point))
        }
        Written::Along(points) => check_walk(position, &getaway, points),
    }
}

fn check_visit(position: &Position, written: &Written) -> Result<Turn, String> {
    let point = match written {
        Written::Along(points) if points.len() == 1 => points[0],
        _ => return Err("in the visit a turn puts one ball on a point, such as `a1`".into()),
    };
    if movegen::open(position).contains(point) {
        return Ok(Turn::put(point));
    }
    Err(match (below(point) & !position.coloured()).next() {
        Some(missing) => format!("a ball on {point} would not be supported: {missing} is empty"),
        None => format!("there is a ball on {point} already"),
    })
}

/// Why nothing but a drop or a walk can be played, if that is so.
fn check_stuck(getaway: &Getaway) -> Result<(), String> {
    if let Some(ball) = getaway.drops().next() {
        return Err(format!("Spooky can drop: `x{ball}`"));
    }
    match getaway.steps().next() {
        Some(ball) => Err(format!("Spooky can walk: `{}-{ball}`", getaway.spooky)),
        None => Ok(()),
    }
}

fn check_pass(position: &Position, getaway: &Getaway) -> Result<(), String> {
    check_stuck(getaway)?;
    if getaway.is_isolated() {
        return Err("Spooky is isolated, so he must be placed elsewhere".into());
    }
    let enemy = adjective(position.side().other());
    match getaway.removals().next() {
        Some(ball) => Err(format!("an unpinned {enemy} ball can be removed: `x{ball}`")),
        None => Ok(()),
    }
}

fn check_place(position: &Position, getaway: &Getaway, point: Point) -> Result<(), String> {
    check_stuck(getaway)?;
    if !getaway.is_isolated() {
        return Err(format!("Spooky on {} is not isolated, so he stays", getaway.spooky));
    }
    if getaway.placements().contains(point) {
        return Ok(());
    }
    let balls = position.coloured();
    Err(if point == getaway.spooky {
        format!("Spooky is on {point} already")
    } else if balls.contains(point) {
        format!("there is a ball on {point} already")
    } else if let Some(missing) = (below(point) & !balls).next() {
        format!("{point} is not a platform of four balls: there is none on {missing}")
    } else {
        format!("there is no ball beside {point}")
    })
}

fn check_remove(position: &Position, getaway: &Getaway, point: Point) -> Result<(), String> {
    if point == getaway.spooky {
        return Err("Spooky himself is never removed".into());
    }
    if !position.coloured().contains(point) {
        return Err(format!("there is no ball on {point}"));
    }
    let pinned = || format!("the ball on {point} is pinned: it supports more than one ball");
    if !getaway.is_stuck() {
        return if getaway.drops().contains(point) {
            Ok(())
        } else if below(getaway.spooky).contains(point) {
            Err(pinned())
        } else {
            check_stuck(getaway)
                .map_err(|can| format!("Spooky does not rest directly on {point}, and {can}"))
        };
    }
    if getaway.is_isolated() {
        return Err("Spooky is isolated, so he must be placed elsewhere".into());
    }
    let enemy = position.side().other();
    if !position.enemy.contains(point) {
        return Err(format!("only a ball of {} can be removed", colour(enemy)));
    }
    if getaway.removals().contains(point) { Ok(()) } else { Err(pinned()) }
}

fn check_walk(position: &Position, getaway: &Getaway, points: &[Point]) -> Result<Turn, String> {
    let (from, stops) = (points[0], &points[1..]);
    let Some(&first) = stops.first() else {
        return Err("all balls are placed: in the getaway nothing is put on the pyramid".into());
    };
    if from != getaway.spooky {
        return Err(format!("Spooky is on {}, not on {from}", getaway.spooky));
    }
    let own = position.own.contains(first);
    let (colour, other) =
        if own { (position.own, position.enemy) } else { (position.enemy, position.own) };
    let mut taken = Points::EMPTY;
    for (&at, &to) in points.iter().zip(stops) {
        if !beside(at).contains(to) {
            return Err(format!("{at} and {to} are not beside each other"));
        } else if taken.contains(to) {
            return Err(format!("the ball on {to} has been taken already"));
        } else if other.contains(to) {
            return Err(format!("a walk takes balls of one colour, but {first} and {to} differ"));
        } else if !colour.contains(to) {
            return Err(format!("there is no ball on {to}"));
        } else if let Some(ball) = (above(to) & position.coloured()).next() {
            return Err(format!("the ball on {to} is not free: it supports the one on {ball}"));
        }
        taken |= Points::of(to);
    }
    Turn::walk(points).ok_or_else(|| "the walk is too long".into())
}

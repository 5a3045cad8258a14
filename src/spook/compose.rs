//! Positions made up, changed and taken back, for puzzles.

use super::getaway::Getaway;
use super::point::Point;
use super::points::Points;
use super::position::Position;
use super::pyramid::{above, below, beside, supported};
use super::rules::Rules;
use super::setup::Setup;
use super::turn::{Action, Turn};
use crate::game::{Compose, Dice, Game, Player};

impl Compose for Position {
    /// Six kinds of turns, four levels.
    const SCENES: u32 = 24;

    /// A getaway with a few balls left.
    fn composed(rules: &'static str, dice: &mut Dice) -> Option<Self> {
        let mut balls = [Points::EMPTY; 2];
        for _ in 0..dice.between(4, 16) {
            let all = balls[0] | balls[1];
            let open = supported(all) & !all & !Points::of(Point::TOP);
            let higher = open & !Points::level(1);
            let open = if dice.chance(2, 3) && !higher.is_empty() { higher } else { open };
            balls[dice.below(2)] |= Points::of(dice.pick_from(open)?);
        }
        let [red, black] = balls;
        let all = red | black;
        let spooky = Points::of(dice.pick_from(supported(all) & !all)?);
        let side = if dice.chance(1, 2) { Player::First } else { Player::Second };
        open_position(Setup { red, black, spooky, side }, Rules::named(rules))
    }

    fn mutated(&self, dice: &mut Dice) -> Option<Self> {
        let setup = self.setup();
        let all = setup.occupied();
        let ball = Points::of(dice.pick_from(self.coloured())?);
        let room = Points::of(dice.pick_from(supported(all) & !all)?);
        let mut balls = [setup.red, setup.black];
        let mut spooky = setup.spooky;
        let whose = usize::from(!(balls[1] & ball).is_empty());
        match dice.below(5) {
            // Another colour, away, elsewhere, one more, Spooky elsewhere.
            0 => balls = balls.map(|set| set ^ ball),
            1 => balls[whose] = balls[whose] ^ ball,
            2 => balls[whose] = balls[whose] ^ ball | room,
            3 => balls[dice.below(2)] |= room,
            _ => spooky = room,
        }
        let [red, black] = balls;
        open_position(Setup { red, black, spooky, ..setup }, self.ruleset())
    }

    fn predecessors(&self) -> Vec<Self> {
        let Some(spooky) = self.spooky() else { return Vec::new() };
        let mut found = Vec::new();
        let mut consider = |setup: Setup| {
            found.extend(open_position(setup, self.ruleset()).filter(|before| {
                before.turns().into_iter().any(|turn| before.play_unchecked(turn) == *self)
            }));
        };
        let after = Setup { side: self.side().other(), ..self.setup() };
        for colour in [Player::First, Player::Second] {
            walks_back(after, colour, spooky, &mut consider);
            let dropped = with(after, colour, Points::of(spooky));
            above(spooky).for_each(|from| consider(Setup { spooky: Points::of(from), ..dropped }));
        }
        let all = after.occupied();
        let open = supported(all) & !all;
        let removed = |ball| with(after, self.side(), Points::of(ball));
        open.map(removed).for_each(&mut consider);
        // Placed, or passed.
        open.for_each(|from| consider(Setup { spooky: Points::of(from), ..after }));
        consider(after);
        found
            .sort_unstable_by_key(|position| (position.own.0, position.enemy.0, position.spooky()));
        found.dedup();
        found
    }

    fn appeal(&self, turn: Turn) -> i32 {
        let (own, enemy) = (self.own.len(), self.enemy.len());
        // The sides have changed places, unless the same one moves again.
        let after = self.play_unchecked(turn);
        let (left, others) = match after.side() == self.side() {
            true => (after.own.len(), after.enemy.len()),
            false => (after.enemy.len(), after.own.len()),
        };
        own as i32 - left as i32 - (enemy as i32 - others as i32)
    }

    fn scene(&self, turn: Turn) -> u32 {
        let (kind, at) = match turn.action() {
            Action::Place(at) => (0, Some(at)),
            Action::Put(at) => (1, Some(at)),
            Action::Walk { to, .. } => (2, Some(to)),
            Action::Pass => (3, None),
            Action::Remove(at) if Getaway::of(self).is_some_and(|g| g.drops().contains(at)) => {
                (4, Some(at))
            }
            Action::Remove(at) => (5, Some(at)),
        };
        4 * kind + at.map_or(0, |at| u32::from(at.level()) - 1)
    }
}

/// The position of the getaway, if it is legal and not finished.
fn open_position(setup: Setup, rules: Rules) -> Option<Position> {
    let position = Position::new(setup, rules).ok()?;
    (position.spooky().is_some() && position.winner().is_none()).then_some(position)
}

/// The setup with one more ball of a colour.
fn with(mut setup: Setup, colour: Player, ball: Points) -> Setup {
    match colour {
        Player::First => setup.red |= ball,
        Player::Second => setup.black |= ball,
    }
    setup
}

/// Walks over balls of a colour that end with Spooky on `at`, taken back step
/// by step.
fn walks_back(after: Setup, colour: Player, at: Point, consider: &mut impl FnMut(Setup)) {
    let before = with(after, colour, Points::of(at));
    let occupied = before.red | before.black;
    for from in beside(at) & !occupied {
        if occupied.includes(below(from)) {
            let before = Setup { spooky: Points::of(from), ..before };
            consider(before);
            walks_back(before, colour, from, consider);
        }
    }
}

use super::{Game, Player};

/// Best play from a forced win to the end of the game: all of it, where one
/// line would be a choice among equals that depends on how turns are written.
///
/// The attacker takes fewest plies, the defender most. Where the defender has a
/// choice and would lose no faster by passing, most replies are of no
/// consequence: the attacker does what it threatens. They stand together, as one
/// step without a turn, and only the replies that stop the threat have steps of
/// their own.
///
/// It is a graph: plays that meet go on together.
#[derive(Clone, Debug)]
pub struct Play<G: Game> {
    attacker: Player,
    moments: Vec<Moment<G>>,
}

/// A position in best play.
#[derive(Clone, Debug)]
pub struct Moment<G: Game> {
    /// The position.
    pub position: G,
    /// What is best in it; nothing if the game is over.
    pub steps: Vec<Step<G>>,
}

/// A step of best play.
#[derive(Clone, Copy, Debug)]
pub struct Step<G: Game> {
    /// The turn; `None` for the defences that leave alone what is threatened.
    pub turn: Option<G::Turn>,
    /// The number of the moment that it leads to: a higher one than that of
    /// the moment in which it is played.
    pub next: usize,
}

/// A step of best play, with the positions around it.
#[derive(Clone, Copy, Debug)]
pub struct Event<'a, G: Game> {
    /// The position in which it is played.
    pub before: &'a G,
    /// The turn; `None` for the defences that leave alone what is threatened.
    pub turn: Option<G::Turn>,
    /// The position that it leads to: with the stones as they were, if there is
    /// no turn.
    pub after: &'a G,
    /// Whether the attacker plays it.
    pub by_attacker: bool,
    /// Whether it ends the game.
    pub is_last: bool,
}

impl<G: Game> Event<'_, G> {
    /// The turn, if the attacker plays it.
    #[must_use]
    pub fn attack(&self) -> Option<G::Turn> {
        self.turn.filter(|_| self.by_attacker)
    }
}

impl<G: Game> Play<G> {
    /// The play through these moments, of which the first is where it begins.
    #[must_use]
    pub const fn new(attacker: Player, moments: Vec<Moment<G>>) -> Self {
        Self { attacker, moments }
    }

    /// The moments: the first is where the play begins, and every step leads
    /// to a later one.
    #[must_use]
    pub fn moments(&self) -> &[Moment<G>] {
        &self.moments
    }

    /// The plies from the beginning to the end.
    #[must_use]
    pub fn plies(&self) -> u32 {
        let mut at = &self.moments[0];
        let mut plies = 0;
        while let Some(step) = at.steps.first() {
            at = &self.moments[step.next];
            plies += 1;
        }
        plies
    }

    /// The side that wins.
    #[must_use]
    pub const fn attacker(&self) -> Player {
        self.attacker
    }

    fn event<'a>(&'a self, moment: &'a Moment<G>, step: &Step<G>) -> Event<'a, G> {
        let next = &self.moments[step.next];
        Event {
            before: &moment.position,
            turn: step.turn,
            after: &next.position,
            by_attacker: moment.position.side() == self.attacker,
            is_last: next.steps.is_empty(),
        }
    }

    /// Whether there is a turn with a property anywhere in best play.
    pub fn sometimes(&self, is: impl Fn(&Event<'_, G>) -> bool) -> bool {
        let found =
            |moment: &Moment<G>| moment.steps.iter().any(|step| is(&self.event(moment, step)));
        self.moments.iter().any(found)
    }

    /// Whether the attacker can see to it that a turn with a property is
    /// played, by choosing among its best turns: whichever
    /// defence it meets.
    pub fn always(&self, is: impl Fn(&Event<'_, G>) -> bool) -> bool {
        self.force(false, |event, comes| comes || is(event))
    }

    /// Whether the attacker can see to it that all turns have a property.
    pub fn throughout(&self, is: impl Fn(&Event<'_, G>) -> bool) -> bool {
        self.force(true, |event, comes| comes && is(event))
    }

    /// Whether the attacker reaches a goal that is worked out from the ends of
    /// the game, where it is `at_end`: from an event, and whether the goal is
    /// reached after it.
    fn force(&self, at_end: bool, goal: impl Fn(&Event<'_, G>, bool) -> bool) -> bool {
        let mut reached = vec![at_end; self.moments.len()];
        for (number, moment) in self.moments.iter().enumerate().rev() {
            let goal = |step: &Step<G>| goal(&self.event(moment, step), reached[step.next]);
            reached[number] = match moment.position.side() == self.attacker {
                _ if moment.steps.is_empty() => at_end,
                true => moment.steps.iter().any(goal),
                false => moment.steps.iter().all(goal),
            };
        }
        reached[0]
    }
}

use super::{Game, Player};

/// Best play from a forced win to the end of the game: all of it, where one
/// line would be a choice among equals that depends on how turns are written.
///
/// The attacker takes fewest plies, the defender most.
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
    /// What is best in it.
    pub steps: Vec<Step<G>>,
}

/// A step of best play.
#[derive(Clone, Copy, Debug)]
pub struct Step<G: Game> {
    /// The turn.
    pub turn: G::Turn,
    /// The number of the moment that it leads to: a higher one than that of
    /// the moment in which it is played. `None` if it ends the game: that is how
    /// most steps go, and nothing follows.
    pub next: Option<usize>,
}

/// A step of best play, with the positions around it.
#[derive(Clone, Copy, Debug)]
pub struct Event<G: Game> {
    /// The position in which it is played.
    pub before: G,
    /// The turn.
    pub turn: G::Turn,
    /// The position that it leads to.
    pub after: G,
    /// Whether the attacker plays it.
    pub by_attacker: bool,
    /// Whether it ends the game.
    pub is_last: bool,
}

impl<G: Game> Event<G> {
    /// The turn, if the attacker plays it.
    #[must_use]
    pub fn attack(&self) -> Option<G::Turn> {
        self.by_attacker.then_some(self.turn)
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
        let mut next = Some(0);
        let mut plies = 0;
        while let Some(step) = next.and_then(|number: usize| self.moments[number].steps.first()) {
            next = step.next;
            plies += 1;
        }
        plies
    }

    /// The side that wins.
    #[must_use]
    pub const fn attacker(&self) -> Player {
        self.attacker
    }

    fn event(&self, moment: &Moment<G>, step: &Step<G>) -> Event<G> {
        Event {
            before: moment.position,
            turn: step.turn,
            after: moment.position.play_unchecked(step.turn),
            by_attacker: moment.position.side() == self.attacker,
            is_last: step.next.is_none(),
        }
    }

    /// Whether there is a turn with a property anywhere in best play.
    pub fn sometimes(&self, is: impl Fn(&Event<G>) -> bool) -> bool {
        let found =
            |moment: &Moment<G>| moment.steps.iter().any(|step| is(&self.event(moment, step)));
        self.moments.iter().any(found)
    }

    /// Whether the attacker can see to it that a turn with a property is
    /// played, by choosing among its best turns: whatever the defender does.
    pub fn always(&self, is: impl Fn(&Event<G>) -> bool) -> bool {
        Aim { play: self, is, at_end: false, known: vec![None; self.moments.len()] }.is_reached(0)
    }

    /// Whether the attacker can see to it that all turns have a property.
    pub fn throughout(&self, is: impl Fn(&Event<G>) -> bool) -> bool {
        Aim { play: self, is, at_end: true, known: vec![None; self.moments.len()] }.is_reached(0)
    }
}

/// Something that the attacker wants of the turns played.
struct Aim<'a, G: Game, Is> {
    play: &'a Play<G>,
    /// A property of turns.
    is: Is,
    /// What is reached if all turns up to the end do not have (`false`) or have
    /// (`true`) the property: the first turn for which that is not so decides.
    at_end: bool,
    /// Of each moment, whether the aim is reached from there, if that was asked.
    known: Vec<Option<bool>>,
}

impl<G: Game, Is: Fn(&Event<G>) -> bool> Aim<'_, G, Is> {
    /// Whether the attacker reaches the aim from a moment on.
    fn is_reached(&mut self, number: usize) -> bool {
        if let Some(known) = self.known[number] {
            return known;
        }
        let moment = &self.play.moments[number];
        let mut steps = moment.steps.iter();
        let reached = match moment.position.side() == self.play.attacker {
            true => steps.any(|step| self.is_reached_by(moment, step)),
            false => steps.all(|step| self.is_reached_by(moment, step)),
        };
        self.known[number] = Some(reached);
        reached
    }

    fn is_reached_by(&mut self, moment: &Moment<G>, step: &Step<G>) -> bool {
        let is = (self.is)(&self.play.event(moment, step));
        match step.next {
            Some(next) if is == self.at_end => self.is_reached(next),
            _ => is,
        }
    }
}

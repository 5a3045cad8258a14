//! A game that was played, turn by turn: wins that were missed, losses that were
//! allowed.

use super::analysis::{MAX_ANALYSIS_TURNS, Progress, replies};
use super::exact::Decider;
use super::horizon::Horizon;
use super::inquiry::{Forced, Inquiry};
use super::limits::{Limits, Stopped};
use super::line::{first_attack, longest_defence};
use super::outlook::Outlook;
use super::search::Search;
use crate::game::{Game, Player, Record};

/// What is known of the turns of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Review<G: Game> {
    /// The turns in the order in which they were played.
    pub moments: Vec<Moment<G>>,
    /// Where the game was decided, if it was.
    pub decided: Option<Decided>,
    /// What the last position leads to, for its side to move.
    pub end: Outlook,
    /// Up to how many turns of either side wins were to be found, where a position
    /// was not decided exactly; `None` if all were.
    pub bound: Option<u32>,
    /// How many positions were searched.
    pub nodes: u64,
}

/// A turn of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moment<G: Game> {
    /// The position in which it was played.
    pub position: G,
    /// The turn.
    pub turn: G::Turn,
    /// What the position leads to, for its side to move.
    pub before: Outlook,
    /// What the turn leads to, for the same side.
    pub after: Outlook,
    /// What was wrong with it, if something is proved to be.
    pub mistake: Option<Mistake>,
    /// The first turn that would have been right; `None` without a mistake, or
    /// if a limit was reached.
    pub better: Option<G::Turn>,
}

/// What may be wrong with a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mistake {
    /// There was a forced win, and there is none any more.
    MissedWin,
    /// There was a faster win.
    SlowerWin,
    /// Another turn would not have lost.
    AllowedLoss,
    /// Another turn would have held out for longer.
    FasterLoss,
}

/// From here on one side was winning, and did not let go of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decided {
    /// How many turns had been played.
    pub after: usize,
    /// The side.
    pub winner: Player,
}

/// Reviews a game: wins of the side to move within `max_turns` of its turns, and
/// wins of its opponent within as many of its own, are looked for before every
/// turn and at the end. `progress` is told how far it is.
///
/// # Examples
/// ```
/// use tsume::game::{Notation, Record};
/// use tsume::shobu::Position;
/// use tsume::solver::{Limits, Mistake, Outlook, review};
///
/// let text = "2w2w2/4w3/w2wb2w/b1wb3b/b2ww1b1/w3w3/4b1b1/1bb3wb w";
/// let start = Position::parse(text, Position::RULES[0])?;
/// let record = Record::play(start, "a6a7+g1g2").expect("the turn is legal");
/// let review = review(&record, 2, Limits::default(), |_| {});
/// let moment = review.moments[0];
/// assert_eq!(moment.mistake, Some(Mistake::MissedWin));
/// assert_eq!(moment.better.unwrap().to_string(), "f8f7+d6d5");
/// # Ok::<(), tsume::game::PositionError>(())
/// ```
pub fn review<G: Game>(
    record: &Record<G>,
    max_turns: u32,
    limits: Limits<'_>,
    progress: impl FnMut(Progress),
) -> Review<G> {
    Reviewer::new(record, max_turns, limits, |_| false).run(record, progress)
}

/// The same, but positions that [can be decided](Game::is_decidable) are.
pub fn review_or_decide<G: Game>(
    record: &Record<G>,
    max_turns: u32,
    limits: Limits<'_>,
    progress: impl FnMut(Progress),
) -> Review<G> {
    Reviewer::new(record, max_turns, limits, G::is_decidable).run(record, progress)
}

impl<G: Game> Review<G> {
    /// Whether no limit has kept anything from being found out.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        let known = |outlook| !matches!(outlook, Outlook::Unknown { .. });
        let complete = |moment: &Moment<G>| {
            known(moment.before) && (moment.mistake.is_none() || moment.better.is_some())
        };
        known(self.end) && self.moments.iter().all(complete)
    }
}

/// What is known of a position of the game.
enum Known<G: Game> {
    /// Asked for within the bound.
    Bounded(Inquiry<G>),
    /// To be decided exactly.
    Undecided,
    /// Over, or decided exactly, with the best turn if there is one.
    Exact(Outlook, Option<G::Turn>),
}

struct Reviewer<'a, G: Game> {
    search: Search<'a, G>,
    decider: Decider<'a, G>,
    bound: u32,
    positions: Vec<G>,
    known: Vec<Known<G>>,
}

impl<'a, G: Game> Reviewer<'a, G> {
    fn new(
        record: &Record<G>,
        max_turns: u32,
        limits: Limits<'a>,
        decides: fn(&G) -> bool,
    ) -> Self {
        let positions: Vec<_> = record.positions().collect();
        let known = |position: &G| match position.outcome() {
            Some(winner) if winner == position.side() => {
                Known::Exact(Outlook::Win { turns: 0, plies: Some(0) }, None)
            }
            Some(_) => Known::Exact(Outlook::Loss { turns: 0, plies: Some(0) }, None),
            None if decides(position) => Known::Undecided,
            None => Known::Bounded(Inquiry::new(*position)),
        };
        let known: Vec<_> = positions.iter().map(known).collect();
        let is = |kind: fn(&Known<G>) -> bool| known.iter().any(kind);
        // Two searches, one after the other, share what one may use.
        let share = match is(Known::is_bounded) && is(Known::is_undecided) {
            true => Limits { table_bytes: limits.table_bytes / 2, ..limits },
            false => limits,
        };
        Self {
            search: Search::new(share),
            decider: Decider::new(share),
            bound: max_turns.clamp(1, MAX_ANALYSIS_TURNS),
            positions,
            known,
        }
    }

    fn run(mut self, record: &Record<G>, progress: impl FnMut(Progress)) -> Review<G> {
        // Stopped or not, what is known is known.
        let _ = self.decide().and_then(|()| self.deepen(progress));
        let moments = (0..record.turns.len()).map(|at| self.moment(at, record.turns[at])).collect();
        Review {
            moments,
            decided: self.decided(),
            end: self.outlook(record.turns.len()),
            bound: self.known.iter().any(Known::is_bounded).then_some(self.bound),
            nodes: self.search.nodes() + self.decider.nodes(),
        }
    }

    /// The last positions are the smallest, and what is learnt of them helps
    /// with those before.
    fn decide(&mut self) -> Result<(), Stopped> {
        for (position, known) in self.positions.iter().zip(&mut self.known).rev() {
            if known.is_undecided() {
                let (outlook, line) = self.decider.outlook(position)?;
                *known = Known::Exact(outlook, line.first().copied());
            }
        }
        Ok(())
    }

    /// Asks everything about all other positions, the nearest wins first.
    fn deepen(&mut self, mut progress: impl FnMut(Progress)) -> Result<(), Stopped> {
        for turns in 0..=self.bound {
            for reply in replies::<G>() {
                let own = (turns > 0).then(|| Forced::Win(Horizon::new(turns, reply)));
                let half_turns = 2 * turns as u8 + u8::from(reply);
                let opponents = Forced::Loss(Horizon::from_half_turns(half_turns));
                let opponents = (half_turns > 0).then_some(opponents);
                for question in own.into_iter().chain(opponents) {
                    for inquiry in self.known.iter_mut().rev().filter_map(Known::inquiry) {
                        inquiry.ask(&mut self.search, question)?;
                    }
                    let open = self.known.iter().filter(|known| known.is_open()).count();
                    let (positions, turns) = (self.known.len(), turns.max(1));
                    progress(Progress { turns, positions, open });
                }
            }
        }
        Ok(())
    }

    fn outlook(&self, at: usize) -> Outlook {
        match &self.known[at] {
            Known::Bounded(inquiry) => inquiry.outlook(self.bound, self.bound),
            Known::Undecided => Outlook::Unknown { win_from: 1, loss_from: 0 },
            Known::Exact(outlook, _) => *outlook,
        }
    }

    fn moment(&mut self, at: usize, turn: G::Turn) -> Moment<G> {
        let position = self.positions[at];
        let again = self.positions[at + 1].side() == position.side();
        let (before, after) = (self.outlook(at), self.outlook(at + 1).before(again));
        let mistake = mistake(before, after, self.bound);
        let better = mistake.and_then(|_| self.better(at).ok().flatten());
        Moment { position, turn, before, after, mistake, better }
    }

    /// The first turn that does not make the mistake.
    fn better(&mut self, at: usize) -> Result<Option<G::Turn>, Stopped> {
        let (search, position) = (&mut self.search, &self.positions[at]);
        match &self.known[at] {
            Known::Undecided => Ok(None),
            Known::Exact(_, best) => Ok(*best),
            Known::Bounded(Inquiry { found: Some(Forced::Win(horizon)), .. }) => {
                first_attack(search, position, *horizon)
            }
            Known::Bounded(Inquiry { found: Some(Forced::Loss(horizon)), .. }) => {
                longest_defence(search, position, *horizon).map(Some)
            }
            Known::Bounded(_) => first_hold(search, position, self.bound),
        }
    }

    fn decided(&self) -> Option<Decided> {
        let favourite = |at: usize| {
            let side = self.positions[at].side();
            match self.outlook(at) {
                Outlook::Win { .. } => Some(side),
                Outlook::Loss { .. } => Some(side.other()),
                Outlook::Open | Outlook::Unknown { .. } => None,
            }
        };
        let end = self.positions.len() - 1;
        let winner = favourite(end)?;
        let after = (0..end).rev().take_while(|&at| favourite(at) == Some(winner)).last();
        Some(Decided { after: after.unwrap_or(end), winner })
    }
}

impl<G: Game> Known<G> {
    const fn is_bounded(&self) -> bool {
        matches!(self, Self::Bounded(_))
    }

    const fn is_undecided(&self) -> bool {
        matches!(self, Self::Undecided)
    }

    /// Whether neither side is known to win.
    const fn is_open(&self) -> bool {
        matches!(self, Self::Undecided | Self::Bounded(Inquiry { found: None, .. }))
    }

    const fn inquiry(&mut self) -> Option<&mut Inquiry<G>> {
        match self {
            Self::Bounded(inquiry) => Some(inquiry),
            Self::Undecided | Self::Exact(..) => None,
        }
    }
}

/// What is wrong with a turn that leads to `after`, where the position led to
/// `before`: only what is proved.
fn mistake(before: Outlook, after: Outlook, bound: u32) -> Option<Mistake> {
    use Outlook::{Loss, Open, Win};
    // Plies decide between equal numbers of turns, where they are known.
    let sooner = |(turns, plies): (u32, Option<u32>), (others, more): (u32, Option<u32>)| {
        turns < others || turns == others && plies.zip(more).is_some_and(|(one, two)| one < two)
    };
    match (before, after) {
        (Win { .. }, Open | Loss { .. }) => Some(Mistake::MissedWin),
        (Win { turns, plies }, Win { turns: others, plies: more }) => {
            sooner((turns, plies), (others, more)).then_some(Mistake::SlowerWin)
        }
        // That a position is open says nothing of losses beyond the bound.
        (Open, Loss { turns, .. }) if turns <= bound => Some(Mistake::AllowedLoss),
        (Loss { turns, plies }, Loss { turns: others, plies: fewer }) => {
            sooner((others, fewer), (turns, plies)).then_some(Mistake::FasterLoss)
        }
        _ => None,
    }
}

/// The first turn after which the opponent does not win within `bound`.
fn first_hold<G: Game>(
    search: &mut Search<'_, G>,
    position: &G,
    bound: u32,
) -> Result<Option<G::Turn>, Stopped> {
    let horizon = Horizon::from_half_turns(2 * bound as u8 + u8::from(G::CAN_LOSE_BY_MOVING));
    for turn in position.turns() {
        if !search.is_losing(position, turn, horizon)? {
            return Ok(Some(turn));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests;

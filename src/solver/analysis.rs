//! Every turn of a position, with what it leads to.

use super::exact::Decider;
use super::horizon::Horizon;
use super::inquiry::{Forced, Inquiry};
use super::limits::{Limits, Stopped};
use super::line::Hopes;
use super::outlook::Outlook;
use super::search::Search;
use super::solution::{Finished, Key};
use crate::game::Game;

/// What every turn of a position leads to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Analysis<G: Game> {
    /// What the position leads to, for the side to move.
    pub outlook: Outlook,
    /// Every turn, the best first; ties by turn order.
    pub choices: Vec<Choice<G>>,
    /// Up to how many turns of either side wins were to be found; `None` if the
    /// game was decided.
    pub bound: Option<u32>,
    /// How many positions were searched.
    pub nodes: u64,
}

/// A turn, in all its spellings, with what it leads to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice<G: Game> {
    /// The turns that reach the position, in order.
    pub turns: Vec<G::Turn>,
    /// The position that they reach.
    pub position: G,
    /// What that leads to, for the side that plays the turn.
    pub outlook: Outlook,
    /// One play to the end of the game from there, the winner taking the fewest
    /// turns and the loser the most; ties by turn order. Empty if there is
    /// nothing to play, or no forced win is known. The first turn is the
    /// refutation of a turn that loses, or the longest defence against one that
    /// wins.
    pub line: Vec<G::Turn>,
}

/// How far a bounded analysis or review is from its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// The number of turns within which wins are looked for.
    pub turns: u32,
    /// Of so many positions,
    pub positions: usize,
    /// so many are not known to be won or lost.
    pub open: usize,
}

/// The largest bound of an analysis: before an opponent's win comes a half-turn
/// of the loser's own.
pub const MAX_ANALYSIS_TURNS: u32 = Horizon::MAX_TURNS - 1;

/// Finds out what every turn leads to: wins of the side to move within
/// `max_turns` of its turns, and wins of the opponent within as many of its own
/// (1 to [`MAX_ANALYSIS_TURNS`]). `progress` is told how far it is.
///
/// # Errors
/// [`Finished`] if the game is over.
///
/// # Examples
/// ```
/// use tsume::game::Notation;
/// use tsume::shobu::Position;
/// use tsume::solver::{Limits, Outlook, analyze};
///
/// let text = "2w2w2/4w3/w2wb2w/b1wb3b/b2ww1b1/w3w3/4b1b1/1bb3wb w";
/// let position = Position::parse(text, Position::RULES[0])?;
/// let analysis = analyze(&position, 2, Limits::default(), |_| {})?;
/// assert_eq!(analysis.outlook, Outlook::Win { turns: 2, plies: Some(3) });
///
/// let best = &analysis.choices[0];
/// assert_eq!(best.turns[0].to_string(), "f8f7+d6d5");
/// assert_eq!(best.line[0].to_string(), "a4b3+e2f1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn analyze<G: Game>(
    position: &G,
    max_turns: u32,
    limits: Limits<'_>,
    progress: impl FnMut(Progress),
) -> Result<Analysis<G>, Finished> {
    let choices = choices(position)?;
    let bound = max_turns.clamp(1, MAX_ANALYSIS_TURNS);
    let mut search = Search::new(limits);
    let mut bounded = Bounded::new(*position, bound, choices);
    // Stopped or not, what is known is known.
    let _ = bounded.deepen(&mut search, progress);
    Ok(Analysis::new(bounded.choices(), Some(bound), search.nodes()))
}

/// Analyses a position as far as its game allows: decides every turn if the game
/// always ends, or else looks for wins within `turns`.
///
/// # Errors
/// [`Finished`] if the game is over.
pub fn analyze_or_decide<G: Game>(
    position: &G,
    turns: u32,
    limits: Limits<'_>,
    progress: impl FnMut(Progress),
) -> Result<Analysis<G>, Finished> {
    if !position.is_decidable() {
        return analyze(position, turns, limits, progress);
    }
    let mut choices = choices(position)?;
    let mut decider = Decider::new(limits);
    for choice in choices.iter_mut().filter(|choice| choice.position.outcome().is_none()) {
        let Ok((outlook, line)) = decider.outlook(&choice.position) else { break };
        let again = choice.position.side() == position.side();
        (choice.outlook, choice.line) = (outlook.before(again), line);
    }
    Ok(Analysis::new(choices, None, decider.nodes()))
}

/// The turns by the positions that they reach, in order; what leads to the end
/// of the game is known.
fn choices<G: Game>(position: &G) -> Result<Vec<Choice<G>>, Finished> {
    if let Some(winner) = position.outcome() {
        return Err(Finished { winner });
    }
    let choice = |Key { turns, position: child }: Key<G>| {
        let outlook = match child.outcome() {
            Some(winner) if winner == position.side() => Outlook::Win { turns: 1, plies: Some(1) },
            Some(_) => Outlook::Loss { turns: 0, plies: Some(1) },
            None => Outlook::Unknown { win_from: 1, loss_from: 0 },
        };
        Choice { turns, position: child, outlook, line: Vec::new() }
    };
    Ok(Key::all(position).into_iter().map(choice).collect())
}

/// An analysis within a bound, in the making.
struct Bounded<G: Game> {
    position: G,
    bound: u32,
    /// The turns that end the game.
    ends: Vec<Choice<G>>,
    others: Vec<(Choice<G>, Inquiry<G>)>,
}

impl<G: Game> Bounded<G> {
    fn new(position: G, bound: u32, choices: Vec<Choice<G>>) -> Self {
        let goes_on = |choice: &Choice<G>| choice.position.outcome().is_none();
        let (others, ends) = choices.into_iter().partition::<Vec<_>, _>(goes_on);
        let inquiry = |choice: Choice<G>| {
            let inquiry = Inquiry::new(choice.position);
            (choice, inquiry)
        };
        Self { position, bound, ends, others: others.into_iter().map(inquiry).collect() }
    }

    /// Asks everything about all turns, the nearest wins first.
    fn deepen(
        &mut self,
        search: &mut Search<'_, G>,
        mut progress: impl FnMut(Progress),
    ) -> Result<(), Stopped> {
        for turns in 0..=self.bound {
            let mut tell = |bounded: &Self| {
                let (positions, open) = (bounded.others.len() + bounded.ends.len(), bounded.open());
                progress(Progress { turns: turns.max(1), positions, open });
            };
            for reply in replies::<G>() {
                if turns < self.bound {
                    self.ask_own_win(search, Horizon::new(turns + 1, reply))?;
                }
                tell(self);
                self.ask_opponents_win(search, turns, reply)?;
                tell(self);
            }
        }
        Ok(())
    }

    /// Which turns win within `horizon`?
    fn ask_own_win(&mut self, search: &mut Search<'_, G>, horizon: Horizon) -> Result<(), Stopped> {
        let hopes = match search.attack(&self.position, horizon)? {
            true => Hopes::of(&self.position, horizon),
            false => Hopes::None,
        };
        let side = self.position.side();
        for (_, inquiry) in &mut self.others {
            let again = inquiry.position.side() == side;
            let left = horizon.after_attack(again);
            let question = if again { Forced::Win(left) } else { Forced::Loss(left) };
            match hopes.hold(&inquiry.position) {
                true => inquiry.ask(search, question)?,
                false => inquiry.exclude(question),
            }
            inquiry.follow(search)?;
        }
        Ok(())
    }

    /// After which turns does the opponent win in so many turns of its own, or
    /// by the reply to the last of them?
    fn ask_opponents_win(
        &mut self,
        search: &mut Search<'_, G>,
        turns: u32,
        reply: bool,
    ) -> Result<(), Stopped> {
        let side = self.position.side();
        for (_, inquiry) in &mut self.others {
            let half_turns = 2 * turns as u8 + u8::from(reply);
            let question = match inquiry.position.side() == side {
                true => Forced::Loss(Horizon::from_half_turns(half_turns)),
                false => Forced::Win(Horizon::from_half_turns(half_turns.saturating_sub(1))),
            };
            inquiry.ask(search, question)?;
            inquiry.follow(search)?;
        }
        Ok(())
    }

    fn open(&self) -> usize {
        self.others.iter().filter(|(_, inquiry)| inquiry.found.is_none()).count()
    }

    fn choices(self) -> Vec<Choice<G>> {
        let Self { position, bound, ends, others } = self;
        let known = |(choice, inquiry): (Choice<G>, Inquiry<G>)| {
            let again = choice.position.side() == position.side();
            let outlook = match again {
                true => inquiry.outlook(bound - 1, bound),
                false => inquiry.outlook(bound, bound - 1),
            };
            Choice {
                outlook: outlook.before(again),
                line: inquiry.line.unwrap_or_default(),
                ..choice
            }
        };
        ends.into_iter().chain(others.into_iter().map(known)).collect()
    }
}

/// Whether wins by the reply to a turn have to be asked for too.
pub(super) fn replies<G: Game>() -> impl Iterator<Item = bool> {
    [false].into_iter().chain(G::CAN_LOSE_BY_MOVING.then_some(true))
}

impl<G: Game> Analysis<G> {
    fn new(mut choices: Vec<Choice<G>>, bound: Option<u32>, nodes: u64) -> Self {
        choices.sort_by_cached_key(|choice| (choice.outlook.rank(), choice.turns[0]));
        Self { outlook: best(&choices, bound), choices, bound, nodes }
    }

    /// Whether no limit has kept anything from being found out.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.choices.iter().all(|choice| choice.outlook.is_settled())
    }

    /// Within how many turns of its own the side to move wins, where it is known to win
    /// and perhaps does so faster: a limit was reached.
    #[must_use]
    pub fn win_within(&self) -> Option<u32> {
        match (self.outlook, self.choices[0].outlook) {
            (Outlook::Unknown { .. }, Outlook::Win { turns, .. }) => Some(turns),
            _ => None,
        }
    }
}

/// What a position leads to whose turns are these, the best first.
fn best<G: Game>(choices: &[Choice<G>], bound: Option<u32>) -> Outlook {
    let best = choices[0].outlook;
    let unknown = choices.iter().filter_map(|choice| match choice.outlook {
        Outlook::Unknown { win_from, .. } => Some(win_from),
        _ => None,
    });
    match (best, unknown.min()) {
        (_, None) => return best,
        // Within a bound, all turns are asked for the nearest horizons first, and of
        // as many turns no win takes fewer plies. Else a turn after which the game
        // goes on takes two at least.
        (Outlook::Win { turns, plies }, Some(win_from))
            if win_from > turns
                || win_from == turns && (bound.is_some() || plies.is_some_and(|few| few <= 2)) =>
        {
            return best;
        }
        _ => {}
    }
    // The fastest win there can be, and the slowest loss.
    let beyond = bound.map_or(u32::MAX, |bound| bound + 1);
    let (mut win_from, mut loss_from) = (beyond, 0);
    for choice in choices {
        let (win, loss) = match choice.outlook {
            // Then there is no loss, after however many turns.
            Outlook::Win { turns, .. } => (turns, turns),
            Outlook::Loss { turns, .. } => (beyond, turns),
            Outlook::Open => (beyond, beyond),
            Outlook::Unknown { win_from, loss_from } => (win_from, loss_from),
        };
        (win_from, loss_from) = (win_from.min(win), loss_from.max(loss));
    }
    match win_from >= beyond && loss_from >= beyond {
        true => Outlook::Open,
        false => Outlook::Unknown { win_from, loss_from },
    }
}

#[cfg(test)]
mod tests;

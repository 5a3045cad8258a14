use rustc_hash::FxHashMap;

use super::horizon::Horizon;
use super::limits::{Limits, Stopped};
use super::line::{Hopes, line};
use super::nearest::Nearest;
use super::search::Search;
use crate::game::{Game, Player};

/// What is known about forced wins of the side to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution<G: Game> {
    /// The answer.
    pub verdict: Verdict<G>,
    /// The number of turns up to which it holds: of all wins within `bound`,
    /// it is the shortest, or there is none. `None` if the game was decided.
    pub bound: Option<u32>,
    /// How many positions were searched.
    pub nodes: u64,
}

/// An answer about forced wins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict<G: Game> {
    /// The side to move wins by force.
    Win(Win<G>),
    /// Proved: there is no win within the bound.
    None,
    /// Proved: the opponent wins by force.
    Loss {
        /// One play to the end of the game, the winner taking the fewest and
        /// the loser the most plies; ties by turn order.
        line: Vec<G::Turn>,
    },
    /// A limit was reached. Everything up to the bound is proved, nothing
    /// beyond it but what is said here.
    Unknown {
        /// Who wins by force, if that was found before how.
        winner: Option<Player>,
        /// Within how many turns of its own the side to move wins, if that was
        /// found before it was proved the shortest way, or before all of its
        /// keys were.
        within: Option<u32>,
    },
}

/// The shortest forced win.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Win<G: Game> {
    /// How many turns the attacker takes at most.
    pub turns: u32,
    /// Every first turn that wins in the fewest plies. More than one key means
    /// a cook.
    pub keys: Vec<Key<G>>,
    /// One play to the end of the game, the attacker taking the fewest and the
    /// defender the most plies; ties by turn order.
    pub line: Vec<G::Turn>,
}

/// A first turn that wins, in all its spellings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Key<G: Game> {
    /// The turns that reach the position, in order.
    pub turns: Vec<G::Turn>,
    /// The position that they reach.
    pub position: G,
}

/// A finished game cannot be solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the game is over")]
pub struct Finished {
    /// Who has won it.
    pub winner: Player,
}

/// Looks for the shortest win of the side to move within `max_turns` of its
/// turns (1 to [`Horizon::MAX_TURNS`]).
///
/// # Errors
/// [`Finished`] if the game is over.
///
/// # Examples
/// ```
/// use tsume::game::Notation;
/// use tsume::shobu::Position;
/// use tsume::solver::{Limits, Verdict, solve};
///
/// let text = "2w2w2/4w3/w2wb2w/b1wb3b/b2ww1b1/w3w3/4b1b1/1bb3wb w";
/// let position = Position::parse(text, Position::RULES[0])?;
/// let Verdict::Win(win) = solve(&position, 5, Limits::default())?.verdict else {
///     panic!("there is a win");
/// };
/// assert_eq!((win.turns, win.line.len()), (2, 3));
/// assert_eq!(win.keys[0].turns[0].to_string(), "f8f7+d6d5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve<G: Game>(
    position: &G,
    max_turns: u32,
    limits: Limits<'_>,
) -> Result<Solution<G>, Finished> {
    if let Some(winner) = position.outcome() {
        return Err(Finished { winner });
    }
    Ok(solve_by(&mut Search::new(limits), position, max_turns))
}

/// What a search finds out about a game that is not over.
pub(super) fn solve_by<G: Game>(
    search: &mut Search<'_, G>,
    position: &G,
    max_turns: u32,
) -> Solution<G> {
    let (verdict, bound) = shortest(search, position, max_turns.min(Horizon::MAX_TURNS));
    Solution { verdict, bound: Some(bound), nodes: search.nodes() }
}

fn shortest<G: Game>(
    search: &mut Search<'_, G>,
    position: &G,
    max_turns: u32,
) -> (Verdict<G>, u32) {
    let mut nearest = Nearest::new();
    let found = nearest.find(search, position, max_turns);
    let win = match (found, nearest.win) {
        (Ok(()), None) => return (Verdict::None, max_turns),
        (Ok(()), Some(horizon)) => win(search, position, horizon),
        (Err(Stopped), _) => Err(Stopped),
    };
    match win {
        Ok(win) => (Verdict::Win(win), max_turns),
        Err(Stopped) => {
            let winner = nearest.win.map(|_| position.side());
            let within = nearest.win.map(Horizon::turns);
            (Verdict::Unknown { winner, within }, nearest.excluded::<G>())
        }
    }
}

/// The win within `horizon`, which is the nearest with one.
fn win<G: Game>(
    search: &mut Search<'_, G>,
    position: &G,
    horizon: Horizon,
) -> Result<Win<G>, Stopped> {
    let hopes = Hopes::of(position, horizon);
    let mut keys = Key::all(position);
    keys.retain(|key| hopes.hold(&key.position));
    let turns: Vec<_> = keys.iter().map(|key| key.turns[0]).collect();
    let mut wins = search.are_winning(position, &turns, horizon)?.into_iter();
    keys.retain(|_| wins.next() == Some(true));
    let line = line(search, *position, position.side(), horizon)?;
    Ok(Win { turns: horizon.turns(), keys, line })
}

impl<G: Game> Key<G> {
    /// All turns, by the positions that they reach, in the order of the first
    /// turn to each.
    pub(super) fn all(position: &G) -> Vec<Self> {
        let mut keys: Vec<Self> = Vec::new();
        let mut places = FxHashMap::default();
        for turn in position.turns() {
            let child = position.play_unchecked(turn);
            let place = *places.entry(child).or_insert(keys.len());
            match keys.get_mut(place) {
                Some(key) => key.turns.push(turn),
                None => keys.push(Self { turns: vec![turn], position: child }),
            }
        }
        keys
    }
}

/// The turns that pass a test, by the positions that they reach; of those that
/// reach the same one, only the first is tested.
pub(super) fn keys_where<G: Game>(
    position: &G,
    mut is_key: impl FnMut(G::Turn) -> Result<bool, Stopped>,
) -> Result<Vec<Key<G>>, Stopped> {
    let mut keys = Key::all(position);
    let tests = keys.iter().map(|key| is_key(key.turns[0])).collect::<Result<Vec<_>, _>>()?;
    let mut tests = tests.into_iter();
    keys.retain(|_| tests.next() == Some(true));
    Ok(keys)
}

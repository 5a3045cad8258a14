use super::play::Event;
use super::{Game, Notation, Play};

/// An idea that a puzzle can have, by a name that files use.
pub struct Theme<G: Game> {
    /// The name: small letters and hyphens. Names are never changed.
    pub name: &'static str,
    /// What it takes, in a sentence for people.
    pub meaning: &'static str,
    /// Whether a puzzle has it.
    pub is_in: fn(&Study<G>) -> bool,
}

/// What a game says of the ideas in its puzzles. All of it has a plain default.
pub trait Themed: Notation {
    /// The themes, in the order in which they are listed.
    const THEMES: &'static [Theme<Self>] = &[];

    /// How much a turn draws attention to itself.
    fn quietness(&self, turn: Self::Turn) -> Quietness {
        let _ = turn;
        Quietness::Quiet
    }

    /// The parts of the board that a turn touches, a bit each.
    fn areas(&self, turn: Self::Turn) -> u32 {
        let _ = turn;
        1
    }

    /// Positions as they would be after `turn` if a part of it had not been
    /// played, with the side to move that really is: what they are worth tells
    /// what the part is for. They are legal.
    fn without_parts(&self, turn: Self::Turn) -> Vec<Self> {
        let _ = turn;
        Vec::new()
    }
}

/// How much a turn draws attention to itself, the most first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Quietness {
    /// It does what the game is won by, such as taking a piece.
    Loud,
    /// It does something to another piece.
    Noticeable,
    /// It does neither.
    Quiet,
}

/// What themes are told from: a puzzle with all that the solver has to say.
#[derive(Clone, Debug)]
pub struct Study<G: Game> {
    /// Best play.
    pub play: Play<G>,
    /// The keys: one, unless the puzzle is cooked.
    pub keys: Vec<Idea<G>>,
}

/// What a key is about.
#[derive(Clone, Debug)]
pub struct Idea<G: Game> {
    /// The turns that reach the position after it, in order.
    pub turns: Vec<G::Turn>,
    /// That position.
    pub position: G,
    /// What the key threatens: the fastest win in the turns left, if the
    /// defender passed. `None` if there is none, or if nobody can pass.
    pub threat: Option<Threat<G>>,
    /// For each of the turns, what if parts of it had not been played.
    pub what_ifs: Vec<Vec<WhatIf<G>>>,
}

/// A win that would come if the defender passed.
#[derive(Clone, Debug)]
pub struct Threat<G: Game> {
    /// The position in which it is threatened, the attacker to move.
    pub position: G,
    /// The first turns of the win, in order.
    pub turns: Vec<G::Turn>,
    /// Within how many turns of the attacker it wins.
    pub length: u32,
}

/// What if a part of a turn had not been played?
#[derive(Clone, Debug)]
pub struct WhatIf<G: Game> {
    /// The position without that part.
    pub position: G,
    /// The replies after which the attacker would not win in time, in order:
    /// none if the part makes no difference.
    pub refutations: Vec<G::Turn>,
}

impl<G: Game> Study<G> {
    /// The position of the puzzle.
    #[must_use]
    pub fn position(&self) -> &G {
        &self.play.moments()[0].position
    }

    /// Whether every key, in some spelling, has a property.
    pub fn key(&self, is: impl Fn(&G, G::Turn) -> bool) -> bool {
        let position = self.position();
        self.keys.iter().all(|key| key.turns.iter().any(|&turn| is(position, turn)))
    }

    /// After every key the defender has a choice, but if it could pass there
    /// would be no win in the turns left.
    #[must_use]
    pub fn is_zugzwang(&self) -> bool {
        self.keys.iter().all(|key| {
            let replies = key.position.turns().into_iter();
            let mut replies = replies.map(|turn| key.position.play_unchecked(turn));
            let first = replies.next();
            let has_choice = replies.any(|reply| Some(reply) != first);
            has_choice && key.position.passed().is_some() && key.threat.is_none()
        })
    }

    /// The defender's own turn ends the game.
    #[must_use]
    pub fn ends_by_defender(&self) -> bool {
        self.play.always(|event| event.is_last && !event.by_attacker)
    }

    /// The defender threatened to win at once, and the key, which does not win
    /// at once itself, parries that.
    #[must_use]
    pub fn is_parry(&self) -> bool {
        let threatened = self.position().passed().is_some_and(|passed| passed.wins_now());
        threatened && !self.position().wins_now()
    }

    /// One of the longest defences threatens to win at once; the attacker
    /// cannot win before that, and has to parry.
    #[must_use]
    pub fn has_counter_threat(&self) -> bool {
        self.play.sometimes(|event: &Event<G>| {
            let threatens = || event.after.passed().is_some_and(|passed| passed.wins_now());
            !event.by_attacker && !event.is_last && threatens() && !event.after.wins_now()
        })
    }
}

use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::Arc;

use super::crew::Crew;
use super::horizon::Horizon;
use super::killers::Killers;
use super::limits::{Limits, Meter, Stopped};
use super::shards::Store;
use crate::game::Game;

pub(super) use super::team::Search;

/// One thread's depth-first AND/OR search for forced wins within a horizon, with
/// a table of what was proved, by it or by others.
pub(super) struct Searcher<'a, G: Game> {
    table: Store<G::Key>,
    meter: Meter<'a>,
    killers: Killers<G::Turn>,
    /// The threads that work on the same question, if there are others.
    crew: Option<Arc<Crew>>,
    /// The [shared](SHARED) nodes on the way to the present one, if there is
    /// a crew.
    path: Vec<Asked<G::Key>>,
}

/// A question about a position.
#[derive(Clone, Copy)]
pub(super) struct Asked<K> {
    pub key: K,
    pub role: Role,
    pub horizon: Horizon,
}

/// The farthest horizon at which killers are tried before other replies are
/// looked for. Beyond, it pays to find the best one.
const QUICK: Horizon = Horizon::from_half_turns(6);

/// Whose win is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Role {
    /// That of the side to move.
    Attack,
    /// That of its opponent.
    Defence,
}

/// The nearest horizon for which the table is asked about a defence: below it,
/// searching is cheaper than remembering.
const REMEMBERED: Horizon = Horizon::from_half_turns(4);
/// The horizons of two and three turns, for which a game may be able to answer
/// by itself. The former is not worth remembering.
const IN_TWO: Horizon = Horizon::from_half_turns(3);
const IN_THREE: Horizon = Horizon::from_half_turns(5);
/// The nearest horizon at which threads share the attacks of a node: below it,
/// there is too little to do. Replies are not shared, since one is enough most
/// of the time. Nodes with this horizon are remembered.
const SHARED: Horizon = Horizon::from_half_turns(5);

/// Whether the attacker wins. "Stopped" says nothing about that.
pub(super) type Answer = Result<bool, Stopped>;

/// Turns what a visit found into an answer: that of the turn that decided it,
/// or `otherwise`.
fn settled(flow: ControlFlow<Answer>, otherwise: bool) -> Answer {
    match flow {
        Break(answer) => answer,
        Continue(()) => Ok(otherwise),
    }
}

impl<'a, G: Game> Searcher<'a, G> {
    pub fn new(limits: Limits<'a>) -> Self {
        Self {
            table: Store::new(limits.table_bytes, limits.crew()),
            meter: Meter::new(limits),
            killers: Killers::new(),
            crew: None,
            path: Vec::new(),
        }
    }

    /// A searcher for another thread of a crew, with the same table and limits.
    pub fn fork(&self, crew: &Arc<Crew>) -> Self {
        Self {
            table: self.table.share(),
            meter: self.meter.fork(),
            killers: self.killers.clone(),
            crew: Some(crew.clone()),
            path: Vec::new(),
        }
    }

    /// Works on the question of its crew until it is answered or a limit is
    /// reached. A search may end without an answer before that: if an answer
    /// that made it needless was lost from the table. Then it is repeated.
    pub fn work<T>(&mut self, question: &impl Fn(&mut Self) -> Result<T, Stopped>) -> Option<T> {
        let crew = self.crew.clone()?;
        while !crew.is_done() && !self.meter.is_exhausted() {
            if let Ok(answer) = question(self) {
                crew.end();
                return Some(answer);
            }
        }
        None
    }

    /// What counts the nodes of this thread.
    pub const fn meter(&mut self) -> &mut Meter<'a> {
        &mut self.meter
    }

    /// How many positions have been searched, by all threads.
    pub fn nodes(&self) -> u64 {
        self.meter.nodes()
    }

    /// Counts a node, unless a limit has been reached or the work has become
    /// needless, as others have settled a question on the way here.
    #[inline]
    pub fn tick(&mut self) -> Result<(), Stopped> {
        if self.meter.is_due() && self.is_needless() {
            return Err(Stopped);
        }
        self.meter.tick()
    }

    fn is_needless(&self) -> bool {
        let Some(crew) = &self.crew else { return false };
        crew.is_done() || self.path.iter().any(|asked| self.known(asked).is_some())
    }

    /// What the table says to a question.
    pub fn known(&self, asked: &Asked<G::Key>) -> Option<bool> {
        let proved = self.table.get(&asked.key);
        match asked.role {
            Role::Attack => proved.attack.answer(asked.horizon),
            Role::Defence => proved.defence.answer(asked.horizon),
        }
    }

    /// The nearest horizon within which the attacker is known to win.
    pub fn known_win(&self, asked: &Asked<G::Key>) -> Option<Horizon> {
        let proved = self.table.get(&asked.key);
        match asked.role {
            Role::Attack => proved.attack.win(),
            Role::Defence => proved.defence.win(),
        }
    }

    /// Adds an answer to the table.
    pub fn learn(&mut self, asked: &Asked<G::Key>, wins: bool) {
        self.table.update(&asked.key, |proved| match asked.role {
            Role::Attack => proved.attack.learn(asked.horizon, wins),
            Role::Defence => proved.defence.learn(asked.horizon, wins),
        });
    }

    /// The answer to a question, from the table or by a `search` that is put
    /// into it.
    fn recall(
        &mut self,
        role: Role,
        position: &G,
        horizon: Horizon,
        search: impl FnOnce(&mut Self) -> Answer,
    ) -> Answer {
        let asked = Asked { key: position.key(), role, horizon };
        if let Some(answer) = self.known(&asked) {
            return Ok(answer);
        }
        if self.crew.is_none() || horizon < SHARED {
            let answer = search(self)?;
            self.learn(&asked, answer);
            return Ok(answer);
        }
        self.path.push(asked);
        let answer = search(self);
        self.path.pop();
        match answer {
            Ok(answer) => {
                self.learn(&asked, answer);
                Ok(answer)
            }
            // Others may have settled this very question.
            Err(Stopped) => self.known(&asked).ok_or(Stopped),
        }
    }

    /// Whether the side to move can force a win within `horizon`. The game
    /// must not be over.
    pub fn attack(&mut self, position: &G, horizon: Horizon) -> Answer {
        if horizon == Horizon::NONE {
            return Ok(false);
        }
        self.tick()?;
        if horizon == IN_TWO
            && let Some(wins) = position.wins_within(2)
        {
            return Ok(wins);
        }
        if position.wins_now() {
            return Ok(true);
        }
        if horizon.half_turns() == 1 {
            return Ok(false);
        }
        self.recall(Role::Attack, position, horizon, |searcher| {
            if horizon == IN_THREE
                && let Some(wins) = position.wins_within(3)
            {
                return Ok(wins);
            }
            // Most wins are nearer than they have to be, and found at less cost
            // by looking less far.
            Ok(horizon > IN_THREE && searcher.attack(position, horizon.by_a_turn_nearer())?
                || searcher.some_turn_wins(position, horizon)?)
        })
    }

    fn some_turn_wins(&mut self, position: &G, horizon: Horizon) -> Answer {
        let (mut is_first, mut later) = (true, Vec::new());
        let visit = |turn| {
            // Threads enter a node by its first turn together, and share what is below.
            let answer = match std::mem::take(&mut is_first) {
                true => Some(self.is_winning(position, turn, horizon)),
                false => self.is_winning_unless_taken(position, turn, horizon),
            };
            match answer {
                Some(Ok(false)) => Continue(()),
                Some(decided) => Break(decided),
                None => {
                    later.push(turn);
                    Continue(())
                }
            }
        };
        // With a single turn, only the reply to it can still decide.
        let flow = match horizon.turns() {
            1 => position.visit_distinct(visit),
            turns => position.visit_attacks(turns, visit),
        };
        if flow.is_break() {
            return settled(flow, false);
        }
        for turn in later {
            if self.is_winning(position, turn, horizon)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Which of these turns win within `horizon`. What other threads are at is
    /// left for the end.
    pub fn are_winning(
        &mut self,
        position: &G,
        turns: &[G::Turn],
        horizon: Horizon,
    ) -> Result<Vec<bool>, Stopped> {
        let unless_taken =
            |&turn| self.is_winning_unless_taken(position, turn, horizon).transpose();
        let answers: Vec<_> = turns.iter().map(unless_taken).collect::<Result<_, _>>()?;
        let answer = |(&turn, answer): (&G::Turn, Option<bool>)| {
            answer.map_or_else(|| self.is_winning(position, turn, horizon), Ok)
        };
        turns.iter().zip(answers).map(answer).collect()
    }

    /// Whether `turn` wins, unless another thread is at it. Turns that others
    /// are at are searched when the rest is done: the answers may be in the
    /// table by then, and if not, there is work to share below them.
    fn is_winning_unless_taken(
        &mut self,
        position: &G,
        turn: G::Turn,
        horizon: Horizon,
    ) -> Option<Answer> {
        let crew = match &self.crew {
            Some(crew) if horizon >= SHARED => crew.clone(),
            _ => return Some(self.is_winning(position, turn, horizon)),
        };
        let claim = crew.claim((position.play_unchecked(turn).key(), horizon))?;
        let answer = self.is_winning(position, turn, horizon);
        crew.release(claim);
        Some(answer)
    }

    /// Whether the side to move, playing `turn`, forces a win within `horizon`.
    pub fn is_winning(&mut self, position: &G, turn: G::Turn, horizon: Horizon) -> Answer {
        let attacker = position.side();
        let child = position.play_unchecked(turn);
        if let Some(winner) = child.winner() {
            return Ok(winner == attacker);
        }
        let moves_again = child.side() == attacker;
        let left = horizon.after_attack(moves_again);
        if moves_again { self.attack(&child, left) } else { self.defend(&child, left) }
    }

    /// Whether the opponent of the side to move forces a win within `horizon`,
    /// whatever the side to move does. A side without a turn has lost.
    pub fn defend(&mut self, position: &G, horizon: Horizon) -> Answer {
        self.tick()?;
        if horizon == Horizon::NONE {
            return Ok(!position.has_turn());
        }
        if position.wins_now() {
            return Ok(false);
        }
        if horizon < REMEMBERED {
            return self.all_replies_lose(position, horizon);
        }
        self.recall(Role::Defence, position, horizon, |searcher| {
            searcher.all_replies_lose(position, horizon)
        })
    }

    fn all_replies_lose(&mut self, position: &G, horizon: Horizon) -> Answer {
        // Where there is much to search, the game may know of a better reply.
        let is_apt = |turn| {
            horizon <= QUICK && position.is_legal(turn) && position.play_unchecked(turn).is_calm()
        };
        let killers = self.killers.get(horizon).map(|turn| turn.filter(|&turn| is_apt(turn)));
        for turn in killers.into_iter().flatten() {
            if !self.is_losing(position, turn, horizon)? {
                self.killers.put(horizon, turn);
                return Ok(false);
            }
        }
        let visit = |turn| {
            if killers.contains(&Some(turn)) {
                return Continue(());
            }
            match self.is_losing(position, turn, horizon) {
                Ok(true) => Continue(()),
                Ok(false) => {
                    self.killers.put(horizon, turn);
                    Break(Ok(false))
                }
                Err(stopped) => Break(Err(stopped)),
            }
        };
        // Where the attacker has no turn left, an immediate win of its own does
        // not refute a reply.
        let flow = match horizon.half_turns() {
            ..2 => position.visit_distinct(visit),
            _ => position.visit_defences(visit),
        };
        settled(flow, true)
    }

    /// Whether the opponent of the side to move forces a win within `horizon`
    /// after this `turn` of the side to move.
    pub fn is_losing(&mut self, position: &G, turn: G::Turn, horizon: Horizon) -> Answer {
        let defender = position.side();
        let child = position.play_unchecked(turn);
        if let Some(winner) = child.winner() {
            return Ok(winner != defender);
        }
        let moves_again = child.side() == defender;
        let left = horizon.after_defence(moves_again);
        if moves_again { self.defend(&child, left) } else { self.attack(&child, left) }
    }
}

use super::horizon::Horizon;
use super::limits::Stopped;
use super::line::line;
use super::outlook::Outlook;
use super::search::Search;
use crate::game::Game;

/// A position in which the game goes on, and what is known of its forced wins.
///
/// Whoever asks has to ask for the nearest horizons first, so that a win that is
/// found is the fastest.
pub(super) struct Inquiry<G: Game> {
    pub position: G,
    /// The nearest forced win, if one was found.
    pub found: Option<Forced>,
    /// The play that follows from it, if that was found too.
    pub line: Option<Vec<G::Turn>>,
    /// The side to move does not win within this.
    no_win: Horizon,
    /// Nor does its opponent within this.
    no_loss: Horizon,
}

/// A forced win within a horizon, seen from the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Forced {
    Win(Horizon),
    Loss(Horizon),
}

impl Forced {
    /// How many turns the winner takes.
    const fn turns(self) -> u32 {
        match self {
            Self::Win(horizon) => horizon.turns_left(true),
            Self::Loss(horizon) => horizon.turns_left(false),
        }
    }
}

impl<G: Game> Inquiry<G> {
    pub const fn new(position: G) -> Self {
        let (no_win, no_loss) = (Horizon::NONE, Horizon::NONE);
        Self { position, found: None, line: None, no_win, no_loss }
    }

    /// Finds out whether the question's side wins, if that is still open.
    pub fn ask(&mut self, search: &mut Search<'_, G>, question: Forced) -> Result<(), Stopped> {
        if self.found.is_some() {
            return Ok(());
        }
        let wins = match question {
            Forced::Win(horizon) => search.attack(&self.position, horizon)?,
            Forced::Loss(horizon) => search.defend(&self.position, horizon)?,
        };
        match wins {
            true => self.found = Some(question),
            false => self.exclude(question),
        }
        Ok(())
    }

    /// Plays a forced win that was found out to the end.
    pub fn follow(&mut self, search: &mut Search<'_, G>) -> Result<(), Stopped> {
        let side = self.position.side();
        let (attacker, horizon) = match self.found {
            None => return Ok(()),
            Some(_) if self.line.is_some() => return Ok(()),
            Some(Forced::Win(horizon)) => (side, horizon),
            Some(Forced::Loss(horizon)) => (side.other(), horizon),
        };
        self.line = Some(line(search, self.position, attacker, horizon)?);
        Ok(())
    }

    /// Takes note of a proof that the answer is no.
    pub fn exclude(&mut self, question: Forced) {
        match question {
            Forced::Win(horizon) => self.no_win = self.no_win.max(horizon),
            Forced::Loss(horizon) => self.no_loss = self.no_loss.max(horizon),
        }
    }

    /// What the position leads to, if the wins of the side to move and of its
    /// opponent were to be found up to so many turns.
    pub fn outlook(&self, wins: u32, losses: u32) -> Outlook {
        let plies = self.line.as_ref().map(|line| line.len() as u32);
        let (win_from, loss_from) = self.bounds();
        match self.found {
            Some(win @ Forced::Win(_)) => Outlook::Win { turns: win.turns(), plies },
            Some(loss @ Forced::Loss(_)) => Outlook::Loss { turns: loss.turns(), plies },
            None if win_from > wins && loss_from > losses => Outlook::Open,
            None => Outlook::Unknown { win_from, loss_from },
        }
    }

    /// How many turns a win, and a loss, take at least.
    fn bounds(&self) -> (u32, u32) {
        // Where no turn can lose, wins of the side to move take an odd number of
        // half-turns, losses an even one.
        let next = |none: Horizon, odd| match none.half_turns() + 1 {
            next if G::CAN_LOSE_BY_MOVING || (next % 2 == 1) == odd => next,
            next => next + 1,
        };
        let nearest = |half_turns| Horizon::from_half_turns(half_turns);
        let win = Forced::Win(nearest(next(self.no_win, true)));
        let loss = Forced::Loss(nearest(next(self.no_loss, false)));
        (win.turns(), loss.turns())
    }
}

use serde::Serialize;

use crate::game::Game;
use crate::solver::{Analysis, Outlook};

/// What a legal turn leads to, for the side that plays it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Value {
    /// The turn.
    pub turn: String,
    /// `win`, `loss`, `open` (proved: neither side wins within the bound), or
    /// `unknown` (a limit was reached).
    pub value: &'static str,
    /// In how many turns of the winner's; with `open`, the bound.
    #[serde(rename = "in")]
    pub turns: Option<u32>,
    /// How many plies a win takes, or a loss can be held out for.
    pub plies: Option<u32>,
}

impl Value {
    /// The values of all turns of a position, each spelling by itself, in turn
    /// order.
    #[must_use]
    pub fn all<G: Game>(analysis: &Analysis<G>) -> Vec<Self> {
        let spelt = analysis.choices.iter().flat_map(|choice| {
            let outlook = choice.outlook;
            choice.turns.iter().map(move |&turn| (turn, outlook))
        });
        let mut spelt: Vec<_> = spelt.collect();
        spelt.sort_unstable_by_key(|(turn, _)| *turn);
        let value = |(turn, outlook): (G::Turn, Outlook)| {
            let (value, turns, plies) = match outlook {
                Outlook::Win { turns, plies } => ("win", Some(turns), plies),
                Outlook::Loss { turns, plies } => ("loss", Some(turns), plies),
                Outlook::Open => ("open", analysis.bound, None),
                Outlook::Unknown { .. } => ("unknown", None, None),
            };
            Self { turn: turn.to_string(), value, turns, plies }
        };
        spelt.into_iter().map(value).collect()
    }

    /// The value in one word: `f8f7+d6d5=win-2`.
    #[must_use]
    pub(super) fn word(&self) -> String {
        let Self { turn, value, turns, .. } = self;
        match turns {
            Some(turns) => format!("{turn}={value}-{turns}"),
            None => format!("{turn}={value}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Notation;
    use crate::shobu::Position;
    use crate::solver::{Limits, analyze};

    const TEXT: &str = "2w2w2/4w3/w2wb2w/b1wb3b/b2ww1b1/w3w3/4b1b1/1bb3wb w";

    fn values(turns: u32, limits: Limits<'_>) -> (Position, Vec<Value>) {
        let position = Position::parse(TEXT, Position::RULES[0]).expect("it is legal");
        let analysis = analyze(&position, turns, limits, |_| {}).expect("the game is not over");
        (position, Value::all(&analysis))
    }

    #[test]
    fn every_legal_turn_has_a_value() {
        let (position, values) = values(2, Limits::default());
        let turns: Vec<_> = position.turns().iter().map(ToString::to_string).collect();
        assert_eq!(values.iter().map(|value| value.turn.clone()).collect::<Vec<_>>(), turns);
        let wins: Vec<_> = values.iter().filter(|value| value.value == "win").collect();
        assert_eq!(wins.len(), 1);
        assert_eq!(wins[0].word(), "f8f7+d6d5=win-2");
        assert!(values.iter().all(|value| value.value != "unknown"));
        assert!(values.iter().any(|value| value.word().ends_with("=open-2")));
    }

    #[test]
    fn what_a_limit_keeps_from_being_known_is_unknown() {
        let (position, values) = values(4, Limits { nodes: 3, ..Limits::default() });
        assert_eq!(values.len(), position.turns().len());
        assert!(values.iter().any(|value| value.word().ends_with("=unknown")));
        assert!(values.iter().all(|value| value.value != "open"));
    }
}

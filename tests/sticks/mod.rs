use std::fmt;
use std::ops::ControlFlow;

use tsume::game::{
    Cell, Diagram, Format, Game, IllegalTurn, Notation, Panel, Piece, Player, PositionError,
    Symmetry, SyntaxError, Themed, Tint,
};

/// Sticks in a row: take one to three; who takes the last one wins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    sticks: u8,
    side: Player,
}

/// How many sticks are taken.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Turn(u8);

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl Game for Position {
    type Turn = Turn;
    type Key = u8;

    fn side(&self) -> Player {
        self.side
    }

    fn winner(&self) -> Option<Player> {
        (self.sticks == 0).then_some(self.side.other())
    }

    fn key(&self) -> u8 {
        self.sticks
    }

    fn is_decidable(&self) -> bool {
        true
    }

    fn visit_turns<B>(&self, visit: impl FnMut(Turn) -> ControlFlow<B>) -> ControlFlow<B> {
        (1..=self.sticks.min(3)).map(Turn).try_for_each(visit)
    }

    fn play_unchecked(&self, Turn(taken): Turn) -> Self {
        Self { sticks: self.sticks - taken, side: self.side.other() }
    }
}

impl Symmetry for Position {
    type Code = u8;

    const SYMMETRIES: usize = 1;

    fn code(&self) -> u8 {
        self.sticks
    }

    fn from_code(sticks: u8, side: Player) -> Self {
        Self { sticks, side }
    }

    fn image(&self, _symmetry: usize) -> Self {
        *self
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = Self::PIECES[self.side as usize].letter;
        write!(f, "sticks={} {side}", self.sticks)
    }
}

impl Notation for Position {
    const NAME: &'static str = "sticks";
    const TITLE: &'static str = "Sticks";
    const RULES: &'static [&'static str] = &["sticks-to-three"];
    const FORMATS: &'static [Format<Self>] = &[Format { name: "fen", write: Self::to_string }];
    const PIECES: &'static [Piece] = &[
        Piece {
            name: "Ada",
            letter: 'a',
            symbol: '○',
            coloured: '○',
            colour: 124,
            has_ring: false,
        },
        Piece {
            name: "Bob", letter: 'b', symbol: '●', coloured: '●', colour: 16, has_ring: false
        },
        Piece {
            name: "Stick",
            letter: 's',
            symbol: '|',
            coloured: '|',
            colour: 231,
            has_ring: true,
        },
    ];

    fn recognises(text: &str) -> bool {
        text.starts_with("sticks=")
    }

    fn start(_rules: &'static str) -> Self {
        Self { sticks: 21, side: Player::First }
    }

    fn parse(text: &str, _rules: &'static str) -> Result<Self, PositionError> {
        let expected = || SyntaxError::new(1, "a position is written `sticks=21 a`");
        let (sticks, side) = text.trim().split_once(' ').ok_or_else(expected)?;
        let sticks = sticks.strip_prefix("sticks=").and_then(|number| number.parse().ok());
        let sticks = sticks.ok_or_else(expected)?;
        let side = match side {
            "a" => Player::First,
            "b" => Player::Second,
            _ => return Err(expected().into()),
        };
        match sticks {
            0..=21 => Ok(Self { sticks, side }),
            _ => Err(PositionError::Illegal("there are at most 21 sticks".into())),
        }
    }

    fn rules(&self) -> &'static str {
        Self::RULES[0]
    }

    fn parse_turn(&self, text: &str) -> Result<Turn, IllegalTurn> {
        let taken = text.parse().map_err(|_| IllegalTurn::Syntax {
            text: text.into(),
            error: SyntaxError::new(1, "a turn is a number"),
        })?;
        let turn = Turn(taken);
        if self.is_legal(turn) {
            return Ok(turn);
        }
        let reason = format!("from 1 to {} sticks can be taken", self.sticks.min(3));
        Err(IllegalTurn::Rule { text: text.into(), reason })
    }

    fn describe(&self, _turn: Turn) -> String {
        String::new()
    }

    fn verdict(&self) -> Option<String> {
        let winner = Self::name(self.outcome()?);
        Some(format!("{winner} has won: no stick is left"))
    }

    fn diagram(&self) -> Diagram {
        let cell = |number| Cell { piece: (number < self.sticks).then_some(2), mark: None };
        let panel = Panel {
            title: "sticks".into(),
            tint: Tint::Light,
            files: ('a'..='u').collect(),
            ranks: vec!['1'],
            cells: vec![(0..21).map(cell).collect()],
        };
        Diagram { rows: vec![vec![panel]], divider: None }
    }
}

/// No themes, so far.
impl Themed for Position {}

use crate::game::{IllegalTurn, excerpt};
use crate::games::UnknownName;

/// The first wrong line of a certificate.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{line}:{column}: {flaw}")]
pub struct Fault {
    /// The number of the line, from 1.
    pub line: usize,
    /// The column of the field, or of the character, that is at fault, from 1.
    pub column: usize,
    /// What is wrong.
    pub flaw: Flaw,
}

/// What can be wrong with a line of a certificate.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Flaw {
    /// There is no such line.
    #[error("the file ends here, where {0} should be")]
    Missing(&'static str),
    /// The line is not finished.
    #[error("the file ends within this line: it was cut off")]
    CutOff,
    /// The line is longer than any line of a certificate.
    #[error("the line is too long")]
    TooLong,
    /// The line is not text.
    #[error("the line is not UTF-8")]
    NotUtf8,
    /// The line ends as on Windows.
    #[error("the line ends with CR LF, where LF alone should be")]
    CarriageReturn,
    /// The file does not begin as certificates do.
    #[error("this is no certificate: it does not begin with `# tsume certificate `")]
    NoHeader,
    /// The format is not the one that is known.
    #[error("version `{text}` of the format is not known: the version is `1`", text = excerpt(.0))]
    Version(String),
    /// A word of the header is missing, or another one in its place.
    #[error(
        "`{0}=…` is missing here: a header ends with a version, `game=`, `rules=` and `turns=`, \
         separated by single spaces"
    )]
    Header(&'static str),
    /// The header goes on.
    #[error("nothing can follow the number of turns")]
    LongHeader,
    /// There is no such game or ruleset.
    #[error("{0}")]
    UnknownName(UnknownName),
    /// The line has too few fields or too many.
    #[error("the line has {fields}, not 3, separated by tabs: position, turns left, turn",
            fields = several(*.0, "field"))]
    Fields(usize),
    /// The position cannot be read, or is illegal.
    #[error("{0}")]
    Position(String),
    /// The field is right, but written in another way than tsume writes it.
    #[error("this is written `{0}`")]
    Spelling(String),
    /// Nobody is to move.
    #[error("the game is over: {0}")]
    Finished(String),
    /// The number of turns is none.
    #[error("turns left: `{text}` is not a number from 1 on", text = excerpt(.0))]
    TurnsLeft(String),
    /// The turn cannot be played.
    #[error("{0}")]
    Turn(IllegalTurn),
    /// The number of turns is not that of the header.
    #[error("turns left: the first position has {found}, but the header says {expected}")]
    RootTurns {
        /// What the header says.
        expected: u32,
        /// What the line says.
        found: u32,
    },
    /// The defender is to move.
    #[error("{found} is to move, but in the first position {expected}, the attacker, is")]
    Side {
        /// The name of the attacker.
        expected: &'static str,
        /// The name of its opponent.
        found: &'static str,
    },
    /// The position has been listed before.
    #[error("the position is listed before, in line {0}")]
    Repeated(usize),
    /// The defender has won.
    #[error("after {turns} the defender has won")]
    Lost {
        /// The turn, and the replies if there are any.
        turns: String,
    },
    /// A position that can arise is not listed.
    #[error("after {turns} the position is not listed: {position}")]
    NotListed {
        /// The turn, and the replies if there are any.
        turns: String,
        /// The position that they lead to.
        position: String,
    },
    /// A position that can arise has too many turns left.
    #[error(
        "after {turns} the position is that of line {line}, with {found} left: \
         fewer than {left} should be",
        found = several(*.found as usize, "turn")
    )]
    NotFewer {
        /// The turn, and the replies if there are any.
        turns: String,
        /// The line of the position that they lead to.
        line: usize,
        /// The turns left there.
        found: u32,
        /// The turns left here.
        left: u32,
    },
}

/// A number of things in words.
fn several(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

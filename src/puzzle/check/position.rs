use super::{Code, Entry, Finding, Place};
use crate::game::{Notation, Player, PositionError};
use crate::games::{AnyPosition, Choice, Visitor};

/// Reads the position, or says why it is none.
pub(super) fn read(
    entry: &Entry,
    choice: &Choice,
    findings: &mut Vec<Finding>,
) -> Option<AnyPosition> {
    let text = entry.position.as_ref()?;
    let (code, help) = match choice.parse(&text.value) {
        Ok(position) => return Some(position),
        Err(error @ PositionError::Syntax(_)) => {
            let help = "`tsume show` reads a position the same way; docs/notation.md has all \
                        notations";
            findings.push(found(Code::MalformedPosition, &error).help(help));
            return None;
        }
        Err(error @ PositionError::Illegal(_)) => {
            (found(Code::IllegalPosition, &error), "the rules do not allow it")
        }
    };
    findings.push(code.help(help));
    None
}

fn found(code: Code, error: &PositionError) -> Finding {
    Finding::new(code, Place::Position, error.to_string())
}

/// Says that the game is over, if it is.
pub(super) fn finished<G: Notation>(position: &G) -> Option<Finding> {
    position.outcome()?;
    let verdict = position.verdict().unwrap_or_else(|| "the game is over".into());
    Some(
        Finding::new(Code::FinishedPosition, Place::Position, verdict)
            .help("give the position before the win"),
    )
}

/// One of all positions that are images of each other, always the same.
#[must_use]
pub fn representative(position: AnyPosition) -> AnyPosition {
    position.visit(Representative)
}

struct Representative;

impl Visitor for Representative {
    type Output = AnyPosition;

    fn visit<G: Notation + Into<AnyPosition>>(self, position: G) -> AnyPosition {
        G::from_code(position.canonical(), Player::First).into()
    }
}

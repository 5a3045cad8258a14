use super::exam::Exam;
use crate::game::Compose;
use crate::solver::Stopped;

/// What a position has to be like to be a puzzle, one thing of many.
pub struct Predicate<G: Compose> {
    /// Its name.
    pub name: &'static str,
    /// What it asks for, in a sentence for people.
    pub meaning: &'static str,
    /// Whether a position has it; those before it in the list hold.
    pub(super) holds: fn(&mut Exam<'_, G>) -> Result<bool, Stopped>,
}

/// What is said of a candidate for which no source gave a position with a win
/// of the length wanted.
pub const FOUND: (&str, &str) =
    ("win-in-range", "a position with a forced win of the length wanted was found");
/// What is said of a candidate that could not be decided.
pub const DECIDED: (&str, &str) = ("decided", "no search reached its limit");

/// What is asked of every candidate by itself, the cheap questions first.
#[must_use]
pub fn predicates<G: Compose>() -> [Predicate<G>; 6] {
    [
        Predicate {
            name: "unique-key",
            meaning: "only one position after the first turn wins as fast as can be",
            holds: |exam| exam.has_one_key(),
        },
        Predicate {
            name: "real-choice",
            meaning: "after enough replies to the key, the win takes all of the turns left (--replies)",
            holds: |exam| exam.has_replies(),
        },
        Predicate {
            name: "no-dual",
            meaning: "before the last turn, only one turn keeps the win (--duals allows more)",
            holds: |exam| exam.has_no_dual(),
        },
        Predicate {
            name: "tries",
            meaning: "enough wrong first turns threaten to win, and only one reply refutes each (--tries)",
            holds: |exam| exam.has_tries(),
        },
        Predicate {
            name: "theme",
            meaning: "it has one of the themes asked for (--theme)",
            holds: |exam| exam.has_theme(),
        },
        Predicate {
            name: "difficulty",
            meaning: "it is as hard as asked for (--difficulty)",
            holds: |exam| exam.is_as_hard(),
        },
    ]
}

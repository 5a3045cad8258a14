//! What a puzzle is about, and how hard it is for a person.

mod difficulty;
mod features;
mod idea;
mod study;

use crate::game::{Study, Themed};
use crate::solver::{Explorer, Stopped, Verdict};

pub use difficulty::{Difficulty, Grade, Part};
pub use features::{Features, Temptations};
pub use idea::idea;

/// What can be said of a puzzle beside its solution. Two puzzles that are
/// images of each other under a symmetry of the game are described alike.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Description {
    /// The names of its themes, in the order of the game's table.
    pub themes: Vec<&'static str>,
    /// What makes it hard.
    pub features: Features,
    /// How hard it is.
    pub difficulty: Difficulty,
}

/// Describes the puzzle that an explorer has solved; `None` if the side to move
/// does not win.
///
/// # Errors
/// [`Stopped`] if a limit was reached before that was known, or is now: then no
/// theme is given or denied.
///
/// # Examples
/// ```
/// use tsume::game::Notation;
/// use tsume::shobu::Position;
/// use tsume::solver::{Explorer, Limits};
/// use tsume::theme::describe;
///
/// let text = "5w2/1bb1w2b/8/2w1b3/4bw2/2w1w3/8/2b4b b";
/// let position = Position::parse(text, Position::RULES[0])?;
/// let mut explorer = Explorer::solve(&position, 5, Limits::default())?;
/// let description = describe(&mut explorer)?.expect("Black wins");
/// assert_eq!(description.themes, ["multi-board-finish", "parry", "passive-support"]);
/// assert_eq!(description.difficulty.to_string(), "3.4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn describe<G: Themed>(explorer: &mut Explorer<'_, G>) -> Result<Option<Description>, Stopped> {
    if matches!(explorer.solution().verdict, Verdict::Unknown { .. }) {
        return Err(Stopped);
    }
    let position = *explorer.position();
    let Some((attacker, horizon)) = explorer.win() else { return Ok(None) };
    if attacker != position.side() {
        return Ok(None);
    }
    let study = study::study(explorer, &position, horizon)?;
    let features = features::features(explorer, &study, horizon)?;
    let difficulty = Difficulty::from(&features);
    Ok(Some(Description { themes: themes(&study), features, difficulty }))
}

fn themes<G: Themed>(study: &Study<G>) -> Vec<&'static str> {
    let present = G::THEMES.iter().filter(|theme| (theme.is_in)(study));
    present.map(|theme| theme.name).collect()
}

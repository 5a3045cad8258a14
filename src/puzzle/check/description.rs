use super::{Code, Description, Entry, Finding, Place};
use crate::puzzle::pack::Puzzle;
use crate::solver::Goal;

/// Says that a puzzle describes itself though it does not ask for a direct win:
/// the program could not tell whether that is so.
pub(super) fn misplaced(entry: &Entry) -> Vec<Finding> {
    if entry.goal.is_none_or(|goal| goal == Goal::Win) {
        return Vec::new();
    }
    let wrong = |place, message| Finding::new(Code::WrongValue, place, message);
    let themes = wrong(Place::Themes, "themes are those of direct wins").help("remove `themes`");
    let difficulty = wrong(Place::Difficulty, "a difficulty is that of a direct win");
    [
        entry.themes.is_some().then_some(themes),
        entry.difficulty.is_some().then(|| difficulty.help("remove `difficulty`")),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// What a puzzle says of itself and the program does not, if it says anything;
/// and the puzzle as the program describes it.
pub(super) fn compare(
    description: &Description,
    entry: &Entry,
    puzzle: &Puzzle,
) -> (Vec<Finding>, Option<Puzzle>) {
    let mut findings = Vec::new();
    let mut recomputed = puzzle.clone();
    if entry.themes.is_some() && puzzle.themes != description.themes {
        let message = format!("the program finds other themes: {}", list(&description.themes));
        let help = "`tsume validate --fix` writes them; docs/themes.md says what each takes";
        findings.push(Finding::new(Code::OtherThemes, Place::Themes, message).help(help));
        recomputed.themes.clone_from(&description.themes);
    }
    let difficulty = f64::from(description.tenths) / 10.0;
    if puzzle.difficulty.is_some_and(|stated| stated != difficulty) {
        let message = format!("the difficulty is {difficulty:.1} by the program");
        let help = "`tsume validate --fix` writes it; docs/difficulty.md has the formula";
        findings.push(Finding::new(Code::OtherDifficulty, Place::Difficulty, message).help(help));
        recomputed.difficulty = Some(difficulty);
    }
    let differs = !findings.is_empty();
    (findings, differs.then_some(recomputed))
}

fn list(themes: &[String]) -> String {
    match themes {
        [] => "none".into(),
        _ => themes.join(", "),
    }
}

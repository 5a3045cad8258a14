use super::{Code, Description, Finding, Place};
use crate::puzzle::pack::Puzzle;

/// What a puzzle says of itself and the program does not, if it says anything;
/// and the puzzle as the program describes it.
pub(super) fn compare(
    description: &Description,
    puzzle: &Puzzle,
) -> (Vec<Finding>, Option<Puzzle>) {
    let mut findings = Vec::new();
    let mut recomputed = puzzle.clone();
    if !puzzle.themes.is_empty() && puzzle.themes != description.themes {
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

use super::{Code, Entry, Finding, Place};
use crate::games;
use crate::puzzle::fields::{Spanned, nearest, quoted};

/// Names the themes that the game does not have.
pub(super) fn check(entry: &Entry, game: &games::Entry) -> Vec<Finding> {
    let Some(themes) = &entry.themes else { return Vec::new() };
    let known: Vec<_> = game.themes().iter().map(|theme| theme.name).collect();
    let unknown = (0..).zip(&themes.value).filter(|(_, theme)| !known.contains(&&*theme.value));
    let finding = |(number, theme): (u32, &Spanned<String>)| {
        let message = format!("there is no theme `{}`", quoted(&theme.value));
        let finding = Finding::new(Code::WrongValue, Place::Theme(number), message);
        finding.help(match nearest(&theme.value, &known) {
            Some(name) => format!("did you mean `{name}`?"),
            None => "docs/themes.md lists the themes of each game".into(),
        })
    };
    unknown.map(finding).collect()
}

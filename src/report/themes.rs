//! What a puzzle is about, and how hard it is for a person.

use std::io::{self, Write};

use serde::Serialize;
use tsume::game::Themed;
use tsume::theme::{Description, Difficulty, Part};

use super::board::{FAINT, HEADING};

/// The keys that `--themes` adds to the JSON of a solution.
#[derive(Serialize, Debug)]
pub struct Described {
    themes: Vec<&'static str>,
    difficulty: f64,
    grade: &'static str,
    rating: u32,
    difficulty_parts: Vec<Term>,
}

/// A term of the difficulty.
#[derive(Serialize, Debug)]
struct Term {
    name: &'static str,
    measure: u32,
    adds: f64,
}

impl Described {
    pub fn new(description: &Description) -> Self {
        let Description { themes, difficulty, .. } = description;
        let term = |part: &Part| Term {
            name: part.name,
            measure: part.measure,
            adds: tenths(part.tenths),
        };
        Self {
            themes: themes.clone(),
            difficulty: tenths(difficulty.tenths()),
            grade: difficulty.grade().name(),
            rating: difficulty.rating(),
            difficulty_parts: difficulty.parts().iter().map(term).collect(),
        }
    }
}

fn tenths(tenths: u32) -> f64 {
    f64::from(tenths) / 10.0
}

/// Writes them for people.
pub fn write<G: Themed>(out: &mut impl Write, description: &Description) -> io::Result<()> {
    writeln!(out, "\n{HEADING}Themes{HEADING:#}")?;
    if description.themes.is_empty() {
        writeln!(out, "  none")?;
    }
    let themes = G::THEMES.iter().filter(|theme| description.themes.contains(&theme.name));
    for theme in themes {
        writeln!(out, "  {:<18}  {FAINT}{}{FAINT:#}", theme.name, theme.meaning)?;
    }
    let difficulty = description.difficulty;
    writeln!(out, "\n{HEADING}Difficulty{HEADING:#} {difficulty} ({})", difficulty.grade())?;
    let line = |adds: u32, what: String| format!("  {}.{}  {what}", adds / 10, adds % 10);
    writeln!(out, "{}", line(Difficulty::START, "to begin with".into()))?;
    for part in difficulty.parts() {
        writeln!(out, "{}", line(part.tenths, format!("{}: {}", part.name, part.measure)))?;
    }
    Ok(())
}

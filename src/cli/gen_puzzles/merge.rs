//! The parts of a run, joined to what the run would have given.

use std::path::{Path, PathBuf};

use tsume::export::Format;
use tsume::puzzle::Puzzle;

use super::super::target::read;
use super::args::{Args, Numbers};
use super::command::{command, recorded};

/// Puzzles of a run before any choice among them, in the order of their
/// numbers, and the options of the run.
pub struct Joined {
    pub args: Args,
    pub puzzles: Vec<Puzzle>,
}

/// Reads the parts, in whatever order they are named.
pub fn join(parts: &[PathBuf]) -> Result<Joined, String> {
    let mut parts = parts.iter().map(|path| part(path)).collect::<Result<Vec<_>, _>>()?;
    parts.sort_by_key(|part| (part.numbers.start, part.numbers.end));
    for pair in parts.windows(2) {
        let [one, other] = pair else { continue };
        let names = format!("{} and {}", one.name, other.name);
        if one.options() != other.options() {
            return Err(format!("{names}: they were made with different options"));
        }
        let (end, start) = (one.numbers.end, other.numbers.start);
        if end < start {
            return Err(format!("{names}: the candidates {end}..{start} between them are missing"));
        }
        if end > start {
            return Err(format!("{names}: both have the candidate {start}"));
        }
    }
    let (Some(first), Some(last)) = (parts.first(), parts.last()) else {
        return Err("there is no part to merge".into());
    };
    let range = Some(Numbers(first.numbers.start..last.numbers.end));
    let mut args = first.args.clone();
    args.parts.part = false;
    args.parts.range = range;
    Ok(Joined { args, puzzles: parts.into_iter().flat_map(|part| part.puzzles).collect() })
}

struct Part {
    name: String,
    args: Args,
    numbers: std::ops::Range<u64>,
    puzzles: Vec<Puzzle>,
}

impl Part {
    /// All that has to be the same in all parts.
    fn options(&self) -> String {
        let mut args = self.args.clone();
        args.parts.range = None;
        command(&args, args.sources.game.as_deref().unwrap_or_default())
    }
}

fn part(path: &Path) -> Result<Part, String> {
    let name = path.display().to_string();
    let at = |error: String| format!("{name}: {error}");
    let text = read(path).map_err(at)?;
    let args = recorded(&text).filter(|args| args.parts.part);
    let not_a_part = || at("this is no part of a run: make parts with --range A..B --part".into());
    let args = args.ok_or_else(not_a_part)?;
    let Numbers(numbers) = args.parts.range.clone().ok_or_else(not_a_part)?;
    if !text.ends_with(COMPLETE) {
        return Err(at("it is not complete: finish it with --resume".into()));
    }
    let puzzles = Format::Yaml.puzzles(&text).map_err(|error| at(error.to_string()))?;
    Ok(Part { name, args, numbers, puzzles })
}

/// What a part ends with, as only its maker knows that nothing is missing.
pub const COMPLETE: &str = "# complete\n";

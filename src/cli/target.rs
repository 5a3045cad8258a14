//! What the commands work on: positions, from the command line, from packs and
//! from standard input.

use std::fs;
use std::io::{self, BufRead, Read};
use std::path::Path;

use tsume::game::{Notation, excerpt};
use tsume::games::{AnyPosition, Choice, Visitor};
use tsume::puzzle::Pack;

use super::interrupt;

/// How positions are read.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Position")]
pub struct PositionArgs {
    /// The game, where the position does not tell [default: shobu]
    #[arg(long, value_name = "GAME")]
    game: Option<String>,

    /// The ruleset [default: the game's first]
    #[arg(long, value_name = "NAME")]
    rules: Option<String>,

    /// Turns to play first, such as 'b1b3+f6f8 …'
    #[arg(long, value_name = "TURNS")]
    moves: Option<String>,
}

/// A position to work on, or why there is none.
pub struct Target {
    /// Where it comes from, if that has to be said: a puzzle's id.
    pub name: Option<String>,
    /// The position, or a message that says where and what is wrong.
    pub position: Result<AnyPosition, String>,
}

impl PositionArgs {
    /// The game and ruleset asked for.
    pub fn choice(&self) -> Result<Choice, String> {
        Choice::new(self.game.as_deref(), self.rules.as_deref()).map_err(|error| error.to_string())
    }

    /// Reads one position and plays the turns asked for.
    fn position(&self, text: &str) -> Result<AnyPosition, String> {
        self.position_or(text, |error| error)
    }

    /// The same, with `remark` made on a text that is no position.
    fn position_or(
        &self,
        text: &str,
        remark: impl FnOnce(String) -> String,
    ) -> Result<AnyPosition, String> {
        let position = self.choice()?.parse(text).map_err(|error| remark(error.to_string()))?;
        position.visit(Played(self.moves.as_deref().unwrap_or_default()))
    }

    /// All positions that the targets stand for, in order, read as they are
    /// asked for.
    pub fn targets<'a>(&'a self, targets: &'a [String]) -> impl Iterator<Item = Target> + 'a {
        targets.iter().flat_map(|target| self.target(target))
    }

    fn target<'a>(&'a self, target: &'a str) -> Box<dyn Iterator<Item = Target> + 'a> {
        if target == "-" {
            return Box::new(self.standard_input());
        }
        let (file, id) = match target.split_once('#') {
            Some((file, id)) => (file, Some(id)),
            None => (target, None),
        };
        if is_file(file) {
            return match self.pack(file, id) {
                Ok(targets) => Box::new(targets.into_iter()),
                Err(message) => {
                    Box::new(std::iter::once(Target { name: None, position: Err(message) }))
                }
            };
        }
        let position = self.position_or(target, |error| match target {
            "b" | "w" | "r" => {
                format!("`{target}` alone is no position: quote positions, they contain a space")
            }
            _ if target.contains(' ') || target.is_empty() => error,
            _ => {
                let name = excerpt(target);
                format!("`{name}`: there is no such file, and it is no position: {error}")
            }
        });
        Box::new(std::iter::once(Target { name: None, position }))
    }

    /// The positions on standard input, one a line; blank lines and comments
    /// are passed over.
    fn standard_input(&self) -> impl Iterator<Item = Target> + '_ {
        let mut lines = (1..).zip(Lines(Some(io::stdin().lock())));
        let mut empty = true;
        std::iter::from_fn(move || {
            while let Some((number, line)) = interrupt::while_waiting(|| lines.next()) {
                let position = match line.as_deref().map(|line| line.trim_start_matches(BOM).trim())
                {
                    Ok("") => continue,
                    Ok(text) if text.starts_with('#') => continue,
                    Ok(text) => self.position(text),
                    Err(error) => Err(error.clone()),
                };
                empty = false;
                let position =
                    position.map_err(|error| format!("standard input, line {number}: {error}"));
                return Some(Target { name: None, position });
            }
            std::mem::take(&mut empty).then(|| Target {
                name: None,
                position: Err("standard input: there is no position in it".into()),
            })
        })
    }

    /// The positions of a pack, or of one of its puzzles.
    fn pack(&self, file: &str, id: Option<&str>) -> Result<Vec<Target>, String> {
        let at = |error: String| format!("{file}: {error}");
        let text = read(Path::new(file)).map_err(at)?;
        let pack: Pack =
            text.parse().map_err(|error: tsume::puzzle::PackError| at(error.to_string()))?;
        let choice = pack.choice().map_err(|error| at(error.to_string()))?;
        let choice = self.choice()?.and(choice).map_err(|error| at(error.to_string()))?;
        let wanted = |puzzle: &&tsume::puzzle::Puzzle| id.is_none_or(|id| id == puzzle.id);
        let targets: Vec<_> = pack
            .puzzles
            .iter()
            .filter(wanted)
            .map(|puzzle| Target {
                name: Some(puzzle.id.clone()),
                position: choice
                    .parse(&puzzle.position)
                    .map_err(|error| error.to_string())
                    .and_then(|any| any.visit(Played(self.moves.as_deref().unwrap_or_default())))
                    .map_err(|error| format!("{file}: {}: {error}", puzzle.id)),
            })
            .collect();
        match id {
            Some(id) if targets.is_empty() => {
                Err(at(format!("there is no puzzle `{}` in it", id.escape_debug())))
            }
            _ => Ok(targets),
        }
    }
}

const NOT_UTF8: &str = "the text is not UTF-8";
/// What some editors begin a text with.
const BOM: char = '\u{feff}';

/// The lines of an input, up to the first that cannot be read.
struct Lines<R>(Option<R>);

/// Far more than any position takes, in bytes.
const LONGEST_LINE: u64 = 1 << 16;

impl<R: BufRead> Iterator for Lines<R> {
    type Item = Result<String, String>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut line = Vec::new();
        let read = self.0.as_mut()?.take(LONGEST_LINE).read_until(b'\n', &mut line);
        let error = match read {
            Ok(0) => return None,
            Ok(_) if line.len() as u64 == LONGEST_LINE => "the line is too long".to_string(),
            Ok(_) => return Some(String::from_utf8(line).map_err(|_| NOT_UTF8.into())),
            Err(error) => error.to_string(),
        };
        self.0 = None;
        Some(Err(error))
    }
}

/// Reads a whole text file.
pub fn read(path: &Path) -> Result<String, String> {
    if path.is_dir() {
        return Err("this is a folder: name a pack in it".into());
    }
    let bytes = fs::read(path).map_err(|error| error.to_string())?;
    String::from_utf8(bytes).map_err(|_| NOT_UTF8.into())
}

/// Whether a target is meant as a file: there is one, or its name says so.
fn is_file(target: &str) -> bool {
    let path = Path::new(target);
    let extension = path.extension().and_then(|extension| extension.to_str());
    path.exists() || matches!(extension, Some("yaml" | "yml"))
}

/// Plays turns, separated by spaces.
struct Played<'a>(&'a str);

impl Visitor for Played<'_> {
    type Output = Result<AnyPosition, String>;

    fn visit<G: Notation + Into<AnyPosition>>(self, mut position: G) -> Self::Output {
        for (number, text) in (1..).zip(self.0.split_whitespace()) {
            let turn = position
                .parse_turn(text)
                .map_err(|error| format!("--moves, turn {number}: {error}"))?;
            position = position.play_unchecked(turn);
        }
        Ok(position.into())
    }
}

//! What is read before a run: positions to begin with, and packs to leave out.

use std::io::Read;
use std::path::Path;

use tsume::export::{Format, FormatError};
use tsume::game::{Compose, Notation, Record};
use tsume::games::{AnyPosition, Choice, OtherGame};
use tsume::puzzle::{Code, PackError, Puzzle, without_bom};

use super::super::target::read;
use super::super::{interrupt, remark};

/// The positions of a pack, the games of a log, or what a file has one of a
/// line.
pub fn given<G>(path: &Path, choice: &Choice) -> Result<Vec<Record<G>>, String>
where
    G: Compose + TryFrom<AnyPosition, Error = OtherGame>,
{
    let name = if path == "-" { "standard input".into() } else { path.display().to_string() };
    let at = |error: String| format!("{name}: {error}");
    let none = || at("there is no position in it".into());
    if format(path).is_some() {
        let starts = puzzles(path)?.into_iter().map(|game| Record::new(game.start));
        let starts: Vec<_> = starts.collect();
        return if starts.is_empty() { Err(none()) } else { Ok(starts) };
    }
    let text = if path == "-" { standard_input() } else { read(path) }.map_err(at)?;
    let text = without_bom(&text);
    if G::recognises_log(text) {
        return log(&name, text);
    }
    let mut given = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let position = choice.parse(line).map_err(|error| error.to_string());
        let position = position.and_then(|any| of_game(any));
        let position = position.map_err(|error| format!("{name}:{number}: {error}"))?;
        given.push(Record::new(position));
    }
    match given.is_empty() {
        true => Err(none()),
        false => Ok(given),
    }
}

/// The games of a log, each up to where it is sound.
fn log<G: Compose>(name: &str, text: &str) -> Result<Vec<Record<G>>, String> {
    let mut games = Vec::new();
    for (number, game) in (1..).zip(G::read_log(text)) {
        let game = match game {
            Ok(game) => game,
            Err(error) => {
                remark(format!("{name}: {error}; it is left out"));
                continue;
            }
        };
        if let Some(fault) = &game.fault {
            remark(format!("{name}#{number}: {fault}; the game is used up to there"));
        }
        games.push(game);
    }
    match games.is_empty() {
        true => Err(format!("{name}: there is no game in it")),
        false => Ok(games),
    }
}

fn standard_input() -> Result<String, String> {
    let mut text = String::new();
    let read = interrupt::while_waiting(|| std::io::stdin().lock().read_to_string(&mut text));
    read.map(|_| text).map_err(|error| error.to_string())
}

/// The format of a file that has puzzles, by its name.
fn format(path: &Path) -> Option<Format> {
    path.extension().and_then(|extension| extension.to_str()).and_then(Format::of_extension)
}

/// The game and the ruleset that a file says it is of.
pub fn choice(path: &Path) -> Result<Choice, String> {
    let Some(format) = format(path) else { return Ok(Choice::default()) };
    let at = |error: String| format!("{}: {error}", path.display());
    let head = format.read_head(read(path).map_err(at)?.as_bytes());
    let head = head.map_err(|error| at(error.to_string()))?;
    head.map_or_else(|| Ok(Choice::default()), |head| head.choice().map_err(|e| at(e.to_string())))
}

/// A position, if it is one of the game at hand.
fn of_game<G>(position: AnyPosition) -> Result<G, String>
where
    G: TryFrom<AnyPosition, Error = OtherGame>,
{
    G::try_from(position).map_err(|error| format!("{error}: say with --game what it is"))
}

/// Why a file, or a puzzle of it, gives nothing.
enum Fault {
    /// There is no puzzle in it, which is none: a run may have found none.
    NoPuzzles,
    Other(String),
}

impl From<FormatError> for Fault {
    fn from(error: FormatError) -> Self {
        match error {
            FormatError::Pack(PackError(fault)) if fault.code == Code::NoPuzzles => Self::NoPuzzles,
            error => Self::Other(error.to_string()),
        }
    }
}

/// The solutions of the puzzles of a file.
pub fn puzzles<G>(path: &Path) -> Result<Vec<Record<G>>, String>
where
    G: Compose + TryFrom<AnyPosition, Error = OtherGame>,
{
    let at = |error: String| format!("{}: {error}", path.display());
    let text = read(path).map_err(at)?;
    let mut games = Vec::new();
    let read = format(path).unwrap_or(Format::Yaml).read(text.as_bytes(), |record| {
        let choice = Choice::new(Some(&record.game), record.rules.as_deref());
        let choice = choice.map_err(|error| Fault::Other(error.to_string()))?;
        let position = choice.parse(&record.puzzle.position).map_err(|error| error.to_string());
        let position = position.and_then(|any| of_game(any));
        games.push(played(&record.puzzle, position).map_err(Fault::Other)?);
        Ok(true)
    });
    match read {
        Ok(()) | Err(Fault::NoPuzzles) => Ok(games),
        Err(Fault::Other(error)) => Err(at(error)),
    }
}

/// The solution of a puzzle: its line, or only the key if it has none.
pub fn played<G: Notation>(
    puzzle: &Puzzle,
    position: Result<G, String>,
) -> Result<Record<G>, String> {
    let at = |error: String| format!("{}: {error}", puzzle.id);
    let mut position = position.map_err(at)?;
    let mut game = Record::new(position);
    let line =
        if puzzle.line.is_empty() { std::slice::from_ref(&puzzle.key) } else { &puzzle.line };
    for text in line {
        let turn = position.parse_turn(text).map_err(|error| at(error.to_string()))?;
        position = position.play_unchecked(turn);
        game.turns.push(turn);
    }
    Ok(game)
}

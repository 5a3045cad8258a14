//! What is read before a run: positions to begin with, and packs to leave out.

use std::io::Read;
use std::path::Path;

use tsume::game::{Compose, Notation, Record};
use tsume::games::{AnyPosition, Choice};
use tsume::puzzle::{Pack, Puzzle};

use super::super::target::read;
use super::super::{interrupt, remark};

/// The positions of a pack, the games of a log, or what a file has one of a
/// line.
pub fn given<G>(path: &Path, choice: &Choice) -> Result<Vec<Record<G>>, String>
where
    G: Compose + TryFrom<AnyPosition>,
    G::Error: std::fmt::Display,
{
    let name = if path == "-" { "standard input".into() } else { path.display().to_string() };
    let at = |error: String| format!("{name}: {error}");
    if is_pack(path) {
        return Ok(puzzles(path)?.into_iter().map(|game| Record::new(game.start)).collect());
    }
    let text = if path == "-" { standard_input() } else { read(path) }.map_err(at)?;
    if G::recognises_log(&text) {
        return log(&name, &text);
    }
    let mut given = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let position = choice.parse(line).map_err(|error| error.to_string());
        let position = position.and_then(|any| G::try_from(any).map_err(|e| e.to_string()));
        let position = position.map_err(|error| format!("{name}:{number}: {error}"))?;
        given.push(Record::new(position));
    }
    match given.is_empty() {
        true => Err(at("there is no position in it".into())),
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

fn is_pack(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    matches!(extension, Some("yaml" | "yml"))
}

/// The solutions of the puzzles of a pack.
pub fn puzzles<G>(path: &Path) -> Result<Vec<Record<G>>, String>
where
    G: Compose + TryFrom<AnyPosition>,
    G::Error: std::fmt::Display,
{
    let name = path.display();
    let at = |error: String| format!("{name}: {error}");
    let pack: Pack = read(path).map_err(at)?.parse().map_err(|e| format!("{name}: {e}"))?;
    let choice = pack.choice().map_err(|error| at(error.to_string()))?;
    let solution = |puzzle: &Puzzle| {
        let position = choice.parse(&puzzle.position).map_err(|error| error.to_string());
        let position = position.and_then(|any| G::try_from(any).map_err(|e| e.to_string()));
        played(puzzle, position).map_err(at)
    };
    pack.puzzles.iter().map(solution).collect()
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

//! What the commands work on: positions and games, from the command line, from
//! packs and logs, and from standard input.

use std::fmt::Display;
use std::fs;
use std::io::{self, BufRead, Read};
use std::path::Path;

use tsume::game::{Notation, Record, excerpt};
use tsume::games::{AnyPosition, AnyRecord, Choice, LogEntry, RecordVisitor, Visitor};
use tsume::puzzle::{Pack, without_bom};
use tsume::solver::Goal;

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
    pub origin: Origin,
    /// The position, or a message that says where and what is wrong.
    pub position: Result<AnyPosition, String>,
}

/// A game to work on, often one of which nothing has been played, or why there
/// is none.
pub struct Game {
    pub origin: Origin,
    /// The game, or a message that says where and what is wrong.
    pub record: Result<AnyRecord, String>,
}

/// Where something comes from, as far as that has to be said.
#[derive(Clone, Default)]
pub struct Origin {
    /// A puzzle's id, or the file and the number of a game.
    pub name: Option<String>,
    /// The same for messages: the file and the id, or the line of an input.
    place: Option<String>,
    /// What is asked for, if that is known.
    pub task: Option<Task>,
}

/// What a puzzle asks for.
#[derive(Clone, Copy)]
pub struct Task {
    pub goal: Goal,
    pub turns: u32,
}

impl Origin {
    /// The name, if there is one.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// A message that says where as well.
    pub fn message(&self, what: impl Display) -> String {
        match &self.place {
            Some(place) => format!("{place}: {what}"),
            None => what.to_string(),
        }
    }
}

impl From<Game> for Target {
    /// The position that the game ends in.
    fn from(Game { origin, record }: Game) -> Self {
        let last = |record: AnyRecord| record.visit(Last).map_err(|fault| origin.message(fault));
        let position = record.and_then(last);
        Self { origin, position }
    }
}

impl PositionArgs {
    /// The game and ruleset asked for.
    pub fn choice(&self) -> Result<Choice, String> {
        Choice::new(self.game.as_deref(), self.rules.as_deref()).map_err(|error| error.to_string())
    }

    /// Reads one position and plays the turns asked for.
    fn game(&self, text: &str) -> Result<AnyRecord, String> {
        self.game_or(text, |error| error)
    }

    /// The same, with `remark` made on a text that is no position.
    fn game_or(
        &self,
        text: &str,
        remark: impl FnOnce(String) -> String,
    ) -> Result<AnyRecord, String> {
        let position = self.choice()?.parse(text).map_err(|error| remark(error.to_string()))?;
        self.play(position)
    }

    fn play(&self, position: AnyPosition) -> Result<AnyRecord, String> {
        position.visit(Played(self.moves.as_deref().unwrap_or_default()))
    }

    /// All positions that the targets stand for, in order, read as they are
    /// asked for.
    pub fn targets<'a>(&'a self, targets: &'a [String]) -> impl Iterator<Item = Target> + 'a {
        self.games(targets).map(Target::from)
    }

    /// The same, with the turns that lead to them.
    pub fn games<'a>(&'a self, targets: &'a [String]) -> impl Iterator<Item = Game> + 'a {
        targets.iter().flat_map(|target| self.target(target))
    }

    fn target<'a>(&'a self, target: &'a str) -> Box<dyn Iterator<Item = Game> + 'a> {
        if target == "-" {
            return Box::new(self.standard_input());
        }
        let (file, id) = match target.split_once('#') {
            Some((file, id)) => (file, Some(id)),
            None => (target, None),
        };
        if is_file(file) {
            return match self.file(file, id) {
                Ok(games) => Box::new(games.into_iter()),
                Err(message) => Box::new(std::iter::once(Game::none(format!("{file}: {message}")))),
            };
        }
        let record = self.game_or(target, |error| match target {
            "b" | "w" | "r" => {
                format!("`{target}` alone is no position: quote positions, they contain a space")
            }
            _ if target.contains(' ') || target.is_empty() => error,
            _ => {
                let name = excerpt(target);
                format!("`{name}`: there is no such file, and it is no position: {error}")
            }
        });
        Box::new(std::iter::once(Game { origin: Origin::default(), record }))
    }

    /// The positions and games on standard input, one a line; blank lines and
    /// comments are passed over.
    fn standard_input(&self) -> impl Iterator<Item = Game> + '_ {
        let mut lines = (1..).zip(Lines(Some(io::stdin().lock())));
        let mut empty = true;
        std::iter::from_fn(move || {
            while let Some((number, line)) = interrupt::while_waiting(|| lines.next()) {
                let record = match line.as_deref().map(|line| without_bom(line).trim()) {
                    Ok("") => continue,
                    Ok(text) => self.line(text),
                    Err(error) => Err(error.clone()),
                };
                empty = false;
                let place = Some(format!("standard input, line {number}"));
                return Some(Origin { place, ..Origin::default() }.game(record));
            }
            let nothing = || Game::none("standard input: there is no position in it".into());
            std::mem::take(&mut empty).then(nothing)
        })
    }

    /// A position, or a game of a log.
    fn line(&self, text: &str) -> Result<AnyRecord, String> {
        let harmful = |c: &char| c.is_control() && !c.is_whitespace();
        if let Some(control) = text.chars().find(harmful) {
            return Err(format!(
                "there is a control character in it, `{}`",
                control.escape_unicode()
            ));
        }
        match self.log(text)? {
            None => self.game(text),
            Some(games) => match games.into_iter().next() {
                Some(game) => game.map_err(|error| error.reason),
                None => Err("there is no game in it".into()),
            },
        }
    }

    /// The games of a log, if it is one.
    fn log(&self, text: &str) -> Result<Option<Vec<LogEntry>>, String> {
        let games = self.choice()?.read_log(text).map_err(|error| error.to_string())?;
        match self.moves {
            Some(_) if games.is_some() => {
                Err("--moves: the games of a log have turns of their own".into())
            }
            _ => Ok(games),
        }
    }

    /// What is in a file: a pack or a log.
    fn file(&self, file: &str, id: Option<&str>) -> Result<Vec<Game>, String> {
        let text = read(Path::new(file))?;
        match self.log(&text)? {
            None => self.pack(file, &text, id),
            Some(games) => numbered(file, games, id),
        }
    }

    /// Whether the first line that says something, up to a tab, is a position.
    fn starts_with_position(&self, text: &str) -> bool {
        let mut lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        let first = lines.next().and_then(|line| line.split('\t').next()).unwrap_or_default();
        self.choice().is_ok_and(|choice| choice.parse(first).is_ok())
    }

    /// The positions of a pack, or of one of its puzzles.
    fn pack(&self, file: &str, text: &str, id: Option<&str>) -> Result<Vec<Game>, String> {
        let pack: Pack = text.parse().map_err(|error: tsume::puzzle::PackError| {
            match self.starts_with_position(text) {
                true => "this is no pack; positions, one a line, are read from standard input: `-`"
                    .into(),
                false => error.to_string(),
            }
        })?;
        let choice = pack.choice().map_err(|error| error.to_string())?;
        let choice = self.choice()?.and(choice).map_err(|error| error.to_string())?;
        let wanted = |puzzle: &&tsume::puzzle::Puzzle| id.is_none_or(|id| id == puzzle.id);
        let games: Vec<_> = pack
            .puzzles
            .iter()
            .filter(wanted)
            .map(|puzzle| {
                let position = choice.parse(&puzzle.position).map_err(|error| error.to_string());
                let origin = Origin {
                    name: Some(puzzle.id.clone()),
                    place: Some(format!("{file}: {}", puzzle.id)),
                    task: Some(Task { goal: puzzle.goal, turns: puzzle.turns }),
                };
                origin.game(position.and_then(|position| self.play(position)))
            })
            .collect();
        match id {
            Some(id) if games.is_empty() => {
                Err(format!("there is no puzzle `{}` in it", id.escape_debug()))
            }
            _ => Ok(games),
        }
    }
}

impl Origin {
    /// A game from there, or why there is none.
    fn game(self, record: Result<AnyRecord, String>) -> Game {
        let record = record.map_err(|error| self.message(error));
        Game { origin: self, record }
    }
}

impl Game {
    fn none(message: String) -> Self {
        Self { origin: Origin::default(), record: Err(message) }
    }
}

/// The games of a log, or the one with this number, from 1.
fn numbered(file: &str, games: Vec<LogEntry>, id: Option<&str>) -> Result<Vec<Game>, String> {
    let count = games.len();
    let game = |(number, game): (usize, LogEntry)| {
        let name = Some(format!("{file}#{number}"));
        let origin = Origin { place: name.clone(), name, task: None };
        Game { origin, record: game.map_err(|error| format!("{file}, {error}")) }
    };
    let games = (1..).zip(games).map(game);
    let Some(id) = id else { return Ok(games.collect()) };
    let number = id.parse().ok().filter(|number| (1..=count).contains(number));
    let number = number.ok_or_else(|| {
        format!(
            "there is no game `{}` in it: they have the numbers 1 to {count}",
            id.escape_debug()
        )
    })?;
    Ok(games.skip(number - 1).take(1).collect())
}

const NOT_UTF8: &str = "the text is not UTF-8";

/// The lines of an input, up to an error in reading. Comments are empty, and a line that
/// is too long is not kept.
struct Lines<R>(Option<R>);

/// Far more than any position or game takes, in bytes.
const LONGEST_LINE: u64 = 1 << 20;

impl<R: BufRead> Iterator for Lines<R> {
    type Item = Result<String, String>;

    fn next(&mut self) -> Option<Self::Item> {
        match read_line(self.0.as_mut()?) {
            Ok(line) => line,
            Err(error) => {
                self.0 = None;
                Some(Err(error.to_string()))
            }
        }
    }
}

/// Reads a line; the inner error is one of the line alone.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<Result<String, String>>> {
    let mut line = Vec::new();
    if input.take(LONGEST_LINE).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    let is_cut = line.len() as u64 == LONGEST_LINE && !line.ends_with(b"\n");
    if is_cut {
        input.skip_until(b'\n')?;
    }
    let opening = line.utf8_chunks().next().map_or("", |chunk| chunk.valid());
    let is_comment = without_bom(opening).trim_ascii_start().starts_with('#');
    Ok(Some(match is_cut {
        _ if is_comment => Ok(String::new()),
        true => Err("the line is too long".into()),
        false => String::from_utf8(line).map_err(|_| NOT_UTF8.into()),
    }))
}

/// Reads a whole text file.
pub fn read(path: &Path) -> Result<String, String> {
    if path.is_dir() {
        return Err("this is a folder: name a file in it".into());
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
    type Output = Result<AnyRecord, String>;

    fn visit<G>(self, position: G) -> Self::Output
    where
        G: Notation + Into<AnyPosition>,
        Record<G>: Into<AnyRecord>,
    {
        let record = Record::play(position, self.0);
        record.map(Into::into).map_err(|(number, error)| format!("--moves, turn {number}: {error}"))
    }
}

/// The position that a game ends in, if it can be followed so far.
struct Last;

impl RecordVisitor for Last {
    type Output = Result<AnyPosition, String>;

    fn visit<G: Notation + Into<AnyPosition>>(self, record: Record<G>) -> Self::Output {
        match &record.fault {
            Some(fault) => Err(fault.to_string()),
            None => Ok(record.last().into()),
        }
    }
}

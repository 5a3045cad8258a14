use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::builder::PossibleValuesParser;
use tsume::game::Notation;
use tsume::games::{AnyPosition, Entry, GAMES, Visitor};

use super::target::{PositionArgs, Target};
use super::whole::write_whole;
use super::{Format, Output, Status, complain, no_result, printable};
use crate::report::board::{Board, FAINT, HEADING, Look};
use crate::report::json::{self, Shown, Subject};
use crate::report::svg::Svg;

/// Draw a position, list its turns, or convert it
///
/// A TARGET is a position, `start`, a pack of puzzles (FILE or FILE#id), or `-`
/// for positions on standard input, one a line.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// What to show: a position, `start`, FILE, FILE#id or `-`
    #[arg(required = true, value_name = "TARGET")]
    targets: Vec<String>,

    /// List the legal turns
    #[arg(long)]
    turns: bool,

    /// Mark what decides whether a piece can be taken, such as SPOOK's free and
    /// pinned balls. Not with --format json or --as
    #[arg(long, conflicts_with = "format_as")]
    marks: bool,

    /// Write nothing but the position, in this format
    #[arg(long = "as", value_name = "FORMAT", conflicts_with = "turns",
          value_parser = PossibleValuesParser::new(format_names()))]
    format_as: Option<String>,

    /// Draw it as the player on the other side sees it. Not with --format json or --as
    #[arg(long, conflicts_with = "format_as")]
    flip: bool,

    /// Say what this turn does, and draw it on the picture; it is not played. Not
    /// with --format json or --as
    #[arg(long, value_name = "TURN", conflicts_with = "format_as")]
    turn: Option<String>,

    /// Write a picture to this file, `-` for standard output, instead of drawing
    /// in the terminal. Not with --turns, --marks, --ascii, --format json or
    /// --as
    #[arg(long, value_name = "FILE", conflicts_with_all = ["turns", "marks", "ascii", "format_as"])]
    svg: Option<PathBuf>,

    /// Draw with ASCII characters only. Not with --format json or --as
    #[arg(long, conflicts_with = "format_as")]
    ascii: bool,

    /// How to write the result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    #[command(flatten)]
    position: PositionArgs,
}

const EXAMPLES: &str = "\
Examples:
  tsume show start
  tsume show start --turns --moves 'a1a2+e1e2'
  tsume show start --svg start.svg --turn 'a1a2+e1e2'
  tsume show puzzles/shobu/first-clears.yaml#first-clears-001
  tsume show --as grid 'wwwwwwww/8/8/bbbbbbbb/wwwwwwww/8/8/bbbbbbbb b'";

/// The formats of all games.
fn format_names() -> Vec<&'static str> {
    let mut names: Vec<_> = GAMES.iter().flat_map(Entry::formats).collect();
    names.sort_unstable();
    names.dedup();
    names
}

impl Args {
    /// The option that is given although JSON has no place for it.
    fn not_for_json(&self) -> Option<&'static str> {
        let given = [
            (self.svg.is_some(), "--svg"),
            (self.format_as.is_some(), "--as"),
            (self.turn.is_some(), "--turn"),
            (self.marks, "--marks"),
            (self.flip, "--flip"),
            (self.ascii, "--ascii"),
        ];
        let given = given.into_iter().find(|(is_given, _)| *is_given);
        given.filter(|_| self.format == Format::Json).map(|(_, option)| option)
    }
}

/// Shows every target.
pub fn run(args: &Args, output: &mut Output) -> io::Result<Status> {
    if let Some(option) = args.not_for_json() {
        return Ok(complain(format_args!(
            "{option}: not with --format json: leave out one of the two"
        )));
    }
    let targets = args.position.targets(&args.targets);
    if let Some(file) = &args.svg {
        return picture(args, file, targets, output);
    }
    let mut status = Status::Yes;
    let pictures = args.format == Format::Text && args.format_as.is_none();
    let mut first = true;
    for target in targets {
        match target.position {
            Ok(position) => {
                if pictures && !std::mem::take(&mut first) {
                    writeln!(output)?;
                }
                let name = target.origin.name();
                status = status.max(position.visit(Show { args, name, output })?);
            }
            Err(message) => {
                let json = args.format == Format::Json;
                status = status.max(no_result(target.origin.name(), &message, json, output)?);
            }
        }
        output.flush()?;
        if output.is_closed() {
            break;
        }
    }
    Ok(status)
}

struct Show<'a> {
    args: &'a Args,
    name: Option<&'a str>,
    output: &'a mut Output,
}

impl Visitor for Show<'_> {
    type Output = io::Result<Status>;

    fn visit<G: Notation + Into<AnyPosition>>(self, position: G) -> io::Result<Status> {
        let Self { args, name, output } = self;
        if let Some(name) = &args.format_as {
            let format = G::FORMATS.iter().find(|format| format.name == name);
            let Some(format) = format else {
                return Ok(complain(format_args!("{} has no notation `{name}`", G::TITLE)));
            };
            writeln!(output, "{}", (format.write)(&position))?;
            return Ok(Status::Yes);
        }
        if args.format == Format::Json {
            let shown = Shown::new(Subject::new(&position, name), &position);
            output.write_all(&json::line(&shown))?;
            return Ok(Status::Yes);
        }
        heading(output, &position, name)?;
        let mut board = Board::new(&position, look(output, args.ascii));
        if args.marks {
            board = board.marked();
        }
        if args.flip {
            board = board.flipped();
        }
        write!(output, "{board}")?;
        if let Some(text) = &args.turn {
            match position.parse_turn(text) {
                Ok(turn) => {
                    writeln!(output, "\n  {turn}  {FAINT}{}{FAINT:#}", position.describe(turn))?
                }
                Err(error) => return Ok(complain(format_args!("--turn: {error}"))),
            }
        }
        if args.turns {
            turns(output, &position)?;
        }
        Ok(Status::Yes)
    }
}

/// Writes the picture of the only target.
fn picture(
    args: &Args,
    file: &Path,
    targets: impl Iterator<Item = Target>,
    output: &mut Output,
) -> io::Result<Status> {
    let mut targets = targets;
    let target = match (targets.next(), targets.next()) {
        (Some(target), None) => target,
        (None, _) => return Ok(complain("--svg: there is no position to draw")),
        (Some(_), Some(_)) => {
            return Ok(complain("--svg draws one position: name a puzzle as FILE#id"));
        }
    };
    let svg = match target.position.and_then(|position| position.visit(Picture { args })) {
        Ok(svg) => svg,
        Err(message) => return Ok(complain(message)),
    };
    if file == Path::new("-") {
        output.write_all(svg.as_bytes())?;
        return Ok(Status::Yes);
    }
    Ok(match write_whole(file, svg.as_bytes()) {
        Ok(()) => Status::Yes,
        Err(error) => complain(format_args!("cannot write {}: {error}", file.display())),
    })
}

struct Picture<'a> {
    args: &'a Args,
}

impl Visitor for Picture<'_> {
    type Output = Result<String, String>;

    fn visit<G: Notation + Into<AnyPosition>>(self, position: G) -> Self::Output {
        let mut svg = Svg::new(&position);
        if self.args.flip {
            svg = svg.flipped();
        }
        if let Some(text) = &self.args.turn {
            let turn = position.parse_turn(text).map_err(|error| format!("--turn: {error}"))?;
            svg = svg.with_turn(turn);
        }
        Ok(svg.to_string())
    }
}

/// How boards are drawn on this output.
pub fn look(output: &Output, ascii: bool) -> Look {
    match (ascii, output.has_colour()) {
        (true, _) => Look::Ascii,
        (false, true) => Look::Coloured,
        (false, false) => Look::Unicode,
    }
}

/// The puzzle's name, if it has one, and the position.
pub fn heading<G: Notation>(
    output: &mut impl Write,
    position: &G,
    name: Option<&str>,
) -> io::Result<()> {
    if let Some(name) = name {
        writeln!(output, "{HEADING}{}{HEADING:#}", printable(name))?;
    }
    writeln!(output, "{FAINT}{position}{FAINT:#}\n")
}

fn turns<G: Notation>(output: &mut Output, position: &G) -> io::Result<()> {
    let turns = position.turns();
    let s = if turns.len() == 1 { "" } else { "s" };
    writeln!(output, "\n{HEADING}{} legal turn{s}{HEADING:#}", turns.len())?;
    for turn in turns {
        match position.describe(turn) {
            text if text.is_empty() => writeln!(output, "  {turn}")?,
            text => writeln!(output, "  {turn}  {FAINT}{text}{FAINT:#}")?,
        }
    }
    Ok(())
}

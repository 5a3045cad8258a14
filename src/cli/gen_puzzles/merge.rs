//! The parts of a run, joined to what the run would have given.

use std::path::Path;

use tsume::export::Format;
use tsume::game::Compose;
use tsume::generator::{Entry, Selection};
use tsume::puzzle::Puzzle;

use super::super::target::read;
use super::super::{Output, Status};
use super::args::{Args, Numbers};
use super::command::{command, recorded};
use super::explain::Tally;
use super::given::played;
use super::run::told_of_the_end;
use super::script::{COMPLETE, Script};
use super::sink::Sink;

/// Reads the parts, in whatever order they are named: the options of the run, and
/// its puzzles before any choice among them, in the order of their numbers.
pub fn join(args: &Args) -> Result<(Args, Vec<Puzzle>), String> {
    let parts = args.parts.merge.iter();
    let mut parts = parts.map(|path| part(path)).collect::<Result<Vec<_>, _>>()?;
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
    let mut options = first.args.clone();
    options.parts.part = false;
    options.parts.range = Some(Numbers(first.numbers.start..last.numbers.end));
    options.count = args.count;
    (options.out, options.format) = (args.out.clone(), args.format);
    options.explain = args.explain;
    let (said, pack) = (args.pack.clone(), &mut options.pack);
    pack.title = said.title.or(pack.title.take());
    pack.author = said.author.or(pack.author.take());
    pack.license = said.license.or(pack.license.take());
    pack.description = said.description.or(pack.description.take());
    Ok((options, parts.into_iter().flat_map(|part| part.puzzles).collect()))
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

/// The puzzles that the run would have chosen.
pub fn choose<G: Compose>(
    args: &mut Args,
    rules: &'static str,
    puzzles: Vec<Puzzle>,
    mut selection: Selection<G>,
) -> Result<Vec<Puzzle>, String> {
    let (mut tally, mut chosen) = (Tally::default(), Vec::new());
    let count = args.count.unwrap_or(u64::MAX);
    for puzzle in puzzles {
        if selection.len() >= count {
            break;
        }
        tally.count();
        let position = G::parse(&puzzle.position, rules).map_err(|error| error.to_string());
        let game = played(&puzzle, position)?;
        let entry = Entry { position: &game.start, line: &game.turns, themes: &puzzle.themes };
        match selection.choose(&entry) {
            Ok(()) => chosen.push(puzzle),
            Err(name) => tally.rejected(name),
        }
    }
    if args.explain {
        tally.tell_of_parts();
    }
    let from_the_start = matches!(&args.parts.range, Some(Numbers(range)) if range.start == 0);
    if selection.len() >= count && from_the_start {
        // The run would have stopped there by itself.
        args.parts.range = None;
    }
    Ok(chosen)
}

/// Writes the puzzles chosen.
pub fn write(
    args: &Args,
    chosen: &[Puzzle],
    script: Script,
    output: &mut Output,
) -> Result<Status, String> {
    let mut sink = match &args.out {
        Some(path) => Sink::create(script, path)?,
        None => Sink::output(script, output),
    };
    chosen.iter().try_for_each(|puzzle| sink.puzzle(puzzle))?;
    sink.finish(false)?;
    Ok(told_of_the_end(args.count, chosen.len() as u64, false))
}

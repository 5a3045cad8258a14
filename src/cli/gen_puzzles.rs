//! Making packs of puzzles.

mod args;
mod command;
mod explain;
mod given;
mod merge;
mod sink;

use std::io;
use std::ops::{ControlFlow, Range};
use std::time::Instant;

use indicatif::ProgressBar;
use tsume::game::Compose;
use tsume::games::{AnyPosition, Choice, OtherGame, Visitor};
use tsume::generator::{Demands, End, Entry, Outcome, Recipe, Selection, Source, run as judge};
use tsume::puzzle::{Allowance, Pack, Puzzle};

use super::limits::set_threads;
use super::{Output, Status, complain, interrupt, progress, remark};
pub use args::Args;
use args::Numbers;
use explain::Tally;
use sink::Sink;

/// How many puzzles there are to be, where nothing says so.
const COUNT: u64 = 10;

/// Makes a pack, or joins the parts of one.
pub fn run(args: &Args, output: &mut Output) -> io::Result<Status> {
    if let Err(error) = set_threads(args.limits.threads) {
        return Ok(complain(error));
    }
    interrupt::watch();
    Ok(plan(args, output).unwrap_or_else(complain))
}

fn plan(args: &Args, output: &mut Output) -> Result<Status, String> {
    let joined = match &args.parts.merge[..] {
        [] => None,
        parts => Some(merge::join(parts)?),
    };
    let (mut options, puzzles) = match joined {
        Some(joined) => (joined.args, Some(joined.puzzles)),
        None => (args.clone(), None),
    };
    if puzzles.is_some() {
        options.count = args.count;
        (options.out, options.format) = (args.out.clone(), args.format);
        (options.explain, options.limits.threads) = (args.explain, args.limits.threads);
    }
    let Sources { game, rules } = names(&options);
    let choice = Choice::new(game, rules).map_err(|error| error.to_string())?;
    let start = choice.parse("start").map_err(|error| error.to_string())?;
    start.visit(Make { args: &options, choice, puzzles, output })
}

/// The game and ruleset asked for.
struct Sources<'a> {
    game: Option<&'a str>,
    rules: Option<&'a str>,
}

fn names(args: &Args) -> Sources<'_> {
    Sources { game: args.sources.game.as_deref(), rules: args.sources.rules.as_deref() }
}

/// Makes a pack of the game at hand.
struct Make<'a> {
    args: &'a Args,
    choice: Choice,
    /// The puzzles of the parts to be joined.
    puzzles: Option<Vec<Puzzle>>,
    output: &'a mut Output,
}

impl Visitor for Make<'_> {
    type Output = Result<Status, String>;

    fn visit<G>(self, start: G) -> Self::Output
    where
        G: Compose + Into<AnyPosition> + TryFrom<AnyPosition, Error = OtherGame>,
    {
        let Self { args, choice, puzzles, output } = self;
        check_themes::<G>(&args.quality)?;
        let mut selection =
            Selection::<G>::new(args.quality.shares.clone(), !args.quality.no_variety);
        for pack in &args.quality.exclude {
            for (position, key) in given::puzzles::<G>(pack)? {
                selection.exclude(&position, key);
            }
        }
        let pack = pack::<G>(args, start.rules());
        match puzzles {
            Some(puzzles) => {
                Joining { args, selection, pack, rules: start.rules() }.run(puzzles, output)
            }
            None => Run::new(args, &choice, start.rules(), selection)?.run(pack, output),
        }
    }
}

/// Whether the game has the themes that are asked for: nothing would ever be
/// found that has others.
fn check_themes<G: Compose>(quality: &args::Quality) -> Result<(), String> {
    let known = |name: &str| G::THEMES.iter().any(|theme| theme.name == name);
    let shares = quality.shares.iter().map(|share| &share.theme);
    match quality.themes.iter().chain(shares).find(|name| !known(name)) {
        Some(name) => {
            let names: Vec<_> = G::THEMES.iter().map(|theme| theme.name).collect();
            let (name, names) = (name.escape_debug(), names.join(", "));
            Err(format!("there is no theme `{name}` in {}: there are {names}", G::TITLE))
        }
        None => Ok(()),
    }
}

/// The head of the pack.
fn pack<G: Compose>(args: &Args, rules: &'static str) -> Pack {
    let head = &args.pack;
    Pack {
        title: head
            .title
            .clone()
            .unwrap_or_else(|| format!("{}, wins in {}", G::TITLE, args.turns)),
        game: G::NAME.into(),
        rules: (rules != G::RULES[0]).then(|| rules.into()),
        license: head.license.clone(),
        author: head.author.clone(),
        description: head.description.clone(),
        allow: if args.quality.duals { vec![Allowance::Duals] } else { Vec::new() },
        ..Pack::default()
    }
}

/// What a puzzle's place in the selection depends on, read from the puzzle.
fn entry<G: Compose>(puzzle: &Puzzle, rules: &'static str) -> Result<(G, G::Turn), String> {
    let at = |error: String| format!("{}: {error}", puzzle.id);
    let position = G::parse(&puzzle.position, rules).map_err(|error| at(error.to_string()))?;
    let key = position.parse_turn(&puzzle.key).map_err(|error| at(error.to_string()))?;
    Ok((position, key))
}

/// A run over candidates.
struct Run<'a, G: Compose> {
    args: &'a Args,
    recipe: Recipe<G>,
    selection: Selection<G>,
    indices: Range<u64>,
    count: Option<u64>,
    tally: Tally,
}

impl<'a, G> Run<'a, G>
where
    G: Compose + TryFrom<AnyPosition, Error = OtherGame>,
{
    fn new(
        args: &'a Args,
        choice: &Choice,
        rules: &'static str,
        selection: Selection<G>,
    ) -> Result<Self, String> {
        let sources = args.sources();
        let given = match &args.sources.from {
            Some(path) => given::given(path, choice)?,
            None => Vec::new(),
        };
        let only_given = sources.iter().all(|source| *source == Source::Given);
        if given.is_empty() && sources.contains(&Source::Given) {
            return Err("--source given takes positions: name their file with --from".into());
        }
        let end = if only_given { given.len() as u64 } else { u64::MAX };
        let indices = match &args.parts.range {
            Some(Numbers(range)) => range.start..range.end.min(end),
            None => 0..end,
        };
        let without_end = indices.end == u64::MAX;
        let count = args.count.or(without_end.then_some(COUNT));
        let quality = &args.quality;
        let recipe = Recipe {
            rules,
            seed: args.seed,
            turns: args.turns.0.clone(),
            sources,
            given,
            nodes: args.limits.nodes,
            table_bytes: usize::try_from(args.limits.hash << 20).unwrap_or(usize::MAX),
            demands: Demands {
                duals: quality.duals,
                tries: quality.tries,
                replies: quality.replies,
                themes: quality.themes.clone(),
            },
        };
        Ok(Self { args, recipe, selection, indices, count, tally: Tally::default() })
    }

    fn run(mut self, pack: Pack, output: &mut Output) -> Result<Status, String> {
        let args = self.args;
        let bar = match self.count {
            Some(count) => progress::rate(output, count, "puzzles"),
            None => progress::rate(output, self.indices.end - self.indices.start, "candidates"),
        };
        let (mut sink, made) = open(args, pack, output)?;
        self.resume(&made)?;
        let deadline = args.limits.time_limit.and_then(|limit| Instant::now().checked_add(limit));
        let is_late = || deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let mut failure = None;
        let recipe = self.recipe.clone();
        let end = match self.has_enough() {
            true => End::Enough,
            false => judge(
                &recipe,
                self.indices.clone(),
                || interrupt::happened() || is_late(),
                |index, outcome| {
                    let flow = self.outcome(outcome, &mut sink);
                    self.show(&bar, index);
                    flow.unwrap_or_else(|error| {
                        failure = Some(error);
                        ControlFlow::Break(())
                    })
                },
            ),
        };
        progress::end(&bar);
        if failure.is_none() && args.parts.part && end == End::Exhausted {
            failure = sink.comment(merge::COMPLETE).err();
        }
        if args.explain {
            self.tally.tell::<G>();
        }
        if let Some(error) = failure {
            return Err(match sink.file() {
                Some(file) => format!("{file}: {error}; --resume goes on from there"),
                None => format!("cannot write the output: {error}"),
            });
        }
        Ok(match end {
            End::Interrupted if interrupt::happened() => remark("interrupted"),
            End::Interrupted => Status::Undecided,
            End::Enough => Status::Yes,
            End::Exhausted => self.told_of_the_end(),
        })
    }

    /// Takes over what an earlier run has made.
    fn resume(&mut self, made: &[Puzzle]) -> Result<(), String> {
        for puzzle in made {
            let (position, key) = entry(puzzle, self.recipe.rules)?;
            self.selection.take(&Entry { position: &position, key, themes: &puzzle.themes });
        }
        let last = made.last().and_then(|puzzle| puzzle.source.as_ref()?.index);
        if let Some(last) = last {
            self.indices.start = last + 1;
        }
        Ok(())
    }

    fn has_enough(&self) -> bool {
        self.count.is_some_and(|count| self.selection.len() >= count)
    }

    /// Notes what has become of a candidate; breaks when there are enough.
    fn outcome(&mut self, outcome: Outcome<G>, sink: &mut Sink<'_>) -> io::Result<ControlFlow<()>> {
        self.tally.candidate();
        let found = match outcome {
            Outcome::Found(found) => found,
            Outcome::Rejected(name) => {
                self.tally.rejected(name);
                return Ok(ControlFlow::Continue(()));
            }
        };
        let prefix = self.args.pack.prefix.as_deref().unwrap_or(G::NAME);
        let puzzle = found.puzzle(prefix, self.args.seed, self.args.sources.games);
        let (position, key) = (&found.position, found.win.line[0]);
        let entry = Entry { position, key, themes: &puzzle.themes };
        if self.args.parts.part {
            self.selection.take(&entry);
        } else if let Err(name) = self.selection.choose(&entry) {
            self.tally.rejected(name);
            return Ok(ControlFlow::Continue(()));
        }
        sink.puzzle(&puzzle)?;
        Ok(match self.has_enough() || sink.is_closed() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        })
    }

    fn show(&self, bar: &ProgressBar, index: u64) {
        bar.set_position(match self.count {
            Some(_) => self.selection.len(),
            None => index + 1 - self.indices.start,
        });
    }

    /// There are no more candidates: whether that is as it should be.
    fn told_of_the_end(&self) -> Status {
        told_of_the_end(self.count, self.selection.len(), self.args.parts.part)
    }
}

fn told_of_the_end(count: Option<u64>, found: u64, part: bool) -> Status {
    match count {
        Some(count) if found < count => {
            remark(format!("only {found} of {count} puzzles: there are no more candidates"));
            Status::No
        }
        None if found == 0 && !part => {
            remark("no puzzle: none of the candidates is one");
            Status::No
        }
        _ => Status::Yes,
    }
}

/// Opens what is to be written to, and gives what is in it already.
fn open<'a>(
    args: &Args,
    pack: Pack,
    output: &'a mut Output,
) -> Result<(Sink<'a>, Vec<Puzzle>), String> {
    let format = args.format()?;
    let comment = command::comment(args, &pack.game);
    match &args.out {
        Some(path) if args.resume => Sink::resume(pack, format, &comment, path),
        Some(path) => Ok((Sink::create(pack, format, &comment, path)?, Vec::new())),
        None => {
            let sink = Sink::output(pack, format, &comment, output);
            Ok((sink.map_err(|error| format!("cannot write the output: {error}"))?, Vec::new()))
        }
    }
}

/// The parts of a run, being joined.
struct Joining<'a, G: Compose> {
    args: &'a Args,
    selection: Selection<G>,
    pack: Pack,
    rules: &'static str,
}

impl<G: Compose> Joining<'_, G> {
    fn run(mut self, puzzles: Vec<Puzzle>, output: &mut Output) -> Result<Status, String> {
        let mut tally = Tally::default();
        let mut chosen = Vec::new();
        let has_enough =
            |chosen: usize| self.args.count.is_some_and(|count| chosen as u64 >= count);
        for puzzle in puzzles {
            if has_enough(chosen.len()) {
                break;
            }
            tally.candidate();
            let (position, key) = entry(&puzzle, self.rules)?;
            let entry = Entry { position: &position, key, themes: &puzzle.themes };
            match self.selection.choose(&entry) {
                Ok(()) => chosen.push(puzzle),
                Err(name) => tally.rejected(name),
            }
        }
        let mut args = self.args.clone();
        let from_the_start = matches!(&args.parts.range, Some(Numbers(range)) if range.start == 0);
        if has_enough(chosen.len()) && from_the_start {
            // The run would have stopped there by itself.
            args.parts.range = None;
        }
        let (mut sink, _) = open(&args, self.pack, output)?;
        for puzzle in &chosen {
            sink.puzzle(puzzle).map_err(|error| format!("cannot write the pack: {error}"))?;
        }
        if args.explain {
            tally.tell::<G>();
        }
        Ok(told_of_the_end(args.count, chosen.len() as u64, false))
    }
}

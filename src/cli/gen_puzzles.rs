//! Making packs of puzzles.

mod args;
mod command;
mod earlier;
mod explain;
mod given;
mod merge;
mod place;
mod run;
mod script;
mod sink;

use std::io;
use std::path::PathBuf;

use tsume::game::Compose;
use tsume::games::{AnyPosition, Choice, OtherGame, Visitor};
use tsume::generator::{Demands, Recipe, Selection, Source};
use tsume::puzzle::{Allowance, Pack, Puzzle};

use super::files::is_same;
use super::limits::set_threads;
use super::{Output, Status, complain, interrupt};
pub use args::Args;
use args::Hardness;
use script::Script;

/// Makes a pack, or joins the parts of one.
pub fn run(args: &Args, output: &mut Output) -> io::Result<Status> {
    if let Err(error) = set_threads(args.limits.threads) {
        return Ok(complain(error));
    }
    interrupt::watch();
    Ok(plan(args, output).unwrap_or_else(complain))
}

fn plan(args: &Args, output: &mut Output) -> Result<Status, String> {
    let (options, puzzles) = match args.parts.merge.is_empty() {
        true => (args.clone(), None),
        false => merge::join(args).map(|(options, puzzles)| (options, Some(puzzles)))?,
    };
    check_output(&options, &args.parts.merge)?;
    let (game, rules) = (options.sources.game.as_deref(), options.sources.rules.as_deref());
    let mut choice = Choice::new(game, rules).map_err(|error| error.to_string())?;
    if let (None, Some(path)) = (choice.game(), &options.sources.from) {
        choice = given::choice(path)?;
    }
    let start = choice.parse("start").map_err(|error| error.to_string())?;
    start.visit(Make { args: options, choice, puzzles, output })
}

/// Makes a pack of the game at hand.
struct Make<'a> {
    args: Args,
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
        let Self { mut args, choice, puzzles, output } = self;
        check_themes::<G>(&args.quality)?;
        let mut selection =
            Selection::<G>::new(args.quality.shares.clone(), !args.quality.no_variety);
        for pack in &args.quality.exclude {
            for game in given::puzzles::<G>(pack)? {
                selection.exclude(&game.start, &game.turns);
            }
        }
        let rules = start.rules();
        if let Some(puzzles) = puzzles {
            let chosen = merge::choose(&mut args, rules, puzzles, selection)?;
            return merge::write(&args, &chosen, script::<G>(&args, rules)?, output);
        }
        let recipe = recipe(&args, &choice, rules)?;
        run::run(&args, &recipe, selection, script::<G>(&args, rules)?, output)
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

/// How the pack is written.
fn script<G: Compose>(args: &Args, rules: &'static str) -> Result<Script, String> {
    let head = &args.pack;
    let title = || format!("{}, wins in {}", G::TITLE, args.turns);
    let pack = Pack {
        title: head.title.clone().unwrap_or_else(title),
        game: G::NAME.into(),
        rules: (rules != G::RULES[0]).then(|| rules.into()),
        license: head.license.clone(),
        author: head.author.clone(),
        description: head.description.clone(),
        allow: if args.quality.duals { vec![Allowance::Duals] } else { Vec::new() },
        ..Pack::default()
    };
    let comment = command::comment(args, &pack.game)?;
    let id = format!("{}-{}-", head.prefix.as_deref().unwrap_or(G::NAME), args.seed);
    Ok(Script::new(pack, args.format()?, &comment, id))
}

/// What the run looks for, and where.
fn recipe<G>(args: &Args, choice: &Choice, rules: &'static str) -> Result<Recipe<G>, String>
where
    G: Compose + TryFrom<AnyPosition, Error = OtherGame>,
{
    let sources = args.sources();
    let given = match &args.sources.from {
        Some(path) => given::given(path, choice)?,
        None => Vec::new(),
    };
    if given.is_empty() && sources.contains(&Source::Given) {
        return Err("--source given takes positions: name their file with --from".into());
    }
    let quality = &args.quality;
    Ok(Recipe {
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
            difficulty: quality.difficulty.clone().map(|Hardness(tenths)| tenths),
        },
    })
}

/// Whether the output is none of the files that are read, which would be lost.
fn check_output(args: &Args, parts: &[PathBuf]) -> Result<(), String> {
    let Some(out) = &args.out else { return Ok(()) };
    let mut read = parts.iter().chain(&args.sources.from).chain(&args.quality.exclude);
    match read.any(|path| is_same(path, out)) {
        true => Err(format!("{}: this is read, too: write to another file", out.display())),
        false => Ok(()),
    }
}

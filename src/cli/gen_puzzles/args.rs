use std::fmt;
use std::ops::{Range, RangeInclusive};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use clap::builder::{
    NonEmptyStringValueParser, PossibleValue, PossibleValuesParser, TypedValueParser,
};
use tsume::export::Format;
use tsume::generator::{Share, Source};
use tsume::solver::Horizon;

use super::super::limits::{parse_duration, parse_threads};

/// Generate puzzle packs: sound, with one key, and reproducible
///
/// Makes candidates, numbered from 0, and keeps those that are puzzles: positions
/// with a forced win of the length wanted, one key, no dual, and whatever else is
/// asked for; no two of them alike. What comes out depends on the seed and the
/// options, never on the number of threads or on time.
///
/// Exit status: 0 done, 1 fewer puzzles than wanted in the range, 2 error, 3 out
/// of time, 130 interrupted.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Stop after so many puzzles [default: 10; all there are with --range, or
    /// where --from has the only candidates]
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..))]
    pub count: Option<u64>,

    /// In how many turns the side to move is to win
    #[arg(long = "in", value_name = "A-B", default_value = "2-3")]
    pub turns: Turns,

    /// What all that is random follows from
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,

    /// Where to write; .yaml, .jsonl or .csv [default: YAML to standard output]
    #[arg(short, long, value_name = "FILE")]
    pub out: Option<PathBuf>,

    /// How to write, whatever the file is called
    #[arg(long, value_name = "FORMAT", value_parser = format())]
    pub format: Option<Format>,

    /// Go on where an earlier run into the same file ended
    #[arg(long, requires = "out")]
    pub resume: bool,

    /// Say on standard error how many candidates each predicate rejected
    #[arg(long)]
    pub explain: bool,

    #[command(flatten)]
    pub sources: Sources,

    #[command(flatten)]
    pub quality: Quality,

    #[command(flatten)]
    pub parts: Parts,

    #[command(flatten)]
    pub pack: PackHead,

    #[command(flatten)]
    pub limits: RunLimits,
}

const EXAMPLES: &str = "\
Examples:
  tsume gen-puzzles --count 5 --in 3 --seed 7
  tsume gen-puzzles --count 500 --in 2-5 --share quiet-key=34 --out pack.yaml
  tsume gen-puzzles --game spook --in 2-6 --count 50 --out pack.jsonl --explain
  tsume gen-puzzles --range 0..1000 --part --out part-0.yaml
  tsume gen-puzzles --merge part-*.yaml --count 200 --out pack.yaml";

/// Where candidates come from.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Candidates")]
pub struct Sources {
    /// The game [default: that of --from, if it says so, or else shobu]
    #[arg(long, value_name = "GAME")]
    pub game: Option<String>,

    /// The ruleset [default: the game's first]
    #[arg(long, value_name = "NAME")]
    pub rules: Option<String>,

    /// Sources, which take turns [default: selfplay,sparse,mutate,backward; with --from,
    /// given]
    #[arg(long = "source", value_name = "NAME", value_parser = source(), value_delimiter = ',')]
    pub sources: Vec<Source>,

    /// Positions, one a line, a log of games, or puzzles (.yaml, .jsonl, .csv) to
    /// begin with; `-` for standard input
    #[arg(long, value_name = "FILE")]
    pub from: Option<PathBuf>,

    /// Write down the game that leads to a position, if there is one
    #[arg(long)]
    pub games: bool,
}

/// What the puzzles are to be like.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Quality")]
pub struct Quality {
    /// Allow duals: second ways to win later on
    #[arg(long)]
    pub duals: bool,

    /// At least so many plausible tries: wrong first turns that threaten to win,
    /// and that only one reply refutes
    #[arg(long, value_name = "K", default_value_t = 0)]
    pub tries: u32,

    /// After at least so many replies to the key, the win takes all of the turns
    /// left
    #[arg(long, value_name = "K", default_value_t = REPLIES)]
    pub replies: u32,

    /// Only puzzles that have this theme, or one of several
    #[arg(long = "theme", value_name = "THEME", value_delimiter = ',')]
    pub themes: Vec<String>,

    /// Only puzzles this hard, such as 3 or 2.5-4 (1.0 is the least; docs/difficulty.md)
    #[arg(long, value_name = "A-B")]
    pub difficulty: Option<Hardness>,

    /// At least so many of a hundred have this theme
    #[arg(long = "share", value_name = "THEME=PERCENT", value_delimiter = ',')]
    pub shares: Vec<Share>,

    /// Nothing like the puzzles of this file (.yaml, .jsonl, .csv); may be repeated
    #[arg(long, value_name = "PACK")]
    pub exclude: Vec<PathBuf>,

    /// Do not care on which boards and in which directions the keys go
    #[arg(long)]
    pub no_variety: bool,
}

/// What --merge finds in the heads of the parts, and what makes no sense with it.
const RECORDED: [&str; 11] = [
    "Sources",
    "Quality",
    "prefix",
    "seed",
    "turns",
    "range",
    "part",
    "resume",
    "nodes",
    "hash",
    "time_limit",
];

/// One run on many machines.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Parts")]
pub struct Parts {
    /// Only the candidates from number A up to B, B itself left out
    #[arg(long, value_name = "A..B")]
    pub range: Option<Numbers>,

    /// Write a part of a run, to be merged: all that --range gives, whatever
    /// it is like beside the others
    #[arg(long, requires = "range", conflicts_with = "count")]
    pub part: bool,

    /// Join parts of one run to the pack that it would have given
    #[arg(long, value_name = "PART", num_args = 1..,
          conflicts_with_all = RECORDED)]
    pub merge: Vec<PathBuf>,
}

/// What the pack says of itself.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "The pack")]
pub struct PackHead {
    /// Its title
    #[arg(long, value_name = "TEXT", value_parser = NonEmptyStringValueParser::new())]
    pub title: Option<String>,

    /// Its author
    #[arg(long, value_name = "TEXT", value_parser = NonEmptyStringValueParser::new())]
    pub author: Option<String>,

    /// Its licence, such as CC0-1.0
    #[arg(long, value_name = "SPDX", value_parser = NonEmptyStringValueParser::new())]
    pub license: Option<String>,

    /// What it is about
    #[arg(long, value_name = "TEXT", value_parser = NonEmptyStringValueParser::new())]
    pub description: Option<String>,

    /// What the ids begin with [default: the game]
    #[arg(long, value_name = "NAME", value_parser = parse_prefix)]
    pub prefix: Option<String>,
}

/// Bounds on the work.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Limits")]
pub struct RunLimits {
    /// Threads to use; 0 for all cores
    #[arg(short = 'j', long, default_value_t = 0, value_name = "N", value_parser = parse_threads)]
    pub threads: usize,

    /// Memory for the table of each search, in MiB
    #[arg(long, default_value_t = HASH, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    pub hash: u64,

    /// Give up a candidate when a search has looked at so many positions
    #[arg(long, value_name = "N", default_value_t = NODES, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,

    /// End the whole run after this time, such as 30s, 5m or 1h
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub time_limit: Option<Duration>,
}

/// The default of `--replies`.
pub const REPLIES: u32 = 2;
/// The default of `--hash`.
pub const HASH: u64 = 64;
/// The default of `--nodes`.
pub const NODES: u64 = 500_000;

fn parse_prefix(text: &str) -> Result<String, &'static str> {
    let fits = |c: u8| matches!(c, b'a'..=b'z' | b'0'..=b'9' | b'-');
    match !text.is_empty() && text.bytes().all(fits) {
        true => Ok(text.into()),
        false => Err("expected small letters, digits and hyphens"),
    }
}

/// Numbers of turns: `3` or `2-5`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turns(pub RangeInclusive<u32>);

impl FromStr for Turns {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (least, most) = text.split_once('-').unwrap_or((text, text));
        let number =
            |text: &str| text.parse().ok().filter(|turns| (1..=Horizon::MAX_TURNS).contains(turns));
        match (number(least), number(most)) {
            (Some(least), Some(most)) if least <= most => Ok(Self(least..=most)),
            _ => {
                Err(format!("expected numbers from 1 to {}, such as 3 or 2-5", Horizon::MAX_TURNS))
            }
        }
    }
}

impl fmt::Display for Turns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0.start(), self.0.end()) {
            (least, most) if least == most => write!(f, "{least}"),
            (least, most) => write!(f, "{least}-{most}"),
        }
    }
}

/// Difficulties, in tenths: `3` or `2.5-4`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hardness(pub RangeInclusive<u32>);

impl FromStr for Hardness {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (least, most) = text.split_once('-').unwrap_or((text, text));
        match (tenths(least), tenths(most)) {
            (Some(least), Some(most)) if least <= most => Ok(Self(least..=most)),
            (Some(_), Some(_)) => Err("expected the smaller number first, such as 2.5-4"),
            _ => Err("expected numbers with at most one decimal, such as 3 or 2.5-4"),
        }
    }
}

impl fmt::Display for Hardness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (least, most) = (self.0.start(), self.0.end());
        write!(f, "{}.{}-{}.{}", least / 10, least % 10, most / 10, most % 10)
    }
}

/// A number with at most one decimal, in tenths.
fn tenths(text: &str) -> Option<u32> {
    let (ones, tenths) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |text: &str| text.bytes().all(|c| c.is_ascii_digit());
    let fits = (1..=3).contains(&ones.len()) && tenths.len() == 1;
    let fits = fits && digits(ones) && digits(tenths);
    fits.then(|| format!("{ones}{tenths}").parse().ok())?
}

/// Numbers of candidates: `0..1000`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Numbers(pub Range<u64>);

impl FromStr for Numbers {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let ends =
            text.split_once("..").and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
        match ends {
            Some((start, end)) if start < end => Ok(Self(start..end)),
            _ => Err("expected two numbers, the smaller one first, such as 0..1000"),
        }
    }
}

impl fmt::Display for Numbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.0.start, self.0.end)
    }
}

/// Reads the name of a source.
fn source() -> impl TypedValueParser<Value = Source> {
    let names = Source::ALL.map(|source| PossibleValue::new(source.name()).help(source.meaning()));
    PossibleValuesParser::new(names).try_map(|name| {
        Source::ALL.into_iter().find(|source| source.name() == name).ok_or("no such source")
    })
}

/// Reads the name of a format.
fn format() -> impl TypedValueParser<Value = Format> {
    let names = Format::ALL.map(|format| PossibleValue::new(format.name()).help(format.meaning()));
    PossibleValuesParser::new(names).try_map(|name| {
        Format::ALL.into_iter().find(|format| format.name() == name).ok_or("no such format")
    })
}

impl Args {
    /// The sources, which take turns.
    pub fn sources(&self) -> Vec<Source> {
        match (&self.sources.sources[..], &self.sources.from) {
            ([], None) => {
                vec![Source::Selfplay, Source::Sparse, Source::Mutate, Source::Backward]
            }
            ([], Some(_)) => vec![Source::Given],
            (sources, _) => sources.to_vec(),
        }
    }

    /// The format to write in.
    pub fn format(&self) -> Result<Format, String> {
        let extension = |out: &Path| {
            let extension = out.extension().and_then(|extension| extension.to_str());
            extension.and_then(Format::of_extension).ok_or_else(|| {
                let out = out.display();
                format!("{out}: the name does not end in .yaml, .jsonl or .csv: add --format")
            })
        };
        let format = match (self.format, &self.out) {
            (Some(format), _) => format,
            (None, Some(out)) => extension(out)?,
            (None, None) => Format::Yaml,
        };
        match self.parts.part && format != Format::Yaml {
            true => Err("a part is written as YAML: --merge writes the pack in any format".into()),
            false => Ok(format),
        }
    }
}

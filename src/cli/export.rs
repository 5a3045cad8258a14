//! Packs in other forms.

mod inputs;
mod page;
mod rows;
mod stock;

use std::io;
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use tsume::export::{Format, Split};
use tsume::solver::MAX_ANALYSIS_TURNS;

use super::limits::LimitArgs;
use super::{Output, Status, complain, interrupt, remark};

/// Write packs as a page to play and to print, or as rows for other programs
///
/// The extension of --out says what is written: .html is a page that needs nothing
/// else and loads nothing, with hints and solutions; printed, it gives diagrams.
/// .jsonl and .csv have a puzzle a line, .yaml is a pack. All but pages are read as
/// well, so rows become a pack again. A folder stands for the packs in it.
///
/// For a page, every puzzle is solved anew: one that is not sound is an error, and
/// puzzles with another goal than a direct win are left out. Otherwise nothing is
/// solved, unless --values asks for it; `tsume validate` checks packs.
///
/// A file is replaced whole or not at all.
///
/// Exit status: 0 done, 1 a puzzle is not sound, 2 error, 3 a limit was reached,
/// 130 interrupted.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The packs: files (.yaml, .jsonl or .csv), or folders with packs (.yaml)
    #[arg(required = true, value_name = "PACK")]
    packs: Vec<PathBuf>,

    /// The file to write; its extension says what: html, yaml, jsonl or csv. `-` is
    /// standard output
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,

    /// What to write, whatever --out is called
    #[arg(long, value_name = "FORMAT", value_parser = form())]
    format: Option<Form>,

    /// What the page or pack is called [default: the title of the first pack]
    #[arg(long)]
    title: Option<String>,

    /// Leave out what is the same as a puzzle before it, up to symmetry, and give
    /// other ids where they are given twice
    #[arg(long)]
    merge: bool,

    #[command(flatten)]
    split: SplitArgs,

    #[command(flatten)]
    values: ValueArgs,

    #[command(flatten)]
    limits: LimitArgs,
}

/// Parts for training and for testing.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Training and testing")]
struct SplitArgs {
    /// Write puzzles for training to --out and puzzles for testing to --test-out,
    /// about as many of each as this says; what is the same up to symmetry stays
    /// together
    #[arg(long, value_name = "TRAIN/TEST", requires = "test_out")]
    split: Option<Split>,

    /// The file for the puzzles for testing, of any format but html
    #[arg(long, value_name = "FILE", requires = "split")]
    test_out: Option<PathBuf>,

    /// Another seed is another split
    #[arg(long, value_name = "S", default_value_t = 1, requires = "split")]
    seed: u64,
}

/// What every turn leads to.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Values")]
struct ValueArgs {
    /// Solve every legal turn of every position, and write what it leads to: it
    /// wins, it loses, neither within a bound (open), or a limit was reached
    /// (unknown)
    #[arg(long)]
    values: bool,

    /// The bound: wins of both sides within this many turns [default: the turns of
    /// the puzzle; a game that always ends, such as SPOOK's getaway, is decided]
    #[arg(long = "in", value_name = "N", requires = "values",
          value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_ANALYSIS_TURNS)))]
    within: Option<u32>,
}

const EXAMPLES: &str = "\
Examples:
  tsume export puzzles/shobu/first-clears.yaml --out first-clears.html
  tsume export puzzles/shobu/*.yaml --title 'All SHŌBU puzzles' --out shobu.html
  tsume export puzzles --out puzzles.jsonl
  tsume export puzzles --out - --format jsonl | gzip > puzzles.jsonl.gz
  tsume export puzzles.csv --title 'My puzzles' --out pack.yaml
  tsume export --merge mine.yaml yours.yaml --out both.yaml
  tsume export puzzles/generated --split 90/10 --out train.jsonl --test-out test.jsonl
  tsume export puzzles/spook/few-balls.yaml --values --out few-balls.csv";

/// What is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    Page,
    Rows(Format),
}

/// Reads the name of what is to be written.
fn form() -> impl TypedValueParser<Value = Form> {
    let page = PossibleValue::new("html").help("A page to play and to print");
    let rows = Format::ALL.map(|format| PossibleValue::new(format.name()).help(format.meaning()));
    PossibleValuesParser::new([page].into_iter().chain(rows)).map(|name| {
        let format = Format::ALL.into_iter().find(|format| format.name() == name);
        format.map_or(Form::Page, Form::Rows)
    })
}

/// Writes the page or the rows.
pub fn run(args: &Args, output: &mut Output) -> io::Result<Status> {
    if let Err(error) = args.limits.set_threads() {
        return Ok(complain(error));
    }
    interrupt::watch();
    let status = match args.form() {
        Ok(Form::Page) => page::write(args, output),
        Ok(Form::Rows(format)) => rows::write(args, format, output),
        Err(error) => Err(error),
    };
    Ok(match status {
        Ok(Status::Interrupted) if args.is_piped() => remark("interrupted"),
        Ok(Status::Interrupted) => remark("interrupted: nothing is written"),
        Ok(status) => status,
        Err(error) => complain(error),
    })
}

impl Args {
    fn form(&self) -> Result<Form, String> {
        let form = match self.format {
            Some(form) => form,
            None => form_of("--out", &self.out)?,
        };
        let for_rows = [(self.split.split.is_some(), "--split"), (self.values.values, "--values")];
        if let (Form::Page, Some((_, option))) = (&form, for_rows.iter().find(|(is, _)| *is)) {
            return Err(format!(
                "{option}: not for a page: let --out name a file that ends with .jsonl"
            ));
        }
        if self.values.values {
            let test = self.split.test_out.as_deref().map(|out| form_of("", out));
            let forms = [Some(form), test.and_then(Result::ok)];
            if forms.contains(&Some(Form::Rows(Format::Yaml))) {
                return Err("--values: a pack has no place for them: use .jsonl or .csv".into());
            }
        }
        Ok(form)
    }

    /// Whether standard output is written to.
    fn is_piped(&self) -> bool {
        self.out == Path::new("-")
    }
}

fn form_of(option: &str, path: &Path) -> Result<Form, String> {
    match extension(path) {
        None if path == Path::new("-") => Err(match option {
            "--out" => "--out -: say with --format what to write".into(),
            _ => format!("{option} -: only --out can be standard output: name a file"),
        }),
        Some("html") => Ok(Form::Page),
        other => other.and_then(Format::of_extension).map(Form::Rows).ok_or_else(|| {
            let name = path.display();
            format!("{option} {name}: name a file that ends with .html, .yaml, .jsonl or .csv")
        }),
    }
}

fn extension(path: &Path) -> Option<&str> {
    path.extension().and_then(|extension| extension.to_str())
}

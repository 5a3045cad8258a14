//! The command line: one file a subcommand, and what they share.

mod against;
mod analyze;
mod batch;
mod certificate;
mod completions;
mod export;
mod files;
mod gen_puzzles;
mod goal;
mod interrupt;
mod limits;
mod man;
mod output;
mod perft;
mod perftree;
mod progress;
mod show;
mod solve;
mod status;
mod target;
mod validate;
mod waiting;
mod whole;

use std::fmt::Display;
use std::io::{self, Write};

use clap::{Parser, Subcommand, ValueEnum};

pub use output::Output;

use crate::report::json::{self, Failed};
use crate::report::printable::printable;
pub use status::Status;

/// Forced-win puzzles and position analysis for the board games SHŌBU and
/// SPOOK: solve positions, count turns, check puzzle packs.
#[derive(Parser, Debug)]
#[command(version, about, max_term_width = 100, after_help = STATUSES)]
struct Cli {
    #[command(subcommand)]
    command: Command,

    /// When to use colours
    #[arg(long, global = true, value_enum, default_value_t = Colour::Auto, value_name = "WHEN")]
    color: Colour,

    /// Show no progress, even on a terminal
    #[arg(short, long, global = true)]
    quiet: bool,
}

const STATUSES: &str = "\
Exit status: 0 yes (a forced win; counting done; all checks passed), 1 a meaningful no, \
2 error, 3 undecided (a limit was reached), 130 interrupted.";

#[derive(Subcommand, Debug)]
enum Command {
    Solve(solve::Args),
    Analyze(analyze::Args),
    Perft(perft::Args),
    Validate(validate::Args),
    GenPuzzles(Box<gen_puzzles::Args>),
    Show(show::Args),
    Export(export::Args),
    Completions(completions::Args),
    Man(man::Args),
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum Colour {
    /// If the output is a terminal that has colours
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// How results are written.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Format {
    /// For people
    Text,
    /// One line of JSON a target
    Json,
}

/// Reads the command line and runs it.
pub fn main() -> Status {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            if error.kind() == clap::error::ErrorKind::InvalidUtf8 {
                return complain("an argument is not UTF-8");
            }
            let status = if error.use_stderr() { Status::Error } else { Status::Yes };
            // Help and errors go where clap sends them; a closed pipe is no
            // reason to complain.
            let _ = error.print();
            return status;
        }
    };
    match cli.color {
        Colour::Auto => {}
        Colour::Always => anstream::ColorChoice::AlwaysAnsi.write_global(),
        Colour::Never => anstream::ColorChoice::Never.write_global(),
    }
    let mut output = Output::new(cli.quiet);
    let result = match cli.command {
        Command::Solve(args) => solve::run(&args, &mut output),
        Command::Analyze(args) => analyze::run(&args, &mut output),
        Command::Perft(args) => perft::run(&args, &mut output),
        Command::Validate(args) => validate::run(&args, &mut output),
        Command::GenPuzzles(args) => gen_puzzles::run(&args, &mut output),
        Command::Show(args) => show::run(&args, &mut output),
        Command::Export(args) => export::run(&args, &mut output),
        Command::Completions(args) => completions::run(&args, &mut output),
        Command::Man(args) => man::run(&args, &mut output),
    };
    match result.and_then(|status| output.flush().map(|()| status)) {
        Ok(status) => status,
        Err(error) => complain(format_args!("cannot write the output: {error}")),
    }
}

/// A number of things, in words; one of them is called `thing`.
fn counted(number: impl Into<u64>, thing: &str) -> String {
    let number = number.into();
    let s = if number == 1 { "" } else { "s" };
    format!("{number} {thing}{s}")
}

/// Writes one error to stderr.
fn complain(message: impl Display) -> Status {
    let style = anstyle::AnsiColor::Red.on_default().bold();
    let message = message.to_string();
    let message = printable(&message);
    let _ = writeln!(anstream::stderr(), "{style}error:{style:#} {message}");
    Status::Error
}

/// Says why there is no result for a target; in JSON, in its place too.
fn no_result(
    name: Option<&str>,
    message: &str,
    json: bool,
    output: &mut Output,
) -> io::Result<Status> {
    if json {
        output.write_all(&json::line(&Failed::new(name, message)))?;
    }
    Ok(complain(message))
}

/// Writes something that is no error to stderr, such as why the program ends
/// early.
fn remark(message: impl Display) -> Status {
    let _ = writeln!(anstream::stderr(), "{}", printable(&message.to_string()));
    Status::Interrupted
}

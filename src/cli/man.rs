use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Command, CommandFactory};
use clap_mangen::Man;

use super::{Cli, Output, Status, complain};

/// Write the manual pages
///
/// The page of one command goes to standard output; with `--dir`, the pages of
/// all commands go to files in a folder.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The command whose page to write [default: tsume itself]
    #[arg(value_name = "COMMAND", conflicts_with = "dir")]
    command: Option<String>,

    /// Write all pages into this folder, which is made if need be
    #[arg(long)]
    dir: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  tsume man | man -l -
  tsume man solve | man -l -
  tsume man --dir ~/.local/share/man/man1";

/// Writes one page, or all of them.
pub fn run(args: &Args, output: &mut Output) -> io::Result<Status> {
    let program = program();
    if let Some(dir) = &args.dir {
        return Ok(match write_all(&program, dir) {
            Ok(()) => Status::Yes,
            Err(error) => complain(format_args!("cannot write to {}: {error}", dir.display())),
        });
    }
    let page = match &args.command {
        None => &program,
        Some(name) => match program.get_subcommands().find(|page| page.get_name() == name) {
            Some(page) => page,
            None => {
                let names: Vec<_> = program.get_subcommands().map(Command::get_name).collect();
                let names = names.join(", ");
                return Ok(complain(format_args!(
                    "there is no command `{name}`: the commands are {names}"
                )));
            }
        },
    };
    let mut text = Vec::new();
    Man::new(page.clone()).render(&mut text)?;
    output.write_all(&text)?;
    Ok(Status::Yes)
}

/// The program with the names that its pages have: `tsume-solve` and so on.
fn program() -> Command {
    let mut program = Cli::command().disable_help_subcommand(true);
    program.build();
    program
}

fn write_all(program: &Command, dir: &Path) -> io::Result<()> {
    std::fs::create_dir_all(dir)?;
    clap_mangen::generate_to(program.clone(), dir)
}

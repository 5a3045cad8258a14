use std::io::{self, Write};

use clap::CommandFactory;
use clap_complete::Shell;

use super::{Cli, Output, Status};

/// Write a completion script for a shell
///
/// The script goes to standard output; where it belongs depends on the shell.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

const EXAMPLES: &str = "\
Examples:
  tsume completions bash > ~/.local/share/bash-completion/completions/tsume
  tsume completions zsh > ~/.zfunc/_tsume
  tsume completions fish > ~/.config/fish/completions/tsume.fish";

/// Writes the script.
pub fn run(args: &Args, output: &mut Output) -> io::Result<Status> {
    // In memory first: the generator takes a write error for a fault of its own.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "tsume", &mut script);
    output.write_all(&script)?;
    Ok(Status::Yes)
}

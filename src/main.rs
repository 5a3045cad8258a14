//! The command-line program `tsume`.

mod cli;
mod report;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main().into()
}

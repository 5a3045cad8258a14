//! `docs/cli.md` is what the program says of itself: it is made from the help,
//! and this test tells when it is out of date. To write it anew:
//! `TSUME_UPDATE=1 cargo test --test cli_page`.

use std::fmt::Write;
use std::process::Command;

const HEAD: &str = "\
# The command line

What `tsume --help` and `tsume COMMAND --help` print. This page is made from them
(`tests/cli_page.rs`); [Commands](commands.md) explains more.
";

fn help(arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tsume"));
    command.args(arguments).arg("--help").env("NO_COLOR", "1").env("COLUMNS", "90");
    let output = command.output().expect("the program starts");
    assert!(output.status.success(), "{arguments:?}");
    String::from_utf8(output.stdout).expect("help is text")
}

/// The names in the list of commands.
fn commands(help: &str) -> Vec<&str> {
    let list = help.split("Commands:\n").nth(1).expect("there is a list of commands");
    let lines = list.lines().take_while(|line| !line.is_empty());
    let names = lines.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    names.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help").collect()
}

#[test]
fn the_page_is_current() {
    let whole = help(&[]);
    let mut page = HEAD.to_string();
    let mut section = |title: &str, text: &str| {
        let lines: Vec<_> = text.lines().map(str::trim_end).collect();
        let text = lines.join("\n");
        write!(page, "\n## {title}\n\n```text\n{}\n```\n", text.trim_end()).expect("memory");
    };
    section("tsume", &whole);
    let commands = commands(&whole);
    assert!(commands.len() >= 9, "{commands:?}");
    for name in commands {
        section(&format!("tsume {name}"), &help(&[name]));
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/cli.md");
    if std::env::var_os("TSUME_UPDATE").is_some() {
        std::fs::write(path, &page).expect("the page can be written");
    }
    let written = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        written == page,
        "docs/cli.md is out of date: TSUME_UPDATE=1 cargo test --test cli_page"
    );
}

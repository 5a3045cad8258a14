//! The command that makes a pack, as its head records it.

use std::fmt::Display;

use clap::Parser;

use super::args::{Args, HASH, NODES, REPLIES};

/// The comment at the head of a pack that these options give.
///
/// # Errors
/// Says which option no comment can hold.
pub fn comment(args: &Args, game: &str) -> Result<String, String> {
    let mut paths = args.sources.from.iter().chain(&args.quality.exclude);
    if let Some(path) = paths.find(|path| path.to_str().is_none()) {
        let path = path.display();
        return Err(format!("{path}: the head of a pack cannot record a name that is not UTF-8"));
    }
    let words = words(args, game);
    if let Some(word) = words.iter().find(|word| word.contains(char::is_control)) {
        let word = word.escape_debug();
        return Err(format!("`{word}`: the head of a pack cannot record a line break or the like"));
    }
    let input = match &args.sources.from {
        Some(path) if path == "-" => ", from what was on its standard input",
        _ => "",
    };
    let command = quoted(&words);
    Ok(format!("Made by this command, with any number of threads{input}:\n  {command}"))
}

/// The options that a pack depends on, quoted for a shell.
pub fn command(args: &Args, game: &str) -> String {
    quoted(&words(args, game))
}

fn quoted(words: &[String]) -> String {
    let quote = |word| shlex::try_quote(word).map_or_else(|_| word.into(), String::from);
    words.iter().map(|word| quote(word)).collect::<Vec<_>>().join(" ")
}

/// The words of the command, in one order: neither where the pack is written nor
/// how.
fn words(args: &Args, game: &str) -> Vec<String> {
    let Args { sources, quality, parts, pack, limits, .. } = args;
    let mut words = vec!["tsume".into(), "gen-puzzles".into()];
    option(&mut words, "game", [game]);
    option(&mut words, "rules", &sources.rules);
    option(&mut words, "seed", [args.seed]);
    option(&mut words, "range", &parts.range);
    option(&mut words, "in", [&args.turns]);
    option(&mut words, "count", args.count);
    option(&mut words, "source", &sources.sources);
    option(&mut words, "from", sources.from.as_ref().map(|path| path.display()));
    option(&mut words, "tries", unless(quality.tries, 0));
    option(&mut words, "replies", unless(quality.replies, REPLIES));
    option(&mut words, "theme", &quality.themes);
    option(&mut words, "difficulty", &quality.difficulty);
    option(&mut words, "share", &quality.shares);
    option(&mut words, "exclude", quality.exclude.iter().map(|path| path.display()));
    option(&mut words, "title", &pack.title);
    option(&mut words, "author", &pack.author);
    option(&mut words, "license", &pack.license);
    option(&mut words, "description", &pack.description);
    option(&mut words, "prefix", &pack.prefix);
    option(&mut words, "nodes", unless(limits.nodes, NODES));
    option(&mut words, "hash", unless(limits.hash, HASH));
    let flags = [
        ("games", sources.games),
        ("duals", quality.duals),
        ("no-variety", quality.no_variety),
        ("part", parts.part),
    ];
    words.extend(flags.iter().filter(|(_, is_set)| *is_set).map(|(name, _)| format!("--{name}")));
    words
}

/// A value, unless it is the default.
fn unless<T: PartialEq>(value: T, default: T) -> Option<T> {
    (value != default).then_some(value)
}

/// Adds an option once for each of its values.
fn option<T: Display>(words: &mut Vec<String>, name: &str, values: impl IntoIterator<Item = T>) {
    for value in values {
        match value.to_string() {
            // By itself it would be taken for an option.
            value if value.starts_with('-') && value != "-" => {
                words.push(format!("--{name}={value}"));
            }
            value => words.extend([format!("--{name}"), value]),
        }
    }
}

/// The options by themselves.
#[derive(Parser)]
struct Alone {
    #[command(flatten)]
    args: Args,
}

/// The options that the head of a pack records.
pub fn recorded(text: &str) -> Option<Args> {
    let comments = text.lines().map_while(|line| line.strip_prefix('#'));
    let command = comments.map(str::trim).find(|line| line.starts_with("tsume gen-puzzles "))?;
    let words = shlex::split(command)?;
    Alone::try_parse_from(&words[1..]).ok().map(|alone| alone.args)
}

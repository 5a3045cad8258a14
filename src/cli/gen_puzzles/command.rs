//! The command that makes a pack, as its head records it.

use std::fmt::Display;
use std::path::Path;

use clap::{Parser, ValueEnum};

use super::args::{Args, HASH, NODES};

/// What the head of a pack begins with, before the command.
const INTRODUCTION: &str = "Made by this command, with any number of threads:";

/// The comment at the head of a pack that these options give.
pub fn comment(args: &Args, game: &str) -> String {
    format!("{INTRODUCTION}\n  {}", command(args, game))
}

/// The options that a pack depends on, in one order: neither where it is written
/// nor how.
pub fn command(args: &Args, game: &str) -> String {
    let mut words = vec!["tsume".to_string(), "gen-puzzles".into()];
    let mut option = |name: &str, value: &dyn Display| {
        words.extend([format!("--{name}"), value.to_string()]);
    };
    let Args { sources, quality, parts, pack, limits, .. } = args;
    option("game", &game);
    if let Some(rules) = &sources.rules {
        option("rules", rules);
    }
    option("seed", &args.seed);
    if let Some(range) = &parts.range {
        option("range", range);
    }
    option("in", &args.turns);
    if let Some(count) = &args.count {
        option("count", count);
    }
    for source in &sources.sources {
        let name = source.to_possible_value().map(|value| value.get_name().to_string());
        option("source", &name.unwrap_or_default());
    }
    let path = |path: &Path| path.display().to_string();
    if let Some(from) = &sources.from {
        option("from", &path(from));
    }
    if quality.tries != 0 {
        option("tries", &quality.tries);
    }
    if quality.replies != 2 {
        option("replies", &quality.replies);
    }
    quality.themes.iter().for_each(|theme| option("theme", theme));
    quality.shares.iter().for_each(|share| option("share", share));
    quality.exclude.iter().for_each(|pack| option("exclude", &path(pack)));
    let texts = [
        ("title", &pack.title),
        ("author", &pack.author),
        ("license", &pack.license),
        ("description", &pack.description),
        ("prefix", &pack.prefix),
    ];
    for (name, text) in texts {
        if let Some(text) = text {
            option(name, text);
        }
    }
    if limits.nodes != NODES {
        option("nodes", &limits.nodes);
    }
    if limits.hash != HASH {
        option("hash", &limits.hash);
    }
    let flags = [
        ("games", sources.games),
        ("duals", quality.duals),
        ("no-variety", quality.no_variety),
        ("part", parts.part),
    ];
    words.extend(flags.iter().filter(|(_, is_set)| *is_set).map(|(name, _)| format!("--{name}")));
    // A command with a line break or the like would be no comment.
    let words = words.iter().map(|word| word.replace(char::is_control, " "));
    let quote = |word: String| shlex::try_quote(&word).map(String::from).unwrap_or(word.clone());
    words.map(quote).collect::<Vec<_>>().join(" ")
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

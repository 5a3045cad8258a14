//! What was asked about a solution beside the solution itself.

use std::io::{self, Write};

use tsume::game::{Game, Notation, Themed};
use tsume::solver::{Answer, Answered, Dual, Part, SetPlay, Stopped, Tree, Try, Verdict};
use tsume::theme::Description;

use super::board::{FAINT, HEADING};
use super::groups::{Group, either, groups, others};
use super::solution::{turns, write_turn};
use super::{themes, tree};

/// What was asked for, and found. The outer `Option` says whether it was asked
/// for, the inner one whether it makes sense.
pub struct Parts<G: Game> {
    pub duals: Option<Part<Vec<Dual<G>>>>,
    pub tries: Option<Part<Vec<Try<G>>>>,
    pub set_play: Option<Option<Part<SetPlay<G>>>>,
    pub threat: Option<Part<Option<Answer<G>>>>,
    pub tree: Option<Option<Part<Tree<G>>>>,
    pub themes: Option<Result<Option<Description>, Stopped>>,
}

impl<G: Game> Parts<G> {
    /// Nothing.
    pub const fn none() -> Self {
        Self { duals: None, tries: None, set_play: None, threat: None, tree: None, themes: None }
    }

    /// The names of those that were cut short.
    pub fn incomplete(&self) -> Vec<&'static str> {
        fn is_cut<T>(part: Option<&Part<T>>) -> bool {
            part.is_some_and(|part| !part.complete)
        }
        let set_play = self.set_play.as_ref().and_then(Option::as_ref);
        let tree = self.tree.as_ref().and_then(Option::as_ref);
        [
            ("duals", is_cut(self.duals.as_ref())),
            ("tries", is_cut(self.tries.as_ref())),
            ("set_play", is_cut(set_play)),
            ("threats", is_cut(self.threat.as_ref())),
            ("tree", is_cut(tree)),
            ("themes", matches!(self.themes, Some(Err(Stopped)))),
        ]
        .into_iter()
        .filter_map(|(name, cut)| cut.then_some(name))
        .collect()
    }
}

/// How many entries of a list are shown.
const SHOWN: usize = 20;
/// How many duals are: the first ones tell that there are some.
const DUALS: usize = 6;

/// What follows a list that was cut short.
const CUT: &str = "(cut short: there may be more)";

/// Writes what was found, each part under a heading.
pub fn write<G: Themed>(
    out: &mut impl Write,
    position: &G,
    parts: &Parts<G>,
    verdict: &Verdict<G>,
) -> io::Result<()> {
    if let Some(threat) = &parts.threat {
        write_threat(out, position, threat)?;
    }
    let has_variations = matches!(verdict, Verdict::Win(win) if win.turns > 2);
    if let Some(duals) = parts.duals.as_ref().filter(|_| has_variations) {
        write_duals(out, position, duals)?;
    }
    if let Some(Some(tree)) = &parts.tree {
        tree::write(out, tree)?;
    }
    if let Some(tries) = &parts.tries {
        write_tries(out, tries)?;
    }
    match &parts.set_play {
        Some(Some(set_play)) => write_set_play(out, position, set_play)?,
        Some(None) if matches!(verdict, Verdict::Win(_)) => {
            let why = "it takes a win in two turns or more, and a position in which one can pass";
            writeln!(out, "\n{HEADING}No set play{HEADING:#}: {why}.")?;
        }
        Some(None) | None => {}
    }
    match &parts.themes {
        Some(Ok(Some(description))) => themes::write::<G>(out, description),
        Some(Err(Stopped)) => {
            let title = "Themes and difficulty";
            writeln!(out, "\n{HEADING}{title}{HEADING:#}: not determined in time.")
        }
        Some(Ok(None)) | None => Ok(()),
    }
}

/// A heading with the number of entries, if all are known.
fn heading(out: &mut impl Write, title: &str, count: usize, complete: bool) -> io::Result<()> {
    match complete {
        true => writeln!(out, "\n{HEADING}{title}{HEADING:#} {FAINT}({count}){FAINT:#}"),
        false => writeln!(out, "\n{HEADING}{title}{HEADING:#} {FAINT}{CUT}{FAINT:#}"),
    }
}

/// Says how many entries are not shown.
fn rest(out: &mut impl Write, count: usize, shown: usize) -> io::Result<()> {
    match count.saturating_sub(shown) {
        0 => Ok(()),
        more => writeln!(out, "  {FAINT}… {}{FAINT:#}", others(more, "more")),
    }
}

fn spellings<G: Game>(turns: &[G::Turn]) -> String {
    turns.iter().map(ToString::to_string).collect::<Vec<_>>().join(" = ")
}

fn write_threat<G: Notation>(
    out: &mut impl Write,
    position: &G,
    threat: &Part<Option<Answer<G>>>,
) -> io::Result<()> {
    let defender = G::name(position.side().other());
    match &threat.found {
        _ if !threat.complete => {
            writeln!(out, "\n{HEADING}Threat{HEADING:#} {FAINT}{CUT}{FAINT:#}")
        }
        None => writeln!(
            out,
            "\n{HEADING}No threat{HEADING:#}: if {defender} could pass, no win would follow in time (zugzwang)."
        ),
        Some(answer) => {
            let number = turns(answer.turns);
            writeln!(out, "\n{HEADING}Threat{HEADING:#} {FAINT}(a win in {number}){FAINT:#}")?;
            for key in answer.keys.iter().take(SHOWN) {
                writeln!(out, "  {}", spellings::<G>(&key.turns))?;
            }
            rest(out, answer.keys.len(), SHOWN)
        }
    }
}

fn write_duals<G: Notation>(
    out: &mut impl Write,
    position: &G,
    duals: &Part<Vec<Dual<G>>>,
) -> io::Result<()> {
    let found = &duals.found;
    if found.is_empty() {
        let how = if duals.complete { "" } else { " where they were looked for" };
        return writeln!(out, "\n{HEADING}No duals{HEADING:#}{FAINT}{how}{FAINT:#}");
    }
    heading(out, "Duals", found.len(), duals.complete)?;
    for dual in found.iter().take(DUALS) {
        let (line, number) = numbered(*position, &dual.line);
        writeln!(out, "  {line} {number}. {}", either(dual.keys.iter().map(|key| key.turns[0])))?;
    }
    rest(out, found.len(), DUALS)
}

/// The turns of a line, those of its first side numbered, and the next number.
fn numbered<G: Notation>(mut position: G, line: &[G::Turn]) -> (String, u32) {
    let attacker = position.side();
    let (mut text, mut number) = (Vec::new(), 1);
    for &turn in line {
        if position.side() == attacker {
            text.push(format!("{number}. {turn}"));
            number += 1;
        } else {
            text.push(turn.to_string());
        }
        position = position.play_unchecked(turn);
    }
    (text.join(" "), number)
}

fn write_tries<G: Notation>(out: &mut impl Write, tries: &Part<Vec<Try<G>>>) -> io::Result<()> {
    let found = &tries.found;
    if found.is_empty() && tries.complete {
        return writeln!(out, "\n{HEADING}No tries{HEADING:#}");
    }
    heading(out, "Tries", found.len(), tries.complete)?;
    let texts = found.iter().map(|one| spellings::<G>(&one.turns)).take(SHOWN);
    let texts: Vec<_> = texts.collect();
    let width = texts.iter().map(|text| text.chars().count()).max().unwrap_or(0);
    for (one, text) in found.iter().zip(texts) {
        let pad = " ".repeat(width - text.chars().count());
        let reply = one.refutation.turns[0];
        write_turn(out, &format!("{text}{pad}  fails to {reply}"), &one.position.describe(reply))?;
    }
    rest(out, found.len(), SHOWN)
}

fn write_set_play<G: Notation>(
    out: &mut impl Write,
    position: &G,
    set_play: &Part<SetPlay<G>>,
) -> io::Result<()> {
    let replies = &set_play.found.replies;
    let defender = G::name(position.side().other());
    let condition = format!("if {defender} had to move first");
    let cut = if set_play.complete { String::new() } else { format!(" {CUT}") };
    writeln!(out, "\n{HEADING}Set play{HEADING:#} {FAINT}({condition}){cut}{FAINT:#}")?;
    let answers = |reply: &Answered<G>| match &reply.answer {
        Some(answer) => answer.keys.iter().flat_map(|key| key.turns.clone()).collect(),
        None => Vec::new(),
    };
    let (answered, unanswered): (Vec<_>, Vec<_>) =
        replies.iter().partition(|reply| reply.answer.is_some());
    let sets: Vec<Vec<G::Turn>> = answered.iter().map(|reply| answers(reply)).collect();
    let groups = groups(&sets);
    for Group { answer, members } in groups.iter().take(SHOWN) {
        let first = answered[members[0]];
        let more = match members.len() {
            1 => String::new(),
            count => format!(" and {}", others(count - 1, "other")),
        };
        let (reply, number) = (first.turns[0], first.answer.as_ref().map_or(0, |win| win.turns));
        let end = match answer {
            Some(turn) if number == 1 => format!("1. {turn} wins"),
            Some(turn) => format!("1. {turn} wins in {number}"),
            None => "wins without a turn".into(),
        };
        writeln!(out, "  {reply}{FAINT}{more}{FAINT:#}  {end}")?;
    }
    rest(out, groups.len(), SHOWN)?;
    match unanswered.len() {
        0 => Ok(()),
        count if answered.is_empty() => {
            writeln!(out, "  {FAINT}no answer to any of {}{FAINT:#}", others(count, "turn"))
        }
        count => writeln!(out, "  {FAINT}… no answer to {}{FAINT:#}", others(count, "other")),
    }
}

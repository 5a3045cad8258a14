use std::io::{self, Write};

use serde::Serialize;
use tsume::game::Notation;
use tsume::solver::{Explorer, Verdict};
use tsume::theme::idea;

use super::board::HEADING;
use super::solution::turns;

/// What is told of a win to somebody who wants to find it.
#[derive(Serialize, Debug)]
pub struct Hint {
    level: u8,
    turns: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    idea: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<String>,
}

/// How many positions of the solution are looked at for the idea.
const MOST_NODES: usize = 5_000;

impl Hint {
    /// The number of turns; from level 2 on the idea as well, from 3 on a part of
    /// the first turn. `None` if there is no win.
    pub fn new<G: Notation>(
        position: &G,
        explorer: &mut Explorer<'_, G>,
        level: u8,
    ) -> Option<Self> {
        let Verdict::Win(win) = &explorer.solution().verdict else { return None };
        let turns = win.turns;
        let part = (level > 2).then(|| position.part(win.line[0]));
        let idea = (level > 1).then(|| idea(explorer, MOST_NODES));
        Some(Self { level, turns, idea, part })
    }

    pub fn write<G: Notation>(&self, out: &mut impl Write, position: &G) -> io::Result<()> {
        let side = G::name(position.side());
        writeln!(out, "{HEADING}{side} wins in {}{HEADING:#}.", turns(self.turns))?;
        let said = [&self.idea, &self.part].into_iter().flatten().filter(|text| !text.is_empty());
        { said }.try_for_each(|text| writeln!(out, "{text}"))
    }
}

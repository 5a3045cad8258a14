//! `solve --goal`: what is asked for beside the direct win.

use std::io::Write;
use std::time::Instant;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use tsume::game::Notation;
use tsume::solver::{Finished, Goal, Limits, Verdict};

use super::show::heading;
use super::{Format, Status, interrupt};
use crate::report::board::{Board, Look};
use crate::report::goal;
use crate::report::json::{self, Solved, Subject};

/// Reads the name of a goal.
pub fn parser() -> impl TypedValueParser<Value = Goal> {
    PossibleValuesParser::new(Goal::ALL.map(Goal::name)).try_map(|name| name.parse::<Goal>())
}

/// What is asked, and how the answer is to be written.
pub struct Question<'a> {
    pub goal: Goal,
    /// Within how many turns, if that was said, and else.
    pub within: Option<u32>,
    pub default_turns: u32,
    pub limits: Limits<'a>,
    pub format: Format,
    pub look: Look,
}

impl Question<'_> {
    /// Answers it for a position.
    pub fn answer<G: Notation>(
        &self,
        position: &G,
        name: Option<&str>,
        text: &mut Vec<u8>,
    ) -> Result<Status, Finished> {
        let Self { goal, look, .. } = *self;
        let start = Instant::now();
        let answer = goal.solve(position, self.within, self.default_turns, self.limits)?;
        let status = match answer.solution.verdict {
            Verdict::Win(_) => Status::Yes,
            Verdict::None | Verdict::Loss { .. } => Status::No,
            Verdict::Unknown { .. } => Status::Undecided,
        };
        let interrupted = interrupt::happened();
        if self.format == Format::Json {
            let seconds = start.elapsed().as_secs_f64();
            let mut solved = Solved::new(Subject::new(position, name), &answer.solution, seconds);
            solved.goal = goal.name();
            solved.interrupted = status == Status::Undecided && interrupted;
            if goal == Goal::Help {
                let words = |line: &Vec<G::Turn>| line.iter().map(ToString::to_string).collect();
                solved.solutions = Some(answer.lines.iter().map(words).collect());
            }
            *text = json::line(&solved);
            return Ok(status);
        }
        let stopped = if interrupted { "interrupted" } else { "a limit was reached" };
        // Writing to memory does not fail.
        let _ = heading(text, position, name);
        let _ = writeln!(text, "{}", Board::new(position, look));
        let _ = goal::write(text, position, goal, &answer, stopped);
        Ok(status)
    }
}

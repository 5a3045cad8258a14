//! What an earlier run has left: whether it was this one.

use std::ops::Range;

use tsume::puzzle::Puzzle;

use super::super::{Output, counted};
use super::args::Args;
use super::script::{Made, Script};
use super::sink::Sink;

/// What a run makes, as far as its puzzles show it.
pub struct Expected<'a> {
    pub args: &'a Args,
    /// The candidates that are left.
    pub indices: Range<u64>,
    /// How many puzzles there are to be.
    pub count: Option<u64>,
}

impl Expected<'_> {
    /// The number of the candidate that a puzzle is, if this run may have made it.
    pub fn index(&self, script: &Script, puzzle: &Puzzle) -> Option<u64> {
        let index = puzzle.source.as_ref()?.index?;
        let is_left = self.indices.contains(&index);
        (self.fits(puzzle) && is_left && puzzle.id == script.id(index)).then_some(index)
    }

    fn fits(&self, puzzle: &Puzzle) -> bool {
        let quality = &self.args.quality;
        let has_theme = quality.themes.iter().any(|theme| puzzle.themes.contains(theme));
        let tenths = puzzle.difficulty.map(|difficulty| (10.0 * difficulty).round() as u32);
        self.args.turns.0.contains(&puzzle.turns)
            && (quality.themes.is_empty() || has_theme)
            && tenths.zip(quality.difficulty.as_ref()).is_none_or(|(n, hard)| hard.0.contains(&n))
    }

    /// What speaks against beginning a file anew that has this in it: puzzles of a
    /// run that may be this one, and may want more.
    fn loss(&self, script: &Script, made: &Made) -> Option<String> {
        let found = made.puzzles.len() as u64;
        let is_all = made.is_complete || self.count.is_some_and(|count| found >= count);
        let mut left = Self { indices: self.indices.clone(), ..*self };
        let may_be_made = |puzzle| {
            let index = left.index(script, puzzle);
            left.indices.start = index.map_or(left.indices.end, |index| index + 1);
            index.is_some()
        };
        let (records, mut puzzles) = (script.records_options(), made.puzzles.iter());
        if found == 0 || is_all || !(records || puzzles.all(may_be_made)) {
            return None;
        }
        let run = if records { "this very run" } else { "what may be this run" };
        let more = if self.count.is_none() { ", maybe all that it makes" } else { "" };
        let puzzles = counted(found, "puzzle");
        Some(format!("{puzzles} of {run}{more}: add --resume, or remove it"))
    }

    /// Opens what the run is to write to, and gives what is in it already.
    pub fn open<'a>(
        &self,
        script: Script,
        output: &'a mut Output,
    ) -> Result<(Sink<'a>, Made), String> {
        match &self.args.out {
            Some(path) if self.args.resume => Sink::resume(script, path),
            Some(path) => {
                let sink = Sink::begin(script, path, |script, made| self.loss(script, made))?;
                Ok((sink, Made::default()))
            }
            None => Ok((Sink::output(script, output), Made::default())),
        }
    }
}

//! Where puzzles are written, one by one.

use std::fs;
use std::io::Write;
use std::path::Path;

use tsume::puzzle::Puzzle;

use super::super::Output;
use super::place::Place;
use super::script::{COMPLETE, Made, Script};

/// A file that puzzles are added to as they are found, or the standard output.
pub struct Sink<'a> {
    script: Script,
    /// Whether there is a puzzle, and the head before it.
    begun: bool,
    to: To<'a>,
}

enum To<'a> {
    File(Place),
    Output(&'a mut Output),
}

impl<'a> Sink<'a> {
    /// The standard output, on which nothing is written yet: where no file is named.
    pub const fn output(script: Script, output: &'a mut Output) -> Self {
        Self { script, begun: false, to: To::Output(output) }
    }

    /// Begins a file anew, whatever is in it, for now with no puzzle: for a pack that is
    /// made of parts, which are all there still.
    pub fn create(script: Script, path: &Path) -> Result<Self, String> {
        Self::anew(script, Place::open(path)?)
    }

    /// The same, unless something speaks against it that `loss` says of what is in it:
    /// for a run that is not resumed, whose beginning may have taken long.
    pub fn begin(
        script: Script,
        path: &Path,
        loss: impl FnOnce(&Script, &Made) -> Option<String>,
    ) -> Result<Self, String> {
        let mut place = Place::open(path)?;
        if place.is_regular()
            && let Ok(made) = place.text().and_then(|text| script.made(&text))
            && let Some(loss) = loss(&script, &made)
        {
            return Err(format!("{}: {loss}", path.display()));
        }
        Self::anew(script, place)
    }

    /// A file that is open: emptied, if it can be.
    fn anew(script: Script, mut place: Place) -> Result<Self, String> {
        if place.is_regular() {
            place.clear()?;
            place.put(&script.empty())?;
        }
        Ok(Self { script, begun: false, to: To::File(place) })
    }

    /// Goes on with a file, for `--resume`; gives what is in it. It is not changed before the run
    /// has made what follows: if the last puzzle was cut short, that has to begin
    /// with what there is of it.
    pub fn resume(script: Script, path: &Path) -> Result<(Self, Made), String> {
        let at = |error: String| format!("{}: {error}", path.display());
        // Not even opened: a pipe would wait for its reader.
        if fs::metadata(path).is_ok_and(|kind| !kind.is_file()) {
            return Err(at("nothing stays in it to go on from: leave out --resume".into()));
        }
        let mut place = Place::open(path)?;
        let made = place.text().and_then(|text| script.made(&text)).map_err(at)?;
        if made.whole == 0 && made.torn.is_empty() && !made.is_complete {
            return Ok((Self::anew(script, place)?, made));
        }
        let begun = made.is_complete || !made.puzzles.is_empty();
        place.keep(made.whole, &made.torn);
        Ok((Self { script, begun, to: To::File(place) }, made))
    }

    /// How it is written.
    pub const fn script(&self) -> &Script {
        &self.script
    }

    /// Adds a puzzle.
    pub fn puzzle(&mut self, puzzle: &Puzzle) -> Result<(), String> {
        let piece = self.script.piece(puzzle, !self.begun);
        if self.begun {
            return self.add(&piece);
        }
        let begun = self.add(&(self.script.head.clone() + &piece));
        self.begun = begun.is_ok();
        if let (To::File(place), false) = (&mut self.to, self.begun) {
            // As it was.
            let _ = place.put(&self.script.empty());
        }
        begun
    }

    /// Ends what has been written, with a word that nothing is missing if it
    /// `is_complete`.
    pub fn finish(&mut self, is_complete: bool) -> Result<(), String> {
        let word = if is_complete { COMPLETE } else { "" };
        match self.begun {
            true => self.add(word),
            false => self.add(&(self.script.empty() + word)),
        }
    }

    /// Whether a run can go on with it that ends too soon.
    pub const fn stays(&self) -> bool {
        matches!(&self.to, To::File(place) if place.is_regular())
    }

    /// Whether the last puzzle was cut short, and has not been made again.
    pub fn is_torn(&self) -> bool {
        matches!(&self.to, To::File(place) if place.is_torn())
    }

    fn add(&mut self, text: &str) -> Result<(), String> {
        match &mut self.to {
            To::File(place) => place.add(text),
            To::Output(output) => output
                .write_all(text.as_bytes())
                .and_then(|()| output.flush())
                .map_err(|error| format!("cannot write the output: {error}")),
        }
    }

    /// Whether nobody reads the output any more.
    pub const fn is_closed(&self) -> bool {
        match &self.to {
            To::File(_) => false,
            To::Output(output) => output.is_closed(),
        }
    }
}

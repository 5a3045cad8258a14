//! What the file of a run looks like, and what an earlier run has left of it.

use tsume::export::{Format, Row};
use tsume::puzzle::{Pack, Puzzle};

/// What is said of a file that is none of the run.
pub const OTHER: &str = "it was not begun with these options: \
    give the options that it was begun with, or name another file, \
    and this one with --exclude for more puzzles of the kind";

/// What a part ends with, as only its maker knows that nothing is missing.
pub const COMPLETE: &str = "# complete\n";

/// How a run writes its pack.
pub struct Script {
    pack: Pack,
    format: Format,
    /// What stands before the first puzzle.
    pub head: String,
    /// What the ids begin with, before the number of the candidate.
    id: String,
}

/// What an earlier run has left.
#[derive(Default)]
pub struct Made {
    /// The puzzles that are whole.
    pub puzzles: Vec<Puzzle>,
    /// Where they end.
    pub whole: usize,
    /// What stands behind them: the beginning of what is to follow.
    pub torn: String,
    /// Whether nothing is missing, as the file itself says.
    pub is_complete: bool,
}

impl Script {
    pub fn new(pack: Pack, format: Format, comment: &str, id: String) -> Self {
        let head = format.head(&pack, comment);
        Self { pack, format, head, id }
    }

    /// The file without a puzzle: a list in YAML has to say that it is empty.
    pub fn empty(&self) -> String {
        match self.head.strip_suffix(":\n") {
            Some(head) => format!("{head}: []\n"),
            None => self.head.clone(),
        }
    }

    /// A puzzle as a piece of the file; `is_first` if none stands before it.
    pub fn piece(&self, puzzle: &Puzzle, is_first: bool) -> String {
        self.format.row(&Row::of(&self.pack, puzzle, is_first))
    }

    /// Whether the file says with which options it was made.
    pub fn records_options(&self) -> bool {
        self.format == Format::Yaml
    }

    /// The id of the puzzle with this number.
    pub fn id(&self, index: u64) -> String {
        format!("{}{index}", self.id)
    }

    /// What a text has of the file that this run writes.
    ///
    /// # Errors
    /// That another run, or none, has written it.
    pub fn made(&self, text: &str) -> Result<Made, String> {
        let none = self.empty() + COMPLETE;
        if none.starts_with(text) || self.head.starts_with(text) {
            return Ok(Made { is_complete: text == none, ..Made::default() });
        }
        let body = body(text);
        let is_complete = text[body.len()..] == *COMPLETE;
        let body = without_torn_opening(body);
        let starts = self.format.pieces(body);
        if !body.starts_with(&self.head) || !starts.iter().all(|&at| self.opens(&body[at..])) {
            return Err(OTHER.into());
        }
        let whole = match starts.last() {
            Some(&last) if !self.is_whole(&body[last..]) => last,
            _ => body.len(),
        };
        let read = self.format.puzzles(&body[..whole]);
        let puzzles = read.map_err(|error| format!("{OTHER} ({error})"))?;
        let pieces = puzzles.iter().zip(0..).map(|(puzzle, n)| self.piece(puzzle, n == 0));
        let again: String = pieces.collect();
        if body[..whole] != self.head.clone() + &again {
            return Err(OTHER.into());
        }
        // The head is written with the first puzzle.
        let whole = if puzzles.is_empty() { 0 } else { whole };
        let torn = if is_complete { "" } else { &text[whole..] };
        Ok(Made { puzzles, whole, torn: torn.into(), is_complete })
    }

    /// Whether a piece begins as all puzzles of the run do, as far as it goes.
    fn opens(&self, piece: &str) -> bool {
        let any = Puzzle { id: self.id.clone(), ..Puzzle::default() };
        let opening = self.piece(&any, false);
        let end = opening.find(&self.id).map_or(0, |at| at + self.id.len());
        let opening = &opening[..end];
        piece.starts_with(opening) || opening.starts_with(piece)
    }

    /// Whether a piece is written to its end: in YAML that is the source.
    fn is_whole(&self, piece: &str) -> bool {
        let has_end = self.format != Format::Yaml || piece.contains("\n    source: ");
        has_end && piece.ends_with('\n')
    }
}

/// A text without a last line that goes no further than to what puzzles begin with
/// in YAML, or another line of one.
fn without_torn_opening(text: &str) -> &str {
    let line = text.rfind('\n').map_or(text.len(), |end| end + 1);
    if Format::OPENING.starts_with(&text[line..]) { &text[..line] } else { text }
}

/// A text without the comment that says it is complete, or what there is of that.
fn body(text: &str) -> &str {
    let comment = text.rfind("\n#").map_or(text.len(), |at| at + 1);
    if COMPLETE.starts_with(&text[comment..]) { &text[..comment] } else { text }
}

use std::collections::HashMap;
use std::collections::hash_map::Entry as Slot;
use std::sync::Arc;

use super::{Checked, Code, Diagnostic, Entry, Twin};

/// What puzzles have to be compared with: all puzzles before them.
#[derive(Default, Debug)]
pub struct Corpus {
    ids: HashMap<String, Origin>,
    positions: HashMap<Twin, Origin>,
}

/// Where a puzzle stands.
#[derive(Clone, Debug)]
pub struct Origin {
    /// The name of the file.
    pub file: Arc<str>,
    /// The line.
    pub line: u32,
}

impl Corpus {
    /// Adds a puzzle; says what it has in common with one before it.
    pub fn add(&mut self, file: &Arc<str>, entry: &Entry, checked: &Checked) -> Vec<Diagnostic> {
        let origin = |line| Origin { file: Arc::clone(file), line };
        let id = entry.id.as_ref();
        let mut found = Vec::new();
        let mut add = |code, span, message: String, help: &str| {
            let puzzle = id.map(|id| id.value.clone());
            let help = Some(help.into());
            found.push(Diagnostic { code, span, puzzle, message, help });
        };
        if let Some(id) = id {
            match self.ids.entry(id.value.clone()) {
                Slot::Vacant(slot) => {
                    slot.insert(origin(id.span.line));
                }
                Slot::Occupied(other) => {
                    let Origin { file, line } = other.get();
                    let message = format!("another puzzle has this id: {file}, line {line}");
                    add(Code::RepeatedId, id.span, message, "give each puzzle an id of its own");
                }
            }
        }
        if let (Some(position), Some(twin)) = (&entry.position, checked.twin) {
            match self.positions.entry(twin) {
                Slot::Vacant(slot) => {
                    slot.insert(origin(position.span.line));
                }
                Slot::Occupied(other) => {
                    let Origin { file, line } = other.get();
                    let message = format!(
                        "another puzzle has this position, up to symmetry: {file}, line {line}"
                    );
                    add(Code::Twin, position.span, message, "keep one of the two");
                }
            }
        }
        found
    }
}

//! The files that are read: which they are, what they say of their puzzles, and the
//! puzzles one after another.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, BufReader};
use std::path::PathBuf;

use tsume::export::{Format, FormatError, Record};
use tsume::puzzle::Pack;

use super::super::{files, remark};
use super::extension;

/// The files, each once, in the order in which they are named.
pub struct Inputs {
    files: Vec<Input>,
}

struct Input {
    path: PathBuf,
    format: Format,
}

/// What keeps the puzzles from being read to the end.
pub enum Fault {
    /// Something is wrong with the file that is read, or with one of its puzzles.
    Input(String),
    /// Something is wrong with what is written.
    Output(String),
}

impl From<FormatError> for Fault {
    fn from(error: FormatError) -> Self {
        Self::Input(error.to_string())
    }
}

impl Fault {
    /// What is wrong, where `name` is what is read.
    fn at(self, name: &str) -> String {
        match self {
            Self::Input(error) => format!("{name}: {error}"),
            Self::Output(error) => error,
        }
    }
}

impl Inputs {
    /// The files and folders with these paths.
    pub fn new(paths: &[PathBuf]) -> Result<Self, String> {
        let (mut files, mut seen) = (Vec::new(), HashSet::new());
        for path in paths {
            let mut found = Vec::new();
            files::collect(path, &|extension| matches!(extension, "yaml" | "yml"), &mut found);
            if found.is_empty() {
                return Err(format!("{}: there is no pack in this folder", path.display()));
            }
            for file in found {
                let path = file.map_err(|(path, error)| format!("{}: {error}", path.display()))?;
                if seen.insert(fs::canonicalize(&path).unwrap_or_else(|_| path.clone())) {
                    // A name says nothing of another kind: a pack, then, as everywhere.
                    let format = extension(&path).and_then(Format::of_extension);
                    files.push(Input { path, format: format.unwrap_or(Format::Yaml) });
                }
            }
        }
        Ok(Self { files })
    }

    /// What the files say of their puzzles, as far as they agree; with this title, or
    /// that of the first, or else its name.
    pub fn head(&self, title: Option<&str>) -> Result<Pack, String> {
        let mut heads = Vec::new();
        for input in &self.files {
            let head = input.open().and_then(|from| Ok(input.format.read_head(from)?));
            let head = head.map_err(|fault| fault.at(&input.name()))?;
            if let Some(mut head) = head {
                if head.title.is_empty() {
                    let stem = input.path.file_stem().unwrap_or_default();
                    head.title = stem.to_string_lossy().into_owned();
                }
                heads.push(head);
            }
        }
        let head = common(heads).ok_or("there is no puzzle in any of the files")?;
        let title = title.map_or(head.title, String::from);
        let head = Pack { title, ..head };
        head.check_head().map_err(|error| format!("of the pack: {}", error.0.message))?;
        Ok(head)
    }

    /// Hands over all puzzles, with the file that each is from, until `each` wants
    /// no more.
    pub fn each(
        &self,
        mut each: impl FnMut(&str, Record) -> Result<bool, Fault>,
    ) -> Result<(), String> {
        let mut goes_on = true;
        for input in &self.files {
            let name = input.name();
            let read = input.open().and_then(|from| {
                input.format.read(from, |record| {
                    goes_on = each(&name, record)?;
                    Ok::<_, Fault>(goes_on)
                })
            });
            read.map_err(|fault| fault.at(&name))?;
            if !goes_on {
                break;
            }
        }
        Ok(())
    }
}

impl Input {
    fn name(&self) -> String {
        self.path.display().to_string()
    }

    fn open(&self) -> Result<BufReader<File>, Fault> {
        let text = |error: io::Error| Fault::Input(error.to_string());
        // It is read twice, and a pipe could keep the program waiting for ever.
        if !fs::metadata(&self.path).map_err(text)?.is_file() {
            return Err(Fault::Input(files::NO_FILE.into()));
        }
        Ok(BufReader::new(File::open(&self.path).map_err(text)?))
    }
}

/// One head instead of several: what all say. The packs may be of different games.
fn common(heads: Vec<Pack>) -> Option<Pack> {
    let mut heads = heads.into_iter();
    let mut common = heads.next()?;
    let mut licences_differ = false;
    for head in heads {
        licences_differ |= common.license != head.license;
        for (one, other) in [
            (&mut common.license, head.license),
            (&mut common.author, head.author),
            (&mut common.language, head.language),
            (&mut common.description, head.description),
        ] {
            one.take_if(|text| other.as_ref() != Some(text));
        }
        common.schema = common.schema.or(head.schema);
        common.allow.extend(head.allow);
    }
    if licences_differ {
        remark("the packs have different licences: none is stated of all");
    }
    common.allow.dedup();
    Some(common)
}

//! What earlier runs have found out, by the content of puzzles.

use std::collections::HashMap;
use std::fmt::Write;
use std::sync::{Mutex, MutexGuard, PoisonError};

use sha2::{Digest as _, Sha256};

use super::check::Solved;
use super::code::Severity;
use super::entry::{Entry, Finding};
use crate::game::Notation;
use crate::solver::Goal;

/// To be raised when checks find something that they did not find before.
const CHECKS: u32 = 2;

/// The largest cache that is written, in bytes: about a million verdicts, and well
/// below what is read.
const MOST_BYTES: usize = 128 << 20;

/// Verdicts of puzzles that have been solved, by everything that the verdict
/// depends on.
///
/// A puzzle is known by a cryptographic hash of it, so nobody will find two
/// that are taken for each other.
#[derive(Default, Debug)]
pub struct Cache {
    verdicts: Mutex<HashMap<Digest, Verdict>>,
}

/// Stands for the content of a puzzle.
pub(super) type Digest = [u8; 32];

#[derive(Debug)]
struct Verdict {
    solved: Solved,
    /// Whether the present run has come upon the puzzle.
    used: bool,
}

/// Why a file is not used as a cache.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CacheError {
    /// It is something else, and should be left alone.
    #[error("this is no cache of tsume; it is left alone, and nothing is remembered")]
    NotACache,
    /// It was written by another version of tsume.
    #[error("the cache is of another version of tsume; it is ignored and written anew")]
    OtherVersion,
    /// It is a cache, but not as it was written.
    #[error("the cache is damaged; it is ignored and written anew")]
    Damaged,
}

const MAGIC: &str = "tsume cache";

fn header() -> String {
    format!("{MAGIC} 1 version={} checks={CHECKS}\n", env!("CARGO_PKG_VERSION"))
}

impl Cache {
    /// Reads a cache.
    ///
    /// # Errors
    /// If it is none, of another version, or damaged.
    pub fn read(bytes: &[u8]) -> Result<Self, CacheError> {
        if bytes.is_empty() {
            return Ok(Self::default());
        }
        if !bytes.starts_with(MAGIC.as_bytes()) {
            return Err(CacheError::NotACache);
        }
        if !bytes.starts_with(header().as_bytes()) {
            return Err(CacheError::OtherVersion);
        }
        let text = str::from_utf8(bytes).map_err(|_| CacheError::Damaged)?;
        let (body, end) = text.rsplit_once("end ").ok_or(CacheError::Damaged)?;
        if end != seal(body) {
            return Err(CacheError::Damaged);
        }
        let lines = body.strip_prefix(&header()).unwrap_or_default();
        let verdicts = lines.lines().map(|line| read_line(line).ok_or(CacheError::Damaged));
        Ok(Self { verdicts: Mutex::new(verdicts.collect::<Result<_, _>>()?) })
    }

    /// The cache as a file; if it would be too large, without some verdicts,
    /// first of all those that the present run had no use for.
    #[must_use]
    pub fn write(&self) -> String {
        self.write_within(MOST_BYTES)
    }

    fn write_within(&self, most: usize) -> String {
        let verdicts = self.lock();
        let mut lines: Vec<_> = verdicts.iter().collect();
        lines.sort_unstable_by_key(|(digest, verdict)| (!verdict.used, **digest));
        let mut text = header();
        for (digest, verdict) in lines {
            let line = format!("{} {}\n", hexadecimal(digest), serde_json::json!(verdict.solved));
            if text.len() + line.len() > most {
                break;
            }
            text.push_str(&line);
        }
        let seal = seal(&text);
        text + "end " + &seal
    }

    pub(super) fn get(&self, digest: &Digest) -> Option<Solved> {
        let mut verdicts = self.lock();
        let verdict = verdicts.get_mut(digest)?;
        verdict.used = true;
        Some(verdict.solved.clone())
    }

    /// Remembers what was found, unless a limit kept it from being decided.
    pub(super) fn put(&self, digest: Digest, solved: &Solved) {
        let undecided = |found: &Finding| found.code.severity() == Severity::Undecided;
        if !solved.findings.iter().any(undecided) {
            let verdict = Verdict { solved: solved.clone(), used: true };
            self.lock().insert(digest, verdict);
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Digest, Verdict>> {
        self.verdicts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Stands for everything that the solution of a puzzle is compared with.
pub(super) fn digest<G: Notation>(position: &G, entry: &Entry, goal: Goal) -> Digest {
    let value = |text: &super::fields::Spanned<String>| text.value.clone();
    let line = entry.line.as_ref().map(|line| line.value.iter().map(value).collect::<Vec<_>>());
    let content = serde_json::json!([
        G::NAME,
        position.rules(),
        position.to_string(),
        goal.name(),
        entry.turns.as_ref().map(|turns| turns.value),
        entry.key.as_ref().map(value),
        line,
    ]);
    Sha256::digest(content.to_string()).into()
}

fn read_line(line: &str) -> Option<(Digest, Verdict)> {
    let (digest, solved) = line.split_once(' ')?;
    let solved = serde_json::from_str(solved).ok()?;
    Some((bytes(digest)?, Verdict { solved, used: false }))
}

/// What tells whether a text is as it was written.
fn seal(text: &str) -> String {
    hexadecimal(&Sha256::digest(text).into()) + "\n"
}

fn hexadecimal(digest: &Digest) -> String {
    digest.iter().fold(String::with_capacity(64), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

fn bytes(text: &str) -> Option<Digest> {
    let mut digest = [0; 32];
    if text.len() != 64 || !text.is_ascii() {
        return None;
    }
    for (i, byte) in digest.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&text[2 * i..2 * i + 2], 16).ok()?;
    }
    Some(digest)
}

#[cfg(test)]
mod tests {
    use super::super::check::Description;
    use super::super::code::Code;
    use super::super::entry::Place;
    use super::*;

    fn cook() -> Finding {
        Finding::new(Code::Cook, Place::Turn(3), "two\nlines \"quoted\" end ").help("help")
    }

    fn filled() -> String {
        let cache = Cache::default();
        cache.put([1; 32], &sound());
        cache.put([2; 32], &wrong(cook()));
        cache.put([3; 32], &wrong(Finding::new(Code::Unsolved, Place::Turns, "a limit")));
        cache.write()
    }

    fn sound() -> Solved {
        let description = Description { themes: vec!["quiet-key".into()], tenths: 23 };
        Solved { findings: Vec::new(), description: Some(description) }
    }

    fn wrong(finding: Finding) -> Solved {
        Solved { findings: vec![finding], description: None }
    }

    #[test]
    fn what_is_decided_is_remembered() {
        let cache = Cache::read(filled().as_bytes()).unwrap();
        assert_eq!(cache.get(&[1; 32]), Some(sound()));
        assert_eq!(cache.get(&[2; 32]), Some(wrong(cook())));
        assert_eq!(cache.get(&[3; 32]), None);
        assert_eq!(Cache::read(b"").unwrap().get(&[1; 32]), None);
    }

    #[test]
    fn any_damage_is_noticed() {
        let whole = filled();
        for length in header().len()..whole.len() {
            assert_eq!(Cache::read(&whole.as_bytes()[..length]).err(), Some(CacheError::Damaged));
        }
        for place in header().len()..whole.len() {
            let mut bytes = whole.clone().into_bytes();
            bytes[place] ^= 1;
            assert_eq!(Cache::read(&bytes).err(), Some(CacheError::Damaged), "{place}");
        }
        assert_eq!(Cache::read(b"title: a pack\n").err(), Some(CacheError::NotACache));
    }

    #[test]
    fn another_version_is_no_damage() {
        let whole = filled();
        for other in ["tsume cache 0\n", "tsume cache", "tsume cache 2 sealed otherwise\n\u{ff}"] {
            let cache = whole.replace(&header(), other);
            assert_eq!(Cache::read(cache.as_bytes()).err(), Some(CacheError::OtherVersion));
        }
    }

    #[test]
    fn the_size_is_bounded_and_what_is_used_stays() {
        let cache = Cache::default();
        for number in 0..100 {
            let verdict = Verdict { solved: wrong(cook()), used: number == 99 };
            cache.lock().insert([number; 32], verdict);
        }
        let text = cache.write_within(2000);
        assert!((1700..2100).contains(&text.len()), "{}", text.len());
        let first = text.lines().nth(1).expect("a verdict");
        assert!(first.starts_with(&hexadecimal(&[99; 32])), "{first}");
        assert!(Cache::read(text.as_bytes()).is_ok());
        assert_eq!(cache.write().lines().count(), 102);
    }
}

//! One pack.

use std::borrow::Cow;
use std::fmt::Display;
use std::io;
use std::path::Path;
use std::sync::Arc;

use rayon::prelude::*;
use tsume::puzzle::{
    Allowance, Checked, Checker, Code, Comparison, Diagnostic, Document, Entry, Severity, Span,
    canonical_head, stray_comment, text, without_bom,
};

use super::super::{Output, complain, interrupt, progress, remark, waiting};
use super::sink::Sink;
use super::{Kind, Report, Run, fix};

/// How many puzzles are held in memory at once, twice.
const BATCH: usize = 1024;

/// Checks one pack and writes what is wrong with it.
pub fn check(
    run: &mut Run<'_>,
    path: &Path,
    name: &str,
    bytes: &[u8],
    output: &mut Output,
) -> io::Result<Report> {
    let lossy = match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => String::from_utf8_lossy(bytes),
    };
    let mut sink = Sink::new(run.args.format, name, &lossy, output)?;
    let mut report = Report {
        file: name.into(),
        kind: Kind::Pack { puzzles: 0, solved: 0 },
        tally: sink.tally,
        fixed: false,
        interrupted: false,
    };
    match text(bytes) {
        Ok(text) => Pack::new(run, name, text).check(path, &mut sink, &mut report)?,
        Err(found) => sink.add(&found)?,
    }
    report.tally = sink.tally;
    sink.end(&report)?;
    Ok(report)
}

/// A pack while it is checked.
struct Pack<'r, 'a, 't> {
    run: &'r mut Run<'a>,
    file: Arc<str>,
    text: &'t str,
    comparison: Comparison<'t>,
    /// The pack as it should be written, if that is wanted.
    written: Option<String>,
    /// Whether all puzzles so far could be written.
    is_writable: bool,
    /// Warnings that wait until it is known whether the pack is written anew.
    held: Vec<Diagnostic>,
    puzzles: usize,
    solved: usize,
}

impl<'r, 'a, 't> Pack<'r, 'a, 't> {
    fn new(run: &'r mut Run<'a>, file: &str, text: &'t str) -> Self {
        Self {
            written: run.args.fix.then(String::new),
            run,
            file: file.into(),
            text,
            comparison: Comparison::new(text),
            is_writable: true,
            held: Vec::new(),
            puzzles: 0,
            solved: 0,
        }
    }

    fn check(
        mut self,
        path: &Path,
        sink: &mut Sink<'_, '_>,
        report: &mut Report,
    ) -> io::Result<()> {
        let document = Document::new(self.text);
        for found in &document.diagnostics {
            sink.add(found)?;
        }
        self.write(&canonical_head(self.text, &document.head), None);
        self.puzzles(&document, path, sink)?;
        report.kind = Kind::Pack { puzzles: self.puzzles, solved: self.solved };
        report.interrupted = interrupt::happened();
        let is_sound = is_sound(sink);
        let is_whole = is_sound && self.is_writable && !report.interrupted;
        let difference = self.comparison.difference().filter(|_| is_whole);
        if is_whole && self.fix(path, difference.is_some()) {
            report.fixed = true;
            self.held.retain(|found| !is_outdated(found));
        }
        self.release(sink)?;
        if let Some(span) = difference.filter(|_| !report.fixed && !is_json(path, self.text)) {
            sink.add(&untidy(span, stray_comment(self.text)))?;
        }
        if self.run.args.fix && !is_sound {
            self.leave("it is not sound");
        }
        Ok(())
    }

    /// Checks all puzzles: reads some while it checks those before them.
    fn puzzles(
        &mut self,
        document: &Document<'_>,
        path: &Path,
        sink: &mut Sink<'_, '_>,
    ) -> io::Result<()> {
        let Run { args, cache, .. } = *self.run;
        let checker = Checker {
            choice: document.choice,
            allows_duals: document.head.allow.contains(&Allowance::Duals),
            folder: path.parent().unwrap_or(Path::new("")),
            limits: &|| args.limits.start(),
            cache,
        };
        let length = if sink.output().shows_progress() { count(self.text) } else { 0 };
        let bar = progress::counter(sink.output(), length, "puzzles");
        let mut items = document.puzzles();
        let mut batch: Vec<_> = items.by_ref().take(BATCH).collect();
        let mut read = 0;
        while !batch.is_empty() && !interrupt::happened() && !sink.output().is_closed() {
            let check = |(number, item)| {
                waiting::begin();
                let entry = Result::as_ref(item)?;
                let solve = args.sample.is_none_or(|sample| sample.includes(read + number));
                let checked = checker.check(entry, solve);
                bar.inc(1);
                Ok((entry, checked, solve))
            };
            waiting::expect(batch.len());
            let (next, results): (Vec<_>, Vec<Result<_, &Diagnostic>>) = rayon::join(
                || items.by_ref().take(BATCH).collect(),
                || batch.par_iter().enumerate().map(check).collect(),
            );
            read += batch.len();
            for result in results {
                match result {
                    Ok((entry, checked, solved)) => {
                        self.puzzles += 1;
                        self.solved += usize::from(solved);
                        self.puzzle(entry, checked, sink)?;
                    }
                    Err(fatal) => self.tell(fatal.clone(), sink)?,
                }
            }
            batch = next;
        }
        progress::end(&bar);
        Ok(())
    }

    /// Writes what was found in one puzzle, and compares it with those before.
    fn puzzle(
        &mut self,
        entry: &Entry,
        checked: Checked,
        sink: &mut Sink<'_, '_>,
    ) -> io::Result<()> {
        let mut found = self.run.corpus.add(&self.file, entry, &checked);
        let is_undecided = |found: &Diagnostic| found.code.severity() == Severity::Undecided;
        let is_cut_short = interrupt::happened();
        let known = checked.diagnostics.into_iter().filter(|d| !(is_cut_short && is_undecided(d)));
        found.extend(known);
        found.sort_by_key(|found| (found.span, found.code));
        for found in found {
            self.tell(found, sink)?;
        }
        match &checked.canonical {
            Some(piece) => self.write(piece, checked.recomputed.as_deref()),
            None => self.is_writable = false,
        }
        Ok(())
    }

    /// Compares a piece with what is there; `instead` is what is written if the
    /// pack is.
    fn write(&mut self, piece: &str, instead: Option<&str>) {
        self.comparison.push(piece);
        if let Some(written) = &mut self.written {
            written.push_str(instead.unwrap_or(piece));
        }
    }

    /// Writes what was found; or a warning later, as long as the pack may yet be
    /// written anew, which puts some right.
    fn tell(&mut self, found: Diagnostic, sink: &mut Sink<'_, '_>) -> io::Result<()> {
        let is_warning = found.code.severity() == Severity::Warning;
        if is_warning && self.written.is_some() && is_sound(sink) {
            self.held.push(found);
            return Ok(());
        }
        self.release(sink)?;
        sink.add(&found)
    }

    /// Writes the warnings that have waited.
    fn release(&mut self, sink: &mut Sink<'_, '_>) -> io::Result<()> {
        self.held.drain(..).try_for_each(|found| sink.add(&found))
    }

    /// Writes a sound pack anew, if that is wanted and makes a difference; or says
    /// why not.
    fn fix(&mut self, path: &Path, differs: bool) -> bool {
        let Some(written) = &self.written else { return false };
        if !differs && !self.held.iter().any(is_outdated) {
            return false;
        }
        if is_json(path, self.text) {
            self.leave("it is JSON, and a pack is written anew in YAML");
            return false;
        }
        if let Some(Span { line, .. }) = stray_comment(self.text) {
            self.leave(format_args!("the comment in line {line} would be lost"));
            return false;
        }
        let replaced = fix::replace(path, self.text, written);
        if let Err(error) = &replaced {
            let status = complain(format_args!("{}: it is left as it is: {error}", self.file));
            self.run.status = self.run.status.max(status);
        }
        replaced.is_ok()
    }

    /// Says why a pack is not written anew.
    fn leave(&self, reason: impl Display) {
        remark(format_args!("{}: left as it is, since {reason}", self.file));
    }
}

/// Whether nothing that was written so far is wrong or undecided.
fn is_sound(sink: &Sink<'_, '_>) -> bool {
    sink.tally.errors == 0 && sink.tally.undecided == 0
}

/// Whether a puzzle describes itself otherwise than the program does.
fn is_outdated(found: &Diagnostic) -> bool {
    matches!(found.code, Code::OtherThemes | Code::OtherDifficulty)
}

/// Whether a pack is written in JSON, or in a file that should be.
fn is_json(path: &Path, text: &str) -> bool {
    let is_named = path.extension().is_some_and(|name| name.eq_ignore_ascii_case("json"));
    is_named || serde_json::from_str::<serde::de::IgnoredAny>(without_bom(text)).is_ok()
}

fn untidy(span: Span, comment: Option<Span>) -> Diagnostic {
    let message = "the file is not written as `tsume validate --fix` writes it";
    Diagnostic::new(Code::NotCanonical, span, message).help(match comment {
        Some(comment) => format!(
            "it would lose the comment in line {}: move it to the head of the file, or into a note",
            comment.line
        ),
        None => "this is where it differs first".into(),
    })
}

/// About how many puzzles a text has, for the progress bar.
fn count(text: &str) -> u64 {
    let begins = |line: &&str| {
        let line = line.trim_start();
        line.strip_prefix("- ").unwrap_or(line).starts_with("id:")
    };
    text.lines().filter(begins).count() as u64
}

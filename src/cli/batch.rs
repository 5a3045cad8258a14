//! Answering several targets at once, each in its turn.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::mpsc;

use indicatif::ProgressBar;

use super::{Format, Output, Status, complain, interrupt, progress, waiting};

/// What there is to say about a target.
pub struct Answer {
    pub text: Vec<u8>,
    pub outcome: Result<Status, String>,
}

/// How targets are answered.
pub struct Batch<A> {
    /// What is being done, for whoever waits.
    pub doing: &'static str,
    pub format: Format,
    /// Whether somebody may wait for an answer to each target before sending
    /// the next.
    pub one_by_one: bool,
    /// Answers a target, and may say on the bar how far it is.
    pub answer: A,
}

impl<A> Batch<A> {
    /// Answers every target, in their order, and gives the worst status.
    pub fn run<T: Sync>(
        &self,
        targets: impl Iterator<Item = T>,
        output: &mut Output,
    ) -> io::Result<Status>
    where
        A: Fn(&T, &ProgressBar) -> Answer + Sync,
    {
        let mut report = Report { format: self.format, output, first: true, status: Status::Yes };
        if self.one_by_one {
            self.answer_each(targets, &mut report)?;
        } else {
            self.answer_all(&targets.collect::<Vec<_>>(), &mut report)?;
        }
        let interrupted = interrupt::happened() && !report.output.is_closed();
        Ok(if interrupted { Status::Interrupted } else { report.status })
    }

    fn answer_each<T>(
        &self,
        targets: impl Iterator<Item = T>,
        report: &mut Report<'_>,
    ) -> io::Result<()>
    where
        A: Fn(&T, &ProgressBar) -> Answer,
    {
        for target in targets {
            let spinner = progress::spinner(report.output, self.doing);
            let answer = (self.answer)(&target, &spinner);
            progress::end(&spinner);
            report.write(answer)?;
            if interrupt::happened() || report.output.is_closed() {
                break;
            }
        }
        Ok(())
    }

    /// Answers several targets at once, and writes the answers in their order,
    /// each as soon as all before it are there.
    fn answer_all<T: Sync>(&self, targets: &[T], report: &mut Report<'_>) -> io::Result<()>
    where
        A: Fn(&T, &ProgressBar) -> Answer + Sync,
    {
        let bar = match targets.len() {
            ..2 => progress::spinner(report.output, self.doing),
            count => progress::counter(report.output, count as u64, self.doing),
        };
        // Only a single target may tell how far it is: others would interrupt.
        let own = if targets.len() < 2 { bar.clone() } else { ProgressBar::hidden() };
        let (sender, receiver) = mpsc::channel();
        waiting::expect(targets.len());
        rayon::in_place_scope_fifo(|scope| {
            for (index, target) in targets.iter().enumerate() {
                let (sender, own) = (sender.clone(), own.clone());
                scope.spawn_fifo(move |_| {
                    waiting::begin();
                    if !interrupt::happened() {
                        // Nobody listens any more after an error in writing.
                        let _ = sender.send((index, (self.answer)(target, &own)));
                    }
                });
            }
            drop(sender);
            let mut ready = BTreeMap::new();
            let mut next = 0;
            for (index, answer) in receiver {
                ready.insert(index, answer);
                bar.inc(1);
                while let Some(answer) = ready.remove(&next) {
                    next += 1;
                    let written = bar.suspend(|| report.write(answer));
                    if written.is_err() || report.output.is_closed() {
                        // The scope ends when all searches have.
                        interrupt::stop_searches();
                    }
                    written?;
                }
            }
            progress::end(&bar);
            // After an interruption there may be gaps.
            ready.into_values().try_for_each(|answer| report.write(answer))
        })
    }
}

/// Writes answers one after another, and keeps the worst status.
struct Report<'a> {
    format: Format,
    output: &'a mut Output,
    first: bool,
    status: Status,
}

impl Report<'_> {
    fn write(&mut self, answer: Answer) -> io::Result<()> {
        if self.output.is_closed() {
            // What comes now was cut short for want of a reader.
            return Ok(());
        }
        let separate = self.format == Format::Text && !answer.text.is_empty();
        if separate && !std::mem::take(&mut self.first) {
            writeln!(self.output)?;
        }
        self.output.write_all(&answer.text)?;
        self.output.flush()?;
        self.status = self.status.max(match answer.outcome {
            Ok(status) => status,
            Err(message) => complain(message),
        });
        Ok(())
    }
}

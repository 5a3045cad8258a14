use std::collections::{BTreeSet, HashMap};

use super::likeness::{Likeness, Likenesses};
use super::share::Share;
use crate::game::Compose;

/// What is asked of the puzzles together, with the sentence that says it. They
/// are asked in the order of the numbers of the candidates.
pub const TOGETHER: [(&str, &str); 4] = [
    ("new", "no puzzle before it, and none of the packs excluded, is the same up to symmetry"),
    (
        "no-near-copy",
        "none is played alike, or has the same key on boards that differ by two pieces or fewer",
    ),
    ("variety", "its key is not of a kind that the pack has too many of (--no-variety)"),
    ("share", "the pack keeps the shares asked for (--share)"),
];

/// What the choice of a puzzle depends on.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'a, G: Compose> {
    /// The position.
    pub position: &'a G,
    /// The solution, not empty: it begins with the key.
    pub line: &'a [G::Turn],
    /// The names of the themes.
    pub themes: &'a [String],
}

/// Puzzles chosen one after another, so that no two are alike and all sorts
/// come up.
pub struct Selection<G: Compose> {
    shares: Vec<Share>,
    varied: bool,
    positions: BTreeSet<G::Code>,
    likenesses: Likenesses<G>,
    scenes: HashMap<u32, u64>,
    with_theme: Vec<u64>,
    chosen: u64,
}

impl<G: Compose> Selection<G> {
    /// Nothing is chosen yet. `varied` asks for variety of the keys.
    #[must_use]
    pub fn new(shares: Vec<Share>, varied: bool) -> Self {
        let with_theme = vec![0; shares.len()];
        Self {
            shares,
            varied,
            positions: BTreeSet::new(),
            likenesses: Likenesses::new(),
            scenes: HashMap::new(),
            with_theme,
            chosen: 0,
        }
    }

    /// From now on, nothing like this puzzle is chosen.
    pub fn exclude(&mut self, position: &G, line: &[G::Turn]) {
        self.positions.insert(position.canonical());
        self.likenesses.insert(position, line);
    }

    /// How many are chosen.
    #[must_use]
    pub const fn len(&self) -> u64 {
        self.chosen
    }

    /// Whether none is chosen.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.chosen == 0
    }

    /// Chooses a puzzle.
    ///
    /// # Errors
    /// The name of what speaks against it.
    pub fn choose(&mut self, entry: &Entry<'_, G>) -> Result<(), &'static str> {
        let [new, no_near_copy, variety, share] = TOGETHER.map(|(name, _)| name);
        if self.positions.contains(&entry.position.canonical()) {
            return Err(new);
        }
        match self.likenesses.find(entry.position, entry.line) {
            Some(Likeness::Same) => return Err(new),
            Some(Likeness::Near) => return Err(no_near_copy),
            None => {}
        }
        if self.varied && self.is_common(entry) {
            return Err(variety);
        }
        if !self.shares_allow(entry.themes) {
            return Err(share);
        }
        self.take(entry);
        Ok(())
    }

    /// Chooses a puzzle that was chosen before.
    pub fn take(&mut self, entry: &Entry<'_, G>) {
        self.exclude(entry.position, entry.line);
        *self.scenes.entry(entry.position.scene(entry.line[0])).or_default() += 1;
        for (share, count) in self.shares.iter().zip(&mut self.with_theme) {
            *count += u64::from(share.is_in(entry.themes));
        }
        self.chosen += 1;
    }

    /// Whether there are too many keys already that go where this one does: a
    /// few, and four times what would be even.
    fn is_common(&self, entry: &Entry<'_, G>) -> bool {
        let count = self.scenes.get(&entry.position.scene(entry.line[0])).copied().unwrap_or(0);
        count >= 3 + 4 * self.chosen / u64::from(G::SCENES)
    }

    /// Whether all shares, rounded down, are kept if a puzzle with these themes
    /// is added.
    fn shares_allow(&self, themes: &[String]) -> bool {
        self.shares.iter().zip(&self.with_theme).all(|(share, &count)| {
            let with = count + u64::from(share.is_in(themes));
            with >= share.of(self.chosen + 1)
        })
    }
}

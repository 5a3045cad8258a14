use rayon::prelude::*;

use super::FoldError;
use super::classes::{Classes, UpTo, level_of, next_level};
use crate::game::Symmetry;

/// The number of distinct positions that exactly `depth` turns from `position`
/// can lead to, finished ones included, within about `memory` bytes. `done`
/// hears of the share of each part of the work.
///
/// Positions are merged up to the symmetries that map `position` to itself;
/// such a symmetry maps what is reached to what is reached, so every class
/// counts with all of its positions.
///
/// # Errors
/// [`FoldError::Memory`] if the positions do not fit the memory.
pub fn distinct<G: Symmetry>(
    position: &G,
    depth: u32,
    memory: usize,
    done: impl Fn(f64) + Sync,
) -> Result<u64, FoldError> {
    let classes = UpTo::symmetries_of(position);
    // Nobody asks how many sequences lead to a position, so none are counted:
    // their number could overflow long before that of the positions.
    let mut level = level_of(&classes, [(*position, 0)].into_iter(), memory)?;
    for ply in 1..=depth {
        let share = share_of(ply, depth);
        let left = memory.saturating_sub(size_of_val(level.as_slice()));
        level = next_level::<G, _>(&classes, &level, left, |part| done(share * part))?;
    }
    Ok(level.par_iter().map(|&(class, _)| classes.size::<G>(&classes.position(class))).sum())
}

/// The share of the work that a ply makes up: each takes about 50 times as long
/// as the one before.
fn share_of(ply: u32, depth: u32) -> f64 {
    let weight = |ply| 50f64.powi(ply as i32 - depth as i32);
    weight(ply) / (1..=depth).map(weight).sum::<f64>()
}

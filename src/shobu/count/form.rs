//! The number of sequences of two turns, from the features of the boards.

use super::features::{Bytes, Features, Matrix};

/// The number of sequences of two turns, from the [`Features`] of the four
/// boards as the side to move sees them: its dark and its light home, then the
/// opponent's dark and light home.
///
/// Write n and m for the passive and the aggressive moves by v, a and p for the
/// aggressive and the passive replies by w on an unchanged board, S for the
/// aggressive replies after an aggressive move, Q for those after a passive one
/// and R for the passive replies after an aggressive move. The replies number
/// Σ p₂(a₁+a₃) + p₃(a₀+a₂) over w, and of the four boards in it a turn changes
/// two, each in as many ways as it has moves by v there. So the turns with
///
/// - a passive move on 0 and an aggressive one on 3 are followed by
///   n₀m₃(p₂·a₁) + n₀(p₂·S₃) + R₃·Q₀ + n₀(R₃·a₂) replies,
/// - on 0 and on 1, by n₀(p₂·S₁) + n₀m₁(p₂·a₃ + p₃·a₂) + m₁(p₃·Q₀),
/// - on 1 and on 2, by n₁m₂(p₃·a₀) + n₁(p₃·S₂) + R₂·Q₁ + n₁(R₂·a₃),
/// - on 1 and on 0, by n₁(p₃·S₀) + n₁m₀(p₂·a₃ + p₃·a₂) + m₀(p₂·Q₁),
///
/// summed over v. Where a product leaves a board out, the number of boards c
/// that its features are the sum of takes its place, which makes the form
/// linear in each board. The products over v come first here, as they are
/// shared: n₀ᵀS₃ is a row of sums for each w.
pub(super) fn sequences([h0, h1, f2, f3]: [&Features; 4]) -> u64 {
    let count = |board: &Features| u32::from(board.boards);
    let row = |weights: &Bytes, matrix: &Matrix, with: &Bytes| {
        dot(&transform(weights, matrix), &lanes(with))
    };
    let (n0, n1, p2, p3) = (&h0.passive, &h1.passive, &f2.passive, &f3.passive);
    let (m0, m1, m2, m3) = (&h0.aggressive, &h1.aggressive, &f2.aggressive, &f3.aggressive);
    let (a0, a1, a2, a3) = (&h0.replies, &h1.replies, &f2.replies, &f3.replies);
    let (c0, c1, c2, c3) = (count(h0), count(h1), count(f2), count(f3));
    let [s0, s1, s2, s3] = [h0, h1, f2, f3].map(|board| &board.aggressive_then_aggressive);
    let [t0, t1, t2, t3] = [h0, h1, f2, f3].map(|board| &board.crossed);
    let total = c1 * (row(n0, s3, p2) + row(n0, t3, a2))
        + c3 * (row(n0, s1, p2) + row(m0, t1, p2))
        + c0 * (row(n1, s2, p3) + row(n1, t2, a3))
        + c2 * (row(n1, s0, p3) + row(m1, t0, p3))
        + c1 * c2 * overlap(t3, t0)
        + c0 * c3 * overlap(t2, t1)
        + product(n0, m3) * product(p2, a1)
        + product(n1, m2) * product(p3, a0)
        + (product(n0, m1) + product(n1, m0)) * (product(p2, a3) + product(p3, a2));
    total.into()
}

/// The bytes as words, one for each vector.
#[inline]
fn lanes(bytes: &Bytes) -> [u16; 16] {
    std::array::from_fn(|vector| bytes[vector / 2] >> (vector % 2 * 8) & 0xFF)
}

/// For each w, the sum over v of the weight of v times (v, w): at most
/// 16·16·64.
#[inline]
fn transform(weights: &Bytes, matrix: &Matrix) -> [u16; 16] {
    let mut sums = [0; 16];
    for (weights, row) in weights.iter().zip(matrix) {
        for (sum, pair) in sums.iter_mut().zip(row) {
            *sum += (weights & 0xFF) * (pair & 0xFF) + (weights >> 8) * (pair >> 8);
        }
    }
    sums
}

#[inline]
fn dot(a: &[u16; 16], b: &[u16; 16]) -> u32 {
    a.iter().zip(b).map(|(&a, &b)| u32::from(a) * u32::from(b)).sum()
}

/// The sum over v of the products of two bytes.
#[inline]
fn product(a: &Bytes, b: &Bytes) -> u32 {
    dot(&lanes(a), &lanes(b))
}

/// The sum over v and w of the products of two matrices.
#[inline]
fn overlap(a: &Matrix, b: &Matrix) -> u32 {
    let mut sums = [0u32; 16];
    for (a, b) in a.iter().zip(b) {
        for ((sum, a), b) in sums.iter_mut().zip(a).zip(b) {
            // At most 2·64·64.
            *sum += u32::from((a & 0xFF) * (b & 0xFF) + (a >> 8) * (b >> 8));
        }
    }
    sums.iter().sum()
}

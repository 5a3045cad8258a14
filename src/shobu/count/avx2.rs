//! Features and the form of two turns with the vector instructions of x86-64.
//!
//! The one module of the crate with `unsafe` in it, for two reasons: a function
//! that uses instructions which not every processor has may be called only
//! where they are known to be there, which [`Avx2`] stands for; and vectors are
//! read through pointers, here always from a reference to as many bytes.
#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::features::{BoardState, Bytes, Features, Matrix};

/// Stands for the processor having these instructions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Avx2(());

impl Avx2 {
    /// Asks the processor.
    pub fn detect() -> Option<Self> {
        let all = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt");
        all.then_some(Self(()))
    }

    /// See [`BoardState::features`].
    pub fn features(self, board: BoardState, features: &mut Features) {
        // SAFETY: there is no `Avx2` unless the processor has all of this.
        unsafe { work_out(board, features) }
    }

    /// See [`form::sequences`](super::form::sequences).
    #[inline]
    pub fn sequences(self, boards: [&Features; 4]) -> u64 {
        // SAFETY: there is no `Avx2` unless the processor has all of this.
        unsafe { sequences(boards) }
    }
}

/// The same code as on other processors, of which the compiler makes vector
/// instructions here.
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn work_out(board: BoardState, features: &mut Features) {
    board.features(features);
}

/// The same sums as in [`form::sequences`](super::form::sequences).
#[target_feature(enable = "avx2")]
fn sequences([h0, h1, f2, f3]: [&Features; 4]) -> u64 {
    let count = |board: &Features| i32::from(board.boards);
    let [c0, c1, c2, c3] = [count(h0), count(h1), count(f2), count(f3)];
    let far = |weights, far: &Features, home: &Features| {
        let matrices =
            [&far.aggressive_then_aggressive, &far.crossed, &home.aggressive_then_aggressive];
        transform(weights, matrices)
    };
    let [n0_s3, n0_t3, n0_s1] = far(&h0.passive, f3, h1);
    let [n1_s2, n1_t2, n1_s0] = far(&h1.passive, f2, h0);
    let [m0_t1] = transform(&h0.aggressive, [&h1.crossed]);
    let [m1_t0] = transform(&h1.aggressive, [&h0.crossed]);
    let (p2, p3) = (lanes(&f2.passive), lanes(&f3.passive));
    let (a2, a3) = (lanes(&f2.replies), lanes(&f3.replies));
    let mut sums = add(overlap(&f3.crossed, &h0.crossed, c1 * c2), {
        overlap(&f2.crossed, &h1.crossed, c0 * c3)
    });
    for (row, with, boards) in [
        (n0_s3, p2, c1),
        (n0_t3, a2, c1),
        (n0_s1, p2, c3),
        (m0_t1, p2, c3),
        (n1_s2, p3, c0),
        (n1_t2, a3, c0),
        (n1_s0, p3, c2),
        (m1_t0, p3, c2),
    ] {
        // At most 16·16·64 times 4·16.
        let with = _mm256_mullo_epi16(with, _mm256_set1_epi16(boards as i16));
        sums = add(sums, _mm256_madd_epi16(row, with));
    }
    let sums = _mm_add_epi32(_mm256_castsi256_si128(sums), _mm256_extracti128_si256::<1>(sums));
    total(_mm_add_epi32(sums, unchanged(h0, h1, f2, f3)))
}

/// The turns after which the boards that matter are unchanged: the three
/// products of sums over v with sums over w, and nothing.
#[target_feature(enable = "avx2")]
fn unchanged(h0: &Features, h1: &Features, f2: &Features, f3: &Features) -> __m128i {
    let turns = [
        product(&h0.passive, &f3.aggressive),
        product(&h1.passive, &f2.aggressive),
        product(&h0.passive, &h1.aggressive),
        product(&h1.passive, &h0.aggressive),
    ];
    let replies = [
        product(&f2.passive, &h1.replies),
        product(&f3.passive, &h0.replies),
        product(&f2.passive, &f3.replies),
        product(&f3.passive, &f2.replies),
    ];
    // Of [a, b, c, d], the sums over each of [a, b, c + d, 0].
    let gather = |[a, b, c, d]: [__m128i; 4]| {
        let both = _mm_add_epi32(c, d);
        _mm_hadd_epi32(_mm_hadd_epi32(a, b), _mm_hadd_epi32(both, _mm_setzero_si128()))
    };
    _mm_mullo_epi32(gather(turns), gather(replies))
}

#[inline]
#[target_feature(enable = "avx2")]
fn add(a: __m256i, b: __m256i) -> __m256i {
    _mm256_add_epi32(a, b)
}

#[inline]
#[target_feature(enable = "avx2")]
fn total(sums: __m128i) -> u64 {
    let sums = _mm_add_epi32(sums, _mm_shuffle_epi32::<0b01_00_11_10>(sums));
    let sums = _mm_add_epi32(sums, _mm_shuffle_epi32::<0b10_11_00_01>(sums));
    u64::from(_mm_cvtsi128_si32(sums) as u32)
}

#[inline]
#[target_feature(enable = "avx2")]
fn row(words: &[u16; 16]) -> __m256i {
    // SAFETY: a reference to 32 bytes; their alignment does not matter.
    unsafe { _mm256_loadu_si256(std::ptr::from_ref(words).cast()) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn half(words: &Bytes) -> __m128i {
    // SAFETY: a reference to 16 bytes; their alignment does not matter.
    unsafe { _mm_loadu_si128(std::ptr::from_ref(words).cast()) }
}

/// The bytes as words, one for each vector.
#[inline]
#[target_feature(enable = "avx2")]
fn lanes(bytes: &Bytes) -> __m256i {
    _mm256_cvtepu8_epi16(half(bytes))
}

/// For each w, the sum over v of the weight of v times (v, w), in each matrix:
/// at most 16·16·64.
#[inline]
#[target_feature(enable = "avx2")]
fn transform<const N: usize>(weights: &Bytes, matrices: [&Matrix; N]) -> [__m256i; N] {
    let mut sums = [_mm256_setzero_si256(); N];
    for (index, &pair) in weights.iter().enumerate() {
        let weights = _mm256_set1_epi16(pair as i16);
        for (sum, matrix) in sums.iter_mut().zip(matrices) {
            *sum = _mm256_add_epi16(*sum, _mm256_maddubs_epi16(row(&matrix[index]), weights));
        }
    }
    sums
}

/// Four parts of the sum over v of the products of two bytes.
#[inline]
#[target_feature(enable = "avx2")]
fn product(a: &Bytes, b: &Bytes) -> __m128i {
    _mm_madd_epi16(_mm_maddubs_epi16(half(a), half(b)), _mm_set1_epi16(1))
}

/// Eight parts of the sum over v and w of the products of two matrices, times
/// a factor.
#[inline]
#[target_feature(enable = "avx2")]
fn overlap(a: &Matrix, b: &Matrix, factor: i32) -> __m256i {
    let mut sums = _mm256_setzero_si256();
    for index in 0..8 {
        // At most 2·64·64.
        let products = _mm256_maddubs_epi16(row(&a[index]), row(&b[index]));
        sums = add(sums, _mm256_madd_epi16(products, _mm256_set1_epi16(1)));
    }
    _mm256_mullo_epi32(sums, _mm256_set1_epi32(factor))
}

use std::fmt;

use super::features::Features;

/// How hard a puzzle is for a person: a number from 1.0 up, of which the parts
/// say where it comes from. It is a sum of whole tenths, the same on every
/// machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Difficulty {
    parts: [Part; 7],
}

/// A term of the sum.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// What is measured.
    pub name: &'static str,
    /// How much of it there is.
    pub measure: u32,
    /// What it adds, in tenths.
    pub tenths: u32,
}

/// A name for a range of difficulties, the easiest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Grade {
    /// Below 2.0.
    VeryEasy,
    /// Below 3.0.
    Easy,
    /// Below 4.0.
    Moderate,
    /// Below 5.0.
    Hard,
    /// From 5.0.
    VeryHard,
}

impl Grade {
    /// All grades, the easiest first.
    pub const ALL: [Self; 5] =
        [Self::VeryEasy, Self::Easy, Self::Moderate, Self::Hard, Self::VeryHard];

    /// The grade of a difficulty in tenths.
    #[must_use]
    pub fn of_tenths(tenths: u32) -> Self {
        Self::ALL.into_iter().find(|grade| tenths < grade.end()).unwrap_or(Self::VeryHard)
    }

    /// The grade of a difficulty as packs state it.
    #[must_use]
    pub fn of(difficulty: f64) -> Self {
        Self::of_tenths((10.0 * difficulty).round() as u32)
    }

    /// The name for people.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::VeryEasy => "very easy",
            Self::Easy => "easy",
            Self::Moderate => "moderate",
            Self::Hard => "hard",
            Self::VeryHard => "very hard",
        }
    }

    /// The first difficulty, in tenths, that is too hard for the grade.
    const fn end(self) -> u32 {
        match self {
            Self::VeryEasy => 20,
            Self::Easy => 30,
            Self::Moderate => 40,
            Self::Hard => 50,
            Self::VeryHard => u32::MAX,
        }
    }
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl From<&Features> for Difficulty {
    /// The formula. Numbers of things to look at count by their logarithms,
    /// since a person skips most of a long list.
    fn from(features: &Features) -> Self {
        let part = |name, measure, tenths| Part { name, measure, tenths };
        let Features { plies, choices, quietness, slowness, temptations, defences, areas } =
            *features;
        let further = plies.saturating_sub(1);
        let quiet = quietness as u32;
        let more_areas = areas.saturating_sub(2);
        Self {
            parts: [
                part("plies after the first", further, 3 * further),
                part("first turns", choices, log2_tenths(choices) / 20),
                part("quietness of the key", quiet, 4 * quiet),
                part("slowness of its threat", slowness, 2 * slowness),
                part(
                    "weight of temptations",
                    temptations.weight,
                    log2_tenths(1 + temptations.weight) / 5,
                ),
                part("defences", defences, log2_tenths(1 + defences) / 5),
                part("areas beyond two", more_areas, 2 * more_areas),
            ],
        }
    }
}

/// Ten times the binary logarithm, rounded down: whole numbers only, so that
/// every machine agrees. Of 0 it is 0, and beyond 4095 it stays the same.
fn log2_tenths(number: u32) -> u32 {
    u128::from(number.clamp(1, 4095)).pow(10).ilog2()
}

impl Difficulty {
    /// Where the sum begins, in tenths.
    pub const START: u32 = 10;

    /// The terms of the sum beside [`START`](Self::START).
    #[must_use]
    pub const fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The sum, in tenths.
    #[must_use]
    pub fn tenths(&self) -> u32 {
        Self::START + self.parts.iter().map(|part| part.tenths).sum::<u32>()
    }

    /// The range in which it lies.
    #[must_use]
    pub fn grade(&self) -> Grade {
        Grade::of_tenths(self.tenths())
    }

    /// A number that looks like a rating of chess puzzles: 1.0 is 600, and a
    /// tenth more is 30 more.
    #[must_use]
    pub fn rating(&self) -> u32 {
        300 + 30 * self.tenths()
    }
}

/// Writes the number with one decimal.
impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = self.tenths();
        write!(f, "{}.{}", tenths / 10, tenths % 10)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Quietness;
    use crate::theme::Temptations;

    const PLAIN: Features = Features {
        plies: 3,
        choices: 80,
        quietness: Quietness::Loud,
        slowness: 0,
        temptations: Temptations { count: 0, tries: 0, weight: 0 },
        defences: 4,
        areas: 2,
    };

    fn tenths(features: &Features) -> u32 {
        Difficulty::from(features).tenths()
    }

    #[test]
    fn logarithms_are_those_of_floating_point() {
        for number in 0..5000u32 {
            let float = 10.0 * f64::from(number.clamp(1, 4095)).log2();
            assert_eq!(log2_tenths(number), (float + 1e-9).floor() as u32, "{number}");
        }
        assert_eq!(log2_tenths(u32::MAX), log2_tenths(4095));
    }

    #[test]
    fn the_sum_is_as_documented() {
        let features = Features {
            quietness: Quietness::Quiet,
            slowness: 1,
            temptations: Temptations { count: 3, tries: 1, weight: 31 },
            areas: 3,
            ..PLAIN
        };
        // 1.0, two plies, log2(80) = 6.3, log2(32) = 5.0, log2(5) = 2.3.
        assert_eq!(tenths(&features), 10 + 6 + 3 + 8 + 2 + 10 + 4 + 2);
        let difficulty = Difficulty::from(&features);
        assert_eq!((difficulty.to_string().as_str(), difficulty.rating()), ("4.5", 1650));
        assert_eq!(difficulty.grade(), Grade::Hard);
    }

    /// More of anything is never easier, and longer is always harder.
    #[test]
    fn more_is_never_easier() {
        let more: [fn(&mut Features); 7] = [
            |f| f.choices += 1,
            |f| f.temptations.weight += 1,
            |f| f.defences += 1,
            |f| f.slowness += 1,
            |f| f.areas += 1,
            |f| f.quietness = Quietness::Quiet,
            |f| f.plies += 1,
        ];
        for (number, more) in more.into_iter().enumerate() {
            let mut features = PLAIN;
            for _ in 0..300 {
                let before = tenths(&features);
                more(&mut features);
                assert!(tenths(&features) >= before, "{number} {features:?}");
                assert!(number < 6 || tenths(&features) > before, "{features:?}");
            }
            assert!(tenths(&features) > tenths(&PLAIN), "{number}");
        }
    }

    #[test]
    fn grades_follow_the_number() {
        let grades: Vec<_> = (0..100).map(Grade::of_tenths).collect();
        assert!(grades.is_sorted());
        let firsts = [10, 20, 30, 40, 50].map(|tenths| grades[tenths]);
        assert_eq!(firsts, Grade::ALL);
        let lasts = [19, 29, 39, 49, 99].map(|tenths| grades[tenths]);
        assert_eq!(lasts, Grade::ALL);
        assert_eq!(Grade::of_tenths(u32::MAX), Grade::VeryHard);
    }
}

use std::fmt;
use std::str::FromStr;

/// How many puzzles of a pack have to have a theme, at least.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Share {
    /// The name of the theme.
    pub theme: String,
    /// How many of a hundred.
    pub percent: u8,
}

impl Share {
    /// Whether one of these themes is meant.
    #[must_use]
    pub fn is_in(&self, themes: &[String]) -> bool {
        themes.contains(&self.theme)
    }

    /// The share of a number of puzzles, rounded down.
    #[must_use]
    pub fn of(&self, puzzles: u64) -> u64 {
        puzzles * u64::from(self.percent) / 100
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.theme, self.percent)
    }
}

impl FromStr for Share {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const EXPECTED: &str = "expected a theme and a percentage, such as quiet-key=34";
        let (theme, percent) = text.split_once('=').ok_or(EXPECTED)?;
        let percent = percent.strip_suffix('%').unwrap_or(percent);
        let percent = percent.parse().ok().filter(|percent| (1..=100).contains(percent));
        let percent = percent.ok_or(EXPECTED)?;
        if theme.is_empty() {
            return Err(EXPECTED);
        }
        Ok(Self { theme: theme.into(), percent })
    }
}

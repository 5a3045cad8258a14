use std::fmt;

use serde::{Deserialize, Serialize};

/// How much a diagnostic matters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The pack is sound, but not as it should be.
    Warning,
    /// A limit was reached before it was known whether the pack is sound.
    Undecided,
    /// The pack is wrong.
    Error,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Warning => "warning",
            Self::Undecided => "undecided",
            Self::Error => "error",
        })
    }
}

/// Declares the codes: variant, number, name, severity, meaning.
macro_rules! codes {
    ($($variant:ident $number:literal $name:literal $severity:ident $meaning:literal;)+) => {
        /// What a diagnostic is about. Each has a section in `docs/diagnostics.md`.
        #[derive(
            Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize,
        )]
        pub enum Code {
            $(
                #[doc = $meaning]
                #[serde(rename = $number)]
                $variant,
            )+
        }

        impl Code {
            /// All codes, in the order of their numbers.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// The number, such as `P301`: it never changes.
            #[must_use]
            pub const fn number(self) -> &'static str {
                match self { $(Self::$variant => $number,)+ }
            }

            /// The name for people, such as `no-win`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)+ }
            }

            /// How much it matters.
            #[must_use]
            pub const fn severity(self) -> Severity {
                match self { $(Self::$variant => Severity::$severity,)+ }
            }

            /// What it means, in one sentence.
            #[must_use]
            pub const fn meaning(self) -> &'static str {
                match self { $(Self::$variant => $meaning,)+ }
            }
        }
    };
}

codes! {
    NotUtf8 "P001" "not-utf8" Error "The file is not text in UTF-8.";
    ControlCharacter "P002" "control-character" Error "The file contains a character that no text needs, such as NUL.";
    TooLarge "P003" "too-large" Error "A line, a text or a list is larger than anything in a pack.";
    Syntax "P004" "syntax" Error "The file is not YAML.";
    YamlFeature "P005" "yaml-feature" Error "The file uses a part of YAML that packs do without.";
    TooDeep "P006" "too-deep" Error "The file is nested deeper than any pack.";
    Empty "P007" "empty" Error "There is nothing in the file.";

    WrongType "P101" "wrong-type" Error "A value is of another type than its field.";
    UnknownField "P102" "unknown-field" Error "There is no field of this name.";
    RepeatedField "P103" "repeated-field" Error "A field is given twice.";
    MissingField "P104" "missing-field" Error "A field that is required is missing.";
    WrongValue "P105" "wrong-value" Error "A value is of the right type, but the field cannot have it.";
    NoPuzzles "P106" "no-puzzles" Error "There is no puzzle in the pack.";

    MalformedId "P201" "malformed-id" Error "An id is not made of small letters, digits and hyphens.";
    RepeatedId "P202" "repeated-id" Error "Another puzzle has the same id.";
    MalformedPosition "P203" "malformed-position" Error "A position does not follow the notation.";
    IllegalPosition "P204" "illegal-position" Error "A position is one that the rules exclude.";
    FinishedPosition "P205" "finished-position" Error "The game is over in the position.";
    Twin "P206" "twin" Error "Another puzzle has the same position, up to symmetry.";

    NoWin "P301" "no-win" Error "There is no forced win in the number of turns stated.";
    NotShortest "P302" "not-shortest" Error "There is a shorter win than the number of turns stated.";
    IllegalKey "P303" "illegal-key" Error "The key is not a legal turn.";
    NotAKey "P304" "not-a-key" Error "The key does not begin a shortest win.";
    Cook "P305" "cook" Error "Another first turn wins as fast as the key.";
    OtherLine "P306" "other-line" Error "The line does not begin with the key.";
    IllegalLine "P307" "illegal-line" Error "A turn of the line is not legal.";
    NotOptimal "P308" "not-optimal" Error "A turn of the line is not the best one.";
    UnfinishedLine "P309" "unfinished-line" Error "The line ends before the game does.";
    IllegalVariation "P310" "illegal-variation" Error "A turn of a variation is not legal.";
    Dual "P311" "dual" Warning "Before the last turn, more than one turn wins in time.";
    OtherEnd "P312" "other-end" Error "The line ends the game, but not in the turns stated or for the right side.";
    Unsolved "P319" "unsolved" Undecided "A limit was reached before the puzzle was solved.";

    NotCanonical "P401" "not-canonical" Warning "The file is not written as `validate --fix` writes it.";
    OtherThemes "P402" "other-themes" Warning "The themes are not those that the program finds.";
    OtherDifficulty "P403" "other-difficulty" Warning "The difficulty is not the one that the program computes.";

    MalformedSuite "P501" "malformed-suite" Error "A line of a perft suite cannot be read.";
    WrongCount "P502" "wrong-count" Error "A count of a perft suite is wrong.";
    EmptySuite "P503" "empty-suite" Error "There is no position in the perft suite.";

    WrongCertificate "P601" "wrong-certificate" Error "A line of a win certificate is wrong.";
    OtherCertificate "P602" "other-certificate" Error "The certificate of a puzzle is missing, wrong, or of another puzzle.";
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.number())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_names_are_distinct_and_in_order() {
        assert!(Code::ALL.windows(2).all(|pair| pair[0].number() < pair[1].number()));
        let mut names: Vec<_> = Code::ALL.iter().map(|code| code.name()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), Code::ALL.len());
    }

    #[test]
    fn every_code_has_a_section_of_its_own() {
        let page = include_str!("../../docs/diagnostics.md");
        let heads: Vec<_> = page.lines().filter_map(|line| line.strip_prefix("### ")).collect();
        let expected: Vec<_> =
            Code::ALL.iter().map(|code| format!("{code} {}", code.name())).collect();
        assert_eq!(heads, expected);
        for code in Code::ALL {
            let begins = format!("### {code} {}\n\n{}", code.name(), code.meaning());
            assert!(page.contains(&begins), "{begins}");
        }
    }
}

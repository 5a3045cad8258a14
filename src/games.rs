//! The table of games: the one place that knows them all.

use std::collections::BTreeSet;
use std::fmt::{self, Display, Formatter};

use crate::game::{
    Compose, Game, LogError, Notation, PositionError, Record, SyntaxError, Theme, Themed,
};
use crate::{shobu, spook};

/// Declares the games; each gives the variant of [`AnyPosition`] that holds
/// its positions.
macro_rules! games {
    ($($variant:ident: $position:ty),+ $(,)?) => {
        /// A position of one of the games.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum AnyPosition {
            $(
                #[doc = concat!("A position of [`", stringify!($position), "`]'s game.")]
                $variant($position),
            )+
        }

        /// A record of one of the games.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub enum AnyRecord {
            $(
                #[doc = concat!("A record of [`", stringify!($position), "`]'s game.")]
                $variant(Record<$position>),
            )+
        }

        /// All games, the default one first.
        pub const GAMES: &[Entry] = &[$(
            Entry {
                name: <$position>::NAME,
                title: <$position>::TITLE,
                rules: <$position>::RULES,
                formats: || <$position>::FORMATS.iter().map(|format| format.name).collect(),
                themes: || <$position>::THEMES.iter().map(ThemeInfo::from).collect(),
                recognises: <$position>::recognises,
                start: |rules| AnyPosition::$variant(<$position>::start(rules)),
                parse: |text, rules| <$position>::parse(text, rules).map(AnyPosition::$variant),
                recognises_log: <$position>::recognises_log,
                read_log: |text| {
                    let games = <$position>::read_log(text).into_iter();
                    games.map(|game| game.map(AnyRecord::$variant)).collect()
                },
            },
        )+];

        $(
            impl From<Record<$position>> for AnyRecord {
                fn from(record: Record<$position>) -> Self {
                    Self::$variant(record)
                }
            }

            impl From<$position> for AnyPosition {
                fn from(position: $position) -> Self {
                    Self::$variant(position)
                }
            }

            impl TryFrom<AnyPosition> for $position {
                type Error = OtherGame;

                fn try_from(position: AnyPosition) -> Result<Self, OtherGame> {
                    match position {
                        AnyPosition::$variant(position) => Ok(position),
                        _ => Err(OtherGame { expected: <$position>::TITLE }),
                    }
                }
            }
        )+

        impl AnyRecord {
            /// Hands the record to `visitor` as what it is.
            pub fn visit<V: RecordVisitor>(self, visitor: V) -> V::Output {
                match self {
                    $(Self::$variant(record) => visitor.visit(record),)+
                }
            }
        }

        impl Display for AnyPosition {
            fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
                match self {
                    $(Self::$variant(position) => position.fmt(f),)+
                }
            }
        }

        impl AnyPosition {
            /// Hands the position to `visitor` as what it is.
            pub fn visit<V: Visitor>(self, visitor: V) -> V::Output {
                match self {
                    $(Self::$variant(position) => visitor.visit(position),)+
                }
            }
        }
    };
}

games! {
    Shobu: shobu::Position,
    Spook: spook::Position,
}

/// Something to do with a position of whatever game.
pub trait Visitor {
    /// What comes of it.
    type Output;
    /// Does it.
    fn visit<G>(self, position: G) -> Self::Output
    where
        G: Compose + Into<AnyPosition> + TryFrom<AnyPosition, Error = OtherGame>,
        Record<G>: Into<AnyRecord>;
}

/// Something to do with a record of whatever game.
pub trait RecordVisitor {
    /// What comes of it.
    type Output;
    /// Does it.
    fn visit<G: Notation + Into<AnyPosition>>(self, record: Record<G>) -> Self::Output;
}

/// A position of another game than the one at hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("this is no position of {expected}")]
pub struct OtherGame {
    /// The title of the game at hand.
    pub expected: &'static str,
}

/// A game of a log, or why it cannot be read.
pub type LogEntry = Result<AnyRecord, LogError>;

/// What the table says of a game.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The name in options and files.
    pub name: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// The rulesets, the default one first.
    pub rules: &'static [&'static str],
    formats: fn() -> Vec<&'static str>,
    themes: fn() -> Vec<ThemeInfo>,
    recognises: fn(&str) -> bool,
    start: fn(&'static str) -> AnyPosition,
    parse: fn(&str, &'static str) -> Result<AnyPosition, PositionError>,
    recognises_log: fn(&str) -> bool,
    read_log: fn(&str) -> Vec<LogEntry>,
}

impl Entry {
    /// The names of the formats in which the game writes positions.
    #[must_use]
    pub fn formats(&self) -> Vec<&'static str> {
        (self.formats)()
    }

    /// The themes that puzzles of the game can have, in their order.
    #[must_use]
    pub fn themes(&self) -> Vec<ThemeInfo> {
        (self.themes)()
    }
}

/// A theme, whatever the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ThemeInfo {
    /// The name in files.
    pub name: &'static str,
    /// What it takes, for people.
    pub meaning: &'static str,
}

impl<G: Game> From<&Theme<G>> for ThemeInfo {
    fn from(theme: &Theme<G>) -> Self {
        Self { name: theme.name, meaning: theme.meaning }
    }
}

/// The names of the themes of all games, each once, in alphabetical order.
#[must_use]
pub fn theme_names() -> Vec<&'static str> {
    let themes = GAMES.iter().flat_map(Entry::themes);
    themes.map(|theme| theme.name).collect::<BTreeSet<_>>().into_iter().collect()
}

/// Which game and ruleset a text is to be read under, where it does not say so
/// itself.
#[derive(Clone, Copy, Default, Debug)]
pub struct Choice {
    game: Option<&'static Entry>,
    rules: Option<&'static str>,
}

/// A game or ruleset that there is not.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum UnknownName {
    /// No game has this name.
    #[error("there is no game `{name}`: the games are {known}")]
    Game {
        /// The name asked for.
        name: String,
        /// The names there are.
        known: String,
    },
    /// Another game than the one chosen has this ruleset.
    #[error("`{name}` is a ruleset of {other}, not of {chosen}")]
    OtherGame {
        /// The name asked for.
        name: &'static str,
        /// The title of the game that has it.
        other: &'static str,
        /// The title of the one chosen.
        chosen: &'static str,
    },
    /// No game, or not the one chosen, has this ruleset.
    #[error("there is no ruleset `{name}`: the rulesets are {known}")]
    Rules {
        /// The name asked for.
        name: String,
        /// The names there are.
        known: String,
    },
}

/// Two choices cannot both be meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{one}` is asked for, but this is `{other}`")]
pub struct Contradiction {
    one: &'static str,
    other: &'static str,
}

impl Choice {
    /// Chooses by names, each of which may be left open. A ruleset chooses its
    /// game too.
    ///
    /// # Errors
    /// [`UnknownName`] if there is no such game, or no such ruleset of it.
    pub fn new(game: Option<&str>, rules: Option<&str>) -> Result<Self, UnknownName> {
        let entry = |name: &str| {
            GAMES.iter().find(|entry| entry.name == name).ok_or_else(|| UnknownName::Game {
                name: name.escape_debug().to_string(),
                known: list(GAMES.iter().map(|entry| entry.name)),
            })
        };
        let game = game.map(entry).transpose()?;
        let Some(name) = rules else { return Ok(Self { game, rules: None }) };
        let named = |entry: &'static Entry| {
            entry.rules.iter().find(|rules| **rules == name).map(|rules| (entry, *rules))
        };
        match (GAMES.iter().find_map(named), game) {
            (Some((entry, name)), Some(chosen)) if entry.name != chosen.name => {
                Err(UnknownName::OtherGame { name, other: entry.title, chosen: chosen.title })
            }
            (Some((entry, rules)), _) => Ok(Self { game: Some(entry), rules: Some(rules) }),
            (None, _) => {
                let candidates =
                    GAMES.iter().filter(|entry| game.is_none_or(|g| g.name == entry.name));
                let known = list(candidates.flat_map(|entry| entry.rules.iter().copied()));
                Err(UnknownName::Rules { name: name.escape_debug().to_string(), known })
            }
        }
    }

    /// The game, if it is chosen.
    #[must_use]
    pub const fn game(&self) -> Option<&'static Entry> {
        self.game
    }

    /// This choice, with what it leaves open filled in from another.
    ///
    /// # Errors
    /// [`Contradiction`] if the two name different games or rulesets.
    pub fn and(self, other: Self) -> Result<Self, Contradiction> {
        let game = |choice: Self| choice.game.map(|entry| entry.name);
        let contradicts =
            |one: Option<&str>, two: Option<&str>| one.and(two).is_some() && one != two;
        if contradicts(game(self), game(other)) || contradicts(self.rules, other.rules) {
            let name = |choice: Self| choice.rules.or(game(choice)).unwrap_or_default();
            return Err(Contradiction { one: name(self), other: name(other) });
        }
        Ok(Self { game: self.game.or(other.game), rules: self.rules.or(other.rules) })
    }

    /// Reads a position, or `start` for the position from which a game starts.
    ///
    /// # Errors
    /// Says what is malformed and where, or which rule the position breaks.
    pub fn parse(&self, text: &str) -> Result<AnyPosition, PositionError> {
        let text = text.trim();
        let entry = self.game.unwrap_or_else(|| recognise(text));
        let looks_like = |entry: &&Entry| (entry.recognises)(text);
        if !looks_like(&entry)
            && let Some(other) = GAMES.iter().find(looks_like)
        {
            let (other, title) = (other.title, entry.title);
            let reason = format!("this is a position of {other}, but one of {title} is asked for");
            return Err(SyntaxError::new(1, reason).into());
        }
        let rules = self.rules.unwrap_or(entry.rules[0]);
        if text == "start" { Ok((entry.start)(rules)) } else { (entry.parse)(text, rules) }
    }

    /// Reads a log of games that some program has played: its games in their
    /// order, each up to where the rules allow it, or why it cannot be read.
    /// `None` if the text is no such log.
    ///
    /// # Errors
    /// [`Contradiction`] if the games are not of the game or ruleset chosen.
    pub fn read_log(&self, text: &str) -> Result<Option<Vec<LogEntry>>, Contradiction> {
        let Some(entry) = GAMES.iter().find(|entry| (entry.recognises_log)(text)) else {
            return Ok(None);
        };
        self.and(Self { game: Some(entry), rules: Some(entry.rules[0]) })?;
        Ok(Some((entry.read_log)(text)))
    }
}

/// The game whose notation a text follows; the default one if it is none's.
fn recognise(text: &str) -> &'static Entry {
    GAMES.iter().find(|entry| (entry.recognises)(text)).unwrap_or(&GAMES[0])
}

fn list(names: impl Iterator<Item = &'static str>) -> String {
    names.map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

use std::fmt::Display;

use super::{
    Diagram, IllegalTurn, LogError, Mark, Piece, Player, PositionError, Record, Stroke, Symmetry,
};

/// A way to write positions, beside the game's own.
#[derive(Clone, Copy, Debug)]
pub struct Format<G> {
    /// The name by which the format is asked for.
    pub name: &'static str,
    /// Writes a position in this format.
    pub write: fn(&G) -> String,
}

/// A way to play a turn that is not the rules'.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Misplay<G> {
    /// Where it leads.
    pub position: G,
    /// What is done, and what should be, in plain words.
    pub how: String,
}

/// What a program needs, beside the rules, to talk about a game: names, text
/// in and out, and a picture.
///
/// `Display` writes the position in the game's own notation (FEN).
pub trait Notation: Symmetry + Display {
    /// The name of the game in options and files, such as `shobu`.
    const NAME: &'static str;
    /// The name of the game for people, such as `SHŌBU`.
    const TITLE: &'static str;
    /// The names of the rulesets, the default one first.
    const RULES: &'static [&'static str];
    /// The formats in which a position can be written, the own one first.
    const FORMATS: &'static [Format<Self>];

    /// Who made the game, and where it can be had.
    const CREDIT: &'static str = "";
    /// The rules for a beginner, in a few short paragraphs: enough to solve a first
    /// puzzle.
    ///
    /// The first one says when a game is won.
    const PRIMER: &'static [&'static str] = &[];
    /// What a beginner who enters a turn point by point is told to choose next, by
    /// how many points are chosen; the last one holds for all further points.
    const STEPS: &'static [&'static str] = &[];
    /// The kinds of turns, where a position may have only some of them: a regular
    /// expression that their notation matches, and what is chosen first for them.
    /// Those that are legal are named instead of the first step.
    const KINDS: &'static [(&'static str, &'static str)] = &[];

    /// The kinds of pieces: the first player's, the second player's, then those
    /// of neither.
    const PIECES: &'static [Piece];
    /// What a picture can say of single pieces.
    const MARKS: &'static [Mark] = &[];

    /// Whether `text` looks like a position of this game, well formed or not.
    fn recognises(text: &str) -> bool;

    /// The position from which a game under the ruleset `rules` starts.
    fn start(rules: &'static str) -> Self;

    /// Reads a position in any of the notations that the game knows.
    ///
    /// # Errors
    /// Says which field of the text is malformed and where, or which rule the
    /// position breaks.
    fn parse(text: &str, rules: &'static str) -> Result<Self, PositionError>;

    /// The ruleset under which the position is played.
    fn rules(&self) -> &'static str;

    /// Reads a turn and checks that it is legal here.
    ///
    /// # Errors
    /// Says what is malformed, or which rule the turn breaks.
    fn parse_turn(&self, text: &str) -> Result<Self::Turn, IllegalTurn>;

    /// What a turn does, for people, such as `pushes f8 off the north-east
    /// board`; empty where its notation says it all.
    fn describe(&self, turn: Self::Turn) -> String;

    /// What the first turn of a win is like, for people who want to be nudged and not
    /// told where to play. A whole sentence; empty if there is nothing to say.
    fn idea(&self, turn: Self::Turn) -> String {
        let _ = turn;
        String::new()
    }

    /// How a turn ends the game, such as `In the end the north-east board falls.`,
    /// in the same words wherever it is the same. Empty if there is nothing to say.
    fn ending(&self, turn: Self::Turn) -> String {
        let _ = turn;
        String::new()
    }

    /// A part of a turn, for people who want to find the rest themselves, such as
    /// the passive half. A whole sentence; empty if there is nothing to say.
    fn part(&self, turn: Self::Turn) -> String {
        let _ = turn;
        String::new()
    }

    /// The name of a side, such as `Black`.
    fn name(player: Player) -> &'static str {
        Self::PIECES[player as usize].name
    }

    /// Why the game is over, for people, such as `White has no stone left on
    /// the north-east board`; `None` if it is not.
    fn verdict(&self) -> Option<String>;

    /// Whether `text` is meant as a log of games that some program has played,
    /// well formed or not.
    fn recognises_log(text: &str) -> bool {
        let _ = text;
        false
    }

    /// Reads such a log: its games in their order, each up to the first turn
    /// that the rules do not allow, or why there is no game.
    fn read_log(text: &str) -> Vec<Result<Record<Self>, LogError>> {
        let _ = text;
        Vec::new()
    }

    /// What another program gets wrong that, in this open position, does not
    /// list the turns in `missing` and lists the illegal ones in `extra`: the
    /// patterns that are recognised, in plain words.
    fn diagnose(&self, missing: &[Self::Turn], extra: &[&str]) -> Vec<String> {
        let _ = (missing, extra);
        Vec::new()
    }

    /// The ways in which other programs are known to, or might, play a legal
    /// turn wrongly, the most likely first.
    fn misplays(&self, turn: Self::Turn) -> Vec<Misplay<Self>> {
        let _ = turn;
        Vec::new()
    }

    /// The position as a picture.
    fn diagram(&self) -> Diagram;

    /// What a legal turn does on the [`diagram`](Notation::diagram), in the order
    /// in which it happens; empty where there is nothing to see.
    fn strokes(&self, turn: Self::Turn) -> Vec<Stroke> {
        let _ = turn;
        Vec::new()
    }
}

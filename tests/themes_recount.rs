//! What puzzles of the generated packs are said to force, told anew: by following every
//! shortest win against every longest defence, one play after another.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use tsume::game::{Game, Notation, Player};
use tsume::puzzle::Pack;
use tsume::shobu::{Bitboard, Board, Position, Turn, Vector};
use tsume::solver::{Limits, Verdict, solve};

/// The themes that say what the attacker can always do.
const THEMES: [&str; 5] =
    ["weakest-board", "home-board-finish", "multi-board-finish", "no-turn-win", "two-square-shove"];

/// A turn, with the positions before and after it.
struct Event {
    before: Position,
    turn: Turn,
    after: Position,
}

/// The turns that win in fewest plies, and in how many turns they do.
type Win = (Vec<Turn>, u32);

/// The wins of positions that have been asked for.
#[derive(Default)]
struct Recount(HashMap<(Position, u32), Option<Win>>);

impl Recount {
    /// The shortest win of the side to move within these turns.
    fn win(&mut self, position: &Position, within: u32) -> Option<Win> {
        self.0.entry((*position, within)).or_insert_with(|| win(position, within)).clone()
    }

    /// Whether the side to move, which wins within these turns, can see to it that a
    /// turn `is` played, whatever the other side does.
    fn can_always(
        &mut self,
        position: &Position,
        within: u32,
        is: &dyn Fn(&Event) -> bool,
    ) -> bool {
        let (turns, needed) = self.win(position, within).expect("a win");
        turns.into_iter().any(|turn| {
            let after = position.play_unchecked(turn);
            is(&Event { before: *position, turn, after })
                || needed > 1 && self.comes(&after, needed - 1, is)
        })
    }

    /// The same with the defender to move.
    fn comes(&mut self, position: &Position, left: u32, is: &dyn Fn(&Event) -> bool) -> bool {
        position.turns().into_iter().all(|turn| {
            let after = position.play_unchecked(turn);
            let is_longest = left == 1 || self.win(&after, left - 1).is_none();
            !is_longest
                || is(&Event { before: *position, turn, after })
                || self.can_always(&after, left, is)
        })
    }
}

fn win(position: &Position, within: u32) -> Option<Win> {
    let wins_at_once =
        |turn: &Turn| position.play_unchecked(*turn).outcome() == Some(position.side());
    let at_once: Vec<Turn> = position.turns().into_iter().filter(wins_at_once).collect();
    if !at_once.is_empty() || within == 1 {
        return Some((at_once, 1)).filter(|(turns, _)| !turns.is_empty());
    }
    let limits = Limits { threads: 1, table_bytes: 1 << 20, ..Limits::default() };
    match solve(position, within, limits).expect("the game goes on").verdict {
        Verdict::Win(win) => {
            Some((win.keys.into_iter().flat_map(|key| key.turns).collect(), win.turns))
        }
        _ => None,
    }
}

fn stones(position: &Position, of: Player, board: Board) -> u32 {
    (position.setup().stones(of) & Bitboard::board(board)).len()
}

/// Those of [`THEMES`] that a win within these turns has.
fn themes(position: &Position, within: u32) -> Vec<&'static str> {
    let (attacker, defender) = (position.side(), position.side().other());
    let mut recount = Recount::default();
    let mut always = |is: &dyn Fn(&Event) -> bool| recount.can_always(position, within, is);

    let clears = |event: &Event, board: Board| stones(&event.after, defender, board) == 0;
    let clears_any = |event: &Event| Board::ALL.into_iter().any(|board| clears(event, board));
    let home = match attacker {
        Player::First => [Board::SouthWest, Board::SouthEast],
        Player::Second => [Board::NorthWest, Board::NorthEast],
    };
    let shoves_twice = |event: &Event| {
        let Turn { vector, aggressive, .. } = event.turn;
        let next = Vector::new(vector.direction(), false).target(aggressive);
        let enemies = event.before.setup().stones(defender);
        let shoves = vector.is_long() && next.is_some_and(|next| enemies.contains(next));
        event.before.side() == attacker && shoves
    };

    let fewest = Board::ALL.map(|board| stones(position, defender, board)).into_iter().min();
    let weakest = Board::ALL.map(|board| Some(stones(position, defender, board)) == fewest);
    let held = Board::ALL.map(|board| always(&|event| clears(event, board)));
    let is_weakest = weakest.iter().filter(|weakest| **weakest).count() == 1;
    let has = [
        is_weakest && weakest.iter().zip(held).any(|(weakest, held)| *weakest && held),
        always(&|event| home.into_iter().any(|board| clears(event, board))),
        always(&clears_any) && held == [false; 4],
        always(&|event| event.after.outcome().is_some() && !clears_any(event)),
        always(&shoves_twice),
    ];
    THEMES.into_iter().zip(has).filter(|(_, has)| *has).map(|(theme, _)| theme).collect()
}

#[test]
fn what_can_always_be_done_cannot_be_prevented() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles/generated");
    let mut found = HashMap::new();
    for name in ["shobu-2", "shobu-3", "shobu-ideas", "shobu-no-turn"] {
        let text = fs::read_to_string(folder.join(name).with_extension("yaml")).expect("a pack");
        let pack: Pack = text.parse().expect("a pack");
        for puzzle in pack.puzzles.iter().step_by(1 + pack.puzzles.len() / 100) {
            let position = Position::parse(&puzzle.position, Position::RULES[0]).expect("legal");
            let recounted = themes(&position, puzzle.turns);
            let stated = puzzle.themes.iter().map(String::as_str);
            let stated: Vec<_> = stated.filter(|theme| THEMES.contains(theme)).collect();
            assert_eq!(stated, recounted, "{}", puzzle.id);
            recounted.into_iter().for_each(|theme| *found.entry(theme).or_insert(0) += 1);
        }
    }
    assert!(THEMES.iter().all(|theme| found.contains_key(theme)), "{found:?}");
}

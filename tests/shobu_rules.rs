//! The library against a second implementation of the rules that shares no
//! code with it, and the fast rules against the plain ones.

mod shobu_mailbox;
mod shobu_positions;

use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::LazyLock;

use shobu_mailbox::{Mailbox, Stone};
use shobu_positions::Source;
use tsume::game::{Game, Notation, Player};
use tsume::shobu::{Bitboard, Board, Direction, Position, Square, Turn, Vector};

/// Positions of every kind, which all tests share.
struct Zoo {
    games: Vec<Position>,
    sparse: Vec<Position>,
    crowded: Vec<Position>,
    mixed: Vec<Position>,
    finished: Vec<Position>,
    stuck: Vec<Position>,
    nearly_stuck: Vec<Position>,
}

static ZOO: LazyLock<Zoo> = LazyLock::new(|| Zoo {
    games: Source::games(1, 40),
    sparse: Source::many(2, 500, Source::sparse),
    crowded: Source::many(3, 500, Source::crowded),
    mixed: Source::many(4, 500, Source::mixed),
    finished: Source::many(5, 300, Source::finished),
    stuck: Source::many(6, 200, Source::stuck),
    nearly_stuck: Source::many(7, 400, Source::nearly_stuck),
});

impl Zoo {
    fn kinds(&self) -> [&[Position]; 7] {
        [
            &self.games,
            &self.sparse,
            &self.crowded,
            &self.mixed,
            &self.finished,
            &self.stuck,
            &self.nearly_stuck,
        ]
    }

    /// Every position, or every `step`th.
    fn every(&self, step: usize) -> impl Iterator<Item = &Position> {
        self.kinds().into_iter().flatten().step_by(step)
    }
}

fn mailbox(position: &Position) -> Mailbox {
    Mailbox::parse(&position.to_string())
}

fn player(stone: Stone) -> Player {
    match stone {
        Stone::Black => Player::First,
        Stone::White => Player::Second,
    }
}

/// Compares everything the two implementations say of a position.
fn compare(position: &Position) {
    let other = mailbox(position);
    assert_eq!(other.fen(), position.to_string());
    assert_eq!(position.winner(), other.cleared().map(player), "{position}");
    assert_eq!(position.outcome(), other.winner().map(player), "{position}");
    let ours = position.turns().into_iter();
    let ours: Vec<_> =
        ours.map(|turn| (turn.to_string(), position.play_unchecked(turn).to_string())).collect();
    let theirs = other.turns().into_iter();
    let theirs: Vec<_> = theirs.map(|(turn, after)| (turn, after.fen())).collect();
    assert_eq!(ours, theirs, "{position}");
}

#[test]
fn turns_and_their_results_are_those_of_the_mailbox() {
    assert!(ZOO.games.len() > 1500, "{}", ZOO.games.len());
    ZOO.every(1).for_each(compare);
}

#[test]
fn both_colours_are_to_move_in_every_kind_of_position() {
    for positions in ZOO.kinds() {
        let black = positions.iter().filter(|p| p.side() == Player::First).count();
        let share = black * 100 / positions.len();
        assert!((30..70).contains(&share), "{black} of {}", positions.len());
    }
}

#[test]
fn finished_games_have_no_turn_whoever_is_to_move() {
    for position in &ZOO.finished {
        assert!(position.winner().is_some() && position.turns().is_empty(), "{position}");
    }
    let winner_moves = |p: &&Position| p.winner() == Some(p.side());
    let count = ZOO.finished.iter().filter(winner_moves).count();
    assert!((75..225).contains(&count), "{count}");
}

#[test]
fn a_side_without_a_turn_has_lost() {
    for position in &ZOO.stuck {
        assert!(position.winner().is_none() && position.turns().is_empty(), "{position}");
        assert_eq!(position.outcome(), Some(position.side().other()), "{position}");
    }
    let distinct: BTreeSet<String> = ZOO.stuck.iter().map(Position::to_string).collect();
    assert!(distinct.len() > 190, "{}", distinct.len());
}

#[test]
fn counting_and_asking_for_a_turn_agree_with_the_list() {
    for position in ZOO.every(1) {
        let turns = position.turns();
        assert_eq!(position.count_turns(), turns.len() as u64, "{position}");
        assert_eq!(position.has_turn(), !turns.is_empty(), "{position}");
    }
}

/// Every pair of starting squares with every vector.
fn conceivable_turns() -> Vec<Turn> {
    let squares: Vec<_> =
        (0..64).map(|n| Square::new(n % 8, n / 8).expect("on the grid")).collect();
    let directions = Direction::ALL.into_iter();
    let vectors = directions.flat_map(|d| [false, true].map(|long| Vector::new(d, long)));
    let pairs = squares.iter().flat_map(|&p| squares.iter().map(move |&a| (p, a)));
    let pairs: Vec<_> = pairs.collect();
    let turns = vectors.flat_map(|vector| {
        pairs.iter().map(move |&(passive, aggressive)| Turn { passive, aggressive, vector })
    });
    turns.collect()
}

#[test]
fn a_turn_is_legal_exactly_if_it_is_listed() {
    let conceivable = conceivable_turns();
    assert_eq!(conceivable.len(), 64 * 64 * 16);
    for position in ZOO.every(70) {
        let legal = conceivable.iter().copied().filter(|&turn| position.is_legal(turn));
        let legal: BTreeSet<Turn> = legal.collect();
        assert!(legal.iter().eq(&position.turns()), "{position}");
    }
}

#[test]
fn wins_at_once_are_those_of_the_mailbox() {
    let (mut clearing, mut smothering, mut none) = (0, 0, 0);
    for position in ZOO.every(3).chain(&ZOO.nearly_stuck) {
        let board = mailbox(position);
        let turns = board.turns();
        let clears = turns.iter().any(|(_, after)| after.cleared().is_some());
        let wins = turns.iter().any(|(_, after)| after.winner() == Some(board.mover));
        assert_eq!(position.wins_now(), wins, "{position}");
        match (clears, wins) {
            (true, _) => clearing += 1,
            (false, true) => smothering += 1,
            (false, false) => none += 1,
        }
    }
    assert!(clearing > 300 && smothering > 50 && none > 300, "{clearing} {smothering} {none}");
}

/// The results of the turns that `visit` is called with, and how often each is
/// reached.
fn results(
    position: &Position,
    visit: impl FnOnce(&mut dyn FnMut(Turn) -> ControlFlow<()>) -> ControlFlow<()>,
) -> HashMap<Position, usize> {
    let mut results = HashMap::new();
    let flow = visit(&mut |turn| {
        assert!(position.is_legal(turn), "{turn} in {position}");
        *results.entry(position.play_unchecked(turn)).or_default() += 1;
        Continue(())
    });
    assert!(flow.is_continue());
    results
}

/// The positions in which a search looks further than one turn.
fn undecided(step: usize) -> impl Iterator<Item = &'static Position> {
    ZOO.every(step).filter(|position| !position.wins_now())
}

#[test]
fn defences_reach_every_position_once_but_those_lost_at_once() {
    let (mut saving, mut overlooked) = (0, 0);
    for position in undecided(2) {
        let all = results(position, |visit| position.visit_turns(visit));
        let defences = results(position, |visit| position.visit_defences(visit));
        assert!(defences.values().all(|&count| count == 1), "{position}");
        assert!(defences.keys().all(|after| all.contains_key(after)), "{position}");
        saving += defences.len();
        for after in all.keys().filter(|after| !defences.contains_key(after)) {
            assert!(after.wins_now(), "{after} after {position}");
            overlooked += 1;
        }
    }
    assert!(saving > 10_000 && overlooked > 1_000, "{saving} {overlooked}");
}

/// Of twins, one is visited.
#[test]
fn distinct_turns_reach_every_position_once() {
    let mut twins = 0;
    for position in undecided(1) {
        let all = results(position, |visit| position.visit_turns(visit));
        let distinct = results(position, |visit| position.visit_distinct(visit));
        assert!(distinct.values().all(|&count| count == 1), "{position}");
        assert!(distinct.keys().all(|after| all.contains_key(after)), "{position}");
        assert_eq!(distinct.len(), all.len(), "{position}");
        twins += all.values().filter(|&&count| count == 2).count();
    }
    assert!(twins > 1_000, "{twins}");
}

#[test]
fn visits_end_when_they_are_told_to() {
    for position in undecided(50) {
        let once = |visit: &mut dyn FnMut(Turn) -> ControlFlow<()>| position.visit_turns(visit);
        let defences = results(position, |visit| position.visit_defences(visit));
        for (some, flow) in [
            (position.has_turn(), once(&mut |_| Break(()))),
            (!defences.is_empty(), position.visit_defences(|_| Break(()))),
        ] {
            assert_eq!(flow.is_break(), some, "{position}");
        }
    }
}

/// Whether the side to move wins within `turns`, by trying everything.
fn wins_within(position: &Position, turns: u32) -> bool {
    let wins = |turn| match loses_within(&position.play_unchecked(turn), turns - 1) {
        true => Break(()),
        false => Continue(()),
    };
    position.visit_turns(wins).is_break()
}

/// Whether the side to move has lost, or loses within `turns` of the other.
fn loses_within(position: &Position, turns: u32) -> bool {
    if let Some(winner) = position.outcome() {
        return winner != position.side();
    }
    let holds = |turn| match wins_within(&position.play_unchecked(turn), turns) {
        true => Continue(()),
        false => Break(()),
    };
    turns > 0 && position.visit_turns(holds).is_continue()
}

/// Positions in which the opponent is short of stones, of turns, or of neither.
fn of_all_kinds(seed: u64, count: usize) -> Vec<Position> {
    let makes: [fn(&mut Source) -> Position; 4] =
        [Source::sparse, Source::mixed, Source::cornered, Source::nearly_stuck];
    let made = makes.map(|make| Source::many(seed, count, make));
    let games = Source::games(seed, 1 + count / 40).into_iter().step_by(2).take(count);
    let all = made.concat().into_iter().chain(games);
    all.filter(|position| position.outcome().is_none()).collect()
}

#[test]
fn wins_in_two_are_those_found_by_trying_everything() {
    let (mut now, mut later, mut none) = (0, 0, 0);
    for position in of_all_kinds(10, 250) {
        let wins = wins_within(&position, 2);
        assert_eq!(position.wins_within(1), Some(position.wins_now()), "{position}");
        assert_eq!(position.wins_within(2), Some(wins), "{position}");
        match (wins, position.wins_now()) {
            (true, true) => now += 1,
            (true, false) => later += 1,
            (false, _) => none += 1,
        }
    }
    assert!(now > 200 && later > 100 && none > 300, "{now} {later} {none}");
}

/// Those in two are compared above, so that here the first turns are tried alone.
#[test]
fn wins_in_three_are_those_found_by_trying_everything() {
    let (mut three, mut none) = (0, 0);
    for position in of_all_kinds(14, 120) {
        let found = position.turns().iter().any(|&turn| loses(&position.play_unchecked(turn), 2));
        let wins = position.wins_within(2) == Some(true) || found;
        assert_eq!(position.wins_within(3), Some(wins), "{position}");
        three += usize::from(wins && position.wins_within(2) == Some(false));
        none += usize::from(!wins);
    }
    assert!(three > 20 && none > 40, "{three} {none}");
}

/// Whether the side to move has lost, or loses within `turns` of the other,
/// which wins within two where it [says so](Game::wins_within).
fn loses(position: &Position, turns: u32) -> bool {
    if let Some(winner) = position.outcome() {
        return winner != position.side();
    }
    let holds = |turn| {
        let after = position.play_unchecked(turn);
        let wins = match turns {
            2 => after.outcome().is_none() && after.wins_within(2) == Some(true),
            _ => after.turns().iter().any(|&turn| loses(&after.play_unchecked(turn), turns - 1)),
        };
        if wins { Continue(()) } else { Break(()) }
    };
    position.visit_turns(holds).is_continue()
}

/// Checks that no turn that is left out begins a win within `turns`, three or
/// more; gives the numbers of those left out, by whether boards have stones to
/// spare for all but one turn, and of those tried that do.
fn check_left_out(positions: &[Position], turns: u32) -> [usize; 3] {
    let mut counts = [0; 3];
    for position in positions.iter().filter(|position| !position.wins_now()) {
        let tried = results(position, |visit| position.visit_attacks(turns, visit));
        let tight = usize::from(fewest_stones(position) >= turns);
        for turn in position.turns() {
            let after = position.play_unchecked(turn);
            let is_tried = tried.contains_key(&after);
            let wins = loses(&after, turns - 1);
            assert!(is_tried || !wins, "{turn} in {position}, {turns} turns");
            counts[tight] += usize::from(!is_tried);
            counts[2] += usize::from(wins);
        }
    }
    counts
}

/// Replies that are good whatever was played refute most turns where boards
/// have as many stones as there are turns left after them.
#[test]
fn attacks_leave_out_no_win_in_three_against_prepared_replies() {
    let counts = check_left_out(&of_all_kinds(11, 120), 3);
    assert!(counts.iter().all(|&count| count > 500), "{counts:?}");
}

#[test]
fn attacks_leave_out_no_win_in_four() {
    let cornered = Source::many(12, 6, Source::cornered);
    // Most turns are left out where there is room.
    let games = Source::games(13, 2).into_iter().filter(|p| p.outcome().is_none());
    let games: Vec<_> = games.step_by(8).take(20).collect();
    let [left_out, _, wins] = check_left_out(&[cornered, games].concat(), 4);
    assert!(left_out > 50 && wins > 50, "{left_out} {wins}");
}

/// Checks that no turn that begins a win within `turns` is left out; gives the
/// number of those that need all of them.
fn check_attacks(position: &Position, turns: u32) -> usize {
    let tried = results(position, |visit| position.visit_attacks(turns, visit));
    let winning = position.turns().into_iter().filter(|&turn| {
        let after = position.play_unchecked(turn);
        let wins = loses_within(&after, turns - 1);
        assert!(!wins || tried.contains_key(&after), "{turn} in {position}, {turns} turns");
        wins && !loses_within(&after, turns - 2)
    });
    winning.count()
}

#[test]
fn attacks_leave_out_no_win_in_two() {
    let found: usize = undecided(3).map(|position| check_attacks(position, 2)).sum();
    assert!(found > 300, "{found}");
}

#[test]
fn attacks_leave_out_no_win_in_three() {
    let undecided = |positions: &'static [Position]| {
        positions.iter().filter(|position| !position.wins_now() && position.outcome().is_none())
    };
    let positions = undecided(&ZOO.sparse).take(40).chain(undecided(&ZOO.nearly_stuck).take(20));
    let found: usize = positions.map(|position| check_attacks(position, 3)).sum();
    assert!(found > 20, "{found}");
}

/// The smallest number of stones of the opponent on a board.
fn fewest_stones(position: &Position) -> u32 {
    let stones = position.setup().stones(position.side().other());
    let counts = Board::ALL.map(|board| (stones & Bitboard::board(board)).len());
    counts.into_iter().min().expect("four boards")
}

/// How many positions there are, of how many of them turns are left out, and how
/// many turns begin a win in two turns and no sooner, by whether the opponent has fewer than two stones on
/// some board, two, or more than two on all.
#[derive(Default, Debug)]
struct Rows {
    positions: [usize; 3],
    pruned: [usize; 3],
    wins: [usize; 3],
}

/// Whether some successors are not tried in search of a win in two.
fn leaves_out_attacks(position: &Position) -> bool {
    let all = results(position, |visit| position.visit_turns(visit));
    results(position, |visit| position.visit_attacks(2, visit)).len() < all.len()
}

impl Rows {
    fn check(positions: &[Position]) -> Self {
        let mut rows = Self::default();
        for position in positions.iter().filter(|position| !position.wins_now()) {
            let row = (fewest_stones(position).cmp(&2) as i8 + 1) as usize;
            rows.positions[row] += 1;
            rows.pruned[row] += usize::from(leaves_out_attacks(position));
            rows.wins[row] += check_attacks(position, 2);
        }
        rows
    }
}

/// Where boards hold more stones than there are turns, every win is by leaving
/// no turn: stone counts alone would leave it out.
#[test]
fn attacks_leave_out_no_win_against_a_cornered_side() {
    let cornered = Source::many(8, 240, Source::cornered);
    let sparse = Source::many(9, 100, Source::sparse);
    let rows = Rows::check(&[sparse, cornered].concat());
    assert!(rows.positions.iter().all(|&count| count > 40), "{rows:?}");
    assert!(rows.pruned.iter().all(|&count| count > 5), "{rows:?}");
    assert!(rows.wins.iter().all(|&count| count > 20), "{rows:?}");
}

/// The position with colours, homes and the side to move exchanged.
fn exchanged(position: &Position) -> Position {
    let text = position.to_string();
    let (grid, side) = text.split_once(' ').expect("two fields");
    let mut ranks: Vec<_> = grid.split('/').collect();
    ranks.rotate_left(4);
    let text = format!("{} {side}", ranks.join("/"));
    let swapped = text.chars().map(|c| match c {
        'b' => 'w',
        'w' => 'b',
        other => other,
    });
    Position::parse(&swapped.collect::<String>(), Position::RULES[0]).expect("as legal as before")
}

#[test]
fn keys_are_equal_exactly_for_positions_equal_up_to_colours() {
    let mut positions_by_key = HashMap::new();
    for &position in ZOO.every(1) {
        let twin = exchanged(&position);
        assert_eq!(exchanged(&twin), position);
        assert_eq!(twin.key(), position.key(), "{position}");
        assert_eq!(twin.count_turns(), position.count_turns(), "{position}");
        let black_to_move = if position.side() == Player::First { position } else { twin };
        let first = *positions_by_key.entry(position.key()).or_insert(black_to_move);
        assert_eq!(first, black_to_move);
    }
    assert!(positions_by_key.len() > 1500, "{}", positions_by_key.len());
}

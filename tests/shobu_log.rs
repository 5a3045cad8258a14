//! The game logs of another engine, sound ones and others.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use tsume::game::{Game, LogError, Notation, Player, Record};
use tsume::shobu::Position;

const GAMES: &str = include_str!("data/shobu-games.jsonl");
const BAD: &str = include_str!("data/shobu-games-bad.jsonl");

fn turns(record: &Record<Position>) -> Vec<String> {
    record.turns.iter().map(ToString::to_string).collect()
}

fn read(text: &str) -> Record<Position> {
    assert!(Position::recognises_log(text), "{text}");
    let [Ok(record)] = &Position::read_log(text)[..] else { panic!("one game: {text}") };
    record.clone()
}

#[test]
fn a_game_is_replayed_to_its_end() {
    let record = read(GAMES.lines().next().unwrap());
    assert_eq!(record.start, Position::START);
    assert_eq!((record.turns.len(), &record.fault), (34, &None));
    assert_eq!(turns(&record)[..2], ["h1h2+a5a6", "b8a7+g8f7"]);
    assert_eq!(record.winner, Some(Player::Second));
    assert_eq!(record.last().outcome(), record.winner);
    let positions: Vec<_> = record.positions().collect();
    assert_eq!(positions.len(), 35);
    for (index, turn) in record.turns.iter().enumerate() {
        assert!(positions[index].is_legal(*turn));
        assert_eq!(positions[index].play_unchecked(*turn), positions[index + 1]);
    }
    // What is played is what the turns say.
    assert_eq!(
        Record::play(Position::START, &turns(&record).join(" ")).unwrap().turns,
        record.turns
    );
}

/// The log goes on with a turn that is legal only if the engine has taken off
/// the stone that the rules push to e8.
#[test]
fn a_log_is_followed_to_where_the_engine_leaves_the_rules() {
    let record = read(GAMES.lines().nth(1).unwrap());
    assert_eq!(turns(&record), ["a1a2+e1e2", "e8e7+a8a7", "d1d3+e5e7"]);
    let fault = record.fault.expect("the log is at fault");
    assert_eq!(fault.number, 3);
    assert_eq!(
        fault.to_string(),
        "turn 3: `d1d3+e5e7` pushes e7 to e8, but the log goes on as if that stone had been \
         taken off (turn 4: turn `f8e8+b8a8` is illegal: the passive move runs into the stone \
         on e8: it cannot push)"
    );
    // Up to there it is a game like any other, and so is one that ends there.
    let line = GAMES.lines().nth(1).unwrap();
    let end = line.match_indices("},{\"passive\"").nth(2).unwrap().0;
    for winner in ["null", "\"NONE\"", "7", "{}", "[\"BLACK\"]"] {
        let text = format!(
            "{}}}],\"winner\":{winner}}}",
            &line[..end].replace("\"winner\":\"BLACK\",", "")
        );
        let record = read(&text);
        assert_eq!((record.turns.len(), record.winner, record.fault), (3, None, None));
    }
    // Where nobody has won with that stone taken off either, it explains nothing.
    let record = read(&format!("{}}}]}}", &line[..end]));
    assert_eq!((record.turns.len(), record.winner), (3, Some(Player::First)));
    assert_eq!(record.fault, None);
}

/// A random game as in a log, and its turns; `None` if it takes too long.
fn played(seed: u64) -> Option<(Vec<String>, Vec<String>)> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let (mut position, mut moves, mut turns) = (Position::START, Vec::new(), Vec::new());
    while position.outcome().is_none() {
        let legal = position.turns();
        let turn = legal[rng.next_u32() as usize % legal.len()];
        moves.push(logged(&turn.to_string()));
        turns.push(turn.to_string());
        position = position.play_unchecked(turn);
        if turns.len() > 300 {
            return None;
        }
    }
    Some((moves, turns))
}

/// A turn as in a log.
fn logged(turn: &str) -> String {
    let half = |text: &str| {
        let at = |place: usize| i32::from(text.as_bytes()[place]);
        let (x, y) = (at(0) - i32::from(b'a'), i32::from(b'8') - at(1));
        let (east, south) = (at(2) - at(0), at(1) - at(3));
        format!(r#"{{"origin":{{"x":{x},"y":{y}}},"heading":{{"x":{east},"y":{south}}}}}"#)
    };
    let (passive, aggressive) = turn.split_once('+').unwrap();
    format!(r#"{{"passive":{},"aggressive":{}}}"#, half(passive), half(aggressive))
}

/// A turn too many after the end of a game is just that, whatever stones were pushed before where
/// the engine takes them off.
#[test]
fn a_turn_after_the_end_is_blamed_on_no_other() {
    let games: Vec<_> = (0..40).filter_map(played).collect();
    assert!(games.len() > 10, "{}", games.len());
    for (mut moves, turns_played) in games {
        moves.push(moves[0].clone());
        let record = read(&format!(r#"{{"turns":[{}]}}"#, moves.join(",")));
        assert_eq!(turns(&record), turns_played);
        let fault = record.fault.expect("the game is over");
        assert_eq!(fault.number, moves.len());
        assert!(fault.reason.contains("the game is over"), "{fault}");
    }
}

/// A game that is cut short takes no other with it.
#[test]
fn after_a_broken_line_the_next_is_read() {
    let sound = GAMES.lines().next().unwrap();
    for end in [1, 20, 60, 150, sound.len() / 2] {
        let games = Position::read_log(&format!("{}\n{sound}\n", &sound[..end]));
        let [Err(error), Ok(record)] = &games[..] else { panic!("{end}: {games:?}") };
        assert_eq!((error.line, record.turns.len()), (1, 34), "{error}");
    }
}

/// Every game of the file, as a fault, an error, or the turns.
#[test]
fn what_is_wrong_is_said_and_the_rest_is_read() {
    assert!(Position::recognises_log(BAD));
    let said: Vec<_> = Position::read_log(BAD)
        .into_iter()
        .map(|game| match game {
            Err(error) => error.to_string(),
            Ok(Record { fault: Some(fault), .. }) => fault.to_string(),
            Ok(record) => turns(&record).join(" "),
        })
        .collect();
    let expected = [
        "line 1: column 2: this is no JSON",
        "turn 2: turn `a8a7+b8b7` is illegal: the aggressive move must be on a board of the other \
         wood",
        "turn 1: turn `(0,7)(0,8)+(4,7)(4,8)` is illegal: a move begins or ends beside the boards",
        "line 4: column 62: the game is not as in a log: missing field `heading`",
        "line 5: column 69: the game is not as in a log: missing field `heading`",
        "line 6: column 137: this is no JSON",
        "a1a2+e1e2 a8a7+e8e7",
        "",
        "",
        "line 57: the game that begins here is cut short",
    ];
    assert_eq!(said, expected);
}

#[test]
fn other_texts_are_no_logs() {
    let state = r#"{"type":"game_state","payload":{"board":"x","turn":"BLACK","turnNumber":0}}"#;
    let pack = "title: x\npuzzles:\n  - {id: a, turns: 2}\n";
    let json_pack = r#"{"title": "x", "puzzles": [{"id": "a", "turns": 2}]}"#;
    assert!(Position::recognises_log(r#"{"turns":[{}]}"#));
    for text in ["", "start", json_pack, &Position::START.to_string(), state, pack, "{}", "[]"] {
        assert!(!Position::recognises_log(text), "{text}");
    }
}

/// Cut anywhere, and with any one byte changed, a log is read or refused.
#[test]
fn damaged_logs_do_no_harm() {
    let line = GAMES.lines().nth(1).unwrap();
    for end in 0..line.len() {
        let cut: Vec<Result<Record<Position>, LogError>> = Position::read_log(&line[..end]);
        assert!(cut.iter().all(Result::is_err), "{}", &line[..end]);
        for symbol in ["-", "9", "{", "\"", "\n", "é"] {
            let text = format!("{}{symbol}{}", &line[..end], &line[end + 1..]);
            for record in Position::read_log(&text).into_iter().flatten() {
                assert!(record.positions().count() == record.turns.len() + 1);
            }
        }
    }
    let nested = format!(r#"{{"winner":"BLACK","more":{},"turns":[]}}"#, "[".repeat(100_000));
    assert!(matches!(&Position::read_log(&nested)[..], [Err(_)]));
}

//! The game logs of another engine, sound ones and others.

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
    for winner in ["null", "\"NONE\"", "7"] {
        let text = format!(
            "{}}}],\"winner\":{winner}}}",
            &line[..end].replace("\"winner\":\"BLACK\",", "")
        );
        match &Position::read_log(&text)[..] {
            [Ok(record)] => assert_eq!((record.turns.len(), &record.fault), (3, &None)),
            [Err(_)] => assert_eq!(winner, "7"),
            _ => panic!("{text}"),
        }
    }
    // A winner that there is not by the rules gives it away as well.
    let text = format!("{}}}]}}", &line[..end]);
    let fault = read(&text).fault.expect("nobody has won");
    assert_eq!(fault.number, 3);
    assert!(fault.reason.contains("by the rules"), "{fault}");
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
        "line 1: column 2: the game is not as in a log: expected ident",
        "turn 2: turn `a8a7+b8b7` is illegal: the aggressive move must be on a board of the other \
         wood",
        "turn 1: turn `(0,7)(0,8)+(4,7)(4,8)` is illegal: a move begins or ends beside the boards",
        "line 4: column 62: the game is not as in a log: missing field `heading`",
        "line 5: column 61: the game is not as in a log: invalid value: integer `99999999`, \
         expected i16",
        "line 6: column 10: the game is not as in a log: invalid type: sequence, expected a string",
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
    for text in ["", "start", &Position::START.to_string(), state, pack, "{}", "[]"] {
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

//! Positions and turns as text: what is written can be read back, and what is
//! wrong is refused with a message that says what and where.

mod shobu_positions;

use shobu_positions::Source;
use tsume::game::{Game, Notation};
use tsume::shobu::Position;

fn read(text: &str) -> Result<Position, String> {
    Position::parse(text, Position::RULES[0]).map_err(|error| error.to_string())
}

/// The rows of a table with tab-separated columns.
fn rows<const COLUMNS: usize>(data: &str) -> Vec<[&str; COLUMNS]> {
    let lines = data.lines().filter(|line| !line.starts_with('#'));
    let columns = |line| str::split(line, '\t').collect::<Vec<_>>();
    lines.map(|line| columns(line).try_into().unwrap_or_else(|row| panic!("{row:?}"))).collect()
}

/// The text that a table writes with `\0` for NUL and `\n` for a line feed.
fn unescaped(text: &str) -> String {
    text.replace("\\0", "\0").replace("\\n", "\n")
}

#[test]
fn every_notation_can_be_read_back() {
    let names: Vec<_> = Position::FORMATS.iter().map(|format| format.name).collect();
    assert_eq!(names, ["fen", "grid", "json", "fields"]);
    for kind in [Source::sparse, Source::crowded, Source::finished, Source::stuck] {
        for position in Source::many(1, 150, kind) {
            for format in Position::FORMATS {
                let text = (format.write)(&position);
                assert_eq!(read(&text).as_ref(), Ok(&position), "{}: {text}", format.name);
            }
        }
    }
}

#[test]
fn notations_of_other_programs_mean_what_they_say() {
    let grid = "oooooooo................xxxxxxxxoooooooo................xxxxxxxx";
    let board = "wwww________bbbb";
    let texts = [
        format!("{grid} b"),
        format!(
            r#"{{"type":"game_state","payload":{{"board":"{grid}","turn":"BLACK","turnNumber":0}}}}"#
        ),
        format!("b {board} {board} {board} {board}"),
    ];
    for text in texts {
        assert_eq!(read(&text), Ok(Position::START), "{text}");
    }
    // The boards of the five fields: Black's dark home, Black's light home,
    // White's dark home, White's light home.
    let fields = "w b______________w _b_____________w __b____________w ___b___________w";
    let position = read(fields).expect("legal");
    assert_eq!(position.to_string(), "2b4b/8/8/3w3w/b4b2/8/8/3w3w w");
}

#[test]
fn blanks_around_and_between_fields_do_not_matter() {
    let start = Position::START.to_string();
    for text in [format!("  {start}\t\r\n"), start.replace(' ', "  \t")] {
        assert_eq!(read(&text), Ok(Position::START), "{text:?}");
    }
}

#[test]
fn two_runs_of_empty_squares_are_read_like_one() {
    let text = "wwwwwwww/44/1111121/bbbbbbbb/wwwwwwww/8/8/bbbbbbbb b";
    assert_eq!(read(text), Ok(Position::START));
}

#[test]
fn invalid_positions_are_refused_with_the_reason() {
    let rows: Vec<[&str; 2]> = rows(include_str!("data/shobu-invalid.tsv"));
    assert!(rows.len() >= 60, "{}", rows.len());
    for [text, message] in rows {
        assert_eq!(read(&unescaped(text)), Err(message.into()), "{text}");
    }
}

#[test]
fn invalid_turns_are_refused_with_the_rule_they_break() {
    let rows: Vec<[&str; 3]> = rows(include_str!("data/shobu-invalid-turns.tsv"));
    assert!(rows.len() >= 30, "{}", rows.len());
    for [position, turn, message] in rows {
        let position = read(position).expect("a legal position");
        let refused = position.parse_turn(&unescaped(turn)).map_err(|error| error.to_string());
        assert_eq!(refused, Err(message.into()), "{turn} in {position}");
    }
}

#[test]
fn every_invalid_turn_is_refused_for_some_rule_and_never_accepted() {
    let squares: Vec<String> = "abcdefgh"
        .chars()
        .flat_map(|file| (1..=8).map(move |rank| format!("{file}{rank}")))
        .collect();
    for position in Source::many(2, 3, Source::crowded) {
        let legal: Vec<String> = position.turns().iter().map(ToString::to_string).collect();
        let halves =
            squares.iter().flat_map(|from| squares.iter().map(move |to| format!("{from}{to}")));
        let halves: Vec<_> = halves.collect();
        let passive = legal.iter().map(|turn| &turn[..4]);
        for turn in passive.flat_map(|p| halves.iter().map(move |a| format!("{p}+{a}"))) {
            assert_eq!(position.parse_turn(&turn).is_ok(), legal.contains(&turn), "{turn}");
        }
    }
}

#[test]
fn a_comma_or_blanks_may_stand_for_the_plus_sign() {
    let turns = ["a1a3+e1e3", "a1a3,e1e3", "a1a3 e1e3", "a1a3 + e1e3", "a1a3, e1e3", "a1a3  e1e3"];
    for text in turns {
        let turn = Position::START.parse_turn(text).expect(text);
        assert_eq!(turn.to_string(), "a1a3+e1e3");
    }
}

#[test]
fn turns_are_written_in_the_order_of_their_text() {
    for position in Source::many(3, 100, Source::mixed) {
        let texts: Vec<_> = position.turns().iter().map(ToString::to_string).collect();
        assert!(texts.is_sorted(), "{position}");
        for text in &texts {
            assert_eq!(position.parse_turn(text).map(|turn| turn.to_string()).as_ref(), Ok(text));
        }
    }
}

#[test]
fn very_long_input_gets_a_short_message() {
    let start = Position::START.to_string();
    let texts = [
        "b".repeat(100_000),
        "/".repeat(100_000),
        "8".repeat(100_000),
        "x".repeat(100_000),
        format!("{}/8/8/8/8/8/8/8 b", "8".repeat(100_000)),
        format!("{start}{}", "b".repeat(100_000)),
        format!("{start} {}", "b".repeat(100_000)),
        format!("b {}", "_".repeat(100_000)),
        "{".repeat(100_000),
        "{\"a\":".repeat(100_000),
        format!(r#"{{"payload":{{"board":"{}"}}}}"#, "x".repeat(100_000)),
        format!(
            r#"{{"payload":{{"board":"{}","turn":"{}"}}}}"#,
            "x".repeat(64),
            "x".repeat(100_000)
        ),
    ];
    for text in texts {
        let message = read(&text).expect_err("not a position");
        assert!(message.len() < 250, "{} bytes for {}…", message.len(), &text[..50]);
        assert!(!message.contains('\n'), "{message}");
    }
    for text in
        ["a1".repeat(50_000), "é".repeat(50_000), format!("a1a2+e1e2{}", "+".repeat(50_000))]
    {
        let message = Position::START.parse_turn(&text).expect_err("not a turn").to_string();
        assert!(message.len() < 250, "{} bytes for {}…", message.len(), &text[..20]);
    }
}

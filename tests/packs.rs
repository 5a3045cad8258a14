//! Reading and writing packs, by the library alone.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use tsume::puzzle::{
    Code, Diagnostic, Document, Entry, Pack, Severity, canonical_head, canonical_puzzle,
    says_the_same, text,
};

const PACKS: [&str; 8] = [
    include_str!("packs/sound.yaml"),
    include_str!("../puzzles/shobu/first-clears.yaml"),
    include_str!("../puzzles/shobu/few-stones.yaml"),
    include_str!("../puzzles/shobu/quiet-keys.yaml"),
    include_str!("../puzzles/shobu/with-help.yaml"),
    include_str!("../puzzles/spook/first-getaways.yaml"),
    include_str!("../puzzles/spook/few-balls.yaml"),
    include_str!("../puzzles/spook/other-goals.yaml"),
];

/// A pack in flow style, with every field.
const FLOW: &str = r#"{"schema": 1, "puzzles": [{"id": "a", "position": "start", goal: help, turns: 1,
  key: "a1", "line": ['a1', "b1"], themes: [t, u], difficulty: 1.50, source: {kind: k, seed: 7, index: 0},
  certificate: c.cert, note: "n\u0041\n", variations: [{line: [a1], note: w}]}],
  "title": 'It''s', game: spook, rules: spook-current, license: MIT, author: "ō", language: en,
  description: d, allow: [duals]}"#;

/// All diagnostics of the shape of a text.
fn shape(pack: &str) -> Vec<Diagnostic> {
    match text(pack.as_bytes()) {
        Err(found) => vec![*found],
        Ok(pack) => {
            let document = Document::new(pack);
            let entries = document.puzzles().flat_map(|entry| match entry {
                Ok(entry) => entry.diagnostics,
                Err(fatal) => vec![fatal],
            });
            document.diagnostics.iter().cloned().chain(entries).collect()
        }
    }
}

fn has_error(pack: &str) -> bool {
    shape(pack).iter().any(|found| found.code.severity() == Severity::Error)
}

/// A text with a few characters changed, left out, doubled or moved.
fn mutated(text: &str, rng: &mut ChaCha8Rng) -> String {
    const INSERTED: [&str; 16] = [
        ":", "- ", "\n", " ", "\t", "\"", "'", "[", "}", "#", "&a ", "*a", "!!str ", "\u{feff}",
        "0", "|",
    ];
    let mut characters: Vec<char> = text.chars().collect();
    let mut below = |bound: usize| (rng.next_u64() % bound as u64) as usize;
    for _ in 0..=below(3) {
        let at = below(characters.len());
        match below(4) {
            0 => drop(characters.remove(at)),
            1 => characters.insert(at, characters[below(characters.len())]),
            2 => {
                let end = (at + below(80)).min(characters.len());
                characters.drain(at..end);
            }
            _ => drop(characters.splice(at..at, INSERTED[below(INSERTED.len())].chars())),
        }
        if characters.is_empty() {
            break;
        }
    }
    characters.into_iter().collect()
}

#[test]
fn whatever_is_in_a_file_has_a_place_in_it() {
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    let mut kinds = std::collections::BTreeSet::new();
    for round in 0..2000 {
        let base = if round % 2 == 0 { FLOW } else { PACKS[0] };
        let pack = mutated(base, &mut rng);
        let lines: Vec<_> = pack.trim_start_matches('\u{feff}').lines().collect();
        for found in shape(&pack) {
            kinds.insert(found.code);
            let span = found.span;
            let is_ordered = (span.line, span.column) <= (span.end_line, span.end_column);
            let line = lines.get(span.line as usize - 1).copied().unwrap_or_default();
            // What is missing may be missing at the end.
            let is_inside = span.column as usize <= line.chars().count() + 1;
            assert!(is_ordered && is_inside, "{found:?} in {pack}");
            assert!(span.line as usize <= lines.len() + 1, "{found:?} in {pack}");
        }
    }
    assert!(kinds.len() >= 7, "{kinds:?}");
}

/// What one reader takes for a pack of a certain content, the other does too.
/// Ours takes a little more, such as a block scalar in a flow sequence.
#[test]
fn two_readers_of_yaml_agree() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let (mut agreed, mut refused) = (0, 0);
    for round in 0..4000 {
        let base = if round % 2 == 0 { FLOW } else { PACKS[0] };
        let pack = mutated(base, &mut rng);
        if has_error(&pack) {
            continue;
        }
        let read: Pack = pack.parse().expect("there was no error");
        let other: Result<Pack, _> = serde_yaml::from_str(&pack);
        match other {
            Ok(other) => assert_eq!(read, other, "{pack}"),
            Err(_) => refused += 1,
        }
        agreed += 1;
    }
    assert!(agreed >= 100 && 20 * refused < agreed, "{agreed} {refused}");
}

/// Simple puzzles are read line by line, unless something follows the name of
/// the field. That must not make a difference, wherever a pack ceases to be
/// simple.
#[test]
fn simple_puzzles_are_read_like_others() {
    let mut pack: Pack = PACKS[1].parse().expect("a pack");
    pack.puzzles.truncate(4);
    for puzzle in &mut pack.puzzles {
        (puzzle.note, puzzle.variations) = (None, Vec::new());
    }
    let puzzles: String = pack.puzzles.iter().map(canonical_puzzle).collect();
    let mut rng = ChaCha8Rng::seed_from_u64(8);
    let mut faulty = 0;
    for _ in 0..2000 {
        let below = mutated(&puzzles, &mut rng);
        let [simple, full] = ["", " # all"].map(|comment| {
            let text = format!("title: x\ngame: shobu\npuzzles:{comment}\n{below}");
            let read: Vec<Result<Entry, Diagnostic>> = Document::new(&text).puzzles().collect();
            read
        });
        assert_eq!(simple, full, "{below}");
        faulty += usize::from(
            simple.iter().any(|read| read.as_ref().map_or(true, |entry| !entry.is_well_formed())),
        );
    }
    assert!((200..1900).contains(&faulty), "{faulty}");
}

#[test]
fn what_is_written_is_read_back() {
    for pack in PACKS.iter().copied().chain([FLOW]) {
        let read: Pack = pack.parse().expect("a pack");
        let puzzles = read.puzzles.iter().map(canonical_puzzle);
        let written: String = [canonical_head(pack, &read)].into_iter().chain(puzzles).collect();
        assert_eq!(written.parse(), Ok(read));
        assert_eq!(says_the_same(pack, &written), Ok(()));
        if pack != FLOW {
            assert_eq!(written, pack);
        }
        for (old, new) in [("id: ", "id: x"), ("title: ", "title: x"), ("license: ", "author: ")] {
            let other = written.replacen(old, new, 1);
            assert!(other == written || says_the_same(pack, &other).is_err(), "{other}");
        }
    }
}

#[test]
fn an_error_of_a_pack_has_its_place() {
    let error = |text: &str| text.parse::<Pack>().map_err(|error| error.to_string());
    assert_eq!(
        error("title: x\ngame: [y"),
        Err("line 3, column 1: while parsing a flow sequence, expected ',' or ']'".into())
    );
    let unknown = PACKS[0].replace("key:", "kay:");
    assert_eq!(
        error(&unknown),
        Err("line 5, column 5: the field `key` of a puzzle is missing".into())
    );
}

/// What is wrong is kept until it is told, so there is an end to it.
#[test]
fn faults_are_bounded() {
    let anchors = format!("b: [{}]\n", "&a x, ".repeat(2000));
    let puzzles = "title: x\ngame: shobu\npuzzles:\n  - id: a\n".to_string();
    for (pack, most) in [
        ("b:\n".repeat(100_000), 252),
        (anchors.repeat(100), 503),
        (puzzles + &"    c:\n".repeat(300), 251),
    ] {
        let found = shape(&pack);
        assert!((251..=most).contains(&found.len()), "{}", found.len());
        assert_eq!(found.iter().filter(|found| found.code == Code::TooLarge).count(), 1);
    }
    // Nothing is said to be missing from what was not read, and nothing twice.
    let faults = |pack: &str| Document::new(pack).diagnostics;
    assert!(faults(&"b:\n".repeat(300)).iter().all(|found| found.code != Code::MissingField));
    let within = format!("puzzles:\n  - {anchors}title: x\ngame: shobu\n");
    assert_eq!(faults(&within), []);
}

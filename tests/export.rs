//! Packs as rows for other programs, and back: nothing is lost, nothing is in both
//! parts, and files are replaced whole or not at all.

mod folder;
#[cfg(unix)]
mod signals;

use std::collections::{HashMap, HashSet};
use std::fs;
use std::process::{Command, Output, Stdio};

use folder::Folder;
use serde_json::Value;
use tsume::export::Format;
use tsume::game::Notation;
use tsume::games::{AnyPosition, Choice, Visitor};
use tsume::puzzle::{Pack, Puzzle, representative};
use tsume::solver::{Limits, Outlook, analyze_or_decide};

/// Runs the command; gives status and stderr.
fn run(arguments: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tsume"));
    command.arg("export").args(arguments).env("NO_COLOR", "1").stdin(Stdio::null());
    let Output { status, stdout, stderr } = command.output().expect("the program starts");
    assert!(stdout.is_empty());
    (status.code(), String::from_utf8(stderr).expect("the output is UTF-8"))
}

/// A run that goes well, and of which there is nothing to say.
fn export(arguments: &[&str]) {
    assert_eq!(run(arguments), (Some(0), String::new()), "{arguments:?}");
}

fn pack(path: &str) -> Pack {
    let text = fs::read_to_string(path).expect("the pack can be read");
    text.parse().unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The packs of a folder.
fn packs(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("the folder can be read");
    let paths = entries.map(|entry| entry.expect("an entry").path().display().to_string());
    let mut paths: Vec<_> = paths.filter(|path| path.ends_with(".yaml")).collect();
    paths.sort();
    assert!(paths.len() >= 3, "{paths:?}");
    paths
}

/// What puzzles have in common that are the same up to symmetry.
fn class(game: &str, puzzle: &Puzzle) -> AnyPosition {
    let choice = Choice::new(Some(game), None).expect("there is such a game");
    representative(choice.parse(&puzzle.position).expect("the position is legal"))
}

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("this is JSON")).collect()
}

#[test]
fn every_pack_comes_back_from_rows() {
    let folder = Folder::new();
    let all = ["puzzles/shobu", "puzzles/spook", "puzzles/generated"].map(packs).concat();
    for path in all {
        let before = pack(&path);
        for extension in ["jsonl", "csv"] {
            let rows = folder.path(&format!("rows.{extension}"));
            export(&[&path, "--out", &rows]);
            let back = folder.path("back.yaml");
            export(&[&rows, "--out", &back]);
            let after = pack(&back);
            assert_eq!(after.puzzles, before.puzzles, "{path}, {extension}");
            match extension {
                "jsonl" => assert_eq!(after, before),
                // Of the pack itself, CSV carries the game.
                _ => assert_eq!((&*after.title, after.game), ("rows", before.game.clone())),
            }
            export(&[&back, "--out", &folder.path("again.jsonl")]);
            export(&[&path, "--out", &folder.path("once.jsonl")]);
            if extension == "jsonl" {
                assert_eq!(folder.read("again.jsonl"), folder.read("once.jsonl"));
            }
        }
    }
}

#[test]
fn a_folder_with_packs_of_both_games_is_rows_and_no_pack() {
    let folder = Folder::new();
    let out = folder.path("all.jsonl");
    export(&["puzzles/shobu", "puzzles/spook/few-balls.yaml", "--out", &out, "--title", "All"]);
    let rows = lines(&folder.read("all.jsonl"));
    let count: usize = packs("puzzles/shobu").iter().map(|path| pack(path).puzzles.len()).sum();
    assert_eq!(rows.len(), count + pack("puzzles/spook/few-balls.yaml").puzzles.len());
    assert_eq!(rows[0]["pack"]["title"], "All");
    assert_eq!(rows[0]["pack"]["license"], "CC0-1.0");
    assert!(rows[1..].iter().all(|row| row.get("pack").is_none()));
    for row in &rows {
        let tenths = row["difficulty"].as_f64();
        assert_eq!(row["grade"].is_string(), tenths.is_some(), "{row}");
    }
    let games: HashSet<_> = rows.iter().map(|row| row["game"].clone()).collect();
    assert_eq!(games.len(), 2);

    let (status, stderr) = run(&[&out, "--out", &folder.path("all.yaml")]);
    assert_eq!(status, Some(2));
    assert!(stderr.contains("it is of another game or ruleset"), "{stderr}");
    assert_eq!(folder.names(), ["all.jsonl"]);
}

/// Writes what every turn leads to, and compares with asking for it directly.
struct Expected(u32);

impl Visitor for Expected {
    type Output = Vec<(String, &'static str, Option<u32>)>;

    fn visit<G: Notation + Into<AnyPosition>>(self, position: G) -> Self::Output {
        let analysis = analyze_or_decide(&position, self.0, Limits::default(), |_| {});
        let analysis = analysis.expect("the game is not over");
        let mut values = Vec::new();
        for turn in position.turns() {
            let child = position.play_unchecked(turn);
            let choice = analysis.choices.iter().find(|choice| choice.position == child);
            let (value, turns) = match choice.expect("every turn is there").outlook {
                Outlook::Win { turns, .. } => ("win", Some(turns)),
                Outlook::Loss { turns, .. } => ("loss", Some(turns)),
                Outlook::Open => ("open", Some(self.0)),
                Outlook::Unknown { .. } => ("unknown", None),
            };
            values.push((turn.to_string(), value, turns));
        }
        values
    }
}

#[test]
fn every_legal_turn_has_its_value() {
    let folder = Folder::new();
    for (path, game) in
        [("puzzles/shobu/few-stones.yaml", "shobu"), ("puzzles/spook/few-balls.yaml", "spook")]
    {
        let before = pack(path);
        export(&[path, "--values", "--out", &folder.path("rows.jsonl"), "-j", "2"]);
        export(&[path, "--values", "--out", &folder.path("one.jsonl"), "-j", "1"]);
        assert_eq!(folder.read("rows.jsonl"), folder.read("one.jsonl"));
        export(&[path, "--values", "--out", &folder.path("rows.csv")]);
        let mut table = csv::Reader::from_path(folder.path("rows.csv")).expect("it can be read");
        let column = table.headers().expect("a head").iter().position(|name| name == "Values");
        let column = column.expect("there is such a column");
        let cells: Vec<_> = table.records().map(|row| row.expect("a row")[column].into()).collect();
        let rows = lines(&folder.read("rows.jsonl"));
        assert_eq!((rows.len(), cells.len()), (before.puzzles.len(), before.puzzles.len()));
        for ((row, cell), puzzle) in rows.iter().zip::<Vec<String>>(cells).zip(&before.puzzles) {
            let choice = Choice::new(Some(game), None).expect("there is such a game");
            let position = choice.parse(&puzzle.position).expect("the position is legal");
            let expected = position.visit(Expected(puzzle.turns));
            let values = row["values"].as_array().expect("there are values");
            let found = values.iter().map(|value| {
                let turns = value["in"].as_u64().and_then(|turns| u32::try_from(turns).ok());
                (value["turn"].as_str().expect("a turn"), value["value"].as_str(), turns)
            });
            let wanted = expected.iter().map(|(turn, value, n)| (turn.as_str(), Some(*value), *n));
            assert!(found.eq(wanted), "{}", puzzle.id);
            let word = |(turn, value, turns): &(String, &str, Option<u32>)| match turns {
                Some(turns) => format!("{turn}={value}-{turns}"),
                None => format!("{turn}={value}"),
            };
            assert_eq!(cell, expected.iter().map(word).collect::<Vec<_>>().join(" "));
            let key = expected.iter().find(|(turn, ..)| *turn == puzzle.key).expect("the key");
            assert_eq!((key.1, key.2), ("win", Some(puzzle.turns)), "{}", puzzle.id);
        }
        // What is computed is left out when a pack is made again.
        export(&[&folder.path("rows.jsonl"), "--out", &folder.path("back.yaml")]);
        assert_eq!(pack(&folder.path("back.yaml")), before);
    }
}

#[test]
fn values_that_a_limit_keeps_unknown_are_called_so() {
    let folder = Folder::new();
    let out = folder.path("rows.jsonl");
    let path = "puzzles/shobu/few-stones.yaml";
    let (status, _) = run(&[path, "--values", "--in", "5", "--nodes", "20", "--out", &out]);
    assert_eq!(status, Some(3));
    let rows = lines(&folder.read("rows.jsonl"));
    let values = rows.iter().flat_map(|row| row["values"].as_array().expect("values").clone());
    let unknown: Vec<_> = values.filter(|value| value["value"] == "unknown").collect();
    assert!(!unknown.is_empty() && unknown.iter().all(|value| value["in"].is_null()));
}

#[test]
fn no_class_is_in_both_parts() {
    let folder = Folder::new();
    let whole = packs("puzzles/generated");
    let [train, test] = ["train.jsonl", "test.jsonl"].map(|name| folder.path(name));
    let split = |options: &[&str]| {
        export(&[&["puzzles/generated", "--out", &train, "--test-out", &test], options].concat());
        ["train.jsonl", "test.jsonl"].map(|name| lines(&folder.read(name)))
    };
    let parts = split(&["--split", "80/20"]);
    let classes = parts.each_ref().map(|rows| {
        rows.iter()
            .map(|row| {
                let game = row["game"].as_str().expect("a game");
                let position = row["position"].as_str().expect("a position");
                let choice = Choice::new(Some(game), None).expect("there is such a game");
                representative(choice.parse(position).expect("the position is legal"))
            })
            .collect::<HashSet<_>>()
    });
    assert!(classes[0].is_disjoint(&classes[1]));
    // Everything is somewhere, in its order.
    let ids = |rows: &[Value]| rows.iter().map(|row| row["id"].clone()).collect::<Vec<_>>();
    let all: Vec<_> = whole.iter().flat_map(|path| pack(path).puzzles).collect();
    let places: HashMap<_, _> = all
        .iter()
        .enumerate()
        .map(|(place, puzzle)| (Value::from(puzzle.id.clone()), place))
        .collect();
    assert_eq!(parts[0].len() + parts[1].len(), all.len());
    for part in &parts {
        assert!(ids(part).is_sorted_by_key(|id| places[id]));
        assert!(part[0]["pack"]["license"] == "CC0-1.0");
    }
    // About a fifth: 1,284 puzzles have a standard deviation of 14.
    let share = parts[1].len() * 100 / all.len();
    assert!((16..=24).contains(&share), "{share}");
    // The same again, another with another seed, and the same for a puzzle whatever
    // it stands beside.
    assert_eq!(split(&["--split", "80/20", "--seed", "1"]), parts);
    assert_ne!(ids(&split(&["--split", "80/20", "--seed", "2"])[1]), ids(&parts[1]));
    let tested: HashSet<_> = ids(&parts[1]).into_iter().collect();
    let options = ["--split", "80/20", "--out", &train, "--test-out", &test];
    export(&[&["puzzles/generated/spook.yaml"], &options[..]].concat());
    for (name, is_test) in [("train.jsonl", false), ("test.jsonl", true)] {
        let rows = lines(&folder.read(name));
        assert!(!rows.is_empty() && rows.iter().all(|row| tested.contains(&row["id"]) == is_test));
    }
}

/// A pack with images of all puzzles of another.
fn images(path: &str) -> Pack {
    struct Image;
    impl Visitor for Image {
        type Output = String;
        fn visit<G: Notation + Into<AnyPosition>>(self, position: G) -> String {
            position.image(G::SYMMETRIES - 1).to_string()
        }
    }
    let mut pack = pack(path);
    for puzzle in &mut pack.puzzles {
        let choice = Choice::new(Some(&pack.game), None).expect("there is such a game");
        let position = choice.parse(&puzzle.position).expect("the position is legal");
        let image = position.visit(Image);
        assert_ne!(image, puzzle.position);
        puzzle.position = image;
    }
    pack
}

fn yaml(pack: &Pack) -> String {
    let rows = pack.puzzles.iter().map(tsume::puzzle::canonical_puzzle);
    Format::Yaml.head(pack, "") + &rows.collect::<String>()
}

#[test]
fn merging_keeps_one_of_each_class_and_every_id_once() {
    let folder = Folder::new();
    for path in ["puzzles/shobu/few-stones.yaml", "puzzles/spook/few-balls.yaml"] {
        let before = pack(path);
        let mut mirrored = images(path);
        // The first one is another puzzle with an id that is taken.
        let other = "puzzles/".to_string() + &before.game + "/first-clears.yaml";
        let other = other.replace("spook/first-clears", "spook/first-getaways");
        mirrored.puzzles[0] =
            Puzzle { id: before.puzzles[1].id.clone(), ..pack(&other).puzzles[0].clone() };
        for (number, puzzle) in mirrored.puzzles.iter_mut().enumerate().skip(1) {
            puzzle.id = format!("image-{number}");
        }
        let two = folder.write("two.yaml", yaml(&mirrored));
        let out = folder.path("both.yaml");
        let (status, stderr) = run(&["--merge", path, &two, "--out", &out]);
        assert_eq!(status, Some(0), "{stderr}");
        let id = &before.puzzles[1].id;
        assert!(stderr.contains(&format!("{id}: now {id}-2, as {path} has")), "{stderr}");
        assert!(stderr.contains("image-1: left out: it is"), "{stderr}");
        let merged = pack(&out);
        assert_eq!(merged.title, before.title);
        assert_eq!(merged.puzzles[..before.puzzles.len()], before.puzzles);
        assert_eq!(merged.puzzles.len(), before.puzzles.len() + 1);
        assert_eq!(merged.puzzles.last().map(|puzzle| &puzzle.id), Some(&format!("{id}-2")));
        let classes: HashSet<_> = merged.puzzles.iter().map(|p| class(&merged.game, p)).collect();
        assert_eq!(classes.len(), merged.puzzles.len());

        // Without --merge, an id is given once.
        fs::remove_file(&out).expect("it is there");
        let (status, stderr) = run(&[path, &two, "--out", &out]);
        assert_eq!(status, Some(2));
        assert!(stderr.contains("has a puzzle with this id too"), "{stderr}");
        assert_eq!(folder.names(), ["two.yaml"]);
    }
}

#[test]
fn images_fall_to_the_same_part() {
    let folder = Folder::new();
    let path = "puzzles/shobu/few-stones.yaml";
    let mut mirrored = images(path);
    for puzzle in &mut mirrored.puzzles {
        puzzle.id.insert_str(0, "image-");
    }
    let two = folder.write("two.yaml", yaml(&mirrored));
    let [train, test] = ["train.csv", "test.yaml"].map(|name| folder.path(name));
    export(&[path, &two, "--split", "1/1", "--out", &train, "--test-out", &test]);
    let text = folder.read("train.csv");
    let parts = [Format::Csv.puzzles(&text).expect("rows"), pack(&test).puzzles];
    for part in parts {
        let (images, plain): (Vec<_>, Vec<_>) =
            part.iter().map(|puzzle| &*puzzle.id).partition(|id| id.starts_with("image-"));
        assert!(!plain.is_empty());
        assert!(images.iter().map(|id| &id["image-".len()..]).eq(plain));
    }
}

#[test]
fn files_are_replaced_whole_or_not_at_all() {
    let folder = Folder::new();
    let good = "puzzles/shobu/few-stones.yaml";
    // A fault at the end of a long file, when rows have been written long since.
    export(&["puzzles/generated/shobu-2.yaml", "--out", &folder.path("rows.jsonl")]);
    let rows = folder.read("rows.jsonl");
    let bad = folder.write("bad.jsonl", &(rows.clone() + "{\"game\":\"shobu\"}\n"));
    let out = folder.write("out.jsonl", "old\n");
    let (status, stderr) = run(&[&bad, "--out", &out]);
    assert_eq!(status, Some(2));
    let number = rows.lines().count() + 1;
    assert!(stderr.contains(&format!("bad.jsonl: line {number}: missing field")), "{stderr}");
    assert_eq!(folder.read("out.jsonl"), "old\n");
    // Neither of two files, if one cannot be filled.
    let none = ["--split", "1/1000000", "--test-out", &folder.path("test.jsonl")];
    let (status, stderr) = run(&[&[good, "--out", &out], &none[..]].concat());
    assert_eq!(status, Some(2));
    assert!(stderr.contains("no puzzle falls to this part"), "{stderr}");
    assert_eq!(folder.read("out.jsonl"), "old\n");
    assert_eq!(folder.names(), ["bad.jsonl", "out.jsonl", "rows.jsonl"]);
    // A file may be made from itself.
    export(&[&folder.path("rows.jsonl"), "--out", &folder.path("rows.jsonl")]);
    assert_eq!(folder.read("rows.jsonl"), rows);
}

#[cfg(unix)]
#[test]
fn both_parts_are_different_files_however_they_are_spelt() {
    let folder = Folder::new();
    std::os::unix::fs::symlink("new.jsonl", folder.path("link.jsonl")).expect("a link");
    let split = |test: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tsume"));
        let pack = fs::canonicalize("puzzles/shobu/few-stones.yaml").expect("it is there");
        command.arg("export").arg(pack).args(["--split", "50/50", "--out", "new.jsonl"]);
        command.args(["--test-out", test]).current_dir(folder.root());
        let Output { status, stderr, .. } = command.output().expect("the program starts");
        (status.code(), String::from_utf8(stderr).expect("the output is UTF-8"))
    };
    let spellings =
        ["new.jsonl".into(), "./new.jsonl".into(), folder.path("new.jsonl"), "link.jsonl".into()];
    for is_there in [false, true] {
        for spelling in &spellings {
            let refused = "--out and --test-out have to be different files";
            let (status, stderr) = split(spelling);
            assert!(status == Some(2) && stderr.contains(refused), "{spelling}: {stderr}");
        }
        assert_eq!(folder.names().len(), 1 + usize::from(is_there));
        folder.write("new.jsonl", "old\n");
    }
    assert_eq!(folder.read("new.jsonl"), "old\n");
    assert_eq!(split("other.jsonl"), (Some(0), String::new()));
}

#[test]
fn the_part_for_testing_is_whole_though_nobody_reads_the_other() {
    let folder = Folder::new();
    let arguments = ["export", "puzzles/generated", "--split", "50/50", "--format", "jsonl"];
    let whole = folder.path("whole.jsonl");
    let train = folder.path("train.jsonl");
    export(&[&arguments[1..], &["--out", &train, "--test-out", &whole]].concat());
    let mut command = Command::new(env!("CARGO_BIN_EXE_tsume"));
    command.args(arguments).args(["--out", "-", "--test-out", &folder.path("test.jsonl")]);
    let mut child = command.stdout(Stdio::piped()).spawn().expect("the program starts");
    drop(child.stdout.take());
    assert!(child.wait().expect("it ends").success());
    assert!(folder.read("test.jsonl") == folder.read("whole.jsonl"));
}

#[cfg(unix)]
#[test]
fn no_file_is_replaced_if_the_other_cannot_be_written() {
    let folder = Folder::new();
    let [train, test] = ["train.jsonl", "test.jsonl"].map(|name| folder.path(name));
    let files = ["--out", &train, "--test-out", &test];
    let pack = ["puzzles/spook/few-balls.yaml", "--split", "20/80"];
    export(&[&pack[..], &files[..]].concat());
    let [small, large] = ["train.jsonl", "test.jsonl"].map(|name| folder.read(name).len());
    let blocks = small.div_ceil(512);
    // Some shells have blocks of 1,024 bytes. Up to 8 KiB are written at the end.
    assert!(blocks * 1024 < large && large < 8192, "{small} {large}");
    for name in ["train.jsonl", "test.jsonl"] {
        folder.write(name, "old\n");
    }
    let mut command = Command::new("sh");
    command.args(["-c", "trap '' XFSZ; ulimit -f \"$0\"; exec \"$@\"", &blocks.to_string()]);
    command.args([env!("CARGO_BIN_EXE_tsume"), "export"]).args(pack).args(files);
    let Output { status, stderr, .. } = command.output().expect("the program starts");
    let stderr = String::from_utf8(stderr).expect("the output is UTF-8");
    assert_eq!(status.code(), Some(2), "{stderr}");
    assert!(stderr.contains(&format!("cannot write {test}: ")), "{stderr}");
    assert!(!stderr.contains(".tsume-"), "{stderr}");
    assert_eq!(folder.names(), ["test.jsonl", "train.jsonl"]);
    assert_eq!(folder.read("train.jsonl"), "old\n");
    assert_eq!(folder.read("test.jsonl"), "old\n");
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_leaves_what_was_there() {
    signals::are_heeded();
    let folder = Folder::new();
    let out = folder.write("out.jsonl", "old\n");
    let mut command = Command::new(env!("CARGO_BIN_EXE_tsume"));
    command.args(["export", "puzzles/generated", "--values", "--in", "5", "--out", &out]);
    let child = command.stderr(Stdio::piped()).spawn().expect("the program starts");
    // It has begun when there is a second file.
    while folder.names().len() < 2 {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    std::thread::sleep(std::time::Duration::from_millis(200));
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.expect("kill starts").success());
    let Output { status, stderr, .. } = child.wait_with_output().expect("it ends");
    let stderr = String::from_utf8(stderr).expect("the output is UTF-8");
    assert_eq!((status.code(), &*stderr), (Some(130), "interrupted: nothing is written\n"));
    assert_eq!(folder.read("out.jsonl"), "old\n");
    assert_eq!(folder.names(), ["out.jsonl"]);
}

#[test]
fn a_page_is_made_of_sound_puzzles_only() {
    let folder = Folder::new();
    let (page, mut sound) = (folder.path("page.html"), pack("puzzles/shobu/first-clears.yaml"));
    sound.puzzles.retain(|puzzle| puzzle.turns == 2);
    sound.puzzles.truncate(1);
    export(&[&folder.write("sound.yaml", yaml(&sound)), "--out", &page]);
    let refused = |change: fn(&mut Puzzle), expected: &str| {
        let mut unsound = sound.clone();
        change(&mut unsound.puzzles[0]);
        let file = folder.write("unsound.yaml", yaml(&unsound));
        let out = folder.path("unsound.html");
        let (status, stderr) = run(&[&file, "--out", &out]);
        assert_eq!(status, Some(1), "{stderr}");
        assert!(stderr.contains(expected), "{stderr}");
        assert!(!folder.names().contains(&"unsound.html".to_string()));
    };
    refused(|puzzle| puzzle.turns = 1, "there is no win within 1 turn\n");
    refused(|puzzle| puzzle.turns = 3, "it is won in 2 turns, not in 3");
    refused(|puzzle| puzzle.key = "a1a1+a1a1".into(), "key: ");
    // The opponent's answer is no win, whether it is legal or not.
    refused(|puzzle| puzzle.key = puzzle.line[1].clone(), "key: ");
    refused(|puzzle| puzzle.line.swap(0, 1), "line: turn 1: ");
    refused(|puzzle| puzzle.line.truncate(1), "line: it ends before the game does");
    refused(|puzzle| puzzle.line.push(puzzle.line[0].clone()), "line: turn 4: the game is over");
}

#[test]
fn a_page_that_a_limit_cuts_short_is_none() {
    let folder = Folder::new();
    let page = folder.path("page.html");
    let mut statuses = HashSet::new();
    for nodes in ["10", "100", "300", "1000000"] {
        let mut one = pack("puzzles/shobu/first-clears.yaml");
        one.puzzles.retain(|puzzle| puzzle.turns == 2);
        one.puzzles.truncate(1);
        let file = folder.write("one.yaml", yaml(&one));
        let (status, stderr) = run(&[&file, "--out", &page, "--nodes", nodes, "-j", "1"]);
        let limit = format!("{}: a limit was reached", one.puzzles[0].id);
        assert_eq!(status == Some(3), stderr.contains(&limit), "{status:?} {stderr}");
        assert_eq!(status == Some(0), folder.names().contains(&"page.html".into()), "{stderr}");
        statuses.insert(status);
    }
    assert_eq!(statuses, [Some(3), Some(0)].into());
}

#[test]
fn rows_that_no_pack_can_hold_are_refused() {
    let folder = Folder::new();
    export(&["puzzles/shobu/few-stones.yaml", "--out", &folder.path("rows.jsonl")]);
    let line = folder.read("rows.jsonl").lines().next().expect("a line").to_string();
    let refused = |change: &dyn Fn(&mut Value), title: &[&str], expected: &str| {
        let mut row: Value = serde_json::from_str(&line).expect("this is JSON");
        change(&mut row);
        let rows = folder.write("row.jsonl", format!("{row}\n"));
        for out in ["out.yaml", "out.jsonl", "out.csv"] {
            let (status, stderr) = run(&[&[&rows, "--out", &folder.path(out)], title].concat());
            assert_eq!(status, Some(2), "{stderr}");
            assert!(stderr.contains(expected), "{stderr}");
        }
        assert_eq!(folder.names(), ["row.jsonl", "rows.jsonl"]);
    };
    let set = |name: &'static str, value: Value| {
        let place = format!("/{name}");
        move |row: &mut Value| {
            row.pointer_mut(&place).expect("there is such a field").clone_from(&value);
        }
    };
    refused(&set("turns", 0.into()), &[], "line 1: `turns` is 0, not a whole number from 1 to 127");
    refused(&set("turns", u32::MAX.into()), &[], "line 1: `turns` is 4294967295");
    refused(&set("id", "".into()), &[], "line 1: `id` is empty");
    refused(&set("line/0", "".into()), &[], "line 1: `line` is empty");
    refused(&set("themes/0", "no word".into()), &[], "line 1: `no word` cannot be the `theme`");
    refused(&set("key", "x".repeat(200_000).into()), &[], "line 1: too long for a pack");
    refused(&set("pack/title", " ".into()), &[], "of the pack: `title` is empty");
    refused(&set("pack/license", "".into()), &[], "of the pack: `license` is empty");
    let language = |row: &mut Value| row["pack"]["language"] = "no tag".into();
    refused(&language, &[], "of the pack: `no tag` cannot be the `language`");
    refused(&|_| (), &["--title", " "], "of the pack: `title` is empty");
}

#[test]
fn turns_with_spaces_are_rows_too() {
    let folder = Folder::new();
    let before = pack("puzzles/shobu/few-stones.yaml");
    let mut spaced = before.clone();
    for (number, puzzle) in spaced.puzzles.iter_mut().enumerate() {
        let plus = ["+", ", ", " ", ","][number % 4];
        puzzle.line.iter_mut().for_each(|turn| *turn = turn.replace('+', plus));
    }
    let file = folder.write("spaced.yaml", yaml(&spaced));
    export(&[&file, "--out", &folder.path("rows.csv")]);
    let after = Format::Csv.puzzles(&folder.read("rows.csv")).expect("these are rows");
    for (after, before) in after.iter().zip(&before.puzzles) {
        let line = after.line.iter().map(|turn| turn.replace(',', "+"));
        assert!(line.eq(before.line.iter().cloned()), "{:?}", after.line);
    }
    // The turn that cannot be read is named, with a space in it or without.
    for (place, turn) in [(0, "no turn"), (1, "zzzz")] {
        let mut spoilt = spaced.clone();
        spoilt.puzzles[1].line[place] = turn.into();
        let file = folder.write("spaced.yaml", yaml(&spoilt));
        let (status, stderr) = run(&[&file, "--out", &folder.path("rows.csv")]);
        assert_eq!(status, Some(2));
        assert!(stderr.contains(&format!("the turn `{turn}` is not legal")), "{stderr}");
    }
}

#[test]
fn the_first_ruleset_is_the_same_named_or_not() {
    let folder = Folder::new();
    let good = pack("puzzles/spook/few-balls.yaml");
    let mut named = Pack { rules: Some("spook-2011".into()), ..good.clone() };
    for puzzle in &mut named.puzzles {
        puzzle.id.insert_str(0, "named-");
    }
    let files = [folder.write("a.yaml", yaml(&good)), folder.write("b.yaml", yaml(&named))];
    for out in ["out.yaml", "out.html"] {
        export(&[&files[0], &files[1], "--out", &folder.path(out)]);
    }
    assert_eq!(pack(&folder.path("out.yaml")).rules, None);
}

#[test]
fn rows_of_the_generator_are_read_too() {
    let folder = Folder::new();
    for extension in ["yaml", "jsonl", "csv"] {
        let rows = folder.path(&format!("made.{extension}"));
        let mut command = Command::new(env!("CARGO_BIN_EXE_tsume"));
        command.args(["gen-puzzles", "--in", "2", "--count", "3", "--seed", "7", "--out", &rows]);
        assert!(command.status().expect("the program starts").success());
        export(&[&rows, "--title", "T", "--out", &folder.path(&format!("{extension}.yaml"))]);
    }
    let expected = folder.read("yaml.yaml");
    assert!(expected.starts_with("title: T\n"));
    assert_eq!(folder.read("jsonl.yaml"), expected);
    assert_eq!(folder.read("csv.yaml"), expected);
}

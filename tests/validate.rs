//! `tsume validate`: what it finds, where, and what it makes of files.

mod folder;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use folder::Folder;
use serde_json::Value;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Runs `tsume validate`; gives its status, stdout and stderr.
fn validate(arguments: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tsume"));
    command.arg("validate").args(arguments).env("NO_COLOR", "1").stdin(Stdio::null());
    let output = command.output().expect("the program runs");
    let text = |bytes| String::from_utf8(bytes).expect("the output is UTF-8");
    (output.status.code().expect("a status"), text(output.stdout), text(output.stderr))
}

/// The lines of `--format json`.
fn json(arguments: &[&str]) -> Vec<Value> {
    let (_, stdout, _) = validate(&[arguments, &["--format", "json"]].concat());
    stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// Code, line and column of each diagnostic, as a pack states them.
fn places(report: &Value) -> Vec<String> {
    let place = |found: &Value| {
        format!("{} {}:{}", found["code"].as_str().unwrap(), found["line"], found["column"])
    };
    report["diagnostics"].as_array().expect("a list").iter().map(place).collect()
}

/// What follows a word in the comments at the head of a file.
fn stated(pack: &Path, word: &str) -> Vec<String> {
    let bytes = fs::read(pack).expect("the pack can be read");
    let text = String::from_utf8_lossy(&bytes);
    let lines = text.trim_start_matches('\u{feff}').lines();
    let comments = lines.take_while(|line| line.starts_with('#'));
    let prefix = format!("# {word}: ");
    comments.filter_map(|line| Some(line.strip_prefix(&prefix)?.to_string())).collect()
}

fn broken_packs() -> Vec<PathBuf> {
    let folder = fs::read_dir(Path::new(ROOT).join("tests/broken-packs")).expect("a folder");
    let files = folder.map(|entry| entry.expect("a file").path());
    let mut packs: Vec<_> = files.filter(|file| file.is_file()).collect();
    packs.sort();
    packs
}

#[test]
fn broken_packs_have_the_diagnostics_that_they_state() {
    let packs = broken_packs();
    assert!(packs.len() >= 60);
    for pack in &packs {
        let options = stated(pack, "options").join(" ");
        let mut arguments = vec![pack.to_str().expect("a name")];
        arguments.extend(options.split_whitespace());
        let expected = stated(pack, "expect");
        assert!(!expected.is_empty(), "{}: it is broken", pack.display());
        assert_eq!(places(&json(&arguments)[0]), expected, "{}", pack.display());
    }
}

#[test]
fn every_code_is_found_somewhere() {
    let mut expected: Vec<_> =
        broken_packs().iter().flat_map(|pack| stated(pack, "expect")).collect();
    expected.extend(json(&["tests/packs", "tests/data/certificates"]).iter().flat_map(places));
    for code in tsume::puzzle::Code::ALL {
        let is_found = expected.iter().any(|place| place.starts_with(code.number()));
        assert!(is_found, "{code}");
    }
}

#[test]
fn faults_are_told_of_the_puzzle_that_has_them() {
    let report = &json(&["tests/broken-packs/yaml-anchor-puzzles.yaml"])[0];
    let found = report["diagnostics"].as_array().expect("a list");
    let puzzles: Vec<_> = found.iter().map(|found| found["puzzle"].as_str()).collect();
    assert_eq!(puzzles, [None, Some("a"), Some("b")]);
}

/// What is found does not depend on what else is wanted of a run.
#[test]
fn the_order_of_faults_is_that_of_the_file_also_while_fixing() {
    let folder = Folder::new();
    let text = SOUND.replacen("    line:", "    difficulty: 99\n    line:", 1);
    let sound = folder.write("pack.yaml", &text);
    let report = &json(&[&sound])[0];
    assert_eq!(places(report), ["P403 9:17", "P401 9:5"]);
    let wrong = folder.write("pack.yaml", text.replace("id: sound-2", "id: sound-1"));
    let expected = ["P403 9:17", "P202 11:9"];
    assert_eq!(places(&json(&[&wrong])[0]), expected);
    assert_eq!(places(&json(&[&wrong, "--fix"])[0]), expected);
    let fixed = &json(&[&folder.write("pack.yaml", &text), "--fix"])[0];
    assert_eq!((places(fixed), &fixed["fixed"]), (vec![], &true.into()));
}

#[test]
fn all_formats_say_the_same() {
    for pack in broken_packs() {
        let name = pack.to_str().expect("a name");
        let options = stated(&pack, "options").join(" ");
        let arguments = [&[name], &options.split_whitespace().collect::<Vec<_>>()[..]].concat();
        let found = places(&json(&arguments)[0]).len();
        let (_, text, _) = validate(&arguments);
        let count = |word: &str| text.lines().filter(|line| line.contains(word)).count();
        assert_eq!(count("error[P") + count("warning[P") + count("undecided[P"), found, "{name}");
        let (_, github, _) = validate(&[&arguments[..], &["--format", "github"]].concat());
        let commands = github.lines().filter(|line| line.starts_with("::")).count();
        assert_eq!(commands, found, "{name}");
    }
}

const SOUND: &str = include_str!("packs/sound.yaml");

#[test]
fn the_status_tells_what_was_found() {
    let folder = Folder::new();
    let sound = folder.write("sound.yaml", SOUND);
    let untidy = folder.write("untidy.yaml", SOUND.replace("sound-", "untidy-") + "\n");
    let wrong = folder.write("wrong.yaml", SOUND.replace("turns: 2", "turns: 3"));
    let missing = folder.path("missing.yaml");
    for (arguments, status) in [
        (vec![&sound[..]], 0),
        (vec![&sound, "--strict"], 0),
        (vec![&wrong], 1),
        (vec![&wrong, &missing], 2),
        (vec![&wrong, "--nodes", "1"], 3),
        (vec![&sound, "--sample", "200%"], 2),
    ] {
        assert_eq!(validate(&arguments).0, status, "{arguments:?}");
    }
    // Twins of one another, so by themselves.
    assert_eq!(validate(&[&untidy]).0, 0);
    assert_eq!(validate(&[&untidy, "--strict"]).0, 1);
}

#[test]
fn fixing_writes_a_sound_pack_anew_and_keeps_what_it_says() {
    let untidy = "\u{feff}# A comment\r\n\r\n \t# and another.\r\ngame: shobu\r\ntitle: 'Untidy'\r\n\
        puzzles:\r\n- turns: 1\r\n  id: a\r\n  key: 'e3f3,c4d4'\r\n  line:\r\n  - e3f3,c4d4\r\n\
        \x20 note: |\r\n    Two\r\n    lines.\r\n\
        \x20 position: '2w1w2w/bw5b/2w2b1w/w2bbw1b/2bwbbwb/bb2b3/8/5w2 b'\r\n";
    let tidy = "# A comment\n\n# and another.\ntitle: Untidy\ngame: shobu\npuzzles:\n  - id: a\n    \
        position: \"2w1w2w/bw5b/2w2b1w/w2bbw1b/2bwbbwb/bb2b3/8/5w2 b\"\n    turns: 1\n    \
        key: e3f3+c4d4\n    line: [e3f3+c4d4]\n    note: \"Two\\nlines.\\n\"\n";
    let folder = Folder::new();
    // Whatever ends its lines.
    for untidy in [untidy.to_string(), untidy.replace("\r\n", "\r")] {
        let pack = folder.write("pack.yaml", untidy);
        let (status, stdout, stderr) = validate(&[&pack, "--fix", "--strict"]);
        assert_eq!((status, stderr.as_str()), (0, ""));
        assert!(stdout.starts_with(&format!("fixed: {pack}\n")), "{stdout}");
        assert_eq!(fs::read_to_string(&pack).unwrap(), tidy);
        assert_eq!(validate(&[&pack, "--strict"]).0, 0);
        // Again, there is nothing to do.
        assert!(!validate(&[&pack, "--fix"]).1.contains("fixed"));
    }
}

/// U+0085 ends a line for some readers of YAML, and for others it does not.
#[test]
fn fixing_leaves_alone_what_readers_disagree_on() {
    let folder = Folder::new();
    let text = SOUND.replace("title: Two", "title:  Two\u{85}");
    let pack = folder.write("pack.yaml", &text);
    let (status, _, stderr) = validate(&[&pack, "--fix"]);
    assert!(status == 2 && stderr.contains("readers of YAML disagree"), "{stderr}");
    assert_eq!(fs::read_to_string(&pack).unwrap(), text);
}

#[test]
fn fixing_leaves_alone_what_is_not_sound() {
    let folder = Folder::new();
    let unsound = SOUND.replace("turns: 1", "turns: 3") + "\n";
    let comment = SOUND.replace("puzzles:\n", "puzzles:\n  # the first\n");
    let undecided = SOUND.replace("title: Two", "title:   Two");
    let fields = "license: \"aaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"\nauthor: me # lost\n";
    let returns = SOUND.replacen('\n', "\r", 1).replace("license: CC0-1.0\n", fields);
    for (text, options, status, remark) in [
        (unsound, vec!["--fix"], 1, "left as it is, since it is not sound"),
        (
            comment,
            vec!["--fix", "--strict"],
            1,
            "left as it is, since the comment in line 5 would be lost",
        ),
        (undecided, vec!["--fix", "--nodes", "1"], 3, "left as it is, since it is not sound"),
        (
            returns,
            vec!["--fix", "--strict"],
            1,
            "left as it is, since the comment in line 4 would be lost",
        ),
    ] {
        let pack = folder.write("pack.yaml", &text);
        let (found, stdout, stderr) = validate(&[&[&pack[..]], &options[..]].concat());
        assert_eq!(found, status, "{stdout}");
        assert!(stderr.contains(remark), "{stderr}");
        assert_eq!(fs::read_to_string(&pack).unwrap(), text);
    }
}

#[cfg(unix)]
#[test]
fn fixing_keeps_links_and_permissions() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = Folder::new();
    let pack = folder.write("pack.yaml", SOUND.to_string() + "\n");
    fs::set_permissions(&pack, fs::Permissions::from_mode(0o640)).unwrap();
    let link = folder.path("link.yaml");
    symlink("pack.yaml", &link).unwrap();
    assert_eq!(validate(&[&link, "--fix"]).0, 0);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(fs::read_to_string(&pack).unwrap(), SOUND);
    assert_eq!(fs::metadata(&pack).unwrap().permissions().mode() & 0o777, 0o640);
    assert_eq!(fs::read_dir(folder.root()).unwrap().count(), 2, "nothing is left over");
}

#[test]
fn a_cache_remembers_verdicts_by_content() {
    let folder = Folder::new();
    let cache = folder.path("cache");
    let wrong = SOUND.replace("line: [f8f7+d6d5, a4b3+e2f1, f7f6+a6a5]", "line: [f8f7+d6d5]");
    let pack = folder.write("pack.yaml", wrong);
    let first = validate(&[&pack, "--cache", &cache]);
    assert_eq!(first.0, 1);
    // What is remembered needs no search.
    assert_eq!(validate(&[&pack, "--cache", &cache, "--nodes", "1"]), first);
    // A note is no part of the solution, the number of turns is.
    let text = fs::read_to_string(&pack).unwrap();
    let noted = text.replace("    turns: 2\n", "    turns: 2\n    note: hello\n");
    folder.write("pack.yaml", noted);
    assert_eq!(validate(&[&pack, "--cache", &cache, "--nodes", "1"]).0, 1);
    folder.write("pack.yaml", text.replace("turns: 2", "turns: 3"));
    assert_eq!(validate(&[&pack, "--cache", &cache, "--nodes", "1"]).0, 3);
}

#[test]
fn a_damaged_cache_is_noticed_and_what_is_no_cache_is_left_alone() {
    let folder = Folder::new();
    let pack = folder.write("pack.yaml", SOUND);
    let cache = folder.path("cache");
    assert_eq!(validate(&[&pack, "--cache", &cache]).0, 0);
    let whole = fs::read(&cache).unwrap();
    folder.write("cache", &whole[..whole.len() - 9]);
    let (status, _, stderr) = validate(&[&pack, "--cache", &cache]);
    assert!(status == 0 && stderr.contains("is damaged; it is ignored"), "{stderr}");
    assert_eq!(fs::read(&cache).unwrap(), whole, "it is written anew");
    let other = folder.write("other.yaml", SOUND);
    let (status, _, stderr) = validate(&[&pack, "--cache", &other]);
    assert!(status == 0 && stderr.contains("this is no cache"), "{stderr}");
    assert_eq!(fs::read_to_string(&other).unwrap(), SOUND);
    let (status, _, stderr) = validate(&[&pack, "--cache", &folder.path("no/such/folder")]);
    assert!(status == 2 && stderr.starts_with("error: "), "{stderr}");
}

#[test]
fn a_sample_solves_some_and_reads_all() {
    let folder = Folder::new();
    let wrong = SOUND.replace("turns: 1", "turns: 2").replace("id: sound-2", "id: sound-1");
    let pack = folder.write("pack.yaml", wrong);
    let report = &json(&[&pack, "--sample", "0"])[0];
    assert_eq!(
        (places(report), &report["solved"]),
        (vec!["P312 9:11".into(), "P202 10:9".into()], &0.into())
    );
    let report = &json(&[&pack, "--sample", "50%"])[0];
    assert_eq!((&report["puzzles"], &report["solved"]), (&2.into(), &1.into()));
    assert_eq!(places(&json(&[&pack, "--sample", "100%"])[0]).len(), 2);
}

#[test]
fn a_sample_checks_of_the_others_what_needs_no_search() {
    let pack = "tests/broken-packs/sample.yaml";
    let (_, text, _) = validate(&[pack, "--sample", "0"]);
    let table: Vec<_> = text.lines().rev().take(2).map(|line| line.split_whitespace()).collect();
    let [numbers, header] = [0, 1].map(|row: usize| table[row].clone().collect::<Vec<_>>());
    assert_eq!(header, ["pack", "puzzles", "solved", "errors", "warnings", "undecided"]);
    assert_eq!(numbers, [pack, "6", "0", "11", "0", "0"]);
    assert!(text.contains("there is no theme `diagnal`"), "{text}");
    assert!(text.contains("did you mean `diagonal`?"), "{text}");
    // All that is sound passes, whatever the goal.
    let (status, text, _) = validate(&["puzzles", "--sample", "0", "--strict"]);
    assert_eq!(status, 0, "{text}");
    // A win of the other side is none.
    let other = "title: x\ngame: spook\npuzzles:\n";
    let sound = fs::read_to_string("puzzles/spook/other-goals.yaml").expect("a pack");
    let selfwin = sound.split("  - id: ").find(|puzzle| puzzle.contains("goal: self"));
    let direct = selfwin.expect("a self-win").replace("    goal: self\n", "");
    let folder = Folder::new();
    let pack = folder.write("pack.yaml", format!("{other}  - id: {direct}"));
    let (status, text, _) = validate(&[&pack, "--sample", "0"]);
    assert!(status == 1 && text.contains("error[P312]: the line ends with a win of "), "{text}");
}

#[test]
fn certificates_need_no_search() {
    let folder = Path::new("tests/broken-packs");
    for name in
        ["certificate-missing.yaml", "certificate-wrong.yaml", "goal-other-certificate.yaml"]
    {
        let pack = folder.join(name);
        let report = &json(&[pack.to_str().expect("a name"), "--sample", "0"])[0];
        assert_eq!(places(report), stated(&Path::new(ROOT).join(&pack), "expect"), "{name}");
    }
}

#[test]
fn a_key_of_the_other_side_is_recognised() {
    let (_, text, _) = validate(&["tests/broken-packs/key-illegal-no-win.yaml"]);
    let help = "help: it is legal with White to move: the last field of the position may name";
    assert!(text.contains(help), "{text}");
}

#[test]
fn mistakes_of_syntax_are_helped_by_their_kind() {
    let folder = Folder::new();
    for (right, wrong, help) in [
        ("key: f8f7+d6d5", "key: @c3", "needs quotes, as a turn that begins with `@` does"),
        ("Two sound", "Two: sound", "a text with `: ` in it needs quotes"),
        ("title: ", "title:\t", "a space after the colon, and no tab"),
        ("CC0-1.0", "\"CC0\\.1\"", "write `\\\\` for a backslash"),
        ("  - id: sound-2", " - id: sound-2", "not indented as those above it"),
    ] {
        assert!(SOUND.contains(right), "{right}");
        let pack = folder.write("pack.yaml", SOUND.replace(right, wrong));
        let found = &json(&[&pack])[0]["diagnostics"][0];
        assert_eq!(found["code"], "P004", "{wrong}");
        assert!(found["help"].as_str().expect("help").contains(help), "{found}");
    }
}

#[test]
fn values_of_a_wrong_type_are_helped() {
    let folder = Folder::new();
    for (right, wrong, help) in [
        ("turns: 2", "turns: \"2\"", "remove the quotes"),
        ("key: f8f7+d6d5", "key: [f8f7+d6d5]", "remove the brackets"),
        ("key: f8f7+d6d5", "key: [f8f7+d6d5, b]", "give one text, without brackets"),
        ("line: [e3f3+c4d4]", "line: e3f3+c4d4", "write `line: [e3f3+c4d4]`"),
        ("line: [e3f3+c4d4]", "line: \"@c3, pass\"", "write `line: [\"@c3\", pass]`"),
        ("line: [e3f3+c4d4]", "line: 5", "write `line: [one, another]`"),
        ("game: shobu\n", "game: shobu\nallow: duals\n", "write `allow: [duals]`"),
    ] {
        assert!(SOUND.contains(right), "{right}");
        let pack = folder.write("pack.yaml", SOUND.replace(right, wrong));
        let report = &json(&[&pack])[0];
        assert_eq!(report["diagnostics"][0]["code"], "P101", "{wrong}");
        assert_eq!(report["diagnostics"][0]["help"], help, "{wrong}");
    }
}

#[test]
fn a_pack_in_json_is_never_made_yaml() {
    let folder = Folder::new();
    let text = "{\"title\": \"x\", \"game\": \"shobu\", \"puzzles\": [{\"id\": \"a\", \"position\": \
                \"2w1w2w/bw5b/2w2b1w/w2bbw1b/2bwbbwb/bb2b3/8/5w2 b\", \"turns\": 1, \"key\": \
                \"e3f3+c4d4\", \"line\": [\"e3f3+c4d4\"]}]}\n";
    // JSON by its text, or by its name.
    for (name, text) in [("pack.yaml", text), ("pack.json", text), ("flow.json", SOUND)] {
        let text = text.to_string() + "\n";
        let pack = folder.write(name, &text);
        assert_eq!(validate(&[&pack, "--strict"]).0, 0, "{name}");
        let (status, stdout, stderr) = validate(&[&pack, "--fix"]);
        assert_eq!(status, 0, "{stdout}");
        let remark = "left as it is, since it is JSON, and a pack is written anew in YAML";
        assert!(stderr.contains(remark) && !stdout.contains("fixed"), "{stdout}{stderr}");
        assert_eq!(fs::read_to_string(&pack).unwrap(), text);
    }
}

#[test]
fn faults_come_in_the_same_order_however_many_threads_there_are() {
    let text = |threads| validate(&["tests/broken-packs", "tests/packs", "-j", threads]);
    assert_eq!(text("1"), text("4"));
}

#[cfg(unix)]
#[test]
fn what_is_no_file_is_not_opened() {
    let folder = Folder::new();
    let fifo = folder.path("fifo.yaml");
    let made = Command::new("mkfifo").arg(&fifo).status().expect("mkfifo is there");
    assert!(made.success());
    for arguments in [vec![&fifo[..]], vec![folder.root().to_str().unwrap()], vec!["/dev/zero"]] {
        let (status, _, stderr) = validate(&arguments);
        assert!(status == 2 && stderr.contains("neither a file nor a folder"), "{stderr}");
    }
    let sound = folder.write("a.yaml", SOUND);
    assert!(validate(&[&sound, "--cache", &fifo]).2.contains("neither a file"));
    let inside = folder.root().to_str().unwrap();
    assert!(validate(&[&sound, "--cache", inside]).2.contains("a folder, and no file"));
    let link = folder.path("link");
    std::os::unix::fs::symlink("nowhere", &link).unwrap();
    assert!(validate(&[&sound, "--cache", &link]).2.contains("nothing is remembered"));
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
}

#[test]
fn a_file_of_a_gigabyte_is_refused_unread() {
    let folder = Folder::new();
    let path = folder.path("large.yaml");
    // It takes no room: there is nothing in it but NULs.
    fs::File::create(&path).unwrap().set_len(1 << 30).unwrap();
    let (status, _, stderr) = validate(&[&path]);
    assert!(status == 2 && stderr.contains("larger than 256 MiB"), "{stderr}");
}

#[test]
fn a_suite_of_faults_takes_no_longer_than_it_must() {
    let folder = Folder::new();
    let suite = folder.write("suite.perft", "x\n".repeat(200_000));
    let start = std::time::Instant::now();
    let (status, stdout, _) = validate(&[&suite, "--format", "github"]);
    assert_eq!((status, stdout.matches("P501").count()), (1, 200_000));
    // It took minutes as long as lines were counted anew for each.
    assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
}

#[test]
fn nothing_hostile_takes_long_or_reaches_the_terminal() {
    let folder = Folder::new();
    let odd = folder.write("a\u{202e}b.yaml", SOUND.replace("turns: 2", "turns:  2"));
    let (_, stdout, _) = validate(&[&odd, "--fix"]);
    assert!(stdout.starts_with("fixed: ") && !stdout.contains('\u{202e}'), "{stdout}");
    // Its name is in the table, in which no workflow command begins a line.
    let mut command = Command::new(env!("CARGO_BIN_EXE_tsume"));
    folder.write("::error file=x::pwned.yaml", SOUND);
    let arguments = ["validate", "::error file=x::pwned.yaml", "--format", "github"];
    let output = command.args(arguments).current_dir(folder.root()).output().expect("a run");
    let stdout = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(stdout.contains("pwned") && !stdout.contains("::"), "{stdout}");
    let deep = format!("title: {}", "[".repeat(60_000));
    let long_key = format!("{}: x\n", "k".repeat(60_000));
    let items = format!("title: x\ngame: shobu\npuzzles:\n{}", "- {}\n".repeat(2000));
    let bidi = SOUND.replace("Two sound", "\u{202e}owT \u{200b}").replace("turns: 2", "turns: 9");
    let quoted = SOUND.replace("sound-1", "\"\\e]0;pwned\\a\\r\\n::error::x\"");
    for (name, text) in
        [("deep", deep), ("key", long_key), ("items", items), ("bidi", bidi), ("quoted", quoted)]
    {
        let pack = folder.write(name, text);
        for format in ["text", "json", "github"] {
            let (status, stdout, stderr) = validate(&[&pack, "--format", format]);
            assert_eq!(status, 1, "{name}: {stdout}{stderr}");
            let hostile =
                |c: char| c.is_control() && c != '\n' || matches!(c, '\u{202e}' | '\u{200b}');
            assert!(format == "json" || !stdout.contains(hostile), "{name}: {stdout}");
            assert!(!stdout.contains("\n::error::x"), "{name}: {stdout}");
        }
    }
}

#[test]
fn rows_are_no_pack_and_how_to_make_one_is_said() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("validate-rows");
    fs::create_dir_all(&folder).expect("a folder");
    for name in ["few.jsonl", "few.csv"] {
        let rows = folder.join(name);
        fs::write(&rows, "{}\n").expect("a file");
        let rows = rows.to_str().expect("a name");
        let (status, _, stderr) = validate(&[rows]);
        let pack = folder.join("few.yaml");
        assert_eq!(status, 2, "{stderr}");
        let command = format!("`tsume export {rows} --out {}`", pack.display());
        assert!(stderr.contains(&command), "{stderr}");
        assert_eq!(stderr.lines().count(), 1, "{stderr}");
    }
}

//! Win certificates: what the solver writes is right, what is tampered with is
//! refused, by the checker and by one that shares no code with it.

mod shobu_mailbox;
mod spook_plain;

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::process::Command;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use shobu_mailbox::Mailbox;
use spook_plain::Pyramid;
use tsume::certificate::{CheckError, Header, check};
use tsume::game::Notation;
use tsume::games::Choice;
use tsume::solver::{CertifyError, Limits, Solution, Verdict, certify, decide, solve};
use tsume::{shobu, spook};

fn position<G: Notation>(text: &str) -> G {
    G::parse(text, G::RULES[0]).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The certificate of a win.
fn written<G: Notation>(position: &G, solution: &Solution<G>) -> String {
    let Verdict::Win(win) = &solution.verdict else { panic!("{position}: no win") };
    let (game, rules) = (G::NAME.into(), position.rules().into());
    let mut text = format!("{}\n", Header { game, rules, turns: win.turns });
    let steps = certify(position, solution, Limits::default(), |step| {
        text.push_str(&format!("{step}\n"));
        Ok(())
    });
    assert_eq!(steps.unwrap() as usize + 1, text.lines().count(), "{position}");
    text
}

/// What is wrong with a certificate, if anything is.
fn fault(text: &[u8]) -> Option<String> {
    match check(text, &|| false) {
        Ok(checked) => {
            assert_eq!(checked.steps + 1, text.split(|&c| c == b'\n').count() - 1);
            None
        }
        Err(CheckError::Fault(fault)) => Some(fault.to_string()),
        Err(other) => panic!("{other}"),
    }
}

fn assert_checks(text: &str) {
    assert_eq!(fault(text.as_bytes()), None, "{text}");
}

fn shobu_certificate(text: &str) -> String {
    let position: shobu::Position = position(text);
    written(&position, &solve(&position, 5, Limits::default()).unwrap())
}

/// The wins of a file in up to `bound` turns, every `step`-th of them.
fn wins(file: &str, bound: u32, step: usize) -> Vec<(String, u32)> {
    let wins = file.lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
        let mut fields = line.split('\t');
        let (position, turns) = (fields.next()?, fields.next()?.parse().ok()?);
        (1..=bound).contains(&turns).then(|| (position.to_string(), turns))
    });
    wins.step_by(step).collect()
}

/// `tests/certificates.sh` does all of them; these take seconds.
#[test]
fn wins_have_certificates_that_check() {
    let clearing = include_str!("data/shobu-wins.tsv");
    let no_turn = include_str!("data/shobu-no-turn-wins.tsv");
    let all = [wins(clearing, 3, 1), wins(no_turn, 3, 1)].concat();
    assert!(all.len() > 80 && all.iter().filter(|(_, turns)| *turns == 3).count() > 20);
    for (text, turns) in all {
        let certificate = shobu_certificate(&text);
        let (header, root) = certificate.split_once('\n').unwrap();
        assert!(header.ends_with(&format!(" turns={turns}")), "{header}");
        assert!(root.starts_with(&format!("{text}\t{turns}\t")), "{text}");
        assert_checks(&certificate);
    }
}

#[test]
fn decided_wins_have_certificates_that_check() {
    let mut count = 0;
    for line in include_str!("data/spook-values.tsv").lines() {
        let Some((text, plies)) = line.split_once("\twin\t") else { continue };
        let position: spook::Position = position(text);
        let decided = decide(&position, Limits::default()).unwrap();
        let certificate = written(&position, &decided);
        assert_checks(&certificate);
        count += 1;
        // The bounded search certifies the same number of turns. It counts
        // turns and not plies, so other lines may do.
        let plies: u32 = plies.split('\t').next().unwrap().parse().unwrap();
        if plies <= 8 {
            let bounded = solve(&position, 4, Limits::default()).unwrap();
            let bounded = written(&position, &bounded);
            assert_eq!(bounded.lines().next(), certificate.lines().next());
            assert_checks(&bounded);
        }
    }
    assert!(count > 40);
}

/// Under spook-2011 Black places Spooky and moves again: as the attacker, and
/// as the defender.
#[test]
fn a_side_may_move_twice() {
    let black: spook::Position = position("rbrb/brbr/rbrb/brbr:rbr/brb/rbr:br/rb:1 b");
    let certificate = written(&black, &decide(&black, Limits::default()).unwrap());
    assert!(certificate.lines().nth(1).unwrap().ends_with("\t15\tj1"), "{certificate}");
    assert_checks(&certificate);
    let without = certificate.lines().enumerate().filter(|(line, _)| *line != 2);
    let without: String = without.map(|(_, line)| format!("{line}\n")).collect();
    let missing = "2:39: after j1 the position is not listed: \
                   rbrb/brbr/rbrb/brbr:rbr/brb/rbr:br/rb:w b";
    assert!(fault(without.as_bytes()).unwrap().contains(&missing[4..]), "{without}");

    let red: spook::Position = position("rbrr/rbbb/rbbr/brbb:rrb/rbr/rrr:b1/bb:1 r");
    let certificate = written(&red, &decide(&red, Limits::default()).unwrap());
    assert_checks(&certificate);
    assert!(certificate.lines().skip(1).all(|line| line.contains(" r\t")), "{certificate}");
    assert!(!certificate.contains(":w b"), "{certificate}");
}

#[test]
fn limits_change_no_line_and_leave_none_open() {
    let position: shobu::Position = position("2w2w2/4w3/w2wb2w/b1wb3b/b2ww1b1/w3w3/4b1b1/1bb3wb w");
    let solution = solve(&position, 2, Limits::default()).unwrap();
    let certify = |limits: Limits<'_>, most: usize| {
        let mut steps = Vec::new();
        let result = certify(&position, &solution, limits, |step| {
            steps.push(step);
            if steps.len() > most { Err(std::io::Error::other("full")) } else { Ok(()) }
        });
        result.map(|_| steps)
    };
    let all = certify(Limits::default(), usize::MAX).unwrap();
    let small = Limits { table_bytes: 1 << 14, ..Limits::default() };
    assert_eq!(certify(small, usize::MAX).unwrap(), all);
    let none = Limits { table_bytes: 1 << 10, ..Limits::default() };
    assert!(matches!(certify(none, usize::MAX), Err(CertifyError::Memory)));
    for nodes in [0, 1, 50] {
        let few = Limits { nodes, ..Limits::default() };
        assert!(matches!(certify(few, usize::MAX), Err(CertifyError::Stopped)), "{nodes}");
    }
    assert!(matches!(certify(Limits::default(), 10), Err(CertifyError::Write(_))));
    let lost = Solution { verdict: Verdict::None, ..solution.clone() };
    let result = tsume::solver::certify(&position, &lost, Limits::default(), |_| Ok(()));
    assert!(matches!(result, Err(CertifyError::NotWon)));
    assert!(matches!(check(&b"# tsume"[..], &|| true), Err(CheckError::Fault(_))));
    let text = written(&position, &solution);
    assert!(matches!(check(text.as_bytes(), &|| true), Err(CheckError::Stopped)));
}

/// What stands in files that no editor shows.
#[test]
fn hostile_files_are_refused() {
    let sound = include_str!("data/certificates/sound.cert");
    let replace = |from: &str, to: &[u8]| {
        let at = sound.find(from).unwrap();
        [&sound.as_bytes()[..at], to, &sound.as_bytes()[at + from.len()..]].concat()
    };
    let long = vec![b'4'; 1 << 20];
    let cases: [(Vec<u8>, &str); 11] = [
        (sound.replace('\n', "\r\n").into(), "1:58: the line ends with CR LF"),
        (replace("\t1\tb1-a1\n", b"\t1\tb1-a1\r\n"), "7:34: the line ends with CR LF"),
        (replace("\tb1-a1", b"\tb1-\xFFa1"), "7:32: the line is not UTF-8"),
        (replace("\tb1-a1", b"\tb1-\0a1"), "7:29: turn `"),
        (replace("bw2", b"b\x002"), r"7:10: level 1, rank 1 has `\0`"),
        (replace("4/4/rb2/bw2", &long), "7:1: the line is too long"),
        (long.clone(), "1:1: the line is too long"),
        (vec![b'\n'; 1 << 20], "1:1: this is no certificate"),
        ([b"\xEF\xBB\xBF", sound.as_bytes()].concat(), "1:1: this is no certificate"),
        (replace("turns=3", b"turns=4294967296"), "1:51: turns left: `4294967296` is not"),
        (sound.replace('\n', "\r").into(), "1:1: the file ends within this line"),
    ];
    for (bytes, expected) in cases {
        let found = fault(&bytes).expect("it is wrong");
        assert!(found.starts_with(expected), "{expected}: {found}");
    }
}

/// A game played by a second implementation, positions as text.
trait Second: Sized {
    fn read(fen: &str) -> Self;
    fn fen(&self) -> String;
    /// Whose turn it is, and who has won: `b` and so on, as in the notation.
    fn winner(&self) -> Option<char>;
    fn turns(&self) -> Vec<(String, Self)>;
}

impl Second for Mailbox {
    fn read(fen: &str) -> Self {
        Mailbox::parse(fen)
    }
    fn fen(&self) -> String {
        self.fen()
    }
    fn winner(&self) -> Option<char> {
        self.winner().map(|stone| if stone == shobu_mailbox::Stone::Black { 'b' } else { 'w' })
    }
    fn turns(&self) -> Vec<(String, Self)> {
        self.turns()
    }
}

impl Second for Pyramid {
    fn read(fen: &str) -> Self {
        Pyramid::parse(fen, spook_plain::Rules::Spook2011)
    }
    fn fen(&self) -> String {
        self.fen()
    }
    fn winner(&self) -> Option<char> {
        self.winner().map(|ball| if ball == spook_plain::Ball::Red { 'r' } else { 'b' })
    }
    fn turns(&self) -> Vec<(String, Self)> {
        self.turns()
    }
}

/// Whether a certificate is right, by the rule as it is stated. That positions
/// are written well is not looked at.
fn is_right<S: Second>(text: &str, turns: u32) -> bool {
    let lines = text.lines().skip(1).map(|line| line.split('\t').collect::<Vec<_>>());
    let mut listed: HashMap<String, (u32, String)> = HashMap::new();
    let mut root = None;
    for line in lines {
        let [position, left, turn] = line[..] else { return false };
        let Ok(left) = left.parse::<u32>() else { return false };
        root.get_or_insert((position.to_string(), left));
        if left == 0 || listed.insert(position.into(), (left, turn.into())).is_some() {
            return false;
        }
    }
    let Some((root, left)) = root else { return false };
    let attacker = root.chars().last().unwrap();
    left == turns
        && listed.iter().all(|(fen, (left, turn))| {
            let position = S::read(fen);
            let played = position.turns().into_iter().find(|(name, _)| name == turn);
            fen.ends_with(attacker)
                && played.is_some_and(|(_, next)| is_answered(&listed, attacker, *left, &next))
        })
}

/// Whether the attacker has won, or wins by a line with fewer turns left,
/// whatever the defender does.
fn is_answered<S: Second>(
    listed: &HashMap<String, (u32, String)>,
    attacker: char,
    left: u32,
    position: &S,
) -> bool {
    let fen = position.fen();
    match position.winner() {
        Some(winner) => winner == attacker,
        None if fen.ends_with(attacker) => listed.get(&fen).is_some_and(|(less, _)| *less < left),
        None => position.turns().iter().all(|(_, next)| is_answered(listed, attacker, left, next)),
    }
}

/// One line of a certificate changed, in one of many ways.
fn mutate(lines: &mut Vec<String>, rng: &mut ChaCha8Rng) {
    let mut below = |bound: usize| rng.next_u32() as usize % bound;
    let line = 1 + below(lines.len() - 1);
    let other = 1 + below(lines.len() - 1);
    let mut fields: Vec<String> = lines[line].split('\t').map(str::to_string).collect();
    let others: Vec<String> = lines[other].split('\t').map(str::to_string).collect();
    let legal = || {
        let position = Choice::new(None, None).unwrap().parse(&fields[0]).unwrap();
        position.visit(Tokens)
    };
    match below(9) {
        0 => drop(lines.remove(line)),
        1 => return lines.insert(other, lines[line].clone()),
        2 => return lines.swap(line, other),
        3 => fields[1] = (1 + below(4)).to_string(),
        4 | 5 => {
            let legal = legal();
            fields[2] = legal[below(legal.len())].clone();
        }
        6 => fields[2].clone_from(&others[2]),
        7 => fields[0].clone_from(&others[0]),
        _ => {
            let field = below(3);
            let at = below(fields[field].len());
            let with = ["1", "2", "b", "w", "r", "/", " ", "a", "x"][below(9)];
            fields[field].replace_range(at..=at, with);
        }
    }
    if let Some(changed) = lines.get_mut(line) {
        *changed = fields.join("\t");
    }
}

/// The legal turns as text.
struct Tokens;

impl tsume::games::Visitor for Tokens {
    type Output = Vec<String>;

    fn visit<G: Notation>(self, position: G) -> Vec<String> {
        position.turns().iter().map(ToString::to_string).collect()
    }
}

/// Mutates a certificate and compares the two checkers; gives how many were
/// right all the same, and the reasons for which others were refused.
fn compare<G: Notation, S: Second>(certificate: &str, seed: u64, count: usize) -> (usize, usize) {
    let turns = certificate.lines().next().unwrap().rsplit('=').next().unwrap().parse().unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let (mut right, mut reasons) = (0, HashSet::new());
    for _ in 0..count {
        let mut lines: Vec<_> = certificate.lines().map(str::to_string).collect();
        mutate(&mut lines, &mut rng);
        let text = lines.iter().map(|line| format!("{line}\n")).collect::<String>();
        let is_written_well = |line: &String| {
            let fen = line.split('\t').next().unwrap();
            G::parse(fen, G::RULES[0])
                .is_ok_and(|position| position.to_string() == fen && position.outcome().is_none())
        };
        let expected = lines[1..].iter().all(is_written_well) && is_right::<S>(&text, turns);
        let found = fault(text.as_bytes());
        assert_eq!(found.is_none(), expected, "{found:?}\n{text}");
        match found {
            None => right += 1,
            Some(fault) => {
                let reason = fault.split_once(": ").unwrap().1.to_string();
                let words = reason.split(' ').filter(|word| word.chars().all(char::is_alphabetic));
                reasons.insert(words.take(4).collect::<Vec<_>>().join(" "));
            }
        }
    }
    (right, reasons.len())
}

#[test]
fn a_changed_line_is_refused_or_still_right() {
    let quiet = shobu_certificate("2w2w2/4w3/w2wb2w/b1wb3b/b2ww1b1/w3w3/4b1b1/1bb3wb w");
    let (right, reasons) = compare::<shobu::Position, Mailbox>(&quiet, 1, 300);
    assert!(right > 10 && reasons > 10, "{right} {reasons}");
    let longer = wins(include_str!("data/shobu-no-turn-wins.tsv"), 4, 1);
    let longer = longer.iter().filter(|(_, turns)| *turns >= 3);
    let mut longer = longer.map(|(text, _)| shobu_certificate(text));
    let longer = longer.find(|text| (6..200).contains(&text.lines().count())).unwrap();
    let (right, reasons) = compare::<shobu::Position, Mailbox>(&longer, 2, 300);
    assert!(right > 10 && reasons > 10, "{right} {reasons}");
    let mut found = (0, 0);
    for (seed, line) in (3..).zip(include_str!("data/spook-values.tsv").lines()) {
        let Some((text, _)) = line.split_once("\twin\t") else { continue };
        let position: spook::Position = position(text);
        let certificate = written(&position, &decide(&position, Limits::default()).unwrap());
        if (6..60).contains(&certificate.lines().count()) {
            let (right, reasons) = compare::<spook::Position, Pyramid>(&certificate, seed, 60);
            found = (found.0 + right, found.1 + reasons);
        }
    }
    assert!(found.0 > 50 && found.1 > 100, "{found:?}");
}

/// Runs `tsume solve`; gives its status, stdout and stderr.
fn run(arguments: &[&str], certificate: &Path) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tsume"));
    command.arg("solve").args(arguments).arg("--certificate").arg(certificate);
    let output = command.env("NO_COLOR", "1").output().expect("the program runs");
    let text = |bytes| String::from_utf8(bytes).expect("the output is UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

const IN_TWO: &str = "2w2w2/4w3/w2wb2w/b1wb3b/b2ww1b1/w3w3/4b1b1/1bb3wb w";

#[test]
fn the_file_is_written_whole_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.cert");
    let read = || std::fs::read_to_string(&file);
    let files = || std::fs::read_dir(folder.path()).unwrap().count();

    // Not without a win, and then what was there before stays.
    for (arguments, status) in [
        (&["start", "--in", "2"][..], 1),
        (&["start", "--in", "5", "--nodes", "100"], 3),
        (&["4/rbr1/rbb1/2w1:3/1b1/3:2/2:1 r"], 1),
    ] {
        let (found, _, stderr) = run(arguments, &file);
        assert_eq!(found, Some(status), "{stderr}");
        assert!(
            stderr.ends_with("no certificate is written: no win has been proved\n"),
            "{stderr}"
        );
        assert_eq!(files(), 0);
    }
    let (status, stdout, stderr) = run(&[IN_TWO], &file);
    assert_eq!((status, stderr.as_str()), (Some(0), ""));
    assert!(stdout.ends_with(&format!("Certificate\n  {}  52 positions\n", file.display())));
    let text = read().unwrap();
    assert_eq!(text, include_str!("data/certificates/sound-shobu.cert"));
    assert_eq!((files(), run(&["start", "--in", "1"], &file).0), (1, Some(1)));
    assert_eq!(read().unwrap(), text);

    // A limit strikes after the win is known.
    let json = run(&[IN_TWO, "--format", "json"], &file).1;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["certificate"]["positions"], 52);
    assert_eq!(json["certificate"]["file"].as_str(), file.to_str());
    std::fs::remove_file(&file).unwrap();
    let nodes = (json["nodes"].as_u64().unwrap() + 10).to_string();
    let (status, stdout, stderr) = run(&[IN_TWO, "--nodes", &nodes, "--format", "json"], &file);
    assert_eq!((status, files()), (Some(3), 0), "{stderr}");
    let json: serde_json::Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!((&json["verdict"], json.get("certificate")), (&"win".into(), None));
    let incomplete = json["incomplete"].as_array().unwrap();
    assert!(incomplete.contains(&"certificate".into()), "{stdout}");
    assert!(stderr.ends_with("no certificate is written: a limit was reached\n"), "{stderr}");
}

#[test]
fn a_certificate_is_for_one_target_and_a_regular_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.cert");
    for several in [&["start", "start"][..], &["puzzles/shobu/first-clears.yaml"]] {
        let (status, stdout, stderr) = run(several, &file);
        assert_eq!((status, stdout.as_str()), (Some(2), ""));
        assert_eq!(stderr, "error: --certificate takes one target, and there are several\n");
    }
    for bad in [folder.path(), &folder.path().join("missing/a.cert"), Path::new("/dev/null")] {
        let (status, stdout, stderr) = run(&[IN_TWO], bad);
        assert_eq!((status, stdout.as_str()), (Some(2), ""));
        assert!(stderr.starts_with("error: invalid value '"), "{stderr}");
    }
    let (status, ..) = run(&["puzzles/shobu/first-clears.yaml#first-clears-001"], &file);
    assert_eq!((status, file.is_file()), (Some(0), true));
}

/// A link stays one, and what it leads to is replaced.
#[cfg(unix)]
#[test]
fn links_are_followed_and_permissions_are_those_of_any_file() {
    use std::os::unix::fs::{MetadataExt, symlink};
    let folder = tempfile::tempdir().unwrap();
    let [file, link, plain] = ["a.cert", "link", "plain"].map(|name| folder.path().join(name));
    std::fs::write(&file, "old").unwrap();
    std::fs::write(&plain, "").unwrap();
    symlink(&file, &link).unwrap();
    assert_eq!(run(&[IN_TWO], &link).0, Some(0));
    assert!(link.is_symlink());
    let text = std::fs::read_to_string(&file).unwrap();
    assert_eq!(text, include_str!("data/certificates/sound-shobu.cert"));
    let mode = |file: &Path| file.metadata().unwrap().mode();
    assert_eq!(mode(&file), mode(&plain));
}

//! Where `tsume gen-puzzles` writes to: what it reads, and what it would go on with, is not
//! lost by mistake.

mod folder;
mod runs;
#[cfg(unix)]
mod signals;

use std::fs;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use folder::Folder;
use runs::{command, made, run};

/// The run is an error, which says so, and a file stays as it is.
fn refused(folder: &Folder, name: &str, arguments: &[&str], reason: &str) {
    let before = folder.read(name);
    let (status, _, stderr) = run(arguments);
    assert_eq!(status, Some(2), "{arguments:?}: {stderr}");
    assert!(stderr.contains(reason), "{stderr}");
    assert_eq!(folder.read(name), before, "{arguments:?}");
}

#[test]
fn what_is_read_is_not_written_to() {
    let folder = Folder::new();
    let [pack, part] = ["pack.yaml", "part.yaml"].map(|name| folder.path(name));
    made(&["--in", "2", "--count", "2", "--out", &pack]);
    made(&["--in", "2", "--range", "0..9", "--part", "--out", &part]);
    let mut names = vec![pack.clone(), folder.path("./pack.yaml")];
    if cfg!(unix) {
        fs::hard_link(&pack, folder.path("link.yaml")).expect("a link");
        names.push(folder.path("link.yaml"));
    }
    for out in &names {
        let reason = "this is read, too: write to another file";
        let options = ["--in", "2", "--seed", "2", "--out", out];
        refused(&folder, "pack.yaml", &[&options[..], &["--exclude", &pack]].concat(), reason);
        refused(&folder, "pack.yaml", &[&options[..], &["--from", &pack]].concat(), reason);
    }
    let second = folder.path("second.yaml");
    made(&["--in", "2", "--range", "9..18", "--part", "--out", &second]);
    for out in ["part.yaml", "./second.yaml"] {
        let merge = ["--merge", &part, &second, "--out", &folder.path(out)];
        refused(&folder, out, &merge, "this is read, too: write to another file");
    }
}

/// Who forgets `--resume` does not lose what there is.
#[test]
fn an_unfinished_run_is_not_begun_anew() {
    let folder = Folder::new();
    for extension in ["yaml", "jsonl", "csv"] {
        let name = format!("pack.{extension}");
        let out = folder.path(&name);
        let options = ["--in", "2", "--count", "4", "--out", &out];
        made(&options);
        let whole = folder.read(&name);
        fs::write(&out, &whole[..whole.len() - 9]).expect("a file");
        let run = if extension == "yaml" { "this very run" } else { "what may be this run" };
        let reason = format!(": 3 puzzles of {run}: add --resume, or remove it");
        refused(&folder, &name, &options, &reason);
        made(&[&options[..], &["--resume"]].concat());
        assert_eq!(folder.read(&name), whole);
        // What is complete, and what is of another run, can be made anew.
        made(&options);
        assert_eq!(folder.read(&name), whole);
        made(&["--in", "2", "--count", "1", "--seed", "2", "--out", &out]);
        assert!(folder.read(&name).len() < whole.len());
    }
}

/// How many there are in a range is not known before all are judged.
#[test]
fn a_range_is_not_begun_anew() {
    let folder = Folder::new();
    let out = folder.path("pack.yaml");
    let options = ["--in", "2", "--range", "0..12", "--out", &out];
    made(&options);
    let whole = folder.read("pack.yaml");
    let reason = " of this very run, maybe all that it makes: add --resume, or remove it";
    refused(&folder, "pack.yaml", &options, reason);
    made(&[&options[..], &["--resume"]].concat());
    assert_eq!(folder.read("pack.yaml"), whole);
}

/// Rows do not say with which options they were made: the puzzles show it, or not.
#[test]
fn rows_of_another_run_are_replaced() {
    let folder = Folder::new();
    for name in ["rows.csv", "rows.jsonl"] {
        let out = folder.path(name);
        let title = ["--title", "Rows", "--out", &out];
        let run = |options: &[&'static str]| [options, &title].concat();
        made(&run(&["--in", "2", "--count", "2"]));
        let other = run(&["--in", "2", "--count", "3", "--replies", "1"]);
        refused(&folder, name, &other, ": 2 puzzles of what may be this run: add --resume");
        made(&run(&["--in", "3", "--count", "3", "--source", "sparse"]));
        let rows = folder.read(name);
        refused(
            &folder,
            name,
            &run(&["--in", "2-3", "--count", "4"]),
            ": 3 puzzles of what may be",
        );
        made(&run(&["--in", "2", "--count", "4"]));
        assert_ne!(folder.read(name), rows);
    }
}

#[test]
fn a_head_may_be_cut_within_a_character() {
    let folder = Folder::new();
    let out = folder.path("pack.yaml");
    let options = ["--in", "2", "--count", "1", "--out", &out];
    made(&options);
    let whole = folder.read("pack.yaml");
    let within = whole.find('Ō').expect("a title with a long O") + 1;
    fs::write(&out, &whole.as_bytes()[..within]).expect("a file");
    made(&[&options[..], &["--resume"]].concat());
    assert_eq!(folder.read("pack.yaml"), whole);
}

/// A run that lasts, once it has written a puzzle.
#[cfg(unix)]
fn under_way(mut command: Command, out: &str) -> Child {
    signals::are_heeded();
    let mut child = command.spawn().expect("the program starts");
    while !fs::read_to_string(out).unwrap_or_default().contains("\n  - id: ") {
        assert!(child.try_wait().expect("a child").is_none(), "it ended too soon");
        sleep(Duration::from_millis(1));
    }
    child
}

#[cfg(unix)]
fn signal(child: &Child, signal: &str) {
    let kill = Command::new("kill").args([signal, &child.id().to_string()]).status();
    assert!(kill.expect("kill").success());
}

#[cfg(unix)]
#[test]
fn two_runs_do_not_write_to_one_file() {
    let folder = Folder::new();
    let out = folder.path("pack.yaml");
    let options = ["--in", "2", "--range", "0..100000", "-j", "1", "--out", &out];
    let mut child = under_way(command(&options), &out);
    for more in [&[][..], &["--resume"], &["--seed", "2"]] {
        let (status, _, stderr) = run(&[&options[..], more].concat());
        assert_eq!(status, Some(2));
        assert!(stderr.contains("pack.yaml: another run is writing to it"), "{stderr}");
    }
    signal(&child, "-TERM");
    assert_eq!(child.wait().expect("a child").code(), Some(130));
}

/// What `nohup` has a run ignore, it ignores.
#[cfg(target_os = "linux")]
#[test]
fn signals_that_are_ignored_stay_ignored() {
    let folder = Folder::new();
    let out = folder.path("pack.yaml");
    let mut ignoring = Command::new("sh");
    ignoring.args(["-c", r#"trap '' HUP INT; exec "$@""#, "sh", env!("CARGO_BIN_EXE_tsume")]);
    ignoring.args(["gen-puzzles", "--in", "2", "--range", "0..100000", "--out", &out]);
    ignoring.stdin(Stdio::null()).stderr(Stdio::null());
    let mut child = under_way(ignoring, &out);
    for ignored in ["-HUP", "-INT"] {
        signal(&child, ignored);
        let length = fs::metadata(&out).expect("a file").len();
        while fs::metadata(&out).expect("a file").len() == length {
            assert!(child.try_wait().expect("a child").is_none(), "{ignored} ended it");
            sleep(Duration::from_millis(1));
        }
    }
    signal(&child, "-TERM");
    assert_eq!(child.wait().expect("a child").code(), Some(130));
}

/// A pipe that nobody reads keeps nobody from ending the run.
#[cfg(unix)]
#[test]
fn waiting_for_a_reader_ends_at_once() {
    signals::are_heeded();
    let folder = Folder::new();
    let out = folder.path("fifo");
    let made = Command::new("mkfifo").arg(&out).status();
    assert!(made.expect("mkfifo").success());
    let options = ["--in", "2", "--format", "yaml", "--out", &out];
    let mut child = command(&options).spawn().expect("the program starts");
    let begin = Instant::now();
    let status = loop {
        // It may take a moment until it waits: it may be asked twice.
        sleep(Duration::from_millis(200));
        if let Some(status) = child.try_wait().expect("a child") {
            break status;
        }
        assert!(begin.elapsed() < Duration::from_secs(20), "it waits for ever");
        signal(&child, "-TERM");
    };
    assert_eq!(status.code(), Some(130));
    let (status, _, stderr) = run(&[&options[..], &["--resume"]].concat());
    assert_eq!(status, Some(2));
    assert!(stderr.contains("fifo: nothing stays in it to go on from"), "{stderr}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_once() {
    let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("a device");
    let ended = command(&["--in", "2", "--count", "5"]).stdout(full).output();
    let ended = ended.expect("the program starts");
    assert_eq!(ended.status.code(), Some(2));
    let stderr = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(stderr.matches("cannot write the output").count(), 1, "{stderr}");
    // Nothing stays there to go on from.
    let (_, _, stderr) = run(&["--count", "5", "--format", "csv", "--out", "/dev/full"]);
    assert!(stderr.contains("No space left") && !stderr.contains("--resume"), "{stderr}");
}

#[test]
fn the_end_of_the_time_is_told() {
    let folder = Folder::new();
    let out = folder.path("pack.yaml");
    let options = ["--in", "2", "--count", "1000000", "--time-limit", "1ms"];
    let (status, _, stderr) = run(&[&options[..], &["--out", &out]].concat());
    assert_eq!(status, Some(3));
    assert!(stderr.starts_with("out of time: "), "{stderr}");
    assert!(stderr.ends_with(" of 1000000 puzzles; --resume goes on from there\n"), "{stderr}");
    let (_, _, stderr) = run(&options);
    assert!(stderr.ends_with(" of 1000000 puzzles\n"), "{stderr}");
}

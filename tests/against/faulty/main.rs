//! A move generator for SHŌBU with a fault, in the convention of perftree:
//! `faulty FAULT DEPTH POSITION [TURNS]`. It shares no code with the library.

#![allow(clippy::print_stdout, clippy::print_stderr, clippy::exit, reason = "it is a program")]

mod board;

use std::process::{abort, exit};
use std::thread::sleep;
use std::time::Duration;

use board::{Board, Fault};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, depth, position, turns @ ..] = arguments.as_slice() else {
        eprintln!("usage: faulty FAULT DEPTH POSITION [TURNS]");
        exit(2)
    };
    let depth: u32 = depth.parse().expect("a depth");
    let turns = turns.first().map_or("", String::as_str);
    match name.as_str() {
        "crash" if depth > 1 => crash(),
        "exit" => {
            eprintln!("cannot open the book");
            exit(7)
        }
        "hang" if depth > 1 => sleep(Duration::from_secs(600)),
        "nonsense" => println!("hello, I am an engine\na1a2+e1e2 1\n\n1"),
        "no-total" => println!("a1a2+e1e2 1"),
        "silent" => {}
        _ => {}
    }
    let fault = Fault::named(name);
    let position = if fault == Fault::IgnoresPosition { START } else { position };
    let mut board = Board::parse(position, fault);
    let played = if fault == Fault::IgnoresTurns { "" } else { turns };
    for token in played.split_whitespace() {
        board = board.played(token).unwrap_or_else(|| panic!("{token} cannot be played"));
    }
    if !matches!(name.as_str(), "nonsense" | "no-total" | "silent") {
        divide(&board, depth, fault);
    }
}

const START: &str = "wwwwwwww/8/8/bbbbbbbb/wwwwwwww/8/8/bbbbbbbb b";

fn crash() -> ! {
    eprintln!("thinking\nassertion failed: stone != EMPTY");
    abort()
}

fn divide(board: &Board, depth: u32, fault: Fault) {
    let mut total = 0;
    for (token, after) in board.turns() {
        let count = after.perft(depth - 1);
        let count = if fault == Fault::NarrowCounts { count & 0xFF } else { count };
        println!("{token} {count}");
        total += count;
    }
    match fault {
        Fault::WrongTotal if depth > 1 => println!("\n{}", total + 1),
        _ => println!("\n{total}"),
    }
}

use std::time::Instant;
use tsume::game::{Game, Notation};
use tsume::perft::Method;
use tsume::shobu::Position;
use tsume::solver::{Limits, Verdict, solve};
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let f = a[1].clone();
    let n: u32 = a[2].parse().unwrap();
    if f == "perft" {
        let t = Instant::now();
        let c = Method::Bulk.count(&Position::START, n).unwrap();
        let s = t.elapsed().as_secs_f64();
        println!("{c} {s} {:.2} G/s", c as f64 / s / 1e9);
        let t = Instant::now();
        let c = Method::Walk.count(&Position::START, n - 1).unwrap();
        let s = t.elapsed().as_secs_f64();
        println!("{c} {s} {:.2} M/s", c as f64 / s / 1e6);
        return;
    }
    let mut tot = 0.0;
    let mut worst = 0f64;
    let mut k = 0;
    let mut nodes = 0;
    for line in std::fs::read_to_string(&f)
        .unwrap()
        .lines()
        .filter(|l| !l.starts_with('#') && !l.is_empty())
    {
        let c: Vec<&str> = line.split('\t').collect();
        let p = Position::parse(c[0], Position::RULES[0]).unwrap();
        let want: u32 = c[1].parse().unwrap();
        let t = Instant::now();
        let s = solve(&p, n, Limits::default()).unwrap();
        let e = t.elapsed().as_secs_f64();
        tot += e;
        worst = worst.max(e);
        k += 1;
        nodes += s.nodes;
        match s.verdict {
            Verdict::Win(w) => {
                let keys = w
                    .keys
                    .iter()
                    .map(|k| k.turns.iter().map(|t| t.to_string()).collect::<Vec<_>>().join("="))
                    .collect::<Vec<_>>()
                    .join(" ");
                if w.turns != want || (c.len() > 2 && keys != c[2]) {
                    println!("DIFF {line} got {} {keys}", w.turns)
                }
            }
            Verdict::None => {
                if want != 0 && want <= n {
                    println!("DIFF {line} none")
                }
            }
            _ => println!("unknown"),
        }
    }
    println!(
        "{k} positions mean {:.2} ms worst {:.2} ms nodes {}",
        tot / k as f64 * 1e3,
        worst * 1e3,
        nodes / k
    );
}

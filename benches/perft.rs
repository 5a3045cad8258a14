use std::time::Instant;
use tsume::perft::*;
use tsume::shobu::*;
fn main() {
    let depth: u32 = std::env::args().nth(1).unwrap().parse().unwrap();
    let memory: usize = std::env::args().nth(2).unwrap().parse().unwrap();
    rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap().install(|| {
        let start = Instant::now();
        let last = std::sync::Mutex::new(0.0);
        let r = Fold { memory: memory << 20 }.count(&Position::START, depth, |s| {
            let mut l = last.lock().unwrap();
            let b = *l;
            *l += s;
            if (b * 20.0) as u32 != (*l * 20.0) as u32 {
                println!("{:.3} {:.2}", *l, start.elapsed().as_secs_f64());
            }
        });
        println!("{r:?} {} {:.3}", last.lock().unwrap(), start.elapsed().as_secs_f64());
    });
}

use std::time::{Duration, Instant};

use tsume::solver::Limits;

use super::{interrupt, waiting};

/// Bounds on the work of each search.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Limits")]
pub struct LimitArgs {
    /// Threads to use; 0 for all cores
    #[arg(short = 'j', long, default_value_t = 0, value_name = "N", value_parser = parse_threads,
          allow_negative_numbers = true)]
    pub threads: usize,

    /// Memory for the table of each search, in MiB
    #[arg(long, default_value_t = 256, value_name = "MIB", allow_negative_numbers = true,
          value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    hash: u32,

    /// Stop each search after this time, such as 500ms, 30s, 5m or 1h
    #[arg(long, value_name = "TIME", value_parser = parse_duration, allow_negative_numbers = true)]
    time_limit: Option<Duration>,

    /// Stop each search after this many positions
    #[arg(long, value_name = "N", value_parser = parse_nodes, allow_negative_numbers = true)]
    nodes: Option<u64>,
}

impl LimitArgs {
    /// The limits of a search that begins now.
    pub fn start(&self) -> Limits<'static> {
        Limits {
            table_bytes: usize::try_from(u64::from(self.hash) << 20).unwrap_or(usize::MAX),
            nodes: self.nodes.unwrap_or(u64::MAX),
            deadline: self.time_limit.and_then(|limit| Instant::now().checked_add(limit)),
            interrupt: Some(interrupt::flag()),
            threads: waiting::threads(),
        }
    }

    /// Makes the pool that all parallel work runs in.
    pub fn set_threads(&self) -> Result<(), String> {
        set_threads(self.threads)
    }
}

/// Makes the pool that all parallel work runs in; 0 stands for all cores.
pub fn set_threads(threads: usize) -> Result<(), String> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
    pool.build_global().map_err(|error| format!("--threads {threads}: {error}"))
}

/// Reads a number of threads that a machine may have.
pub fn parse_threads(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(threads) if threads <= 1024 => Ok(threads),
        _ => Err("expected a number from 0 to 1024".into()),
    }
}

/// Reads a number of positions.
fn parse_nodes(text: &str) -> Result<u64, String> {
    text.parse().ok().filter(|&nodes| nodes > 0).ok_or("expected a number from 1 on".into())
}

/// Reads a number with a unit; without one, seconds are meant.
pub fn parse_duration(text: &str) -> Result<Duration, String> {
    let unit = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (number, unit) = text.split_at(unit);
    let seconds = match unit {
        "ms" => 0.001,
        "s" | "" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(format!("`{unit}` is not a unit of time: use ms, s, m or h")),
    };
    let expected = || "expected a time such as 500ms, 30s, 5m or 1h".to_string();
    let number: f64 = number.parse().map_err(|_| expected())?;
    match Duration::try_from_secs_f64(number * seconds) {
        Ok(duration) => Ok(duration),
        Err(_) if number > 0.0 => Err("this is too long: leave the limit out".into()),
        Err(_) => Err(expected()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_units() {
        assert_eq!(parse_duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(parse_duration("1.5s"), Ok(Duration::from_millis(1500)));
        assert_eq!(parse_duration("30"), Ok(Duration::from_secs(30)));
        assert_eq!(parse_duration("2m"), Ok(Duration::from_secs(120)));
        for text in ["", "s", "-1s", "1d", "nan", "1e400s", "5 parsecs"] {
            assert!(parse_duration(text).is_err(), "{text:?}");
        }
        let long = parse_duration("99999999999999999999h").unwrap_err();
        assert!(long.contains("too long"), "{long}");
    }
}

use std::process::ExitCode;

/// How a run ended, from best to worst: of several targets, the worst counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Status {
    /// A forced win; counting done; all checks passed.
    Yes,
    /// A meaningful no: no win within the bound, a loss, a failed check.
    No,
    /// A limit was reached.
    Undecided,
    /// Usage, unreadable input, an illegal or finished position.
    Error,
    /// Ctrl-C.
    Interrupted,
}

impl Status {
    /// The exit status.
    pub const fn code(self) -> u8 {
        match self {
            Self::Yes => 0,
            Self::No => 1,
            Self::Error => 2,
            Self::Undecided => 3,
            Self::Interrupted => 130,
        }
    }
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        Self::from(status.code())
    }
}

#[cfg(test)]
mod tests {
    use super::Status::{Error, Interrupted, No, Undecided, Yes};

    #[test]
    fn the_worst_status_counts() {
        let worst = |statuses: &[super::Status]| statuses.iter().max().map(|status| status.code());
        assert_eq!(worst(&[Yes, No]), Some(1));
        assert_eq!(worst(&[Undecided, No, Yes]), Some(3));
        assert_eq!(worst(&[Undecided, Error, No]), Some(2));
        assert_eq!(worst(&[Interrupted, Error]), Some(130));
    }
}

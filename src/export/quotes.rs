use std::io::{self, Read};

/// Comma-separated values on their way to whoever reads them, that may not end within
/// quotes: all that follows a quote that is never closed would be taken for one cell.
pub(super) struct Quotes<R> {
    from: R,
    place: Place,
    line: u64,
    /// The line of the last quote that began a cell.
    opened: u64,
}

/// What the next byte belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    Start,
    Plain,
    Quoted,
    /// After a quote within quotes: another one stands for a quote, else they end.
    Quote,
}

impl<R: Read> Quotes<R> {
    pub(super) const fn new(from: R) -> Self {
        Self { from, place: Place::Start, line: 1, opened: 0 }
    }

    fn pass(&mut self, byte: u8) {
        self.line += u64::from(byte == b'\n');
        self.place = match (self.place, byte) {
            (Place::Start, b'"') => {
                self.opened = self.line;
                Place::Quoted
            }
            (Place::Quoted, b'"') => Place::Quote,
            (Place::Quoted, _) | (Place::Quote, b'"') => Place::Quoted,
            (_, b',' | b'\n' | b'\r') => Place::Start,
            _ => Place::Plain,
        };
    }
}

impl<R: Read> Read for Quotes<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.from.read(buffer)?;
        if length == 0 && !buffer.is_empty() && self.place == Place::Quoted {
            let reason = format!("line {}: a quote is never closed", self.opened);
            return Err(io::Error::new(io::ErrorKind::InvalidData, reason));
        }
        buffer[..length].iter().for_each(|&byte| self.pass(byte));
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_have_to_be_closed() {
        let read = |text: &str| {
            let mut read = String::new();
            let result = Quotes::new(text.as_bytes()).read_to_string(&mut read);
            result.map(|_| assert_eq!(read, text)).map_err(|error| error.to_string())
        };
        for text in ["", "a,b\n", "\"a\n\",\"b\"\n", "\"say \"\"a\"\"\"", "5\" long,b\n", "\"\""] {
            assert_eq!(read(text), Ok(()), "{text}");
        }
        for (text, line) in [("\"", 1), ("a,b\nc,\"d\ne,f\n", 2), ("\"a\n\"\n\"\"\"", 3)] {
            assert_eq!(read(text), Err(format!("line {line}: a quote is never closed")), "{text}");
        }
    }
}

//! From the bytes of a file to a text that can be read safely.

use super::code::Code;
use super::diagnostic::{Diagnostic, Span};

/// The longest file that is read, in bytes: a million puzzles.
pub const MOST_BYTES: usize = 256 << 20;
/// The longest line, in bytes.
const LONGEST_LINE: usize = 1 << 16;

/// The text of a pack, unless it is none.
///
/// # Errors
/// Points at what is not UTF-8, at a line that is too long, or at a control
/// character.
pub fn text(bytes: &[u8]) -> Result<&str, Box<Diagnostic>> {
    let error = |offset, code, message: String| {
        let before = String::from_utf8_lossy(line_before(bytes, offset));
        let line = 1 + breaks(&bytes[..offset]);
        let column = 1 + before.trim_start_matches(BOM).chars().count();
        let at = |number| u32::try_from(number).unwrap_or(u32::MAX - 1);
        Box::new(Diagnostic::new(code, Span::at(at(line), at(column)), message))
    };
    if let Some(start) = long_line(bytes) {
        let message = format!("this line is longer than {} KiB", LONGEST_LINE >> 10);
        return Err(Box::new(
            error(start, Code::TooLarge, message)
                .help("put each field on a line of its own, and fold long texts with `>-`"),
        ));
    }
    let text = std::str::from_utf8(bytes).map_err(|invalid| {
        let offset = invalid.valid_up_to();
        let message = format!("the byte 0x{:02X} is not UTF-8", bytes[offset]);
        Box::new(error(offset, Code::NotUtf8, message).help("save the file as UTF-8"))
    })?;
    let control = |byte: u8| byte < b' ' && !matches!(byte, b'\t' | b'\n' | b'\r') || byte == 0x7F;
    match bytes.iter().position(|&byte| control(byte)) {
        Some(offset) => {
            let message = format!("the control character U+{:04X}", bytes[offset]);
            Err(Box::new(error(offset, Code::ControlCharacter, message).help("remove it")))
        }
        None => Ok(text),
    }
}

/// What some editors begin a text with.
pub(super) const BOM: char = '\u{feff}';

/// How many lines have ended in a text, by any of the breaks that YAML knows.
fn breaks(bytes: &[u8]) -> usize {
    let ends = |(i, &byte): (usize, &u8)| match byte {
        b'\n' => true,
        b'\r' => bytes.get(i + 1) != Some(&b'\n'),
        _ => false,
    };
    bytes.iter().enumerate().filter(|&at| ends(at)).count()
}

fn line_before(bytes: &[u8], offset: usize) -> &[u8] {
    let before = &bytes[..offset];
    let start = before.iter().rposition(|byte| matches!(byte, b'\n' | b'\r'));
    &before[start.map_or(0, |end| end + 1)..]
}

/// Where a line begins that is too long.
fn long_line(bytes: &[u8]) -> Option<usize> {
    let mut start = 0;
    while bytes.len() - start > LONGEST_LINE {
        // The last break that a line of the greatest length can end with.
        let most = &bytes[start..=start + LONGEST_LINE];
        let end = most.iter().rposition(|byte| matches!(byte, b'\n' | b'\r'));
        match end {
            Some(end) => start += end + 1,
            None => return Some(start),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(bytes: &[u8]) -> (Code, u32, u32) {
        let diagnostic = text(bytes).expect_err("this is no text");
        (diagnostic.code, diagnostic.span.line, diagnostic.span.column)
    }

    #[test]
    fn places_are_counted_in_characters() {
        assert_eq!(refused(b"\xEF\xBB\xBFa\xFF"), (Code::NotUtf8, 1, 2));
        assert_eq!(refused("ō\r\nōō\0".as_bytes()), (Code::ControlCharacter, 2, 3));
        assert_eq!(refused(b"a\rb\n\r\n\x1b[31m"), (Code::ControlCharacter, 4, 1));
    }

    #[test]
    fn long_lines_are_refused_before_they_are_read() {
        let text = ["title: x\n", &"y".repeat(LONGEST_LINE + 1)].concat();
        assert_eq!(refused(text.as_bytes()), (Code::TooLarge, 2, 1));
        assert!(super::text(&text.as_bytes()[..text.len() - 1]).is_ok());
    }
}

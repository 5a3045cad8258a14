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
        let before = String::from_utf8_lossy(&bytes[..offset]);
        Box::new(Diagnostic::new(code, place_after(&before), message))
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

/// The byte order mark, which some programs put before a text.
pub(super) const BOM: char = '\u{feff}';

/// A text without the byte order mark that it may begin with.
#[must_use]
pub fn without_bom(text: &str) -> &str {
    text.strip_prefix(BOM).unwrap_or(text)
}

/// The first line of a text, and what follows the break that ends it: one of
/// those that YAML knows, LF, CR LF, or CR alone.
#[must_use]
pub fn split_line(text: &str) -> (&str, &str) {
    let (line, end) = text.split_at(text.find(['\n', '\r']).unwrap_or(text.len()));
    (line, end.strip_prefix("\r\n").or_else(|| end.get(1..)).unwrap_or_default())
}

/// The lines of a text, without the breaks that end them.
pub(super) fn lines(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let is_over = rest.is_empty();
        let (line, below) = split_line(rest);
        rest = below;
        (!is_over).then_some(line)
    })
}

/// Where a text goes on after `before`.
pub(super) fn place_after(before: &str) -> Span {
    let before = without_bom(before);
    let last = before.rsplit(['\n', '\r']).next().unwrap_or_default();
    let whole = lines(&before[..before.len() - last.len()]).count();
    let number = |n| u32::try_from(n).unwrap_or(u32::MAX - 1);
    Span::at(number(whole + 1), number(last.chars().count() + 1))
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
    fn lines_end_as_yaml_has_it() {
        let lines = |text| super::lines(text).collect::<Vec<_>>();
        assert_eq!(lines("a\r\nb\rc\n\nd\u{85}e\u{2028}"), ["a", "b", "c", "", "d\u{85}e\u{2028}"]);
        assert_eq!(lines("a\r\n\r"), ["a", ""]);
        assert!(lines("").is_empty());
    }

    #[test]
    fn long_lines_are_refused_before_they_are_read() {
        let text = ["title: x\n", &"y".repeat(LONGEST_LINE + 1)].concat();
        assert_eq!(refused(text.as_bytes()), (Code::TooLarge, 2, 1));
        assert!(super::text(&text.as_bytes()[..text.len() - 1]).is_ok());
    }
}

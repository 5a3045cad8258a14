//! Texts from outside, such as names of files, made safe for a terminal.

use std::borrow::Cow;

/// A text without anything that a terminal would obey, each character in its
/// column.
pub fn printable(text: &str) -> Cow<'_, str> {
    match text.contains(is_hostile) {
        true => Cow::Owned(text.replace(is_hostile, "\u{fffd}")),
        false => Cow::Borrowed(text),
    }
}

fn is_hostile(c: char) -> bool {
    c.is_control() && c != '\t' || is_invisible(c)
}

/// Characters that change the direction of writing, or have no width.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::printable;

    #[test]
    fn what_a_terminal_would_obey_is_replaced() {
        assert_eq!(printable("ō is\tfine"), "ō is\tfine");
        assert_eq!(
            printable("\u{1b}[31mred\r\n\u{9b}\u{202e}"),
            "\u{fffd}[31mred\u{fffd}\u{fffd}\u{fffd}\u{fffd}"
        );
    }
}

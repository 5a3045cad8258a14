//! What a pack may not be, before anything is built from it.

use saphyr_parser::{Event, Parser};

use super::PackError;

/// How deep a pack may be nested: twice what its format needs.
const MOST_NESTED: usize = 10;

/// Refuses text that is not YAML, and YAML that could take far more memory or
/// time to read than its length suggests: aliases, which can repeat a long
/// text any number of times, and deep nesting.
pub(super) fn guard(text: &str) -> Result<(), PackError> {
    let mut depth = 0;
    let mut parser = Parser::new_from_str(text);
    while let Some(event) = parser.next_event() {
        let (event, span) = event.map_err(|error| PackError::Syntax {
            line: error.marker().line(),
            column: error.marker().col() + 1,
            reason: error.info().to_string(),
        })?;
        let refused = |reason: &str| {
            let (line, column) = (span.start.line(), span.start.col() + 1);
            Err(PackError::Syntax { line, column, reason: reason.into() })
        };
        match event {
            Event::Alias(_) => return refused("aliases are not allowed in a pack"),
            Event::SequenceStart(..) | Event::MappingStart(..) => depth += 1,
            Event::SequenceEnd | Event::MappingEnd => depth -= 1,
            _ => {}
        }
        if depth > MOST_NESTED {
            return refused("this is nested deeper than anything in a pack");
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> String {
        guard(text).map_or_else(|error| error.to_string(), |()| String::new())
    }

    #[test]
    fn aliases_are_refused() {
        let text = "title: &t x\nauthor: *t\n";
        assert_eq!(refused(text), "line 2, column 9: aliases are not allowed in a pack");
    }

    #[test]
    fn deep_nesting_is_refused() {
        let reason = "this is nested deeper than anything in a pack";
        assert_eq!(refused(&"[".repeat(20)), format!("line 1, column 11: {reason}"));
        // In a time that hardly depends on the length.
        for open in ["[", "{a: ", "- "] {
            assert!(refused(&open.repeat(300_000)).starts_with("line 1, column "));
        }
    }

    #[test]
    fn what_is_not_yaml_is_refused_with_its_place() {
        let refused = refused("title: x\ngame: [y\npuzzles: z\n");
        assert!(refused.starts_with("line 3, column "), "{refused}");
    }

    #[test]
    fn packs_pass() {
        assert_eq!(refused("title: x\npuzzles:\n  - id: a\n    source: { kind: b }\n"), "");
    }
}

//! From trees to typed values, with every fault noted.

use super::canonical;
use super::code::Code;
use super::diagnostic::{Diagnostic, Span};
use super::node::{Meaning, Node, Value, meaning};

/// A value, and where it stands.
#[derive(Clone, PartialEq, Debug)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// Where it stands.
    pub span: Span,
}

/// Where faults are noted.
pub(super) type Faults = Vec<Diagnostic>;

/// The fields of a mapping that a kind of thing may have.
pub(super) struct Fields<'n> {
    span: Span,
    what: &'static str,
    found: Vec<(&'n str, &'n Node)>,
}

impl<'n> Fields<'n> {
    /// Takes a mapping apart, and notes fields that are unknown or repeated.
    pub fn new(
        node: &'n Node,
        what: &'static str,
        known: &[&str],
        faults: &mut Faults,
    ) -> Option<Self> {
        let Value::Map(map) = &node.value else {
            faults.extend(wrong_type(node, &format!("{what} is a mapping of fields")));
            return None;
        };
        let mut found: Vec<(&str, &Node)> = Vec::new();
        for (key, value) in map {
            if let Some(name) = field_name(key, what, known, faults) {
                match found.iter().any(|(other, _)| *other == name) {
                    true => faults.push(repeated(name, key.span)),
                    false => found.push((name, value)),
                }
            }
        }
        Some(Self { span: node.span, what, found })
    }

    /// The value of a field that may be missing.
    pub fn get(&self, name: &str) -> Option<&'n Node> {
        self.found.iter().find(|(other, _)| *other == name).map(|(_, value)| *value)
    }

    /// The value of a field that may not.
    pub fn require(&self, name: &'static str, faults: &mut Faults) -> Option<&'n Node> {
        let value = self.get(name);
        if value.is_none() {
            faults.push(missing(name, self.what, self.span));
        }
        value
    }
}

pub(super) fn missing(name: &str, what: &str, span: Span) -> Diagnostic {
    let message = format!("the field `{name}` of {what} is missing");
    Diagnostic::new(Code::MissingField, span, message).help(format!("add `{name}: …`"))
}

pub(super) fn repeated(name: &str, span: Span) -> Diagnostic {
    Diagnostic::new(Code::RepeatedField, span, format!("the field `{name}` is given twice"))
        .help("remove one of them")
}

/// The name of a field, if it is one of those that are known.
pub(super) fn field_name<'n>(
    key: &'n Node,
    what: &str,
    known: &[&str],
    faults: &mut Faults,
) -> Option<&'n str> {
    let Value::Scalar { text, .. } = &key.value else {
        faults.extend(wrong_type(key, "the name of a field is a text"));
        return None;
    };
    if known.contains(&text.as_str()) {
        return Some(text);
    }
    let message = format!("there is no field `{}` in {what}", quoted(text));
    let help = match nearest(text, known) {
        Some(name) => format!("did you mean `{name}`?"),
        None => format!("the fields of {what} are {}", listed(known)),
    };
    faults.push(Diagnostic::new(Code::UnknownField, key.span, message).help(help));
    None
}

/// The longest name that is taken for a misspelt one, in bytes.
const LONGEST_NAME: usize = 40;

/// The name that a misspelt one is most likely meant for.
pub(super) fn nearest<'a>(text: &str, names: &[&'a str]) -> Option<&'a str> {
    if text.len() > LONGEST_NAME {
        return None;
    }
    let distance = |name: &&&str| strsim::damerau_levenshtein(name, &text.to_lowercase());
    let nearest = names.iter().min_by_key(distance)?;
    (distance(&nearest) <= 1 + nearest.len() / 5).then_some(*nearest)
}

fn listed(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

/// A text as messages quote it.
pub(super) fn quoted(text: &str) -> String {
    crate::game::excerpt(text)
}

/// Says what a value should be; of an alias nothing more is to be said.
fn wrong_type(node: &Node, expected: &str) -> Option<Diagnostic> {
    let found = match &node.value {
        Value::List(_) => "this is a list",
        Value::Map(_) => "this is a mapping",
        Value::Scalar { plain: true, text } => match meaning(text) {
            Some(Meaning::Nothing) => "there is nothing here",
            Some(Meaning::Number) => "this is a number",
            Some(Meaning::Truth) => "this is a truth value",
            None => "this is a text",
        },
        Value::Scalar { .. } => "this is a text",
        Value::Alias => return None,
    };
    Some(Diagnostic::new(Code::WrongType, node.span, format!("{expected}; {found}")))
}

pub(super) fn wrong_value(span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(Code::WrongValue, span, message)
}

/// The text of a field, which must not be empty.
pub(super) fn text(node: &Node, name: &str, faults: &mut Faults) -> Option<Spanned<String>> {
    let fault = match &node.value {
        Value::Scalar { text, plain } => match meaning(text).filter(|_| *plain) {
            None if text.trim().is_empty() => {
                Some(wrong_value(node.span, format!("`{name}` is empty")))
            }
            None => return Some(Spanned { value: text.clone(), span: node.span }),
            Some(Meaning::Nothing) => wrong_type(node, &format!("`{name}` is a text")),
            Some(_) => wrong_type(node, &format!("`{name}` is a text")).map(|fault| {
                fault.help(format!("if it is meant as a text, quote it: `\"{text}\"`"))
            }),
        },
        Value::List(items) => wrong_type(node, &format!("`{name}` is a text")).map(|fault| {
            fault.help(match items.len() {
                1 => "remove the brackets",
                _ => "give one text, without brackets",
            })
        }),
        _ => wrong_type(node, &format!("`{name}` is a text")),
    };
    faults.extend(fault);
    None
}

/// A text that a test passes, or else `expected` says what was.
pub(super) fn text_like(
    node: &Node,
    name: &str,
    test: fn(&str) -> bool,
    expected: &str,
    faults: &mut Faults,
) -> Option<Spanned<String>> {
    let found = text(node, name, faults)?;
    if test(&found.value) {
        return Some(found);
    }
    let message = format!("`{}` cannot be the `{name}`", quoted(&found.value));
    faults.push(wrong_value(found.span, message).help(expected));
    None
}

/// Whether a text is made of small letters, digits and hyphens.
pub(super) fn is_name(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|c| matches!(c, b'a'..=b'z' | b'0'..=b'9' | b'-'))
}

fn number<'n>(node: &'n Node, name: &str, faults: &mut Faults) -> Option<&'n str> {
    match &node.value {
        Value::Scalar { text, plain: true } if meaning(text) == Some(Meaning::Number) => Some(text),
        value => {
            let is_quoted = matches!(value, Value::Scalar { text, plain: false }
                if meaning(text) == Some(Meaning::Number));
            let fault = wrong_type(node, &format!("`{name}` is a number"));
            faults.extend(fault.map(|fault| match is_quoted {
                true => fault.help("remove the quotes"),
                false => fault,
            }));
            None
        }
    }
}

/// A whole number from `least` to `most`.
pub(super) fn integer(
    node: &Node,
    name: &str,
    (least, most): (u64, u64),
    faults: &mut Faults,
) -> Option<u64> {
    let text = number(node, name, faults)?;
    let value = text.parse().ok().filter(|value| (least..=most).contains(value));
    if value.is_none() {
        let message =
            format!("`{name}` is {}, not a whole number from {least} to {most}", quoted(text));
        faults.push(wrong_value(node.span, message));
    }
    value
}

/// A number that is not negative.
pub(super) fn real(node: &Node, name: &str, faults: &mut Faults) -> Option<f64> {
    let text = number(node, name, faults)?;
    let value = text.parse().ok().filter(|value: &f64| value.is_finite() && *value >= 0.0);
    if value.is_none() {
        let message = format!("`{name}` is {}, not a decimal number from 0 on", quoted(text));
        faults.push(wrong_value(node.span, message));
    }
    value
}

/// A list, item by item; those that are wrong are left out.
pub(super) fn list<T>(
    node: &Node,
    name: &str,
    faults: &mut Faults,
    mut item: impl FnMut(&Node, &mut Faults) -> Option<T>,
) -> Option<Vec<T>> {
    let Value::List(items) = &node.value else {
        let fault = wrong_type(node, &format!("`{name}` is a list"));
        faults.extend(fault.map(|f| f.help(format!("write `{name}: {}`", in_brackets(node)))));
        return None;
    };
    Some(items.iter().filter_map(|node| item(node, faults)).collect())
}

/// What stands where a list should, as one; or an example.
fn in_brackets(node: &Node) -> String {
    const MOST: usize = 80;
    match &node.value {
        Value::Scalar { text, plain }
            if text.len() <= MOST
                && !text.trim().is_empty()
                && !(*plain && meaning(text).is_some()) =>
        {
            let items: Vec<_> = text.split(", ").map(|item| item.trim().to_string()).collect();
            canonical::flow(&items)
        }
        _ => "[one, another]".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn misspelt_names_are_recognised() {
        let names = ["id", "position", "turns", "key", "line", "license", "themes"];
        for (text, name) in [
            ("licence", "license"),
            ("Position", "position"),
            ("postion", "position"),
            ("turn", "turns"),
            ("theme", "themes"),
            ("lines", "line"),
            ("Key", "key"),
        ] {
            assert_eq!(nearest(text, &names), Some(name));
        }
        for text in ["solution", "fen", "", "idea"] {
            assert_eq!(nearest(text, &names), None, "{text}");
        }
    }
}

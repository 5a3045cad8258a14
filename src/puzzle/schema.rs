//! The JSON Schema of packs, for editors.

use schemars::{Schema, SchemaGenerator, json_schema, schema_for};
use serde_json::{Value, json};

use super::pack::Pack;
use crate::games::{GAMES, theme_names};

/// The JSON Schema of a pack. What it cannot say, such as that a key wins,
/// validation does.
#[must_use]
pub fn schema() -> Value {
    let mut schema = schema_for!(Pack);
    schema.insert("title".into(), json!("tsume puzzle pack"));
    let mut schema = schema.to_value();
    forbid_null(&mut schema);
    schema
}

/// A field that is not given is left out; it is never null.
fn forbid_null(schema: &mut Value) {
    if let Some(Value::Array(choices)) = schema.get_mut("anyOf") {
        choices.retain(|choice| choice["type"] != "null");
        if let [Value::Object(only)] = &choices[..] {
            let only = only.clone();
            if let Value::Object(object) = schema {
                object.remove("anyOf");
                object.extend(only);
            }
        }
    }
    if let Some(Value::Array(types)) = schema.get_mut("type") {
        types.retain(|kind| kind != "null");
        if let [only] = &types[..] {
            schema["type"] = only.clone();
        }
    }
    match schema {
        Value::Object(object) => object.values_mut().for_each(forbid_null),
        Value::Array(items) => items.iter_mut().for_each(forbid_null),
        _ => {}
    }
}

/// Only the games that there are.
pub(super) fn games(schema: &mut Schema) {
    let names: Vec<_> = GAMES.iter().map(|game| game.name).collect();
    schema.insert("enum".into(), json!(names));
}

/// Only the rulesets that there are, of whatever game.
pub(super) fn rules(schema: &mut Schema) {
    let names: Vec<_> = GAMES.iter().flat_map(|game| game.rules).collect();
    schema.insert("type".into(), json!("string"));
    schema.insert("enum".into(), json!(names));
}

/// Only the themes that there are, in whatever game.
pub(super) fn themes(_: &mut SchemaGenerator) -> Schema {
    json_schema!({
        "type": "array",
        "items": { "type": "string", "enum": theme_names() },
        "uniqueItems": true,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/pack.schema.json");

    /// `TSUME_WRITE_SCHEMA=1 cargo test schema` writes it anew.
    #[test]
    fn the_schema_in_the_documentation_is_current() {
        let schema = format!("{:#}\n", schema());
        if std::env::var_os("TSUME_WRITE_SCHEMA").is_some() {
            std::fs::write(PATH, &schema).expect("the schema is written");
        }
        let written = std::fs::read_to_string(PATH).expect("there is a schema");
        assert!(written == schema, "docs/pack.schema.json is out of date");
    }

    #[test]
    fn nothing_may_be_null() {
        let schema = schema();
        assert!(!schema.to_string().contains("null"), "{schema:#}");
        let source = &schema["$defs"]["Puzzle"]["properties"]["source"];
        assert_eq!(source["$ref"], "#/$defs/Source");
    }

    #[test]
    fn reader_and_schema_know_the_same_fields() {
        let schema = schema();
        let fields = |schema: &Value| -> Vec<String> {
            schema["properties"].as_object().expect("fields").keys().cloned().collect()
        };
        let sorted = |fields: &[&str]| {
            let mut fields: Vec<_> = fields.iter().map(ToString::to_string).collect();
            fields.sort_unstable();
            fields
        };
        let mut pack = fields(&schema);
        pack.sort_unstable();
        assert_eq!(pack, sorted(super::super::document::head::FIELDS));
        let mut puzzle = fields(&schema["$defs"]["Puzzle"]);
        puzzle.sort_unstable();
        assert_eq!(puzzle, sorted(super::super::entry::FIELDS));
    }
}

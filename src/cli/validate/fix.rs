//! Writing a pack anew: all of it, or nothing.

use std::path::Path;

use tsume::puzzle::says_the_same;

use super::super::files::read;
use super::super::whole::write_whole;

/// Replaces a pack by one that says the same, unless somebody has changed it
/// since it was read.
pub fn replace(path: &Path, old: &str, new: &str) -> Result<(), String> {
    says_the_same(old, new)?;
    if read(path)? != old.as_bytes() {
        return Err("it has been changed meanwhile".into());
    }
    write_whole(path, new.as_bytes()).map_err(|error| error.to_string())
}

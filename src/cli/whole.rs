//! Files that are replaced whole or not at all.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

/// A file that appears under its name when it is [complete](Self::finish), and
/// until then leaves what is there as it is.
pub struct WholeFile {
    file: BufWriter<NamedTempFile>,
    path: PathBuf,
}

impl WholeFile {
    /// Begins a file; an error says why there cannot be one.
    pub fn create(path: &Path) -> io::Result<Self> {
        if is_open_file(path) {
            return Err(io::Error::other("this is the output, or a device: name a file"));
        }
        // A link stays, and what it names is replaced.
        let path = match fs::canonicalize(path) {
            Ok(path) => path,
            Err(_) if path.file_name().is_none() => {
                return Err(io::Error::other("this is no name of a file"));
            }
            Err(_) => path.to_path_buf(),
        };
        let old = fs::metadata(&path).ok();
        if old.as_ref().is_some_and(|old| !old.is_file()) {
            let reason = "this is no regular file, and only such a one is replaced";
            return Err(io::Error::other(reason));
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        if !folder.is_dir() {
            return Err(io::Error::other("there is no such folder"));
        }
        let mut builder = tempfile::Builder::new();
        builder.prefix(".tsume-");
        // Like any new file, and not its owner's alone.
        #[cfg(unix)]
        let builder = builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        // Its own errors name a file that nobody has heard of.
        let file = builder.tempfile_in(folder).map_err(|error| io::Error::from(error.kind()))?;
        if let Some(old) = old {
            file.as_file().set_permissions(old.permissions())?;
        }
        Ok(Self { file: BufWriter::new(file), path })
    }

    /// Puts the file in its place.
    pub fn finish(self) -> io::Result<()> {
        let file = self.file.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.as_file().sync_all()?;
        file.persist(&self.path).map_err(|error| error.error)?;
        Ok(())
    }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Whether a path names something that is open already, which would be replaced behind the
/// back of whoever opened it: by its name, or as the file that the output goes to.
#[cfg(unix)]
fn is_open_file(path: &Path) -> bool {
    use rustix::fs::{fstat, stat};
    let named = ["/dev/fd", "/dev/stdout", "/dev/stderr", "/dev/stdin", "/proc"];
    let Ok(file) = stat(path) else { return named.iter().any(|name| path.starts_with(name)) };
    let outputs = [fstat(io::stdout()), fstat(io::stderr())];
    let is_same =
        |other: &rustix::fs::Stat| (other.st_dev, other.st_ino) == (file.st_dev, file.st_ino);
    named.iter().any(|name| path.starts_with(name)) || outputs.iter().flatten().any(is_same)
}

#[cfg(not(unix))]
const fn is_open_file(_: &Path) -> bool {
    false
}

/// Puts a file with this content at `path`.
pub fn write_whole(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut file = WholeFile::create(path)?;
    file.write_all(content)?;
    file.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_not_finished_changes_nothing() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("file");
        write_whole(&path, b"old")?;
        let mut file = WholeFile::create(&path)?;
        file.write_all(b"new")?;
        file.flush()?;
        assert_eq!(fs::read(&path)?, b"old");
        drop(file);
        assert_eq!(fs::read(&path)?, b"old");
        assert_eq!(fs::read_dir(folder.path())?.count(), 1);
        write_whole(&path, b"new")?;
        assert_eq!(fs::read(&path)?, b"new");
        Ok(())
    }

    #[test]
    fn what_is_no_file_is_not_replaced() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        assert!(write_whole(folder.path(), b"new").is_err());
        assert!(write_whole(&folder.path().join("no/such/folder"), b"new").is_err());
        Ok(())
    }

    #[cfg(unix)]
    #[test]
    fn a_link_and_permissions_stay() -> io::Result<()> {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir()?;
        let [path, link] = ["file", "link"].map(|name| folder.path().join(name));
        write_whole(&path, b"old")?;
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640))?;
        symlink("file", &link)?;
        write_whole(&link, b"new")?;
        assert!(fs::symlink_metadata(&link)?.is_symlink());
        assert_eq!(fs::read(&path)?, b"new");
        assert_eq!(fs::metadata(&path)?.permissions().mode() & 0o777, 0o640);
        Ok(())
    }
}

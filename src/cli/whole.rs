//! Files that are replaced whole or not at all.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::TempPath;

#[cfg(unix)]
use super::files::identity;

/// A file that appears under its name when it is [complete](Self::finish), and
/// until then leaves what is there as it is.
pub struct WholeFile {
    file: BufWriter<File>,
    place: Place,
}

/// A file whose content is on the disk, and which is still to get its name.
pub struct Filled(Place);

/// Where a file is, and where it is to be.
struct Place {
    temporary: TempPath,
    path: PathBuf,
}

impl WholeFile {
    /// Begins a file; an error says why there cannot be one.
    pub fn create(path: &Path) -> io::Result<Self> {
        if is_open_file(path) {
            return Err(io::Error::other("this is the output, or a device: name a file"));
        }
        // A link stays, and what it names is replaced, or made.
        let path = followed(path)?;
        if path.file_name().is_none() {
            return Err(io::Error::other("this is no name of a file"));
        }
        let old = fs::metadata(&path).ok();
        if old.as_ref().is_some_and(|old| !old.is_file()) {
            let reason = "this is no regular file, and only such a one is replaced";
            return Err(io::Error::other(reason));
        }
        let folder = folder(&path);
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
        let (file, temporary) = file.into_parts();
        Ok(Self { file: BufWriter::new(file), place: Place { temporary, path } })
    }

    /// Whether both are to be the same file, however it is spelt.
    pub fn is_same(&self, other: &Self) -> bool {
        let [one, two] = [self, other].map(|file| file.place.resolved().ok());
        one.is_some() && one == two
    }

    /// Writes out what is there. Of several files that belong together, none is put
    /// in its place before all are filled.
    pub fn fill(self) -> io::Result<Filled> {
        let file = self.file.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.sync_all()?;
        Ok(Filled(self.place))
    }

    /// Puts the file in its place.
    pub fn finish(self) -> io::Result<()> {
        self.fill()?.place()
    }
}

impl Filled {
    /// Puts the file in its place.
    pub fn place(self) -> io::Result<()> {
        let Place { temporary, path } = self.0;
        temporary.persist(path).map_err(|error| error.error)
    }
}

impl Place {
    /// The folder, without links, and the name in it. The file itself may not be
    /// there yet.
    fn resolved(&self) -> io::Result<(PathBuf, Option<&OsStr>)> {
        Ok((fs::canonicalize(folder(&self.path))?, self.path.file_name()))
    }
}

/// How many links may lead from one to the next.
const MOST_LINKS: usize = 40;

/// What a path names, behind all links; there may be nothing yet.
fn followed(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&path) {
            Ok(target) => path = folder(&path).join(target),
            Err(_) => return Ok(fs::canonicalize(&path).unwrap_or(path)),
        }
    }
    Err(io::Error::other("this is a link that leads nowhere"))
}

/// The folder of a file.
fn folder(path: &Path) -> &Path {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
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
    use std::os::fd::{AsFd, BorrowedFd};
    let named = ["/dev/fd", "/dev/stdout", "/dev/stderr", "/dev/stdin", "/proc"];
    let (stdout, stderr) = (io::stdout(), io::stderr());
    let is_output = |file: &fs::Metadata| {
        let metadata = |output: BorrowedFd<'_>| File::from(output.try_clone_to_owned()?).metadata();
        let outputs = [stdout.as_fd(), stderr.as_fd()].map(metadata);
        outputs.iter().flatten().any(|output| identity(output) == identity(file))
    };
    named.iter().any(|name| path.starts_with(name))
        || fs::metadata(path).is_ok_and(|file| is_output(&file))
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

    #[cfg(unix)]
    #[test]
    fn a_file_is_the_same_however_it_is_spelt() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let path = folder.path();
        fs::create_dir(path.join("sub"))?;
        std::os::unix::fs::symlink("sub", path.join("link"))?;
        let is_same = |one: &str, two: &str| -> io::Result<bool> {
            Ok(WholeFile::create(&path.join(one))?.is_same(&WholeFile::create(&path.join(two))?))
        };
        for is_there in [false, true] {
            assert!(is_same("sub/a", "link/a")? && is_same("sub/../a", "./a")?, "{is_there}");
            assert!(!is_same("sub/a", "sub/b")? && !is_same("a", "sub/a")?, "{is_there}");
            for name in ["a", "sub/a"] {
                write_whole(&path.join(name), b"old")?;
            }
        }
        std::os::unix::fs::symlink("a", path.join("b"))?;
        assert!(is_same("a", "b")?);
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
    fn a_link_stays_though_there_is_no_file_yet() -> io::Result<()> {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir()?;
        let [file, link, loops] = ["sub/file", "link", "loop"].map(|name| folder.path().join(name));
        fs::create_dir(folder.path().join("sub"))?;
        symlink("other", &link)?;
        symlink("sub/file", folder.path().join("other"))?;
        write_whole(&link, b"new")?;
        assert!(fs::symlink_metadata(&link)?.is_symlink());
        assert_eq!(fs::read(&file)?, b"new");
        symlink("loop", &loops)?;
        assert!(write_whole(&loops, b"new").is_err());
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

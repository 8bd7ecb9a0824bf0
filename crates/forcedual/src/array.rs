//! Arrays in files and in scenes: NumPy `.npy` and `.npz`, and numbers written inline.
//!
//! Whatever the file holds (`f4 f8 i1..i8 u1..u8 b1`, either byte order, C or Fortran order) becomes
//! row-major `f64`. Complex, object, string and structured arrays are refused.

use std::io::{self, BufReader, Cursor, Read, Seek, Write};
use std::path::{Path, PathBuf};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use zip::write::SimpleFileOptions;

use crate::error::{Code, Error, Result};
use crate::memory;
use crate::write::write_atomically;
pub(crate) use scalar::{Endian, Numbers, Scalar};

mod scalar;

/// A dense array, row-major.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Array {
    /// Length along each axis.
    pub shape: Vec<usize>,
    /// The entries, the last axis varying fastest.
    pub data: Vec<f64>,
}

/// Numbers written in the scene, or the name of an array in a NumPy file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(
    untagged,
    expecting = "expected a list of numbers, a list of rows of numbers, or { file = \"x.npz\", array = \"name\" }"
)]
pub enum ArraySource {
    /// Numbers, one axis.
    Numbers(Vec<f64>),
    /// Rows of equal length.
    Rows(Vec<Vec<f64>>),
    /// An array in a `.npy` or `.npz` file.
    File(ArrayFile),
}

/// An array in a `.npy` or `.npz` file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ArrayFile {
    /// The `.npy` or `.npz` file, relative to the scene's folder.
    pub file: PathBuf,
    /// Name of the array inside an `.npz`; not needed when it holds only one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub array: Option<String>,
}

impl ArraySource {
    /// The array itself; relative file names start at `folder`.
    pub fn load(&self, folder: &Path) -> Result<Array> {
        match self {
            ArraySource::Numbers(numbers) => {
                Ok(Array { shape: vec![numbers.len()], data: numbers.clone() })
            }
            ArraySource::Rows(rows) => {
                let columns = rows.first().map_or(0, Vec::len);
                if let Some(i) = rows.iter().position(|row| row.len() != columns) {
                    return Err(Error::new(
                        Code::Array,
                        format!("row {i} has {} numbers but row 0 has {columns}", rows[i].len()),
                    ));
                }
                Ok(Array { shape: vec![rows.len(), columns], data: rows.concat() })
            }
            ArraySource::File(source) => {
                Array::read(&folder.join(&source.file), source.array.as_deref())
            }
        }
    }
}

impl Array {
    /// Reads a `.npy` file, or the array `name` of an `.npz` file (which needs no name if it holds
    /// a single array).
    pub fn read(path: &Path, name: Option<&str>) -> Result<Array> {
        memory::claim_file(path)?;
        let file = BufReader::new(std::fs::File::open(path).map_err(|e| Error::io(path, &e))?);
        Array::read_from(file, name).map_err(|e| e.file(path))
    }

    /// Reads such a file that is held in memory.
    pub fn from_bytes(bytes: &[u8], name: Option<&str>) -> Result<Array> {
        Array::read_from(Cursor::new(bytes), name)
    }

    fn read_from(mut file: impl Read + Seek, name: Option<&str>) -> Result<Array> {
        let unread = |e: io::Error| bad(format!("it cannot be read: {e}"));
        let mut magic = Vec::new();
        file.by_ref().take(4).read_to_end(&mut magic).map_err(unread)?;
        if magic.starts_with(b"PK") {
            read_member(file, name)
        } else if name.is_some() {
            Err(Error::new(Code::Array, "only .npz files hold named arrays")
                .help("leave out the array name, or name an .npz file written by numpy.savez"))
        } else {
            let mut bytes = magic;
            file.read_to_end(&mut bytes).map_err(unread)?;
            parse_npy(&bytes)
        }
    }

    /// Writes a `.npy` file.
    pub fn write_npy(&self, path: &Path) -> Result<()> {
        write_atomically(path, |out| self.npy(out))
    }

    /// The entries of a vector of `expected` numbers, shaped `(n,)` or `(n, 1)`, all finite.
    pub fn vector(self, expected: usize, what: &str) -> Result<Vec<f64>> {
        if !matches!(self.shape[..], [n] | [n, 1] if n == expected) {
            return Err(Error::new(
                Code::Array,
                format!(
                    "{what} should have shape ({expected},) but has shape {}",
                    shape_text(&self.shape)
                ),
            ));
        }
        self.finite(what).map(|a| a.data)
    }

    /// The array itself if it is a finite matrix with the given numbers of rows and columns.
    pub fn matrix(self, rows: Option<usize>, cols: Option<usize>, what: &str) -> Result<Array> {
        let fits = match self.shape[..] {
            [r, c] => rows.is_none_or(|n| n == r) && cols.is_none_or(|n| n == c),
            _ => false,
        };
        if !fits {
            let side = |n: Option<usize>, any: &str| n.map_or(any.to_owned(), |n| n.to_string());
            return Err(Error::new(
                Code::Array,
                format!(
                    "{what} should have shape ({}, {}) but has shape {}",
                    side(rows, "any"),
                    side(cols, "any"),
                    shape_text(&self.shape)
                ),
            ));
        }
        self.finite(what)
    }

    fn finite(self, what: &str) -> Result<Array> {
        match self.data.iter().position(|x| !x.is_finite()) {
            None => Ok(self),
            Some(flat) => {
                let mut rest = flat;
                let mut index = Vec::new();
                for &n in self.shape.iter().rev() {
                    index.push(rest % n);
                    rest /= n;
                }
                index.reverse();
                Err(Error::new(
                    Code::Array,
                    format!(
                        "{what} has the entry {} at index {}",
                        self.data[flat],
                        shape_text(&index)
                    ),
                ))
            }
        }
    }
}

/// A dense array of whole numbers, row-major: for writing only.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Integers {
    /// Length along each axis.
    pub shape: Vec<usize>,
    /// The entries, the last axis varying fastest.
    pub data: Vec<i64>,
}

/// What can be a member of an `.npz` file.
pub trait Member {
    /// Number of entries.
    fn count(&self) -> usize;
    /// Writes it in the `.npy` format.
    fn npy(&self, out: &mut dyn Write) -> io::Result<()>;
}

impl Member for Array {
    fn count(&self) -> usize {
        self.data.len()
    }

    fn npy(&self, out: &mut dyn Write) -> io::Result<()> {
        npy("<f8", &self.shape, self.data.iter().map(|x| x.to_le_bytes()), out)
    }
}

impl Member for Integers {
    fn count(&self) -> usize {
        self.data.len()
    }

    fn npy(&self, out: &mut dyn Write) -> io::Result<()> {
        npy("<i8", &self.shape, self.data.iter().map(|x| x.to_le_bytes()), out)
    }
}

/// Writes little-endian entries of NumPy's type `kind` in the `.npy` format.
pub(crate) fn npy<const N: usize>(
    kind: &str,
    shape: &[usize],
    mut entries: impl Iterator<Item = [u8; N]>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let dict =
        format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': {}, }}", shape_text(shape));
    // Magic, version, length, text and newline together are a multiple of 64 bytes.
    let length = (10 + dict.len() + 1).next_multiple_of(64) - 10;
    let length_field = u16::try_from(length).map_err(io::Error::other)?;
    out.write_all(b"\x93NUMPY\x01\x00")?;
    out.write_all(&length_field.to_le_bytes())?;
    writeln!(out, "{dict:<width$}", width = length - 1)?;
    entries.try_for_each(|bytes| out.write_all(&bytes))
}

/// Level of compression: a higher one takes several times as long and saves little on measured or
/// drawn numbers.
const FAST: i64 = 1;

/// Writes several named arrays as a compressed `.npz` file.
pub fn write_npz(path: &Path, arrays: &[(&str, &dyn Member)]) -> Result<()> {
    archive(path, arrays, SimpleFileOptions::default().compression_level(Some(FAST)))
}

/// Writes several named arrays as an `.npz` file: larger than a compressed one, and much faster.
pub fn write_npz_stored(path: &Path, arrays: &[(&str, &dyn Member)]) -> Result<()> {
    let stored = zip::CompressionMethod::Stored;
    archive(path, arrays, SimpleFileOptions::default().compression_method(stored))
}

fn archive(path: &Path, arrays: &[(&str, &dyn Member)], options: SimpleFileOptions) -> Result<()> {
    write_atomically(path, |out| {
        let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
        for (name, array) in arrays {
            let options = options
                .last_modified_time(zip::DateTime::default())
                .large_file(array.count() >= 1 << 28);
            archive.start_file(format!("{name}.npy"), options)?;
            let mut member = Vec::new();
            array.npy(&mut member)?;
            archive.write_all(&member)?;
        }
        out.write_all(archive.finish()?.get_ref())
    })
}

/// `(3, 4)`, or `(3,)` with one axis, as NumPy prints it.
pub(crate) fn shape_text(shape: &[usize]) -> String {
    match shape {
        [n] => format!("({n},)"),
        _ => {
            let sides: Vec<String> = shape.iter().map(usize::to_string).collect();
            format!("({})", sides.join(", "))
        }
    }
}

fn bad(message: impl Into<String>) -> Error {
    Error::new(Code::Array, message)
}

fn read_member(file: impl Read + Seek, name: Option<&str>) -> Result<Array> {
    let mut archive =
        zip::ZipArchive::new(file).map_err(|e| bad(format!("the .npz archive is damaged: {e}")))?;
    let members: Vec<String> =
        archive.file_names().filter_map(|n| n.ok().map(|n| n.into_owned())).collect();
    let names: Vec<&str> = members.iter().map(|n| n.strip_suffix(".npy").unwrap_or(n)).collect();
    let at = match name {
        Some(name) => names.iter().position(|n| *n == name).ok_or_else(|| {
            bad(format!("there is no array named `{name}`"))
                .help(format!("the file holds: {}", names.join(", ")))
        })?,
        None if names.len() == 1 => 0,
        None => {
            return Err(bad(format!("the file holds {} arrays, not one", names.len()))
                .help(format!("name one of: {}", names.join(", "))));
        }
    };
    let broken = |e: String| bad(format!("array `{}` cannot be unpacked: {e}", names[at]));
    let mut member = archive.by_name(&members[at]).map_err(|e| broken(e.to_string()))?;
    let mut bytes = Vec::new();
    let size = member.size();
    let what = format!("array `{}`", names[at]);
    memory::claim(size.saturating_mul(2), &what, "allow more memory, or store fewer numbers")?;
    member.by_ref().take(size).read_to_end(&mut bytes).map_err(|e| broken(e.to_string()))?;
    parse_npy(&bytes).map_err(|mut e| {
        e.message = format!("array `{}`: {}", names[at], e.message);
        e
    })
}

fn parse_npy(bytes: &[u8]) -> Result<Array> {
    let truncated = || bad("the .npy header is truncated");
    let rest = bytes
        .strip_prefix(b"\x93NUMPY")
        .ok_or_else(|| bad("the file does not start like a .npy file"))?;
    let (length, rest) = match rest {
        [1, _, a, b, rest @ ..] => (usize::from(u16::from_le_bytes([*a, *b])), rest),
        [2 | 3, _, a, b, c, d, rest @ ..] => {
            let length = u32::from_le_bytes([*a, *b, *c, *d]);
            (usize::try_from(length).map_err(|_| truncated())?, rest)
        }
        [major, _, _, _, ..] => return Err(bad(format!("unknown .npy version {major}"))),
        _ => return Err(truncated()),
    };
    let (header, values) = rest.split_at_checked(length).ok_or_else(truncated)?;
    let header = std::str::from_utf8(header).map_err(|_| bad("the .npy header is not text"))?;
    let value = |key: &str| {
        [format!("'{key}'"), format!("\"{key}\"")]
            .iter()
            .find_map(|quoted| header.split_once(quoted.as_str()))
            .and_then(|(_, after)| after.trim_start().strip_prefix(':'))
            .map(str::trim_start)
            .ok_or_else(|| bad(format!("the .npy header has no `{key}`")))
    };

    let descr = value("descr")?;
    let (scalar, endian) = descr
        .strip_prefix(['\'', '"'])
        .and_then(|d| d.split_once(['\'', '"']))
        .and_then(|(d, _)| Scalar::numpy(d))
        .ok_or_else(|| {
            let shown: String = descr.chars().take_while(|c| *c != ',' && *c != '}').collect();
            bad(format!("the array's type {shown} is not a type of real numbers"))
                .help("store it as real numbers: array.astype(numpy.float64)")
        })?;
    let fortran = value("fortran_order")?.starts_with("True");
    let shape = value("shape")?
        .strip_prefix('(')
        .and_then(|s| s.split_once(')'))
        .map(|(s, _)| s.split(',').map(str::trim).filter(|s| !s.is_empty()))
        .and_then(|sides| sides.map(|s| s.parse().ok()).collect::<Option<Vec<usize>>>())
        .ok_or_else(|| bad("the .npy header has no readable shape"))?;

    let wanted = shape.iter().try_fold(scalar.size(), |n, &side| n.checked_mul(side));
    let values = wanted.and_then(|n| values.get(..n)).ok_or_else(|| {
        bad(format!(
            "shape {} needs more bytes than the {} that are there",
            shape_text(&shape),
            values.len()
        ))
    })?;
    let data = scalar.decode(values, endian).reals();
    Ok(Array { data: if fortran { row_major(&shape, &data) } else { data }, shape })
}

/// Fortran order (the first axis varying fastest) to C order.
fn row_major(shape: &[usize], fortran: &[f64]) -> Vec<f64> {
    if fortran.is_empty() {
        return Vec::new();
    }
    let mut strides = vec![1; shape.len()];
    for axis in 1..shape.len() {
        strides[axis] = strides[axis - 1] * shape[axis - 1];
    }
    let mut index = vec![0; shape.len()];
    let mut at = 0;
    let mut data = Vec::with_capacity(fortran.len());
    for _ in 0..fortran.len() {
        data.push(fortran[at]);
        for axis in (0..shape.len()).rev() {
            index[axis] += 1;
            at += strides[axis];
            if index[axis] < shape[axis] {
                break;
            }
            at -= strides[axis] * shape[axis];
            index[axis] = 0;
        }
    }
    data
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn links_stay_and_write_protected_files_are_left_alone() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = Folder::new("links");
        let (target, link, nowhere) =
            (folder.0.join("target.npy"), folder.0.join("link.npy"), folder.0.join("nowhere.npy"));
        let array = Array { shape: vec![2], data: vec![1.0, 2.0] };
        std::fs::write(&target, "old").unwrap();
        std::fs::set_permissions(&target, std::fs::Permissions::from_mode(0o640)).unwrap();
        symlink("target.npy", &link).unwrap();
        symlink("made.npy", &nowhere).unwrap();
        for path in [&link, &nowhere] {
            array.write_npy(path).unwrap();
            assert!(std::fs::symlink_metadata(path).unwrap().is_symlink());
        }
        assert_eq!(Array::read(&target, None).unwrap(), array);
        assert_eq!(std::fs::metadata(&target).unwrap().permissions().mode() & 0o777, 0o640);
        assert!(folder.0.join("made.npy").is_file());
        std::fs::set_permissions(&target, std::fs::Permissions::from_mode(0o440)).unwrap();
        let before = std::fs::read(&target).unwrap();
        let error = array.write_npy(&target).unwrap_err();
        assert!(error.to_string().contains("write-protected"), "{error}");
        assert_eq!(std::fs::read(&target).unwrap(), before);
    }

    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Folder {
            let path =
                std::env::temp_dir().join(format!("forcedual-array-{name}-{}", std::process::id()));
            std::fs::create_dir_all(&path).unwrap();
            Folder(path)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    fn npy(descr: &str, fortran: &str, shape: &str, values: &[u8]) -> Vec<u8> {
        let dict =
            format!("{{'descr': {descr}, 'fortran_order': {fortran}, 'shape': {shape}, }}\n");
        let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
        bytes.extend((dict.len() as u16).to_le_bytes());
        bytes.extend(dict.as_bytes());
        bytes.extend(values);
        bytes
    }

    fn sample() -> Array {
        Array { shape: vec![2, 3], data: vec![0.1, -2.0, 3e-300, 4.0, 5.5, f64::MAX] }
    }

    #[test]
    fn npy_and_npz_round_trip_bit_for_bit() {
        let folder = Folder::new("round-trip");
        let (single, several) = (folder.0.join("a.npy"), folder.0.join("b.npz"));
        let line = Array { shape: vec![2], data: vec![1.0, 2.0] };
        sample().write_npy(&single).unwrap();
        write_npz(&several, &[("w", &sample()), ("line", &line)]).unwrap();
        assert_eq!(Array::read(&single, None).unwrap(), sample());
        assert_eq!(Array::read(&several, Some("w")).unwrap(), sample());
        assert_eq!(Array::read(&several, Some("line")).unwrap(), line);
        let bytes = std::fs::read(&single).unwrap();
        assert_eq!((bytes.len() - 48) % 64, 0, "data starts on a multiple of 64 bytes");
    }

    #[cfg(unix)]
    #[test]
    fn files_get_the_permissions_of_ordinary_files_and_keep_those_they_had() {
        use std::os::unix::fs::PermissionsExt;
        let folder = Folder::new("permissions");
        let (ours, plain) = (folder.0.join("a.npy"), folder.0.join("plain"));
        std::fs::write(&plain, "x").unwrap();
        sample().write_npy(&ours).unwrap();
        let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&ours), mode(&plain));
        std::fs::set_permissions(&ours, std::fs::Permissions::from_mode(0o640)).unwrap();
        sample().write_npy(&ours).unwrap();
        assert_eq!(mode(&ours), 0o640);
        assert_eq!(std::fs::read_dir(&folder.0).unwrap().count(), 2, "no temporary file is left");
    }

    #[test]
    fn the_same_arrays_give_the_same_bytes() {
        let folder = Folder::new("same");
        let (a, b) = (folder.0.join("a.npz"), folder.0.join("b.npz"));
        write_npz(&a, &[("w", &sample())]).unwrap();
        write_npz(&b, &[("w", &sample())]).unwrap();
        let bytes = std::fs::read(&a).unwrap();
        assert_eq!(bytes, std::fs::read(&b).unwrap());
        // DOS date 1980-01-01, time 00:00 in the local header: no clock.
        assert_eq!(bytes[10..14], [0, 0, 0x21, 0]);
    }

    #[test]
    fn an_archive_of_one_array_needs_no_name_and_a_wrong_name_lists_the_right_ones() {
        let folder = Folder::new("names");
        let path = folder.0.join("b.npz");
        write_npz(&path, &[("w", &sample())]).unwrap();
        assert_eq!(Array::read(&path, None).unwrap(), sample());
        write_npz(&path, &[("w", &sample()), ("u", &sample())]).unwrap();
        for name in [None, Some("v")] {
            let e = Array::read(&path, name).unwrap_err();
            assert_eq!(e.code, Code::Array);
            assert!(e.to_string().contains("w, u") && e.to_string().contains("b.npz"), "{e}");
        }
    }

    #[test]
    fn every_type_and_byte_order_becomes_f64() {
        let cases: [(&str, &[u8], f64); 10] = [
            ("'|i1'", &[0xfe], -2.0),
            ("'>i2'", &[0xff, 0xfe], -2.0),
            ("'<i4'", &[0xfe, 0xff, 0xff, 0xff], -2.0),
            ("'<i8'", &[3, 0, 0, 0, 0, 0, 0, 0], 3.0),
            ("'|b1'", &[1], 1.0),
            ("'<u2'", &[1, 2], 513.0),
            ("'>u4'", &[0, 0, 1, 2], 258.0),
            ("'<u8'", &[5, 0, 0, 0, 0, 0, 0, 0], 5.0),
            ("'<f4'", &[0, 0, 0x20, 0x40], 2.5),
            ("'>f8'", &[0x40, 4, 0, 0, 0, 0, 0, 0], 2.5),
        ];
        for (descr, bytes, value) in cases {
            let array = parse_npy(&npy(descr, "False", "(1,)", bytes)).unwrap();
            assert_eq!(array.data, [value], "{descr}");
        }
    }

    #[test]
    fn fortran_order_is_turned_into_row_major() {
        // a[i,j,k] = 100 i + 10 j + k, shape (2, 3, 2), first axis fastest in the file.
        let mut file = Vec::new();
        let mut expected = Vec::new();
        for (k, j, i) in (0..12).map(|n| (n / 6, n / 2 % 3, n % 2)) {
            file.push(100 * i + 10 * j + k);
        }
        for (i, j, k) in (0..12).map(|n| (n / 6, n / 2 % 3, n % 2)) {
            expected.push(f64::from(100 * i + 10 * j + k));
        }
        let array = parse_npy(&npy("'|u1'", "True", "(2, 3, 2)", &file)).unwrap();
        assert_eq!(array.shape, [2, 3, 2]);
        assert_eq!(array.data, expected);
    }

    #[test]
    fn complex_object_and_structured_arrays_are_refused_by_name_of_type() {
        for descr in ["'<c16'", "'|O'", "'<U3'", "[('x', '<f8')]"] {
            let e = parse_npy(&npy(descr, "False", "(1,)", &[0; 16])).unwrap_err();
            assert_eq!(e.code, Code::Array);
            assert!(e.message.contains(&descr[..4]), "{e}");
        }
    }

    #[test]
    fn a_shape_larger_than_the_file_is_refused_before_allocating() {
        for shape in ["(3,)", "(18446744073709551615, 2)", "(4611686018427387904, 4)"] {
            let e = parse_npy(&npy("'<f8'", "False", shape, &[0; 16])).unwrap_err();
            assert_eq!(e.code, Code::Array, "{shape}");
        }
    }

    #[test]
    fn no_truncation_panics() {
        let whole = npy("'<f8'", "False", "(2,)", &[0; 16]);
        for n in 0..whole.len() {
            assert!(parse_npy(&whole[..n]).is_err(), "{n} bytes");
        }
        let folder = Folder::new("truncated");
        let path = folder.0.join("a.npz");
        write_npz(&path, &[("w", &sample())]).unwrap();
        let whole = std::fs::read(&path).unwrap();
        for n in 0..whole.len() {
            std::fs::write(&path, &whole[..n]).unwrap();
            assert!(Array::read(&path, None).is_err(), "{n} bytes");
        }
    }

    #[test]
    fn vectors_and_matrices_of_other_shapes_or_not_finite_are_refused() {
        let column = Array { shape: vec![3, 1], data: vec![1.0, 2.0, 3.0] };
        assert_eq!(column.clone().vector(3, "w").unwrap(), [1.0, 2.0, 3.0]);
        let e = column.clone().vector(4, "w").unwrap_err();
        assert!(e.message.contains("(4,)") && e.message.contains("(3, 1)"), "{e}");
        assert!(column.clone().matrix(Some(3), None, "w").is_ok());
        assert!(column.matrix(None, Some(3), "w").is_err());
        let mut holed = sample();
        holed.data[4] = f64::NAN;
        let e = holed.matrix(None, None, "w").unwrap_err();
        assert!(e.message.contains("NaN at index (1, 1)"), "{e}");
    }

    #[test]
    fn scenes_hold_numbers_rows_or_a_file() {
        #[derive(Deserialize)]
        struct Scene {
            w: ArraySource,
        }
        let parse = |text: &str| toml::from_str::<Scene>(text).map(|s| s.w);
        let folder = Folder::new("scene");
        sample().write_npy(&folder.0.join("x.npy")).unwrap();
        let cases = [
            ("w = [1, 2.5]", vec![2]),
            ("w = [[1, 2, 3], [4, 5, 6]]", vec![2, 3]),
            ("w = { file = 'x.npy' }", vec![2, 3]),
        ];
        for (text, shape) in cases {
            assert_eq!(parse(text).unwrap().load(&folder.0).unwrap().shape, shape, "{text}");
        }
        let ragged = parse("w = [[1, 2], [3]]").unwrap().load(&folder.0);
        assert!(ragged.unwrap_err().message.contains("row 1"));
        assert!(parse("w = { fiel = 'x.npy' }").is_err());
        let missing = parse("w = { file = 'y.npy' }").unwrap().load(&folder.0);
        assert_eq!(missing.unwrap_err().code, Code::Io);
    }

    #[test]
    fn whole_numbers_are_written_as_integers() {
        let integers = Integers { shape: vec![2, 1], data: vec![7, -3] };
        let mut bytes = Vec::new();
        integers.npy(&mut bytes).unwrap();
        assert!(String::from_utf8_lossy(&bytes).contains("'<i8'"));
        assert_eq!(bytes[bytes.len() - 16..], [7i64.to_le_bytes(), (-3i64).to_le_bytes()].concat());
    }
}

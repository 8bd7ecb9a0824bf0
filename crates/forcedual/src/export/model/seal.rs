//! The checksum of a model file, so that what was damaged on its way is refused and never played.
//!
//! The metadata `sha256` is the SHA-256 of the whole file, as 64 lower-case hexadecimal digits, with these
//! digits taken as zeros.

use super::tensors::damaged;
use crate::error::{Error, Result};
use sha2::{Digest, Sha256};
use std::ops::Range;

/// Its key in the metadata.
pub(super) const KEY: &str = "sha256";
/// What stands there until the file is sealed.
pub(super) const OPEN: &str = "0000000000000000000000000000000000000000000000000000000000000000";

/// Writes the checksum of a file that has been changed or shortened anew; it must have had one.
pub fn seal(file: &mut [u8]) -> Result<()> {
    let place = place(file)?;
    let digits = digits(file, &place);
    file[place].copy_from_slice(digits.as_bytes());
    Ok(())
}

/// Refuses a file that is not as it was written.
pub(super) fn check(file: &[u8]) -> Result<()> {
    let place = place(file)?;
    if file[place.clone()] == *digits(file, &place).as_bytes() {
        return Ok(());
    }
    Err(again(damaged("its checksum is that of other contents")))
}

fn again(error: Error) -> Error {
    error.help("copy it again, or write it anew with `forcedual design`")
}

/// Where the digits are: quotes in the values of other keys are escaped.
fn place(file: &[u8]) -> Result<Range<usize>> {
    let header = file.first_chunk::<8>().and_then(|length| {
        let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
        file.get(8..length.checked_add(8)?)
    });
    let key = format!("\"{KEY}\":\"");
    let found = header.and_then(|header| {
        let at = header.windows(key.len()).position(|text| text == key.as_bytes())? + key.len();
        header.get(at..at + OPEN.len()).map(|_| 8 + at..8 + at + OPEN.len())
    });
    found.ok_or_else(|| again(damaged("it has no checksum")))
}

fn digits(file: &[u8], place: &Range<usize>) -> String {
    let mut hash = Sha256::new();
    hash.update(&file[..place.start]);
    hash.update(OPEN);
    hash.update(&file[place.end..]);
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::super::surface::tests::model;
    use super::*;
    use crate::error::Code;
    use crate::export::Model;

    fn refused(file: &[u8]) -> bool {
        Model::from_bytes(file).is_err_and(|e| e.code == Code::Model)
    }

    #[test]
    fn whatever_bit_is_flipped_the_file_is_refused() {
        let mut file = model().to_bytes().unwrap();
        assert!(Model::from_bytes(&file).is_ok());
        for bit in 0..8 * file.len() {
            file[bit / 8] ^= 1 << (bit % 8);
            assert!(refused(&file), "bit {bit}");
            file[bit / 8] ^= 1 << (bit % 8);
        }
    }

    #[test]
    fn wherever_it_is_cut_the_file_is_refused() {
        let mut file = model().to_bytes().unwrap();
        assert!((0..file.len()).all(|length| refused(&file[..length])));
        file.push(0);
        assert!(refused(&file));
    }

    #[test]
    fn a_file_that_was_changed_on_purpose_is_read_once_it_is_sealed_again() {
        let mut file = model().to_bytes().unwrap();
        let last = file.len() - 1;
        file[last] ^= 1;
        let error = Model::from_bytes(&file).map(|_| ()).unwrap_err();
        assert!(error.to_string().contains("checksum"), "{error}");
        seal(&mut file).unwrap();
        assert!(Model::from_bytes(&file).is_ok());
        assert!(seal(&mut [0; 20]).is_err());
    }
}

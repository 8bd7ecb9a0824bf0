//! Damage to files, the same for the same seed.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Numbers that lie, as text.
const LIES: [&str; 14] = [
    "-1",
    "0",
    "4294967295",
    "4294967296",
    "2147483648",
    "9223372036854775807",
    "18446744073709551615",
    "99999999999999999999",
    "1e400",
    "-1e308",
    "nan",
    "inf",
    "1e-320",
    "",
];
/// The same, as bytes.
const BINARY: [&[u8]; 8] = [
    &[0xff; 4],
    &[0xff; 8],
    &[0; 8],
    &[0xff, 0xff, 0xff, 0x7f],
    &[0x7f, 0xff, 0xff, 0xff],
    &[0, 0, 0, 0, 0, 0, 0xf0, 0x7f],
    &[0, 0, 0, 0, 0, 0, 0xf8, 0x7f],
    &[0, 0, 0, 0, 1, 0, 0, 0],
];
/// Kinds of damage that are done one after the other, at most.
const MOST: usize = 4;
/// Bytes of what comes out, at most.
const LONGEST: usize = 1 << 16;

/// Damages files.
pub struct Mutator(ChaCha8Rng);

impl Mutator {
    /// One that does the same whenever it begins with the same number.
    pub fn new(seed: u64) -> Self {
        Mutator(ChaCha8Rng::seed_from_u64(seed))
    }

    /// One of the seeds, damaged in one to four ways; none of no seeds.
    pub fn next(&mut self, seeds: &[Vec<u8>]) -> Vec<u8> {
        let Some(mut bytes) = self.one(seeds).cloned() else { return Vec::new() };
        for _ in 0..self.0.random_range(1..=MOST) {
            self.damage(&mut bytes, seeds);
        }
        bytes.truncate(LONGEST);
        bytes
    }

    fn one<'a, T>(&mut self, of: &'a [T]) -> Option<&'a T> {
        if of.is_empty() { None } else { of.get(self.0.random_range(0..of.len())) }
    }

    fn damage(&mut self, bytes: &mut Vec<u8>, seeds: &[Vec<u8>]) {
        let n = bytes.len();
        let at = self.0.random_range(0..=n);
        match self.0.random_range(0..8) {
            // a bit is flipped
            0 if at < n => bytes[at] ^= 1 << self.0.random_range(0..8),
            // a byte is any other
            1 if at < n => bytes[at] = self.0.random(),
            // it ends early
            2 => bytes.truncate(at),
            // a part is missing, or there twice
            3 | 4 => {
                let end = (at + self.0.random_range(1..=64)).min(n);
                let part = bytes[at..end].to_vec();
                let with = if self.0.random() { Vec::new() } else { part.repeat(2) };
                bytes.splice(at..end, with);
            }
            // it goes on like another
            5 => {
                let Some(other) = self.one(seeds) else { return };
                let from = self.0.random_range(0..=other.len());
                let end = (from + self.0.random_range(1..=256)).min(other.len());
                bytes.splice(at..at, other[from..end].iter().copied());
            }
            // a number lies
            6 => self.lie(bytes, at),
            _ => {
                let lie = self.one(&BINARY).copied().unwrap_or_default();
                let end = (at + lie.len()).min(n);
                bytes[at..end].copy_from_slice(&lie[..end - at]);
            }
        }
    }

    /// Puts a lie in the place of the first number after a place.
    fn lie(&mut self, bytes: &mut Vec<u8>, at: usize) {
        let part = |b: &u8| b.is_ascii_digit() || b".-+e".contains(b);
        let Some(start) = bytes[at..].iter().position(u8::is_ascii_digit) else { return };
        let start = at + start;
        let length = bytes[start..].iter().position(|b| !part(b)).unwrap_or(bytes.len() - start);
        let lie = self.one(&LIES).copied().unwrap_or_default();
        bytes.splice(start..start + length, lie.bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_does_the_same_damage_and_nearly_all_of_it_changes_the_file() {
        let seeds = vec![b"counts 12 and 3.5e7".to_vec(), b"other".to_vec()];
        let damaged = |seed| {
            let mut mutator = Mutator::new(seed);
            (0..5000).map(|_| mutator.next(&seeds)).collect::<Vec<_>>()
        };
        let found = damaged(7);
        assert_eq!(found, damaged(7));
        assert_ne!(found, damaged(8));
        assert!(found.iter().filter(|bytes| seeds.contains(bytes)).count() < 750);
        assert!(found.iter().any(|bytes| bytes.starts_with(b"counts -1 and")));
        assert!(Mutator::new(1).next(&[]).is_empty());
    }
}

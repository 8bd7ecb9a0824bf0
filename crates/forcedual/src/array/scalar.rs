//! Machine numbers as they lie in files.

/// Byte order of binary numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Endian {
    Little,
    Big,
}

/// The machine number types that occur in array and mesh files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scalar {
    I8,
    I16,
    I32,
    I64,
    U8,
    U16,
    U32,
    U64,
    F32,
    F64,
}

/// Decoded numbers; the integers keep all their digits.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Numbers {
    Integers(Vec<i64>),
    Reals(Vec<f64>),
}

impl Numbers {
    pub(crate) fn reals(self) -> Vec<f64> {
        match self {
            Numbers::Integers(v) => v.into_iter().map(|i| i as f64).collect(),
            Numbers::Reals(v) => v,
        }
    }
}

impl Scalar {
    /// From a NumPy type string such as `<f8`.
    pub(super) fn numpy(text: &str) -> Option<(Scalar, Endian)> {
        let (order, kind) = text.split_at_checked(1)?;
        let endian = match order {
            "<" | "|" | "=" => Endian::Little,
            ">" => Endian::Big,
            _ => return None,
        };
        let scalar = match kind {
            "f4" => Scalar::F32,
            "f8" => Scalar::F64,
            "i1" => Scalar::I8,
            "i2" => Scalar::I16,
            "i4" => Scalar::I32,
            "i8" => Scalar::I64,
            "u1" | "b1" => Scalar::U8,
            "u2" => Scalar::U16,
            "u4" => Scalar::U32,
            "u8" => Scalar::U64,
            _ => return None,
        };
        Some((scalar, endian))
    }

    /// Bytes per number.
    pub(crate) fn size(self) -> usize {
        match self {
            Scalar::I8 | Scalar::U8 => 1,
            Scalar::I16 | Scalar::U16 => 2,
            Scalar::I32 | Scalar::U32 | Scalar::F32 => 4,
            Scalar::I64 | Scalar::U64 | Scalar::F64 => 8,
        }
    }

    pub(crate) fn is_integer(self) -> bool {
        !matches!(self, Scalar::F32 | Scalar::F64)
    }

    /// Decodes as many whole numbers as `bytes` holds.
    pub(crate) fn decode(self, bytes: &[u8], endian: Endian) -> Numbers {
        macro_rules! all {
            ($type:ty) => {
                bytes.as_chunks::<{ size_of::<$type>() }>().0.iter().map(|b| match endian {
                    Endian::Little => <$type>::from_le_bytes(*b),
                    Endian::Big => <$type>::from_be_bytes(*b),
                })
            };
        }
        match self {
            Scalar::I8 => Numbers::Integers(all!(i8).map(i64::from).collect()),
            Scalar::I16 => Numbers::Integers(all!(i16).map(i64::from).collect()),
            Scalar::I32 => Numbers::Integers(all!(i32).map(i64::from).collect()),
            Scalar::I64 => Numbers::Integers(all!(i64).collect()),
            Scalar::U8 => Numbers::Integers(all!(u8).map(i64::from).collect()),
            Scalar::U16 => Numbers::Integers(all!(u16).map(i64::from).collect()),
            Scalar::U32 => Numbers::Integers(all!(u32).map(i64::from).collect()),
            Scalar::U64 => {
                Numbers::Integers(all!(u64).map(|n| i64::try_from(n).unwrap_or(i64::MAX)).collect())
            }
            Scalar::F32 => Numbers::Reals(all!(f32).map(f64::from).collect()),
            Scalar::F64 => Numbers::Reals(all!(f64).collect()),
        }
    }
}

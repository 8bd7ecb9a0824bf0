//! The arrays of a VTK XML file: text, inline base64, or appended (raw or base64), with or without
//! zlib.
//!
//! Binary data starts with a header of `header_type` integers: the number of bytes, or, if
//! compressed, the number of blocks, the size of a block, the size of the last one (0 if whole)
//! and the compressed size of each. Written arrays are inline base64 with zlib.

use std::io::{self, Read, Write};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;

use super::cursor::{Cursor, clip};
use crate::array::{Endian, Numbers, Scalar};
use crate::error::{Code, Error, Result};

/// How binary arrays are stored in this file.
pub(super) struct Encoding<'a> {
    pub(super) endian: Endian,
    pub(super) header: Scalar,
    pub(super) zlib: bool,
    pub(super) appended: &'a [u8],
    pub(super) appended_raw: bool,
}

/// One `DataArray` element.
pub(super) struct DataArray<'a> {
    pub(super) section: String,
    pub(super) name: String,
    pub(super) kind: String,
    pub(super) components: usize,
    pub(super) format: String,
    pub(super) offset: usize,
    pub(super) text: &'a str,
    pub(super) line: usize,
}

/// The bytes after the underscore, and whether they are raw.
pub(super) fn appended_data(section: &[u8]) -> Result<(&[u8], bool)> {
    let bad =
        |message: &str| Error::new(Code::Format, format!("in the section AppendedData: {message}"));
    let tag_end =
        section.iter().position(|b| *b == b'>').ok_or_else(|| bad("the tag does not end"))?;
    let (tag, data) = section.split_at(tag_end);
    let raw = match String::from_utf8_lossy(tag) {
        tag if tag.contains("\"raw\"") || tag.contains("'raw'") => true,
        tag if tag.contains("base64") => false,
        _ => return Err(bad("the encoding is neither raw nor base64")),
    };
    let start = data
        .iter()
        .position(|b| *b == b'_')
        .ok_or_else(|| bad("there is no `_` before the data"))?;
    let data = &data[start + 1..];
    if raw {
        return Ok((data, true));
    }
    let cut_off = || bad("the file ends inside").help(super::CUT_OFF);
    let end = data.iter().position(|b| *b == b'<').ok_or_else(cut_off)?;
    Ok((&data[..end], false))
}

/// The numbers of an array; `offsets` are where appended arrays start, in order.
pub(super) fn decode(array: &DataArray, encoding: &Encoding, offsets: &[usize]) -> Result<Numbers> {
    let broken =
        |what: &str| Error::new(Code::Format, format!("the array `{}` {what}", clip(&array.name)));
    let scalar = match array.kind.as_str() {
        "Int8" => Scalar::I8,
        "UInt8" => Scalar::U8,
        "Int16" => Scalar::I16,
        "UInt16" => Scalar::U16,
        "Int32" => Scalar::I32,
        "UInt32" => Scalar::U32,
        "Int64" => Scalar::I64,
        "UInt64" => Scalar::U64,
        "Float32" => Scalar::F32,
        "Float64" => Scalar::F64,
        other => {
            return Err(broken(&format!("has the type `{}`, which is not supported", clip(other))));
        }
    };
    let stored: Vec<u8>;
    let bytes = match array.format.as_str() {
        "ascii" => {
            let n = array.text.split_ascii_whitespace().count();
            return Cursor::at_line(array.text.as_bytes(), array.line).numbers(
                scalar,
                n,
                "the array",
            );
        }
        "binary" => {
            stored = decode_base64(array.text.as_bytes())
                .ok_or_else(|| broken("is not valid base64"))?;
            &stored[..]
        }
        "appended" => {
            let end = offsets
                .iter()
                .copied()
                .find(|o| *o > array.offset)
                .unwrap_or(usize::MAX)
                .min(encoding.appended.len());
            let slice = encoding.appended.get(array.offset..end).ok_or_else(|| {
                broken(&format!(
                    "starts at byte {} of the appended data, beyond its end",
                    array.offset
                ))
            })?;
            if encoding.appended_raw {
                slice
            } else {
                stored = decode_base64(slice).ok_or_else(|| broken("is not valid base64"))?;
                &stored[..]
            }
        }
        other => return Err(broken(&format!("has the format `{}`", clip(other)))),
    };
    let data = unpack(bytes, encoding).ok_or_else(|| broken("is truncated or damaged"))?;
    Ok(scalar.decode(&data, encoding.endian))
}

/// Base64 in which padding may stand in the middle: header and data are often encoded apart.
fn decode_base64(text: &[u8]) -> Option<Vec<u8>> {
    let clean: Vec<u8> = text.iter().copied().filter(|b| !b.is_ascii_whitespace()).collect();
    let mut out = Vec::with_capacity(clean.len() / 4 * 3);
    let mut rest = &clean[..];
    while !rest.is_empty() {
        let end = match rest.iter().position(|b| *b == b'=') {
            None => rest.len(),
            Some(padding) if padding % 4 < 2 => return None,
            Some(padding) => padding.next_multiple_of(4).min(rest.len()),
        };
        let (part, after) = rest.split_at(end);
        out.extend(STANDARD.decode(part).ok()?);
        rest = after;
    }
    Some(out)
}

/// How many times shorter than what it holds a packed block can be (DEFLATE).
const PACKED: usize = 1032;

/// The data behind the header; `None` if it is not all there.
fn unpack(bytes: &[u8], encoding: &Encoding) -> Option<Vec<u8>> {
    let width = encoding.header.size();
    let header = |i: usize| match encoding
        .header
        .decode(bytes.get(i.checked_mul(width)?..)?.get(..width)?, encoding.endian)
    {
        Numbers::Integers(v) => usize::try_from(*v.first()?).ok(),
        Numbers::Reals(_) => None,
    };
    if bytes.is_empty() {
        return Some(Vec::new());
    }
    if !encoding.zlib {
        return bytes.get(width..)?.get(..header(0)?).map(<[u8]>::to_vec);
    }
    let (blocks, size, last) = (header(0)?, header(1)?, header(2)?);
    let mut rest = bytes
        .get(blocks.checked_add(3)?.checked_mul(width)?..)
        .filter(|_| blocks > 0)
        .unwrap_or_default();
    let mut data = Vec::new();
    for block in 0..blocks {
        let (packed, after) = rest.split_at_checked(header(3 + block)?)?;
        let wanted = if block + 1 == blocks && last > 0 { last } else { size };
        if wanted > packed.len().saturating_mul(PACKED) {
            return None;
        }
        let before = data.len();
        ZlibDecoder::new(packed).take(wanted as u64).read_to_end(&mut data).ok()?;
        if data.len() - before != wanted {
            return None;
        }
        rest = after;
    }
    Some(data)
}

/// Writes one `DataArray` element with little-endian `data`.
pub(super) fn write_array(
    out: &mut impl Write,
    kind: &str,
    name: &str,
    components: usize,
    data: Vec<u8>,
) -> io::Result<()> {
    const BLOCK: usize = 1 << 15;
    let mut header =
        vec![data.len().div_ceil(BLOCK) as u64, BLOCK as u64, (data.len() % BLOCK) as u64];
    let mut packed = Vec::new();
    for block in data.chunks(BLOCK) {
        let before = packed.len();
        let mut encoder = ZlibEncoder::new(&mut packed, Compression::fast());
        encoder.write_all(block)?;
        encoder.finish()?;
        header.push((packed.len() - before) as u64);
    }
    let header: Vec<u8> = header.iter().flat_map(|n| n.to_le_bytes()).collect();
    writeln!(
        out,
        "<DataArray type=\"{kind}\" Name=\"{}\" NumberOfComponents=\"{components}\" format=\"binary\">\n{}{}\n</DataArray>",
        quick_xml::escape::escape(name),
        STANDARD.encode(header),
        STANDARD.encode(packed)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_may_be_padded_in_the_middle_but_not_at_the_start() {
        let two = STANDARD.encode(b"abcd") + "\n " + &STANDARD.encode(b"e");
        assert_eq!(decode_base64(two.as_bytes()).unwrap(), b"abcde");
        for wrong in ["=", "====", "YQ==Y===", "YQ=", "Y"] {
            assert_eq!(decode_base64(wrong.as_bytes()), None, "{wrong}");
        }
    }
}

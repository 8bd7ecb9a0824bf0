//! Tensors and texts of a model file.

use super::seal;
use crate::error::{Code, Error, Result};
use crate::linalg::{Mat, column};
use safetensors::tensor::{Dtype, SafeTensors, TensorView};
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};

/// The same file with its header in alphabetical order: the writer's own order is random.
pub(in crate::export) fn sorted_header(bytes: &[u8]) -> Result<Vec<u8>> {
    let short = || damaged("it has no header");
    let (length, rest) = bytes.split_first_chunk::<8>().ok_or_else(short)?;
    let length = usize::try_from(u64::from_le_bytes(*length)).map_err(damaged)?;
    let (header, data) = rest.split_at_checked(length).ok_or_else(short)?;
    let header: BTreeMap<String, BTreeMap<String, serde_json::Value>> =
        serde_json::from_slice(header).map_err(damaged)?;
    let mut text = serde_json::to_string(&header).map_err(damaged)?;
    // data start at a multiple of 8 bytes
    text += &" ".repeat(text.len().next_multiple_of(8) - text.len());
    Ok([&(text.len() as u64).to_le_bytes(), text.as_bytes(), data].concat())
}

/// A file to be.
#[derive(Default)]
pub(super) struct Writer {
    /// Name, type, shape and bytes.
    tensors: Vec<(String, Dtype, Vec<usize>, Vec<u8>)>,
    texts: HashMap<String, String>,
}

impl Writer {
    fn push(&mut self, name: &str, dtype: Dtype, shape: &[usize], data: Vec<u8>) {
        self.tensors.push((name.to_owned(), dtype, shape.to_vec(), data));
    }

    pub(super) fn floats<'a>(
        &mut self,
        name: &str,
        shape: &[usize],
        values: impl IntoIterator<Item = &'a f64>,
    ) {
        let data = values.into_iter().flat_map(|x| x.to_le_bytes()).collect();
        self.push(name, Dtype::F64, shape, data);
    }

    pub(super) fn singles<'a>(
        &mut self,
        name: &str,
        shape: &[usize],
        values: impl IntoIterator<Item = &'a f32>,
    ) {
        let data = values.into_iter().flat_map(|x| x.to_le_bytes()).collect();
        self.push(name, Dtype::F32, shape, data);
    }

    pub(super) fn integers(
        &mut self,
        name: &str,
        shape: &[usize],
        values: impl Iterator<Item = i64>,
    ) {
        self.push(name, Dtype::I64, shape, values.flat_map(i64::to_le_bytes).collect());
    }

    /// Integers of four bytes.
    pub(super) fn small_integers(&mut self, name: &str, shape: &[usize], values: &[u32]) {
        let data = values.iter().flat_map(|i| i.to_le_bytes()).collect();
        self.push(name, Dtype::I32, shape, data);
    }

    pub(super) fn bytes(&mut self, name: &str, shape: &[usize], data: Vec<u8>) {
        self.push(name, Dtype::U8, shape, data);
    }

    /// A matrix row by row, as NumPy expects it.
    pub(super) fn matrix(&mut self, name: &str, a: &Mat) {
        let columns: Vec<&[f64]> = (0..a.ncols()).map(|j| column(a.as_ref(), j)).collect();
        let rows = (0..a.nrows()).flat_map(|i| columns.iter().map(move |c| &c[i]));
        self.floats(name, &[a.nrows(), a.ncols()], rows);
    }

    pub(super) fn text(&mut self, key: &str, text: String) {
        self.texts.insert(key.to_owned(), text);
    }

    pub(super) fn json(&mut self, key: &str, value: &impl Serialize) -> Result<()> {
        self.text(key, serde_json::to_string(value).map_err(damaged)?);
        Ok(())
    }

    /// The file's bytes.
    pub(super) fn finish(mut self) -> Result<Vec<u8>> {
        self.text(seal::KEY, seal::OPEN.to_owned());
        let views = self
            .tensors
            .iter()
            .map(|(name, dtype, shape, data)| {
                Ok((name, TensorView::new(*dtype, shape.clone(), data).map_err(damaged)?))
            })
            .collect::<Result<Vec<_>>>()?;
        let file = safetensors::serialize(views, Some(self.texts)).map_err(damaged)?;
        let mut file = sorted_header(&file)?;
        seal::seal(&mut file)?;
        Ok(file)
    }
}

pub(super) fn foreign(why: &str) -> Error {
    Error::new(Code::Model, format!("this is not a forcedual model: {why}"))
        .help("name a file that `forcedual design` wrote")
}

pub(super) fn damaged(error: impl std::fmt::Display) -> Error {
    Error::new(Code::Model, format!("the model file is damaged: {error}"))
}

pub(super) fn misshapen(name: &str) -> Error {
    Error::new(
        Code::Model,
        format!("the model file is damaged: `{name}` has the wrong shape or type"),
    )
}

/// What is wrong with a tensor's values.
pub(super) fn wrong(name: &str, why: &str) -> Error {
    Error::new(Code::Model, format!("the model file is damaged: `{name}` {why}"))
}

/// A file that is read.
pub(super) struct Tensors<'a> {
    tensors: SafeTensors<'a>,
    texts: HashMap<String, String>,
}

impl<'a> Tensors<'a> {
    /// The file of these bytes; it must be a model.
    pub(super) fn open(bytes: &'a [u8]) -> Result<Self> {
        if bytes.get(8) != Some(&b'{') {
            return Err(foreign("it does not begin as a safetensors file does"));
        }
        let (_, header) = SafeTensors::read_metadata(bytes).map_err(damaged)?;
        let tensors = SafeTensors::deserialize(bytes).map_err(damaged)?;
        let texts = header.metadata().clone().unwrap_or_default();
        let open = Tensors { tensors, texts };
        if open.text("format")? != super::FORMAT {
            return Err(foreign("its format is another one"));
        }
        seal::check(bytes)?;
        Ok(open)
    }

    pub(super) fn says(&self, key: &str) -> bool {
        self.texts.contains_key(key)
    }

    pub(super) fn text(&self, key: &str) -> Result<String> {
        let missing = || foreign(&format!("no `{key}` in its metadata"));
        self.texts.get(key).cloned().ok_or_else(missing)
    }

    pub(super) fn json(&self, key: &str) -> Result<serde_json::Value> {
        serde_json::from_str(&self.text(key)?)
            .map_err(|e| Error::new(Code::Model, format!("its `{key}` is not valid JSON: {e}")))
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.tensors.tensor(name).is_ok()
    }

    fn raw(&self, name: &str, dtype: Dtype) -> Result<(Vec<u8>, Vec<usize>)> {
        let view = self
            .tensors
            .tensor(name)
            .map_err(|_| Error::new(Code::Model, format!("it has no tensor `{name}`")))?;
        if view.dtype() != dtype {
            return Err(misshapen(name));
        }
        Ok((view.data().to_vec(), view.shape().to_vec()))
    }

    pub(super) fn floats(&self, name: &str) -> Result<(Vec<f64>, Vec<usize>)> {
        let (data, shape) = self.raw(name, Dtype::F64)?;
        let values: Vec<f64> =
            data.as_chunks::<8>().0.iter().map(|b| f64::from_le_bytes(*b)).collect();
        if values.iter().any(|x| !x.is_finite()) {
            return Err(wrong(name, "holds values that are not finite"));
        }
        Ok((values, shape))
    }

    /// Numbers of a known shape.
    pub(super) fn shaped(&self, name: &str, shape: &[usize]) -> Result<Vec<f64>> {
        let (values, own) = self.floats(name)?;
        if own == shape { Ok(values) } else { Err(misshapen(name)) }
    }

    /// Numbers of single precision of a known shape.
    pub(super) fn singles(&self, name: &str, shape: &[usize]) -> Result<Vec<f32>> {
        let (data, own) = self.raw(name, Dtype::F32)?;
        let values: Vec<f32> =
            data.as_chunks::<4>().0.iter().map(|b| f32::from_le_bytes(*b)).collect();
        match values.iter().all(|x| x.is_finite()) {
            true if own == shape => Ok(values),
            true => Err(misshapen(name)),
            false => Err(wrong(name, "holds values that are not finite")),
        }
    }

    pub(super) fn bytes(&self, name: &str, shape: &[usize]) -> Result<Vec<u8>> {
        let (data, own) = self.raw(name, Dtype::U8)?;
        if own == shape { Ok(data) } else { Err(misshapen(name)) }
    }

    /// A row of bytes of any length.
    pub(super) fn any_bytes(&self, name: &str) -> Result<Vec<u8>> {
        let (data, shape) = self.raw(name, Dtype::U8)?;
        if shape.len() == 1 { Ok(data) } else { Err(misshapen(name)) }
    }

    /// Rows of so many numbers of single precision, and how many there are.
    pub(super) fn single_rows(&self, name: &str, width: usize) -> Result<(Vec<f32>, usize)> {
        match self.raw(name, Dtype::F32)?.1[..] {
            [count, w] if w == width => Ok((self.singles(name, &[count, w])?, count)),
            _ => Err(misshapen(name)),
        }
    }

    /// Integers of four bytes below a limit, of a known shape.
    pub(super) fn small_integers(
        &self,
        name: &str,
        shape: &[usize],
        below: usize,
    ) -> Result<Vec<u32>> {
        let (data, own) = self.raw(name, Dtype::I32)?;
        let values: Vec<u32> =
            data.as_chunks::<4>().0.iter().map(|b| u32::from_le_bytes(*b)).collect();
        match values.iter().find(|i| **i as usize >= below) {
            None if own == shape => Ok(values),
            None => Err(misshapen(name)),
            Some(i) => Err(wrong(name, &format!("holds {i}, which is not below {below}"))),
        }
    }

    pub(super) fn matrix(&self, name: &str, height: usize) -> Result<Option<Mat>> {
        if !self.has(name) {
            return Ok(None);
        }
        let (values, shape) = self.floats(name)?;
        match shape[..] {
            [r, c] if r == height => Ok(Some(Mat::from_fn(r, c, |i, j| values[i * c + j]))),
            _ => Err(misshapen(name)),
        }
    }

    pub(super) fn numbers(&self, name: &str, length: usize) -> Result<Vec<i64>> {
        let (data, shape) = self.raw(name, Dtype::I64)?;
        if shape.iter().try_fold(1usize, |n, &k| n.checked_mul(k)) != Some(length) {
            return Err(misshapen(name));
        }
        Ok(data.as_chunks::<8>().0.iter().map(|b| i64::from_le_bytes(*b)).collect())
    }

    /// A vector of any length.
    pub(super) fn list(&self, name: &str) -> Result<Vec<i64>> {
        match self.raw(name, Dtype::I64)?.1[..] {
            [length] => self.numbers(name, length),
            _ => Err(misshapen(name)),
        }
    }

    /// Numbers below a limit; `width` in each row, or a vector where that is zero.
    pub(super) fn integers(&self, name: &str, width: usize, below: usize) -> Result<Vec<u32>> {
        let shape = self.raw(name, Dtype::I64)?.1;
        let length = match shape[..] {
            [n] if width == 0 => n,
            [n, w] if w == width => n.checked_mul(w).ok_or_else(|| misshapen(name))?,
            _ => return Err(misshapen(name)),
        };
        let fits = |i: i64| u32::try_from(i).ok().filter(|i| (*i as usize) < below);
        let numbers = self.numbers(name, length)?.into_iter().map(|i| {
            fits(i).ok_or_else(|| wrong(name, &format!("holds {i}, which is not below {below}")))
        });
        numbers.collect()
    }
}

//! Arrays of NumPy.

use forcedual::array::{Array, Member};

/// An `.npy`, or the first array of an `.npz`; what is read must come back from what is written.
pub fn array(file: &[u8]) {
    let found = Array::from_bytes(file, None).or_else(|_| Array::from_bytes(file, Some("a")));
    let Ok(array) = found else { return };
    assert_eq!(array.data.len(), array.shape.iter().product::<usize>());
    let mut written = Vec::new();
    if array.npy(&mut written).is_ok() {
        let again = Array::from_bytes(&written, None);
        let bits = |a: &Array| a.data.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
        assert_eq!(again.as_ref().map(|a| (&a.shape, bits(a))), Ok((&array.shape, bits(&array))));
    }
    let _ = array.clone().vector(array.data.len(), "it");
    let _ = array.matrix(None, None, "it");
}

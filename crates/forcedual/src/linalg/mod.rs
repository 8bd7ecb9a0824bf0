//! Linear algebra: the only module that names the linear-algebra crate.
//!
//! Dense matrices are column-major [`Mat`]; a block of vectors is one matrix, a column each.
//! Everything here gives the same bits at any thread count: work, long sums too, is split at
//! places that the sizes alone decide, and decompositions whose rounding depends on threads run on one.

mod cholesky;
mod dense;
mod krylov;
mod nnls;
mod order;
mod panels;
mod rows;
pub mod small;
mod sparse;

pub use cholesky::{Cholesky, Symbolic};
pub use dense::{
    DenseCholesky, Into, add_scaled, add_transposed_product, column, column_mut, dot, eigh,
    from_columns, gemm, hstack, lanes_dot, llt, norm, orthonormalise, product, qr_in_place,
    scale_rows, solve_lower, solve_lower_transposed, squared_norm, thin_svd,
};
pub use faer::{MatMut, MatRef};
pub use krylov::{BLOCK, Eigenpairs, KrylovOptions, Operator, largest_eigenpairs};
pub use nnls::non_negative_least_squares;
pub use panels::Panels;
pub use rows::{Number, Rows, combine_rows};
pub use sparse::{Pattern, SparseRows, SparseSym, for_columns};

/// A dense column-major matrix of doubles.
pub type Mat = faer::Mat<f64>;

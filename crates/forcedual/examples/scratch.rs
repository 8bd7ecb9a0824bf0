use forcedual::body::Body;
use forcedual::force::*;
use forcedual::material::field::Material;
use forcedual::progress::Silent;
use forcedual::subspace::*;
use forcedual::*;
use std::path::Path;
use std::time::Instant;
struct P;
impl forcedual::progress::Progress for P {
    fn advance(&self, d: usize) {
        eprint!(" {d}");
    }
    fn stage(&self, n: &str, _: usize) {
        eprint!("[{n}]");
    }
}
fn main() {
    let _ = Silent;
    let a: Vec<String> = std::env::args().collect();
    let mut t = Instant::now();
    let mut lap = |s: &str| {
        eprintln!("{s}: {:.3}", t.elapsed().as_secs_f64());
        t = Instant::now();
    };
    let raw = mesh::io::read(Path::new(&a[1])).unwrap();
    lap("read");
    let m = mesh::SimplexMesh::new(raw).unwrap();
    lap("mesh");
    let n = m.vertex_count();
    let d = m.dim();
    let (lo, hi) = m.bounds();
    let pins: Vec<bool> = (0..n).map(|i| m.point(i)[1] < lo[1] + 0.05 * (hi[1] - lo[1])).collect();
    let w: Vec<f64> = (0..n)
        .map(|i| {
            let x = m.point(i);
            let r = (x[0] - lo[0]) / (hi[0] - lo[0]);
            1.0 / (1.0 + ((r - 0.3) * 40.0).exp())
        })
        .collect();
    let body = Body::new(m, &Material::default(), Path::new(".")).unwrap().pinned(&pins);
    lap("body");
    let lin = Linearisation::new(&body, &P).unwrap();
    lap("lin");
    eprintln!("{:?} nnz {}", lin.times, lin.factor_size());
    let b = linalg::Mat::from_fn(body.dofs(), 32, |i, j| ((i * 7 + j * 3) as f64).sin());
    for k in [1, 8, 16, 32] {
        let t = Instant::now();
        let _x = lin.solve(b.as_ref().subcols(0, k).to_owned());
        eprintln!("solve {k}: {:.2} ms/rhs", t.elapsed().as_secs_f64() * 1e3 / k as f64);
    }
    for (name, var) in [
        ("lma", body.dof_mass()),
        ("painted", body.dof_mass().iter().enumerate().map(|(i, m)| m * w[i / d]).collect()),
    ] {
        let g = Gaussian::centred(Factor::Diagonal(var.iter().map(|x: &f64| x.sqrt()).collect()))
            .without(&body.held, d);
        let count: usize = a[2].parse().unwrap();
        lap("-");
        let modes = dual_modes(&lin, &g.factor, Field::Displacement, count, &P).unwrap();
        lap(name);
        // true residual
        let mut x = modes.vectors.clone();
        linalg::scale_rows(x.as_mut(), lin.mass());
        let y = lin.solve(g.factor.covariance(lin.solve(x).as_ref()));
        let mut worst = 0.0f64;
        for j in 0..modes.values.len() {
            let mut e = 0.0;
            for i in 0..body.dofs() {
                let r = y[(i, j)] - modes.values[j] * modes.vectors[(i, j)];
                e += lin.mass()[i] * r * r;
            }
            worst = worst.max(e.sqrt() / modes.values[j]);
        }
        eprintln!("residual {worst:e}  l1 {:e} lm {:e}", modes.values[0], modes.values[count - 1]);
        lap("-");
        let c = certificate::certify(&lin, &g, &modes.vectors).unwrap();
        lap("certify");
        eprintln!("{:?}", c);
    }
}

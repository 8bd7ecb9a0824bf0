//! Whole pictures.

use super::*;
use crate::error::Code;
use crate::export::Model;
use crate::linalg::Mat;
use crate::mesh::display::pictures::tests::png;
use crate::mesh::display::{Attached, Display, Follower, Pictures};
use crate::mesh::io::On;
use crate::mesh::{RawMesh, SimplexMesh, shapes::grid};
use crate::progress::Silent;
use crate::subspace::Certificate;

fn render(drawing: &Drawing, camera: &Camera, style: &Style) -> Result<Image> {
    super::render(drawing, camera, style, &Silent)
}

fn render_sheet(drawings: &[Drawing], camera: &Camera, style: &Style) -> Result<Image> {
    super::render_sheet(drawings, camera, style, &Silent)
}

#[test]
fn pictures_can_be_interrupted() {
    struct Stop;
    impl Progress for Stop {
        fn cancelled(&self) -> bool {
            true
        }
    }
    let drawing = of(vec![sphere(10, 20)]);
    let image = super::render(&drawing, &Camera::default(), &plain(60, 40), &Stop);
    assert_eq!(image.map(|_| ()).unwrap_err().code, Code::Cancelled);
}

/// A sphere of latitudes and longitudes, centred at the origin.
fn sphere(rows: usize, columns: usize) -> Solid {
    let mut positions = Vec::new();
    for r in 0..=rows {
        let (s, c) = (std::f64::consts::PI * r as f64 / rows as f64).sin_cos();
        for k in 0..columns {
            let (y, x) = (std::f64::consts::TAU * k as f64 / columns as f64).sin_cos();
            positions.push([s * x, c, s * y]);
        }
    }
    let mut triangles = Vec::new();
    for r in 0..rows {
        for k in 0..columns {
            let at = |r: usize, k: usize| (r * columns + k % columns) as u32;
            triangles.push([at(r, k), at(r, k + 1), at(r + 1, k)]);
            triangles.push([at(r, k + 1), at(r + 1, k + 1), at(r + 1, k)]);
        }
    }
    Solid::new(positions, triangles)
}

fn square(size: f64, z: f64, colour: Colour) -> Solid {
    let corners = [[-size, -size, z], [size, -size, z], [size, size, z], [-size, size, z]];
    Solid::new(corners.into(), vec![[0, 1, 2], [0, 2, 3]])
        .painted(Paint::Plain(colour))
        .finished(Finish::Flat)
}

fn of(solids: Vec<Solid>) -> Drawing {
    Drawing { solids, ..Drawing::default() }
}

fn plain(width: usize, height: usize) -> Style {
    Style { size: [width, height], shadows: false, ..Style::default() }
}

fn coverage(image: &Image) -> f64 {
    let all = (0..image.height()).flat_map(|y| (0..image.width()).map(move |x| (x, y)));
    all.map(|(x, y)| f64::from(image.alpha(x, y))).sum()
}

fn pixel(image: &Image, x: usize, y: usize) -> [u8; 4] {
    let bytes = image.to_rgba8();
    bytes.as_chunks::<4>().0[y * image.width() + x]
}

#[test]
fn the_silhouette_of_a_sphere_is_a_disc() {
    for field_of_view in [0.0, 24.0, 70.0] {
        let camera = Camera { field_of_view, ..Camera::default() };
        let image = render(&of(vec![sphere(60, 120)]), &camera, &plain(300, 200)).unwrap();
        // it fills the height but for the margins
        let radius = 0.5 * 200.0 * (1.0 - 2.0 * f64::from(MARGIN));
        let expected = std::f64::consts::PI * radius * radius;
        let found = coverage(&image);
        assert!((found / expected - 1.0).abs() < 0.01, "{field_of_view}: {found} {expected}");
    }
}

#[test]
fn what_is_in_front_is_seen_whatever_the_order() {
    let (red, blue) = (Colour::rgb(200, 30, 20), Colour::rgb(20, 40, 220));
    for camera in [Camera::planar(), Camera { field_of_view: 40.0, ..Camera::planar() }] {
        let (near, far) = (square(0.5, 0.2, red), square(1.0, -0.2, blue));
        for solids in [vec![near.clone(), far.clone()], vec![far, near]] {
            let image = render(&of(solids), &camera, &plain(100, 100)).unwrap();
            assert_eq!(pixel(&image, 50, 50), [200, 30, 20, 255]);
            assert_eq!(pixel(&image, 12, 50), [20, 40, 220, 255]);
            assert_eq!(pixel(&image, 2, 50), [0; 4]);
        }
    }
}

#[test]
fn a_cube_has_flat_faces_and_a_sphere_has_not() {
    let raw = grid(&[2, 2, 2], &[1.0; 3]);
    let cube = Subject::from_raw(&raw).unwrap().drawing(&Look::default()).unwrap();
    let camera = Camera { field_of_view: 0.0, ..Camera::default() };
    let shades = |drawing: &Drawing| {
        let image = render(drawing, &camera, &plain(200, 200)).unwrap();
        let bytes = image.to_rgba8();
        let solid = bytes.as_chunks::<4>().0.iter().filter(|p| p[3] == 255);
        solid.copied().collect::<std::collections::BTreeSet<[u8; 4]>>().len()
    };
    // three faces, and the pixels that two of them share
    assert!(shades(&cube) < 80, "{}", shades(&cube));
    assert!(shades(&of(vec![sphere(20, 40)])) > 300);
}

#[test]
fn pictures_are_the_same_at_any_number_of_threads() {
    let mut drawing = of(vec![sphere(16, 30).with_wireframe(true)]);
    drawing.caption = Some("a sphere".into());
    let style = Style { size: [120, 90], ..Style::default() };
    let [one, two] = [1, 2].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| render(&drawing, &Camera::default(), &style)).unwrap()
    });
    assert_eq!(one, two);
    assert_eq!(one.to_png().unwrap(), two.to_png().unwrap());
}

#[test]
fn shadows_lie_below_and_the_sky_stays_clear() {
    let style = Style { size: [200, 160], ..Style::default() };
    let drawing = of(vec![sphere(24, 40)]);
    let image = render(&drawing, &Camera::default(), &style).unwrap();
    let bottom: f32 = (0..200).map(|x| image.alpha(x, 150)).sum();
    assert!(bottom > 5.0, "{bottom}");
    // and end before the edge of the picture, which may be one of many
    let edge: f32 = (0..200).map(|x| image.alpha(x, 159)).sum();
    assert!(edge < 0.05 * bottom, "{edge}");
    assert_eq!((0..200).map(|x| image.alpha(x, 3)).sum::<f32>(), 0.0);
    let without = render(&drawing, &Camera::default(), &plain(200, 160)).unwrap();
    assert_eq!((0..200).map(|x| without.alpha(x, 150)).sum::<f32>(), 0.0);
}

#[test]
fn bodies_of_any_size_fill_the_picture() {
    let picture = |scale: f64| {
        let mut solid = sphere(12, 20);
        solid.positions.iter_mut().flatten().for_each(|x| *x *= scale);
        render(&of(vec![solid]), &Camera::default(), &plain(80, 60)).unwrap()
    };
    let usual = picture(1.0);
    assert!((0..80).any(|x| usual.alpha(x, 30) == 1.0));
    for power in [-700, 700] {
        assert_eq!(picture(2f64.powi(power)), usual, "{power}");
    }
}

#[test]
fn pictures_end_above_their_captions() {
    let flat = grid(&[2, 2], &[1.0; 2]);
    let mut drawing = Subject::from_raw(&flat).unwrap().drawing(&Look::default()).unwrap();
    drawing.caption = Some("HHHH".into());
    let style = Style { letters: 0.05, ..plain(200, 200) };
    let image = render(&drawing, &Camera::planar(), &style).unwrap();
    let empty = |y: &usize| (0..200).all(|x| image.alpha(x, *y) == 0.0);
    let text = (0..200).rev().skip_while(empty).skip_while(|y| !empty(y));
    let gap = text.take_while(empty).count();
    // letters are 10 pixels high
    assert!((6..20).contains(&gap), "{gap}");
}

#[test]
fn a_crevice_is_darker_than_open_ground() {
    // a floor with a wall, seen from above: darkest where they meet
    let corners = |y: f64, z: f64| [[-1.0, y, z], [1.0, y, z]];
    let positions = [corners(0.0, 1.0), corners(0.0, 0.0), corners(1.0, 0.0)].concat();
    let triangles = vec![[0, 1, 3], [0, 3, 2], [2, 3, 5], [2, 5, 4]];
    let camera = Camera { field_of_view: 0.0, ..Camera::default() }.looking("0,89.9").unwrap();
    let style = Style { size: [100, 60], ..Style::default() };
    let image = render(&of(vec![Solid::new(positions, triangles)]), &camera, &style).unwrap();
    let [near, far] = [8, 50].map(|y| pixel(&image, 50, y)[1]);
    assert!(far > near + 20, "{near} {far}");
}

#[test]
fn ghosts_are_faint_and_behind() {
    let colour = Colour::rgb(200, 100, 50);
    let ghost = square(1.0, 2.0, colour).finished(Finish::Ghost);
    let drawing = of(vec![square(0.4, 0.0, colour), ghost]);
    let image = render(&drawing, &Camera::planar(), &plain(100, 100)).unwrap();
    assert_eq!(pixel(&image, 50, 50), [200, 100, 50, 255]);
    let faint = image.alpha(20, 50);
    assert!(faint > 0.05 && faint < 0.3, "{faint}");
    assert!((5..10).any(|x| image.alpha(x, 50) > 0.35));
}

#[test]
fn fields_have_the_colours_of_their_map() {
    let values = Values::Vertices(vec![0.0, 1.0, 1.0, 0.0]);
    let paint = Paint::Field { values, map: ColourMap::Viridis, range: [0.0, 1.0] };
    let drawing = of(vec![square(1.0, 0.0, Colour::WHITE).painted(paint)]);
    let image = render(&drawing, &Camera::planar(), &plain(120, 120)).unwrap();
    for x in [20, 60, 100] {
        let t = (x as f64 + 0.5 - 120.0 * f64::from(MARGIN))
            / (120.0 * (1.0 - 2.0 * f64::from(MARGIN)));
        let [r, g, b] = ColourMap::Viridis.at(t).bytes();
        let found = pixel(&image, x, 60);
        for (f, e) in found.iter().zip([r, g, b]) {
            assert!(f.abs_diff(e) <= 3, "{found:?} {:?}", [r, g, b]);
        }
    }
}

#[test]
fn bad_drawings_are_refused_with_a_code() {
    let code = |solid: Solid| {
        render(&of(vec![solid]), &Camera::default(), &plain(20, 20)).unwrap_err().code
    };
    let good = || square(1.0, 0.0, Colour::WHITE);
    assert_eq!(code(Solid::new(vec![], vec![])), Code::MeshEmpty);
    assert_eq!(code(Solid { triangles: vec![], ..good() }), Code::MeshEmpty);
    assert_eq!(code(Solid { triangles: vec![[0, 1, 9]], ..good() }), Code::MeshIndex);
    assert_eq!(code(Solid { positions: vec![[f64::NAN; 3]; 4], ..good() }), Code::MeshNotFinite);
    assert_eq!(code(good().painted(Paint::Vertices(vec![Colour::WHITE; 3]))), Code::Array);
    assert_eq!(code(good().painted(Paint::Triangles(vec![]))), Code::Array);
    assert_eq!(code(Solid { normals: vec![[0.0; 3]], ..good() }), Code::Array);
    let field = |values| Paint::Field { values, map: ColourMap::Viridis, range: [0.0, 1.0] };
    assert_eq!(code(good().painted(field(Values::Vertices(vec![0.0; 5])))), Code::Array);
    assert_eq!(code(good().painted(field(Values::Triangles(vec![f64::NAN; 2])))), Code::Array);
    let none = render(&Drawing::default(), &Camera::default(), &plain(20, 20));
    assert_eq!(none.unwrap_err().code, Code::MeshEmpty);
    let zero = render(&of(vec![good()]), &Camera::default(), &plain(0, 20));
    assert_eq!(zero.unwrap_err().code, Code::Array);
}

#[test]
fn degenerate_bodies_and_tiny_pictures_do_no_harm() {
    let point = Solid::new(vec![[3.0; 3]; 3], vec![[0, 1, 2]]);
    let huge = square(1e300, 0.0, Colour::WHITE);
    let tiny = square(1e-300, 0.0, Colour::WHITE);
    for solid in [point, huge, tiny, sphere(4, 6)] {
        for camera in [Camera::default(), Camera::planar()] {
            let mut drawing = of(vec![solid.clone()]);
            drawing.caption = Some("x".into());
            drawing.colour_bar = Some(ColourBar {
                map: ColourMap::Viridis,
                range: [1.0, 1.0],
                label: "a long label, with a unit".into(),
            });
            let style = Style { size: [9, 5], ..Style::default() };
            assert!(render(&drawing, &camera, &style).is_ok());
        }
    }
}

#[test]
fn sheets_have_few_gaps_and_the_size_asked_for() {
    assert_eq!(sheet_columns(8, [1280.0, 720.0], [1.0, 1.0]), 4);
    assert_eq!(sheet_columns(6, [1280.0, 720.0], [1.0, 1.0]), 3);
    assert_eq!(sheet_columns(4, [800.0, 900.0], [1.0, 1.0]), 2);
    assert_eq!(sheet_columns(3, [1280.0, 720.0], [1.0, 2.0]), 3);
    assert_eq!(sheet_columns(5, [400.0, 1000.0], [4.0, 1.0]), 1);
    let drawing = of(vec![sphere(6, 8)]);
    let sheet = render_sheet(&vec![drawing; 4], &Camera::default(), &plain(122, 81)).unwrap();
    assert_eq!((sheet.width(), sheet.height()), (122, 81));
    let none = render_sheet(&[], &Camera::default(), &plain(120, 80)).unwrap_err();
    assert_eq!(none.code, Code::Array);
}

#[test]
fn text_is_readable_before_any_background() {
    let text = |background: &str| {
        let background = Some(Colour::parse(background).unwrap());
        Style { background, ..Style::default() }.text_colour().luminance()
    };
    assert!(text("white") < 0.1 && text("#ffcc88") < 0.1);
    assert!(text("black") > 0.6 && text("#202840") > 0.6);
}

#[test]
fn a_cut_shows_the_inside() {
    let mut raw = grid(&[4, 2, 2], &[2.0, 1.0, 1.0]);
    let subject = Subject::from_raw(&raw).unwrap();
    let area = |drawing: &Drawing| -> f64 {
        let solid = &drawing.solids[0];
        let each = solid.triangles.iter().map(|t| {
            let [a, b, c] = t.map(|i| solid.positions[i as usize]);
            let u: [f64; 3] = std::array::from_fn(|k| b[k] - a[k]);
            let v: [f64; 3] = std::array::from_fn(|k| c[k] - a[k]);
            let n =
                [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
            0.5 * n.iter().map(|x| x * x).sum::<f64>().sqrt()
        });
        each.sum()
    };
    assert!((area(&subject.drawing(&Look::default()).unwrap()) - 10.0).abs() < 1e-12);
    let half = Look { cut: Some((0, 1.0)), ..Look::default() };
    let drawing = subject.drawing(&half).unwrap();
    assert!((area(&drawing) - 6.0).abs() < 1e-12);
    let Paint::Triangles(colours) = &drawing.solids[0].paint else { panic!() };
    assert_eq!(colours.iter().filter(|c| **c != palette(0)).count(), 8);
    let all = Look { cut: Some((0, -1.0)), ..Look::default() };
    assert_eq!(subject.drawing(&all).unwrap_err().code, Code::SelectionEmpty);
    // regions keep their colours
    raw.cell_labels = (0..raw.cells.len() / 4).map(|t| (t % 2) as i64 * 7).collect();
    let Paint::Triangles(colours) =
        Subject::from_raw(&raw).unwrap().drawing(&half).unwrap().solids[0].paint.clone()
    else {
        panic!()
    };
    assert!(colours.contains(&palette(0)) && colours.contains(&palette(1)));
}

#[test]
fn planar_bodies_have_an_outline_and_no_depth() {
    let subject = Subject::from_raw(&grid(&[3, 2], &[3.0, 2.0])).unwrap();
    let look = Look { displacement: Some(vec![0.5; 24]), ghost: true, ..Look::default() };
    let drawing = subject.drawing(&look).unwrap();
    assert!(drawing.planar && drawing.solids.len() == 2);
    assert_eq!(drawing.lines[0].segments.len(), 10);
    assert_eq!(drawing.bounds(), Some([[0.0; 3], [3.5, 2.5, 0.0]]));
    let wrong = Look { displacement: Some(vec![0.5; 23]), ..Look::default() };
    assert_eq!(subject.drawing(&wrong).unwrap_err().code, Code::Array);
}

#[test]
fn fields_belong_to_vertices_or_cells() {
    let subject = Subject::from_raw(&grid(&[4, 2], &[4.0, 2.0])).unwrap();
    let field = |n: usize, on: On| Look {
        field: Some(Field { values: vec![1.0; n], on, label: String::new() }),
        ..Look::default()
    };
    let sizes = [(15, On::Vertices, true), (16, On::Cells, true), (16, On::Vertices, false)];
    for (n, on, fits) in [&sizes[..], &[(15, On::Cells, false), (0, On::Cells, false)]].concat() {
        let drawn = subject.drawing(&field(n, on));
        assert_eq!(drawn.is_ok(), fits, "{n}");
        assert!(drawn.is_ok_and(|d| d.colour_bar.is_some()) || !fits);
    }
    assert_eq!(subject.drawing(&field(13, On::Cells)).unwrap_err().code, Code::Array);
    // as many vertices as cells
    let subject = Subject::from_raw(&grid(&[3, 2], &[3.0, 2.0])).unwrap();
    for on in [On::Vertices, On::Cells] {
        let drawing = subject.drawing(&field(12, on)).unwrap();
        let Paint::Field { values, .. } = &drawing.solids[0].paint else { panic!("no field") };
        assert_eq!(matches!(values, Values::Triangles(_)), on == On::Cells);
    }
}

#[test]
fn forces_are_arrows_that_push_or_pull() {
    let raw = grid(&[1, 1, 1], &[1.0; 3]);
    let subject = Subject::from_raw(&raw).unwrap();
    for (sign, outside) in [(1.0, 0.26), (-1.0, 0.26)] {
        let mut forces = vec![0.0; 24];
        // the first vertex is the origin; up and down along z
        forces[2] = -sign;
        let drawing = subject.drawing(&Look { forces: Some(forces), ..Look::default() }).unwrap();
        let low = drawing.solids[1].positions.iter().map(|p| p[2]).fold(f64::INFINITY, f64::min);
        // 15% of the diagonal, in both cases outside of the body
        assert!((low + outside).abs() < 0.001, "{low}");
    }
    let wrong = Look { forces: Some(vec![1.0]), ..Look::default() };
    assert_eq!(subject.drawing(&wrong).unwrap_err().code, Code::Array);
}

#[test]
fn bodies_with_forces_inside_only_are_seen_through() {
    let subject = Subject::from_raw(&grid(&[2, 2, 2], &[1.0; 3])).unwrap();
    let drawing = |inside: f64, outside: f64| {
        let mut forces = vec![0.0; 81];
        // the vertex in the middle, and the first corner
        (forces[3 * 13], forces[0]) = (inside, outside);
        subject.drawing(&Look { forces: Some(forces), ..Look::default() }).unwrap().solids
    };
    for (inside, outside, through) in [(1.0, 0.0, true), (1.0, 0.5, false), (0.0, 1.0, false)] {
        let solids = drawing(inside, outside);
        assert_eq!(solids[0].finish == Finish::Ghost, through, "{inside} {outside}");
        let least = solids[1].positions.iter().map(|p| p[0]).fold(f64::INFINITY, f64::min);
        // one arrow: from the middle, or away from the corner
        assert_eq!(least > 0.4, through, "{least}");
    }
}

#[test]
fn meshes_that_cannot_be_drawn_are_refused() {
    let code = |raw: RawMesh| Subject::from_raw(&raw).unwrap_err().code;
    let good = grid(&[1, 1], &[1.0; 2]);
    assert_eq!(code(RawMesh::default()), Code::Array);
    assert_eq!(code(RawMesh { cells: vec![], ..good.clone() }), Code::MeshEmpty);
    assert_eq!(code(RawMesh { cells: vec![0, 1, 99], ..good.clone() }), Code::MeshIndex);
    assert_eq!(code(RawMesh { cell_labels: vec![1], ..good.clone() }), Code::Array);
    assert_eq!(code(RawMesh { positions: vec![f64::INFINITY; 8], ..good }), Code::MeshNotFinite);
}

fn model() -> Model {
    let raw = grid(&[1, 1], &[1.0; 2]);
    Model {
        dim: 2,
        mass: vec![1.0; 4],
        held: vec![false; 4],
        cell_labels: Vec::new(),
        regions: Vec::new(),
        surface: None,
        vertices: raw.positions,
        cells: raw.cells,
        basis: Some(Mat::from_fn(8, 3, |i, j| if i == 2 * j { 3.0 } else { 0.0 })),
        weights: None,
        eigenvalues: vec![4.0, 1.0],
        mean: None,
        rigid: 1,
        reduced_dofs: 3,
        kind: String::new(),
        method: String::new(),
        certificate: Certificate::default(),
        runtime: None,
        scene: serde_json::Value::Null,
        version: String::new(),
    }
}

#[test]
fn modes_are_counted_from_one_after_the_rigid_ones() {
    let model = model();
    assert_eq!(mode(&model, 1).unwrap(), [0.0, 0.0, 3.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
    for k in [0, 3, usize::MAX] {
        assert_eq!(mode(&model, k).unwrap_err().code, Code::Modes, "{k}");
    }
    assert_eq!(weight(&model, 1).unwrap_err().code, Code::Modes);
    // sqrt of variance times squared length
    assert_eq!(rms_displacement(&model).unwrap(), [0.0, 6.0, 3.0, 0.0]);
    let subject = Subject::from_model(&model).unwrap();
    let scale = subject.fitting_scale(&mode(&model, 2).unwrap());
    assert!((3.0 * scale - 0.15 * 2f64.sqrt()).abs() < 1e-12);
    assert_eq!(subject.fitting_scale(&[0.0; 8]), 1.0);
}

/// A square of two triangles, the upper left one with a picture.
fn pictured() -> (RawMesh, Display) {
    let mesh = RawMesh {
        dim: 2,
        positions: vec![0.0, 0.0, 1.0, 0.0, 1.0, 1.0, 0.0, 1.0],
        cells: vec![0, 1, 2, 0, 2, 3],
        ..RawMesh::default()
    };
    let mut display = Display::from_plane(&mesh).unwrap();
    display.texture = vec![[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
    let file = png(&[&[[250, 20, 30], [0, 0, 0]], &[[0, 0, 0], [0, 0, 0]]]);
    display.pictures = Pictures { files: vec![file.into()], of: vec![None, Some(0)] };
    (mesh, display)
}

#[test]
fn cells_may_have_colours_of_their_own() {
    let (mesh, mut display) = pictured();
    display.pictures = Pictures::default();
    let paint = |display: &Display| {
        let subject = Subject::from_raw(&mesh).unwrap().with_display(display);
        subject.drawing(&Look::default()).unwrap().solids[0].paint.clone()
    };
    assert!(matches!(paint(&display), Paint::Plain(_)));
    display.colours = vec![[1, 2, 3], [4, 5, 6], [7, 8, 9], [10, 11, 12]];
    let [a, b, c, d] = [1, 4, 7, 10].map(|k| Colour::rgb(k, k + 1, k + 2));
    let own = [[a, b, c], [a, c, d]];
    assert!(matches!(paint(&display), Paint::Corners(found) if found == own));
    display.faces.pop();
    assert!(matches!(paint(&display), Paint::Plain(_)));
}

#[test]
fn a_pixel_has_the_colour_of_the_picture_there_and_of_its_tint() {
    let (mesh, mut display) = pictured();
    let seen = |subject: Subject, expected: [[u8; 3]; 2]| {
        let drawing = subject.drawing(&Look::default()).unwrap();
        let style = Style { size: [100, 100], shadows: false, ..Style::default() };
        let mut image = render(&drawing, &Camera::planar(), &style).unwrap();
        // a quarter from the left and above, in the middle of the picture's first pixel
        let place = |share: f32| (100.0 * (MARGIN + share * (1.0 - 2.0 * MARGIN))) as usize;
        let mut at = |x: f32, y: f32| {
            let [r, g, b, _] = image.pixels_mut()[place(y) * 100 + place(x)];
            Colour([r, g, b]).bytes()
        };
        let found = [at(0.25, 0.25), at(0.75, 0.75)];
        let off = found.as_flattened().iter().zip(expected.as_flattened());
        assert!(off.clone().all(|(a, b)| a.abs_diff(*b) <= 1), "{found:?} {expected:?}");
    };
    let clay = palette(0).bytes();
    let subject = || Subject::from_raw(&mesh).unwrap();
    seen(subject().with_display(&display), [[250, 20, 30], clay]);
    // bound to the mesh instead, as models and scenes have it
    let checked = SimplexMesh::new(mesh.clone()).unwrap();
    let bound = |display: &Display| {
        let attached = Attached::new(&checked, display.clone()).unwrap().0;
        Follower::new(&checked, attached).unwrap()
    };
    seen(subject().with_surface(bound(&display)), [[250, 20, 30], clay]);
    display.colours = vec![[0, 255, 255]; 4];
    seen(subject().with_surface(bound(&display)), [[0, 20, 30], [0, 255, 255]]);
    // a field hides the picture
    let field = Field { values: vec![0.0; 4], on: On::Vertices, label: String::new() };
    let look = Look { field: Some(field), ..Look::default() };
    let drawing = subject().with_display(&display).drawing(&look).unwrap();
    assert!(drawing.solids.iter().all(|solid| solid.covering.is_none()));
}

#[test]
fn a_picture_that_cannot_be_decoded_is_told_and_drawn_plain() {
    let (mesh, mut display) = pictured();
    let broken = display.pictures.files[0][..40].into();
    display.pictures.files = vec![broken];
    let subject = Subject::from_raw(&mesh).unwrap().with_display(&display);
    let told = subject.warnings();
    assert!(told.len() == 1 && told[0].starts_with("picture 0 of the surface is not"), "{told:?}");
    assert!(subject.drawing(&Look::default()).unwrap().solids[0].covering.is_none());
}

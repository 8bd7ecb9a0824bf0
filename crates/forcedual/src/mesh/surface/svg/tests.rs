//! Drawings in, outlines out.

use super::*;
use crate::mesh::Geometry;
use crate::mesh::SimplexMesh;
use crate::mesh::stuffing::{Size, Stuffing};
use crate::mesh::surface::Shape as Solid;
use crate::progress::Silent;

fn area(body: &str) -> f64 {
    let text =
        format!("<?xml version=\"1.0\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\">{body}</svg>");
    let outlines = read(text.as_bytes()).unwrap().outlines;
    let how = Stuffing { size: Size::About(4000), graded: false };
    let filled = Solid::Plane(outlines).fill(&how, &Silent).unwrap();
    let mesh = SimplexMesh::new(filled.stuffed.mesh).unwrap();
    Geometry::new(&mesh).volumes.iter().sum()
}

#[test]
fn areas_follow_shapes_transforms_and_fill_rules() {
    use std::f64::consts::PI;
    let square = "M0 0h10v10h-10z M2 2h6v6h-6z";
    let cases = [
        ("<circle cx='5' cy='5' r='3'/>".to_owned(), 9.0 * PI),
        ("<g transform='translate(4 4) scale(2,-3)'><ellipse rx='2' ry='1'/></g>".to_owned(), 12.0 * PI),
        ("<rect width='4' height='3' transform='rotate(30)'/>".to_owned(), 12.0),
        ("<polygon points='0,0 4,0 4,3'/>".to_owned(), 6.0),
        (format!("<path d='{square}'/>"), 100.0),
        (format!("<path d='{square}' style='fill-rule:evenodd'/>"), 64.0),
        ("<path d='M0 0h10v10h-10z M2 2v6h6v-6z'/>".to_owned(), 64.0),
        // half a disk by an arc, closed by the fill
        ("<path d='M0 0 A5 5 0 0 1 10 0'/>".to_owned(), 12.5 * PI),
        // a shape that is not filled beside one that is; one in the definitions
        ("<rect width='2' height='2'/><rect fill='none' x='9' width='9' height='9'/><defs><circle r='50'/></defs>".to_owned(), 4.0),
        ("<rect fill='none' width='3' height='2'/>".to_owned(), 6.0),
        ("<style>.line{fill:none} #gone{display:none}</style><rect width='2' height='3'/><rect class='line' x='5' width='9' height='9'/><circle id='gone' r='40'/>".to_owned(), 6.0),
        // a radius that is missing is like the other; nothing has no size
        ("<ellipse rx='5'/><ellipse rx='9' ry='0'/><rect width='9'/><circle cx='9'/>".to_owned(), 25.0 * PI),
        // a radius of nothing is none, however long the other
        ("<rect width='5' height='5' rx='1e-320' ry='1'/>".to_owned(), 25.0),
        ("<rect width='1in' height='25.4mm'/>".to_owned(), 96.0 * 96.0),
        ("<rect width='100' height='20' rx='50' ry='1'/>".to_owned(), 2000.0 - 50.0 * (4.0 - PI)),
        ("<rect width='20' height='100' rx='1' ry='90'/>".to_owned(), 2000.0 - 50.0 * (4.0 - PI)),
        ("<rect width='4' height='9' rx='2'/>".to_owned(), 36.0 - 4.0 * (4.0 - PI)),
        ("<rect width='4' height='9' rx='2' ry='0'/>".to_owned(), 36.0),
        // overlapping shapes are one
        ("<rect width='2' height='2'/><rect x='1' width='2' height='2'/>".to_owned(), 6.0),
    ];
    for (body, exact) in cases {
        let found = area(&body);
        assert!((found / exact - 1.0).abs() < 0.015, "{body}: {found} instead of {exact}");
    }
}

#[test]
fn shapes_that_cannot_be_seen_are_left_out() {
    let count = |other: &str| {
        let text = format!("<svg><rect width='1' height='1'/>{other}</svg>");
        read(text.as_bytes()).unwrap().outlines.len()
    };
    let with = |how: &str| count(&format!("<rect x='9' width='1' height='1' {how}/>"));
    assert_eq!(with("visibility='visible' style='fill:red!important' fill-opacity='0.5'"), 2);
    for how in [
        "visibility='hidden'",
        "style='visibility: collapse'",
        "fill-opacity='0'",
        "style='fill-opacity:0%'",
        "style='fill:none !important'",
        "style='fill:none!important;fill:red'",
        "display='inline' style='display:none'",
    ] {
        assert_eq!(with(how), 1, "{how}");
    }
    let inner = "<rect x='9' width='1' height='1' visibility='visible'/>";
    assert_eq!(count(&format!("<g visibility='hidden'>{inner}</g>")), 2);
    assert_eq!(count(&format!("<g display='none'><g display='inline'>{inner}</g></g>")), 1);
    let inherits = |outer: &str, own: &str| {
        count(&format!("<g {outer}><rect x='9' width='1' height='1' {own}/></g>"))
    };
    for (outer, own) in [
        ("fill='none'", "fill='inherit'"),
        ("style='fill:none'", "fill='red' style='fill:inherit'"),
        ("visibility='hidden'", "visibility='visible' style='visibility:inherit!important'"),
        ("fill-opacity='0'", "style='fill-opacity: inherit '"),
    ] {
        assert_eq!(inherits(outer, own), 1, "{outer} {own}");
        assert_eq!(inherits("", own), 2, "{own}");
    }
    let sheet = "<style>rect{fill:none!important}</style><g style='fill:red'>";
    assert_eq!(count(&format!("{sheet}<circle r='1' style='fill:red'/></g>")), 1);
}

#[test]
fn percentages_are_of_the_view_box_or_of_the_size() {
    for head in ["viewBox='0 0 40 10'", "width='40' height='10px'"] {
        let text = format!("<svg {head}><rect width='50%' height='100%'/></svg>");
        let outlines = read(text.as_bytes()).unwrap().outlines;
        let positions = &outlines[0].curve.positions;
        let most = |c: usize| positions.iter().skip(c).step_by(2).fold(0f64, |m, x| m.max(x.abs()));
        assert_eq!([most(0), most(1)], [20.0, 10.0], "{head}");
    }
    let error = read(b"<svg><rect width='50%' height='1'/></svg>").unwrap_err();
    assert_eq!(error.code, Code::Format);
}

#[test]
fn a_physical_size_says_how_long_a_unit_is() {
    let mm = 1e-3;
    let inch = 0.0254;
    for (head, unit) in [
        ("width='50mm' height='25mm' viewBox='0 0 200 100'", Some(0.25 * mm)),
        ("width='5cm' viewBox='0 0 200 100'", Some(0.25 * mm)),
        ("height='2in' viewBox='0 0 200 100'", Some(inch / 50.0)),
        // it fits into both
        ("width='200mm' height='50mm' viewBox='0 0 200 100'", Some(0.5 * mm)),
        ("width='72pt' height='100%' viewBox='0 0 10 10'", Some(inch / 10.0)),
        ("width='30mm' height='30mm'", Some(inch / 96.0)),
        ("width='200' height='100px' viewBox='0 0 20 10'", None),
        ("width='0mm' viewBox='0 0 20 10'", None),
        ("width='1mm' viewBox='0 0 0 10'", None),
        ("viewBox='0 0 20 10'", None),
    ] {
        let text = format!("<svg {head}><circle r='1'/></svg>");
        let found = read(text.as_bytes()).unwrap().unit;
        let close = |(a, b): (f64, f64)| (a / b - 1.0).abs() < 1e-12;
        assert!(found.zip(unit).map_or(found == unit, close), "{head}: {found:?}");
    }
}

#[test]
fn paper_behind_the_shapes_is_left_out() {
    let papers = |body: &str| {
        let text = format!("<svg viewBox='-5 0 20 10'>{body}</svg>");
        let outlines = read(text.as_bytes()).unwrap().outlines;
        (outlines.len(), outlines[0].papers)
    };
    let disk = "<circle cx='5' cy='5' r='3'/>";
    let sheet = "<rect x='-5' width='100%' height='100%' fill='white'/>";
    assert_eq!(papers(&format!("{sheet}{disk}")), (1, 1));
    assert_eq!(papers(&format!("<path d='M-6 -1H16V12H-6z'/>{sheet}{disk}{disk}")), (2, 2));
    // a plate with something on it, in front, alone, and not filled
    assert_eq!(papers(&format!("<rect width='10' height='10'/>{disk}")), (2, 0));
    assert_eq!(papers(&format!("{disk}{sheet}")), (2, 0));
    assert_eq!(papers(sheet), (1, 0));
    assert_eq!(papers(&format!("<rect x='-5' width='20' height='10' fill='none'/>{disk}")), (1, 0));
    // a turned square is no paper
    assert_eq!(papers(&format!("<path d='M5 -40L50 5L5 50L-40 5z'/>{disk}")), (2, 0));
}

#[test]
fn y_points_up() {
    let outlines = read(b"<svg><rect width='1' height='2'/></svg>").unwrap().outlines;
    assert!(outlines[0].curve.positions.iter().skip(1).step_by(2).all(|y| *y <= 0.0));
}

#[test]
fn what_is_no_drawing_is_refused_with_a_code() {
    for (text, code) in [
        ("", Code::Format),
        ("hello", Code::Format),
        ("<svg></svg>", Code::MeshEmpty),
        ("<svg><path d='M0 0 L zz'/></svg>", Code::Format),
        ("<svg><path d='M0 0 L1e300 0 L 1 1 z'/></svg>", Code::MeshNotFinite),
        ("<svg><path d='M1 1 L1 1 z'/></svg>", Code::MeshEmpty),
        ("<svg><g transform='spin(3)'/></svg>", Code::Format),
        ("<svg><rect width='wide'/></svg>", Code::Format),
        ("<svg><g></svg>", Code::Format),
        ("<svg><rect width='-2' height='1'/></svg>", Code::Format),
        ("<svg><rect width='2' height='1' rx='inf'/></svg>", Code::MeshNotFinite),
        ("<svg><ellipse rx='inf' ry='1'/></svg>", Code::MeshNotFinite),
        ("<svg><ellipse rx='1' ry='-1'/></svg>", Code::Format),
        ("<svg><circle r='nan'/></svg>", Code::MeshNotFinite),
        ("<svg><circle r='1' cx='1e300'/></svg>", Code::MeshNotFinite),
        ("<svg><circle r='5e-324'/></svg>", Code::MeshEmpty),
        ("<svg><ellipse rx='5' ry='0'/></svg>", Code::MeshEmpty),
        ("<svg><path d='M0 0A1e100.5 1e100 0 1 0 1 1z'/></svg>", Code::MeshNotFinite),
        ("<svg><defs><circle id='a' r='1'/></defs><use href='#a'/></svg>", Code::Format),
    ] {
        assert_eq!(read(text.as_bytes()).unwrap_err().code, code, "{text}");
    }
}

#[test]
fn what_is_not_used_as_it_is_drawn_is_noted() {
    let square = "<rect x='1' y='1' width='5' height='5'/>";
    let noted = |body: &str| {
        let text = format!("<svg viewBox='0 0 50 50'>{body}{square}</svg>");
        let outlines = read(text.as_bytes()).unwrap().outlines;
        (outlines.len(), outlines[0].notes.join("\n"))
    };
    let circle = |how: &str| format!("<circle cx='20' cy='20' r='5' {how}/>");
    for (body, used, said) in [
        (circle(""), 2, ""),
        (circle("opacity='0.0'"), 1, "1 shape that cannot be seen"),
        (circle("style='display:none'"), 1, "1 shape that cannot be seen"),
        (format!("<g opacity='0%'>{0}{0}</g>", circle("")), 1, "2 shapes that cannot be seen"),
        (format!("<g visibility='hidden'>{}</g>", circle("")), 1, "1 shape that cannot be seen"),
        (format!("<defs>{}</defs>", circle("")), 1, ""),
        (circle("clip-path='url(#k)'"), 2, "1 shape with a clip-path, used whole"),
        (circle("clip-path='none' mask='none' opacity='0.5'"), 2, ""),
        (format!("<g mask='url(#k)'>{}</g>", circle("")), 2, "1 shape with a mask, used whole"),
        ("<text>hello<tspan>you</tspan></text>".to_owned(), 1, "1 text left out: convert"),
        ("<g display='none'><text>hello</text></g>".to_owned(), 1, ""),
        ("<image href='a.png'/><image href='b.png'/>".to_owned(), 1, "2 pictures of pixels left"),
        (circle("stroke='red'"), 2, "1 shape with a stroke around the fill"),
        (circle("fill='#FFF'"), 2, "1 shape in the colour of the background"),
    ] {
        let (count, notes) = noted(&body);
        assert_eq!(count, used, "{body}: {notes}");
        assert!(notes.starts_with(said) && notes.is_empty() == said.is_empty(), "{body}: {notes}");
    }
}

#[test]
fn the_background_is_the_paper_or_white() {
    let blank = |body: &str| {
        let text = format!("<svg viewBox='0 0 50 50'>{body}</svg>");
        read(text.as_bytes()).unwrap().outlines[0].notes.len()
    };
    let [white, black] = ["white", "black"].map(|c| format!("<circle r='9' fill='{c}'/>"));
    let paper = |c: &str| format!("<rect width='50' height='50' fill='{c}'/>");
    assert_eq!(blank(&format!("{black}{white}")), 1);
    assert_eq!(blank(&white), 0);
    assert_eq!(blank(&format!("{}{white}", paper("#000"))), 0);
    assert_eq!(blank(&format!("{}{white}{black}", paper("#000"))), 1);
    assert_eq!(blank(&format!("{}{black}", paper("rgb(0,0,0)"))), 1);
    assert_eq!(blank(&format!("{}{black}", paper("#fff"))), 0);
}

#[test]
fn a_drawing_of_text_only_says_so() {
    let error = read(b"<svg><text>hello</text></svg>").unwrap_err();
    assert_eq!(error.code, Code::MeshEmpty);
    assert!(error.help.is_some_and(|h| h.starts_with("1 text left out: convert text to paths")));
}

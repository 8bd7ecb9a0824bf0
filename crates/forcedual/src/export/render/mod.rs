//! Pictures of bodies, for documents: drawn by the processor, with soft light and shadows.
//!
//! A [`Drawing`] says what there is, a [`Camera`] from where it is seen, a [`Style`] how:
//!
//! ```
//! use forcedual::export::render::{Camera, Drawing, Solid, Style, render};
//! use forcedual::progress::Silent;
//! let corner = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
//! let faces = [[1, 2, 3], [0, 3, 2], [0, 1, 3], [0, 2, 1]];
//! let drawing = Drawing { solids: vec![Solid::new(corner.into(), faces.into())], ..Drawing::default() };
//! let style = Style { size: [160, 90], ..Style::default() };
//! let image = render(&drawing, &Camera::default(), &style, &Silent)?;
//! assert_eq!(image.width(), 160);
//! # Ok::<(), forcedual::Error>(())
//! ```
//!
//! The same input gives the same bytes at any number of threads.

mod arrows;
mod bar;
mod bvh;
mod camera;
mod colour;
mod drawing;
mod font;
mod glyphs;
mod image;
mod light;
mod modes;
mod picture;
mod raster;
mod shade;
mod stage;
mod subject;
mod vector;

pub use arrows::{Arrow, arrows};
pub use camera::{Camera, Up};
pub use colour::{Colour, ColourMap, palette};
pub use drawing::{ColourBar, Drawing, Finish, Lines, Paint, Solid, Values};
pub use font::{Anchor, text_width};
pub use image::Image;
pub use modes::{mode, rms_displacement, weight};
pub use picture::{Covering, Picture};
pub use subject::{Field, Look, Subject};

use crate::error::Result;
use crate::progress::Progress;
use light::Light;
use raster::{NONE, Samples};
use shade::Shader;
use stage::Stage;

/// How a picture is made.
#[derive(Debug, Clone, PartialEq)]
pub struct Style {
    /// Width and height in pixels.
    pub size: [usize; 2],
    /// Trace rays for shadows and ambient light, and lay the shadow on the floor. Takes ten times as
    /// long.
    pub shadows: bool,
    /// The colour behind everything; transparent where there is none.
    pub background: Option<Colour>,
    /// Height of capitals as a share of the picture's height.
    pub letters: f32,
}

impl Default for Style {
    fn default() -> Self {
        Style { size: [1280, 720], shadows: true, background: None, letters: 0.024 }
    }
}

impl Style {
    /// Dark text, or light text before a dark background.
    fn text_colour(&self) -> Colour {
        let dark = self.background.is_some_and(|b| b.luminance() < 0.18);
        if dark { Colour::rgb(226, 224, 220) } else { Colour::rgb(58, 56, 54) }
    }
}

/// Samples per pixel, a power of two.
const SAMPLES: usize = 8;
/// Share of the picture left free on each side.
const MARGIN: f32 = 0.07;

/// Draws a picture.
pub fn render(
    drawing: &Drawing,
    camera: &Camera,
    style: &Style,
    progress: &dyn Progress,
) -> Result<Image> {
    let [width, height] = style.size;
    let mut image = Image::new(width, height)?;
    let unit = width.min(height) as f32 / 720.0;
    let letters = (style.letters * height as f32).max(7.0);
    let rectangle = free_rectangle(drawing, style.size, letters);
    let stage = Stage::new(drawing, camera, rectangle)?;
    let samples = Samples::new(&stage.corners, &stage.triangles, style.size, SAMPLES);
    let light = style.shadows.then(|| Light::new(&stage, drawing.planar));
    let shader = Shader {
        drawing,
        stage: &stage,
        samples: &samples,
        light: light.as_ref(),
        wire: 1.1 * unit.max(0.6),
    };
    image.pixels_mut().copy_from_slice(&shader.pixels(progress)?);
    if !stage.ghosts.is_empty() {
        let ghost = Samples::new(&stage.corners, &stage.ghosts, style.size, SAMPLES);
        lay_ghost(&mut image, &ghost, &samples);
    }
    for (group, ends) in drawing.lines.iter().zip(&stage.lines) {
        let lines: Vec<Vec<[f32; 2]>> =
            ends.iter().map(|s| s.map(|p| stage.projection.project(p).0).to_vec()).collect();
        image.stroke(&lines, group.width * unit, group.colour, |x, y| {
            let covers =
                |t: &u32| *t != NONE && stage.faces[*t as usize].solid as usize > group.solid;
            let covered = samples.pixel(x, y).iter().filter(|t| covers(t)).count();
            1.0 - covered as f32 / SAMPLES as f32
        });
    }
    if let Some(caption) = &drawing.caption {
        let at = [rectangle[0] + rectangle[2] / 2.0, height as f32 - 1.3 * letters];
        image.text(caption, at, letters, Anchor::Middle, style.text_colour());
    }
    if let Some(bar) = &drawing.colour_bar {
        bar.draw(&mut image, letters, style.text_colour());
    }
    Ok(image.with_background(style.background))
}

/// Draws several pictures of the same size side by side, all at the same scale unless the camera
/// frames something itself. The size is that of all together.
pub fn render_sheet(
    drawings: &[Drawing],
    camera: &Camera,
    style: &Style,
    progress: &dyn Progress,
) -> Result<Image> {
    let [width, height] = style.size;
    let all = drawings.iter().filter_map(Drawing::bounds).reduce(|[a, b], [c, d]| {
        [[0, 1, 2].map(|k| a[k].min(c[k])), [0, 1, 2].map(|k| b[k].max(d[k]))]
    });
    let camera = Camera { frame: camera.frame.or(all), ..*camera };
    let shape = camera.frame.map_or([1.0; 2], |frame| camera.extent(frame));
    let columns = sheet_columns(drawings.len(), [width as f64, height as f64], shape);
    let rows = drawings.len().div_ceil(columns).max(1);
    let panel = Style {
        size: [width / columns, height / rows],
        // letters shrink less than the pictures
        letters: style.letters * (rows as f32).powf(0.75),
        ..style.clone()
    };
    let images: Result<Vec<Image>> =
        drawings.iter().map(|drawing| render(drawing, &camera, &panel, progress)).collect();
    let grid = Image::grid(&images?, columns)?;
    // what does not divide evenly is left free on the right and below
    let mut sheet = Image::new(width, height)?.with_background(style.background);
    sheet.place(&grid, 0, 0);
    Ok(sheet)
}

/// As many columns as make pictures of the given shape (width and height) large, with few gaps.
fn sheet_columns(count: usize, [width, height]: [f64; 2], shape: [f64; 2]) -> usize {
    let scale = |columns: usize| {
        let rows = count.div_ceil(columns);
        let gaps = (rows * columns - count) as f64 / count.max(1) as f64;
        let (w, h) = (width / columns as f64, 0.8 * height / rows as f64);
        (w / shape[0].max(1e-9)).min(h / shape[1].max(1e-9)) * (1.0 - 0.5 * gaps)
    };
    (1..=count.max(1)).max_by(|&a, &b| scale(a).total_cmp(&scale(b)).then(b.cmp(&a))).unwrap_or(1)
}

/// The part of the picture (left, top, width, height) that the solids fill.
fn free_rectangle(drawing: &Drawing, [width, height]: [usize; 2], letters: f32) -> [f32; 4] {
    let (w, h) = (width as f32, height as f32);
    let bar = drawing.colour_bar.as_ref().map_or(0.0, |b| b.width(letters)).min(0.5 * w);
    let caption = if drawing.caption.is_some() { 3.3 * letters } else { 0.0 };
    let margin = MARGIN * w.min(h);
    let top = margin.min(h / 4.0);
    [
        margin.min(w / 4.0),
        top,
        (w - bar - 2.0 * margin).max(0.3 * w),
        (h - top - margin.max(caption)).max(0.3 * h),
    ]
}

/// A faint area and its outline, behind what is there.
fn lay_ghost(image: &mut Image, ghost: &Samples, front: &Samples) {
    let (width, height) = (image.width(), image.height());
    let share = |s: &Samples, x: usize, y: usize| {
        s.pixel(x, y).iter().filter(|&&t| t != NONE).count() as f32 / s.count as f32
    };
    let cover: Vec<f32> = (0..width * height).map(|k| share(ghost, k % width, k / width)).collect();
    let colour = Colour::rgb(120, 124, 132).0;
    for y in 0..height {
        for x in 0..width {
            let (mut least, mut most) = (1.0f32, 0.0f32);
            for j in y.saturating_sub(1)..=(y + 1).min(height - 1) {
                for i in x.saturating_sub(1)..=(x + 1).min(width - 1) {
                    least = least.min(cover[j * width + i]);
                    most = most.max(cover[j * width + i]);
                }
            }
            let own = cover[y * width + x];
            let alpha = (0.13 * own + 0.42 * (most - least)) * (1.0 - share(front, x, y));
            let pixel = &mut image.pixels_mut()[y * width + x];
            // over the shadow, which is all that is left where nothing is in front
            let solid = share(front, x, y);
            let shadow = (pixel[3] - solid).max(0.0);
            for c in 0..3 {
                pixel[c] += alpha * colour[c];
            }
            pixel[3] = solid + alpha + (1.0 - alpha) * shadow;
        }
    }
}

#[cfg(test)]
mod tests;

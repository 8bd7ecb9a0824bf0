//! What is seen of bodies: pictures, and views of motions. Creatures are seen in their skins.

use crate::stage::Stage;
use crate::thin::thinned;
use crate::view::{Ball, Frames, View};
use forcedual::Result;
use forcedual::export::render::{
    self, Camera, Colour, Drawing, Field, Finish, Image, Look, Paint, Solid, Style, Subject,
};
use forcedual::mesh::display::{Attached, Display, Follower};
use forcedual::mesh::io::On;

/// Pixels of a picture.
pub const SIZE: (u32, u32) = (640, 480);

/// A picture to be taken.
#[derive(Default)]
pub struct Shot<'a> {
    /// How the body looks.
    pub look: Look,
    /// `front`, or degrees around and above, `30,20`; nothing is the usual place.
    pub from: &'a str,
    /// What the ends of the colours stand for, where not the least and the largest number.
    pub range: Option<[f64; 2]>,
    /// What is beside it, at the end of its way.
    pub balls: &'a [Ball],
    /// Another place of the body, as a shadow.
    pub beside: Option<&'a [f64]>,
    /// Lower and upper corner of a box to show.
    pub frame: Option<[[f64; 3]; 2]>,
}

impl Stage<'_> {
    /// The surface to look at.
    pub fn skin(&self) -> Result<&Follower> {
        if let Some(skin) = self.skin.get() {
            return Ok(skin);
        }
        let mesh = &self.body.mesh;
        let attached = match self.scene.surface(mesh, self.progress)?.0 {
            Some(attached) => attached,
            None => Attached::new(mesh, Display::of_mesh(mesh)?)?.0,
        };
        let made = Follower::new(mesh, attached)?;
        Ok(self.skin.get_or_init(|| made))
    }

    /// A view of motions.
    pub fn view<'a>(&'a self, motions: &[(&'a str, &'a Frames)]) -> Result<View<'a>> {
        let (mesh, skin) = (&self.body.mesh, self.skin()?.attached());
        if self.thin.get().is_none() {
            let made = Attached::new(mesh, thinned(&skin.display))?.0;
            let _ = self.thin.set(made);
        }
        Ok(View::new(mesh, self.thin.get().unwrap_or(skin), motions))
    }

    /// A picture of the body, moved and painted.
    pub fn picture(&self, shot: &Shot<'_>) -> Result<Image> {
        let subject = Subject::from_mesh(&self.body.mesh)?.with_held(&self.body.held);
        let subject = subject.with_surface(self.skin()?.clone());
        let mut drawing = subject.drawing(&shot.look)?;
        if let Some(range) = shot.range {
            ranged(&mut drawing, range);
        }
        if let Some(u) = shot.beside {
            let mut frame = self.skin()?.rest();
            self.skin()?.follow(u, &mut frame)?;
            let faces = self.skin()?.attached().display.faces.clone();
            drawing.solids.insert(0, Solid::new(frame.positions, faces).finished(Finish::Ghost));
        }
        drawing.solids.extend(shot.balls.iter().filter_map(sphere));
        let camera = if self.body.dim() == 2 { Camera::planar() } else { Camera::default() };
        let camera = if shot.from.is_empty() { camera } else { camera.looking(shot.from)? };
        let camera = Camera { frame: shot.frame, ..camera };
        let style = Style { size: [SIZE.0 as usize, SIZE.1 as usize], ..Style::default() };
        render::render(&drawing, &camera, &style, self.progress)
    }
}

/// Lets the colours of a field stand for other numbers.
fn ranged(drawing: &mut Drawing, wanted: [f64; 2]) {
    for solid in &mut drawing.solids {
        if let Paint::Field { range, .. } = &mut solid.paint {
            *range = wanted;
        }
    }
    if let Some(bar) = &mut drawing.colour_bar {
        bar.range = wanted;
    }
}

/// A ball at the end of its way.
fn sphere(ball: &Ball) -> Option<Solid> {
    const ROUND: u32 = 40;
    const HIGH: u32 = 20;
    let center = ball.centres.last()?;
    let (mut points, mut faces) = (Vec::new(), Vec::new());
    for i in 0..=HIGH {
        for j in 0..ROUND {
            let (s, c) = (std::f64::consts::PI * f64::from(i) / f64::from(HIGH)).sin_cos();
            let (t, u) = (std::f64::consts::TAU * f64::from(j) / f64::from(ROUND)).sin_cos();
            let normal = [s * t, c, s * u];
            points.push(std::array::from_fn(|k| center[k] + ball.radius * normal[k]));
            if i < HIGH {
                let at = |i: u32, j: u32| i * ROUND + j % ROUND;
                faces.push([at(i, j), at(i + 1, j), at(i + 1, j + 1)]);
                faces.push([at(i, j), at(i + 1, j + 1), at(i, j + 1)]);
            }
        }
    }
    let [r, g, b] = ball.colour;
    Some(Solid::new(points, faces).painted(Paint::Plain(Colour::rgb(r, g, b))))
}

/// A number per vertex as a field to paint with.
pub fn field(label: &str, values: Vec<f64>) -> Field {
    Field { values, on: On::Vertices, label: label.to_owned() }
}

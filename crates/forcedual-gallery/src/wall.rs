//! What an exhibit is made of.

use crate::Exhibit;
use crate::plot::Plot;
use crate::view::View;
use forcedual::Result;
use forcedual::export::render::Image;
use forcedual::export::{write_bytes, write_text};
use forcedual::progress::Progress;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Value, json};
use std::path::Path;

/// How a number should lie to its bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Relation {
    /// Smaller.
    Below,
    /// Larger.
    Above,
}

/// A number that should lie on one side of another.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Claim {
    /// What is claimed.
    pub says: String,
    /// What was found.
    #[serde(deserialize_with = "or_nan")]
    pub value: f64,
    /// On which side it should be.
    pub relation: Relation,
    /// Of so many times ...
    #[serde(deserialize_with = "or_nan")]
    pub factor: f64,
    /// ... what.
    #[serde(deserialize_with = "or_nan")]
    pub bound: f64,
    /// `%` for shares, which are printed a hundred times as large; printed behind both.
    pub unit: String,
}

/// JSON has no number that is none: it comes back as nothing.
fn or_nan<'de, D: Deserializer<'de>>(from: D) -> std::result::Result<f64, D::Error> {
    Ok(Option::<f64>::deserialize(from)?.unwrap_or(f64::NAN))
}

impl Claim {
    /// Is it true?
    pub fn holds(&self) -> bool {
        let bound = self.factor * self.bound;
        match self.relation {
            Relation::Below => self.value < bound,
            Relation::Above => self.value > bound,
        }
    }

    /// Its numbers, and whether it holds.
    pub fn data(&self) -> Value {
        json!({
            "says": self.says, "value": self.value, "relation": self.relation, "factor": self.factor,
            "bound": self.bound, "unit": self.unit, "holds": self.holds(),
        })
    }

    /// `2.1% < 0.5 x 5%`.
    pub fn inequality(&self) -> String {
        if self.value.is_nan() || self.bound.is_nan() {
            return "not a number".to_owned();
        }
        let sign = match (self.relation, self.holds()) {
            (Relation::Below, true) | (Relation::Above, false) => "<",
            _ => ">",
        };
        let times = if self.factor == 1.0 { String::new() } else { format!("{} x ", self.factor) };
        let [value, bound] = [self.value, self.bound].map(|x| told(x, &self.unit));
        format!("{value} {sign} {times}{bound}")
    }
}

/// So many times a number.
pub struct Bound {
    factor: f64,
    bound: f64,
}

impl From<f64> for Bound {
    fn from(bound: f64) -> Self {
        Bound { factor: 1.0, bound }
    }
}

impl From<(f64, f64)> for Bound {
    fn from((factor, bound): (f64, f64)) -> Self {
        Bound { factor, bound }
    }
}

/// A number with its unit, to three digits.
pub fn told(x: f64, unit: &str) -> String {
    let (x, space) = if unit == "%" { (100.0 * x, "") } else { (x, " ") };
    let space = if unit.is_empty() { "" } else { space };
    // round-off
    let x = if unit == "%" && x.abs() < 1e-10 { 0.0 } else { x };
    format!("{}{space}{unit}", forcedual::text::significant(x))
}

/// Something on a wall.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Item {
    /// A claim.
    Claim(Claim),
    /// Numbers in rows; the first row heads them.
    Table {
        /// What they are.
        caption: String,
        /// Text of the cells.
        rows: Vec<Vec<String>>,
    },
    /// A picture (PNG) or plot (SVG) in a file.
    Picture {
        /// Its name in the exhibit's folder.
        file: String,
        /// What it shows.
        caption: String,
    },
    /// A body that can be turned while it moves; the file holds what a page needs for it.
    View {
        /// Its name in the exhibit's folder.
        file: String,
        /// What it shows.
        caption: String,
    },
    /// A paragraph.
    Note(String),
    /// What others may use: numbers, or a motion.
    File {
        /// Its name in the exhibit's folder.
        file: String,
        /// What it holds.
        caption: String,
    },
}

impl Item {
    /// The file that it is in.
    pub fn file(&self) -> Option<&str> {
        match self {
            Item::Picture { file, .. } | Item::View { file, .. } | Item::File { file, .. } => {
                Some(file)
            }
            Item::Claim(_) | Item::Table { .. } | Item::Note(_) => None,
        }
    }
}

/// Where an exhibit is hung.
pub struct Wall<'a> {
    folder: &'a Path,
    /// Shows how far the work is, and interrupts it.
    pub progress: &'a dyn Progress,
    items: Vec<Item>,
    /// Plots by their names, for the data.
    plots: Vec<(String, Plot)>,
}

impl<'a> Wall<'a> {
    pub(crate) fn new(folder: &'a Path, progress: &'a dyn Progress) -> Self {
        Wall { folder, progress, items: Vec::new(), plots: Vec::new() }
    }

    /// Claims that a number is smaller than a bound, or than so many times it: `5.0` or `(0.5, 10.0)`.
    pub fn below(
        &mut self,
        says: impl Into<String>,
        value: f64,
        bound: impl Into<Bound>,
        unit: &str,
    ) {
        self.claim(says.into(), value, Relation::Below, bound.into(), unit);
    }

    /// Claims that a number is larger.
    pub fn above(
        &mut self,
        says: impl Into<String>,
        value: f64,
        bound: impl Into<Bound>,
        unit: &str,
    ) {
        self.claim(says.into(), value, Relation::Above, bound.into(), unit);
    }

    fn claim(&mut self, says: String, value: f64, relation: Relation, bound: Bound, unit: &str) {
        let (Bound { factor, bound }, unit) = (bound, unit.to_owned());
        self.items.push(Item::Claim(Claim { says, value, relation, factor, bound, unit }));
    }

    /// Numbers in rows under a head.
    pub fn table(&mut self, caption: &str, rows: Vec<Vec<String>>) {
        self.items.push(Item::Table { caption: caption.to_owned(), rows });
    }

    /// A paragraph.
    pub fn note(&mut self, text: impl Into<String>) {
        self.items.push(Item::Note(text.into()));
    }

    /// A picture.
    pub fn picture(&mut self, name: &str, caption: &str, image: &Image) -> Result<()> {
        let file = format!("{name}.png");
        image.write_png(&self.folder.join(&file))?;
        self.items.push(Item::Picture { file, caption: caption.to_owned() });
        Ok(())
    }

    /// A plot.
    pub fn plot(&mut self, name: &str, caption: &str, plot: Plot) -> Result<()> {
        let file = format!("{name}.svg");
        write_text(&self.folder.join(&file), &plot.svg()?)?;
        self.items.push(Item::Picture { file, caption: caption.to_owned() });
        self.plots.push((name.to_owned(), plot));
        Ok(())
    }

    /// A body to turn, and its motions as files.
    pub fn view(&mut self, name: &str, caption: &str, view: &View<'_>) -> Result<()> {
        let file = format!("{name}.json");
        write_bytes(&self.folder.join(&file), &view.json()?)?;
        self.items.push(Item::View { file, caption: caption.to_owned() });
        for (motion, animation) in view.animations()? {
            let file = format!("{name}-{}.glb", motion.to_lowercase().replace(' ', "-"));
            animation.write(&self.folder.join(&file), self.progress)?;
            self.items.push(Item::File { file, caption: format!("{caption}: {motion}") });
        }
        Ok(())
    }

    /// Everything that hangs there, with its numbers in a file.
    pub(crate) fn finish(mut self, exhibit: &Exhibit) -> Result<Vec<Item>> {
        let claims = self.items.iter().filter_map(|item| match item {
            Item::Claim(claim) => Some(claim.data()),
            _ => None,
        });
        let tables = self.items.iter().filter_map(|item| match item {
            Item::Table { caption, rows } => Some(json!({ "caption": caption, "rows": rows })),
            _ => None,
        });
        let plots = self.plots.iter().map(|(name, plot)| plot.data(name));
        let data = json!({
            "exhibit": exhibit.name, "title": exhibit.title,
            "claims": claims.collect::<Vec<_>>(), "tables": tables.collect::<Vec<_>>(),
            "plots": plots.collect::<Vec<_>>(),
        });
        let file = "data.json".to_owned();
        write_text(&self.folder.join(&file), &format!("{data:#}\n"))?;
        self.items.push(Item::File { file, caption: "Claims, tables and curves".to_owned() });
        Ok(self.items)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_are_told_with_the_sign_that_is_true() {
        let claim = |relation, value| Claim {
            says: String::new(),
            value,
            relation,
            factor: 1.0,
            bound: 0.05,
            unit: "%".to_owned(),
        };
        let told = |c: Claim| (c.holds(), c.inequality());
        assert_eq!(told(claim(Relation::Below, 0.02)), (true, "2.00% < 5.00%".to_owned()));
        assert_eq!(told(claim(Relation::Below, 0.07)), (false, "7.00% > 5.00%".to_owned()));
        assert_eq!(told(claim(Relation::Above, 0.07)), (true, "7.00% > 5.00%".to_owned()));
        assert_eq!(told(claim(Relation::Above, 0.02)), (false, "2.00% < 5.00%".to_owned()));
        let times = Claim { factor: 0.5, ..claim(Relation::Below, 0.02) };
        assert_eq!(told(times), (true, "2.00% < 0.5 x 5.00%".to_owned()));
        assert!(!claim(Relation::Below, f64::NAN).holds());
        assert!(!claim(Relation::Above, f64::NAN).holds());
        // a claim without a number is kept, as one that does not hold
        let kept = serde_json::to_string(&claim(Relation::Below, f64::NAN)).unwrap();
        let found: Claim = serde_json::from_str(&kept).unwrap();
        assert_eq!(told(found), (false, "not a number".to_owned()));
    }
}

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
    /// Neither so many times as large nor so many times as small.
    Near,
    /// The same count.
    Equal,
}

/// A number that should lie on one side of another, or near it.
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
    /// Printed behind both; see `told`.
    pub unit: String,
}

/// JSON has no number that is none: it comes back as nothing.
fn or_nan<'de, D: Deserializer<'de>>(from: D) -> std::result::Result<f64, D::Error> {
    Ok(Option::<f64>::deserialize(from)?.unwrap_or(f64::NAN))
}

impl Claim {
    /// Is it true?
    pub fn holds(&self) -> bool {
        let (value, high) = (self.value, self.factor * self.bound);
        match self.relation {
            Relation::Below => value < high,
            Relation::Above => value > high,
            Relation::Near => self.bound / self.factor < value && value < high,
            Relation::Equal => value == high,
        }
    }

    /// Its numbers, in SI units, and whether it holds.
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
        let [value, bound] = [self.value, self.bound].map(|x| told(x, &self.unit));
        let times = if self.factor == 1.0 { String::new() } else { format!("{} x ", self.factor) };
        let sign = match (self.relation, self.holds()) {
            (Relation::Near, true) => {
                return format!("{bound} / {} < {value} < {times}{bound}", self.factor);
            }
            (Relation::Near, false) if self.value < self.bound => {
                return format!("{value} < {bound} / {}", self.factor);
            }
            (Relation::Below, true) | (Relation::Above, false) => "<",
            (Relation::Equal, true) => "=",
            (Relation::Equal, false) => "is not",
            _ => ">",
        };
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

/// A number in SI units (a share for `%`) with the unit that it is printed in, to three digits; whole numbers
/// without a unit are counts.
pub fn told(x: f64, unit: &str) -> String {
    if unit.is_empty() && x.fract() == 0.0 && x.abs() < 1e6 {
        return format!("{x:.0}");
    }
    let (x, space) = match unit {
        "%" => (100.0 * x, ""),
        "cm" => (100.0 * x, " "),
        "mm" | "ms" => (1e3 * x, " "),
        "" => (x, ""),
        _ => (x, " "),
    };
    // round-off
    let nothing = match unit {
        "%" => 1e-10,
        "cm" => 1e-3,
        _ => 0.0,
    };
    let x = if x.abs() < nothing { 0.0 } else { x };
    format!("{}{space}{unit}", forcedual::text::significant(x))
}

/// A cell of a table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Cell {
    /// A number in SI units, and the unit that it is printed in.
    Number {
        /// The number.
        #[serde(deserialize_with = "or_nan")]
        value: f64,
        /// See `told`.
        unit: String,
    },
    /// A word.
    Text(String),
}

impl Cell {
    /// What is read there.
    pub fn text(&self) -> String {
        match self {
            Cell::Number { value, unit } => told(*value, unit),
            Cell::Text(text) => text.clone(),
        }
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Cell::Text(text.to_owned())
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Cell::Text(text)
    }
}

/// A number for a table.
pub fn number(value: f64, unit: &str) -> Cell {
    Cell::Number { value, unit: unit.to_owned() }
}

/// A row that begins with a name.
pub fn row(name: impl Into<Cell>, numbers: impl IntoIterator<Item = f64>, unit: &str) -> Vec<Cell> {
    let each = numbers.into_iter().map(|x| number(x, unit));
    std::iter::once(name.into()).chain(each).collect()
}

/// Something on a wall.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Item {
    /// A claim.
    Claim(Claim),
    /// Numbers in rows.
    Table {
        /// What they are.
        caption: String,
        /// Names of the columns.
        head: Vec<String>,
        /// The cells.
        rows: Vec<Vec<Cell>>,
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
        /// Names of its motions.
        motions: Vec<String>,
    },
    /// A paragraph.
    Note(String),
    /// What does not hold, or holds less than one might think.
    Reservation(String),
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
            Item::Claim(_) | Item::Table { .. } | Item::Note(_) | Item::Reservation(_) => None,
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

    /// Claims that a number is within a factor of another: `(1.5, 10.0)`.
    pub fn near(&mut self, says: impl Into<String>, value: f64, bound: (f64, f64), unit: &str) {
        self.claim(says.into(), value, Relation::Near, bound.into(), unit);
    }

    /// Claims a count.
    pub fn counts(&mut self, says: impl Into<String>, count: usize, expected: usize) {
        let bound = Bound::from(expected as f64);
        self.claim(says.into(), count as f64, Relation::Equal, bound, "");
    }

    fn claim(&mut self, says: String, value: f64, relation: Relation, bound: Bound, unit: &str) {
        let (Bound { factor, bound }, unit) = (bound, unit.to_owned());
        self.items.push(Item::Claim(Claim { says, value, relation, factor, bound, unit }));
    }

    /// Numbers in rows under a head.
    pub fn table(&mut self, caption: &str, head: &[&str], rows: Vec<Vec<Cell>>) {
        let head = head.iter().map(|&name| name.to_owned()).collect();
        self.items.push(Item::Table { caption: caption.to_owned(), head, rows });
    }

    /// Says what does not hold, or holds less than one might think.
    pub fn reservation(&mut self, text: impl Into<String>) {
        self.items.push(Item::Reservation(text.into()));
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
        let motions = view.names();
        self.items.push(Item::View { file, caption: caption.to_owned(), motions });
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
            Item::Table { caption, head, rows } => {
                Some(json!({ "caption": caption, "head": head, "rows": rows }))
            }
            _ => None,
        });
        let reservations = self.items.iter().filter_map(|item| match item {
            Item::Reservation(text) => Some(text),
            _ => None,
        });
        let plots = self.plots.iter().map(|(name, plot)| plot.data(name));
        let data = json!({
            "exhibit": exhibit.name, "title": exhibit.title,
            "claims": claims.collect::<Vec<_>>(), "reservations": reservations.collect::<Vec<_>>(),
            "tables": tables.collect::<Vec<_>>(), "plots": plots.collect::<Vec<_>>(),
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
        let near = |value| Claim { factor: 2.0, ..claim(Relation::Near, value) };
        assert_eq!(told(near(0.08)), (true, "5.00% / 2 < 8.00% < 2 x 5.00%".to_owned()));
        assert_eq!(told(near(0.12)), (false, "12.0% > 2 x 5.00%".to_owned()));
        assert_eq!(told(near(0.02)), (false, "2.00% < 5.00% / 2".to_owned()));
        let six = Claim { bound: 6.0, unit: String::new(), ..claim(Relation::Equal, 6.0) };
        assert_eq!(told(six), (true, "6 = 6".to_owned()));
        assert!(!claim(Relation::Below, f64::NAN).holds());
        assert!(!claim(Relation::Above, f64::NAN).holds());
        // a claim without a number is kept, as one that does not hold
        let kept = serde_json::to_string(&claim(Relation::Below, f64::NAN)).unwrap();
        let found: Claim = serde_json::from_str(&kept).unwrap();
        assert_eq!(told(found), (false, "not a number".to_owned()));
    }
}

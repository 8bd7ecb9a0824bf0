//! What of a drawing is not used as it is drawn, in plain sentences.

/// Counts of elements.
#[derive(Default)]
pub(super) struct Notes {
    /// Texts.
    pub texts: usize,
    /// Pictures of pixels.
    pub pictures: usize,
    /// Shapes that cannot be seen.
    pub unseen: usize,
    /// Used shapes of which a clip shows only a part.
    pub clipped: usize,
    /// Used shapes of which a mask shows only a part.
    pub masked: usize,
    /// Used shapes with a stroke around their fill.
    pub outlined: usize,
    /// Used shapes in the colour of the background.
    pub blank: usize,
}

impl Notes {
    /// Counts an element that is no shape.
    pub(super) fn element(&mut self, name: &str) {
        match name {
            "text" | "flowRoot" | "foreignObject" => self.texts += 1,
            "image" => self.pictures += 1,
            _ => {}
        }
    }

    /// One sentence for each kind, with what was done and what to do.
    pub(super) fn sentences(&self) -> Vec<String> {
        let (one, many) = ("shape", "shapes");
        let kinds = [
            (
                self.texts,
                ["text", "texts"],
                "left out: convert text to paths in your drawing program to keep it",
            ),
            (
                self.pictures,
                ["picture of pixels", "pictures of pixels"],
                "left out: trace it in your drawing program, or give it alone as a PNG",
            ),
            (
                self.unseen,
                [one, many],
                "that cannot be seen (opacity 0, display none or visibility hidden), left out: show or delete them in your drawing program",
            ),
            (
                self.clipped,
                [one, many],
                "with a clip-path, used whole as if there were no clip: cut with it in your drawing program (intersection)",
            ),
            (
                self.masked,
                [one, many],
                "with a mask, used whole as if there were no mask: cut with it in your drawing program (intersection)",
            ),
            (
                self.outlined,
                [one, many],
                "with a stroke around the fill, used without the stroke: convert strokes to paths in your drawing program to keep their width",
            ),
            (
                self.blank,
                [one, many],
                "in the colour of the background, filled like all others: subtract from what is below in your drawing program (difference) for a hole",
            ),
        ];
        let found = kinds.into_iter().filter(|(count, ..)| *count > 0);
        found
            .map(|(count, [one, many], what)| {
                format!("{count} {} {what}", if count == 1 { one } else { many })
            })
            .collect()
    }
}

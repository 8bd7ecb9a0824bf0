//! The page: one HTML file that holds everything and asks for nothing.

use crate::plot::SIZE as PLOT;
use crate::show::SIZE as PICTURE;
use crate::wall::told;
use crate::{Claim, EXHIBITS, Hung, Item};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use forcedual::export::write_text;
use forcedual::{Code, Error, Result};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

const TEMPLATE: &str = include_str!("page.html");

/// Writes the page of exhibits whose files are in `folder`.
pub fn write(path: &Path, folder: &Path, hung: &[Hung]) -> Result<()> {
    let (mut rooms, mut index, mut reserved) = (String::new(), String::new(), String::new());
    let mut views = Views::default();
    for (k, hung) in hung.iter().enumerate() {
        let mark = if hung.failures() == 0 { "good" } else { "bad" };
        let exhibit = hung.exhibit;
        let (name, title) = (exhibit.name, escaped(exhibit.title));
        // the same number, whatever else is there
        let number = EXHIBITS.iter().position(|e| e.name == name).unwrap_or(EXHIBITS.len() + k) + 1;
        let but = match hung.reservations().next() {
            Some(_) => "<i title=\"with reservations\">but</i>",
            None => "",
        };
        let _ = write!(
            index,
            "<li><a href=\"#{name}\"><u>{number}</u><span>{title}</span>{but}<b class=\"{mark}\"></b></a></li>"
        );
        for text in hung.reservations() {
            let _ = write!(reserved, "<li><a href=\"#{name}\">{title}</a>: {}</li>", escaped(text));
        }
        let _ = write!(
            rooms,
            "<section id=\"{name}\"><header><p class=\"number\">{number}</p><h2>{title}</h2><p class=\"figure\">{}</p></header>\
             <p class=\"caption\">{}</p>",
            escaped(exhibit.figure),
            exhibit.caption,
        );
        claims(&mut rooms, hung);
        for text in hung.reservations() {
            let _ = write!(rooms, "<p class=\"but\"><b>But</b> {}</p>", escaped(text));
        }
        if let Some(error) = &hung.error {
            let text = escaped(&error.to_string());
            let _ = write!(rooms, "<p class=\"error\">It could not be finished: {text}</p>");
        }
        rooms.push_str("<div class=\"wall\">");
        for item in &hung.items {
            self::item(&mut rooms, &mut views, &folder.join(name), name, item)?;
        }
        rooms.push_str("</div><p class=\"took\">");
        files(&mut rooms, hung);
        let _ = write!(rooms, "made in {}</p></section>", told(hung.seconds, "s"));
    }
    let (mark, sum, but) = sums(hung);
    let text = TEMPLATE
        .replace("<!--ALL-->", mark)
        .replace("<!--SUM-->", &sum)
        .replace("<!--BUT-->", &but)
        .replace("<!--RESERVED-->", &reserved)
        .replace("<!--INDEX-->", &index)
        .replace("<!--ROOMS-->", &rooms)
        .replace("<!--VIEWS-->", &views.scripts());
    write_text(path, &text)
}

/// What the page says of all of them: are all well, how many claims hold, how many have reservations.
fn sums(hung: &[Hung]) -> (&'static str, String, String) {
    let all: Vec<&Claim> = hung.iter().flat_map(|h| h.claims()).collect();
    let holding = all.iter().filter(|c| c.holds()).count();
    let unfinished = hung.iter().filter(|h| h.error.is_some()).count();
    let mut sum = format!(
        "{holding} of {} claims hold, in {} of {} exhibits",
        all.len(),
        hung.len(),
        EXHIBITS.len()
    );
    if unfinished > 0 {
        let _ = write!(sum, "; {unfinished} could not be finished");
    }
    let reserved = hung.iter().filter(|h| h.reservations().next().is_some()).count();
    let but = format!("{reserved} of {} exhibits with reservations", hung.len());
    let failures: usize = hung.iter().map(Hung::failures).sum();
    (if failures == 0 { "good" } else { "bad" }, sum, but)
}

/// Bodies to turn; those with the same skin share it.
#[derive(Default)]
struct Views {
    skins: BTreeMap<String, usize>,
    scripts: String,
}

impl Views {
    fn add(&mut self, id: &str, bytes: &[u8]) -> Result<()> {
        let damaged = |e| Error::new(Code::Format, format!("the view `{id}` cannot be read: {e}"));
        let mut view: Value = serde_json::from_slice(bytes).map_err(damaged)?;
        let skin = view["skin"].take().to_string();
        let next = self.skins.len();
        view["skin"] = (*self.skins.entry(skin).or_insert(next)).into();
        self.script(id, &view.to_string());
        Ok(())
    }

    fn script(&mut self, id: &str, text: &str) {
        let text = text.replace("</", "<\\/");
        let _ =
            write!(self.scripts, "<script type=\"application/json\" id=\"{id}\">{text}</script>");
    }

    fn scripts(mut self) -> String {
        for (skin, number) in std::mem::take(&mut self.skins) {
            self.script(&format!("skin-{number}"), &skin);
        }
        self.scripts
    }
}

fn claims(out: &mut String, hung: &Hung) {
    if hung.claims().next().is_none() {
        return;
    }
    out.push_str("<ul class=\"claims\">");
    for claim in hung.claims() {
        let mark = if claim.holds() { "good" } else { "bad" };
        let _ = write!(
            out,
            "<li class=\"{mark}\"><span>{}</span><strong>{}</strong></li>",
            escaped(&claim.says),
            escaped(&claim.inequality())
        );
    }
    out.push_str("</ul>");
}

/// Links to what others may use.
fn files(out: &mut String, hung: &Hung) {
    let link = |item: &Item| match item {
        Item::File { file, caption } => {
            let [file, caption] = [file, caption].map(|s| escaped(s));
            let name = hung.exhibit.name;
            Some(format!("<a href=\"{name}/{file}\" title=\"{caption}\" download>{file}</a>"))
        }
        _ => None,
    };
    let links: Vec<String> = hung.items.iter().filter_map(link).collect();
    if !links.is_empty() {
        let _ = write!(out, "{} · ", links.join(" · "));
    }
}

fn item(
    out: &mut String,
    views: &mut Views,
    folder: &Path,
    exhibit: &str,
    item: &Item,
) -> Result<()> {
    let read = |file: &str| {
        let path = folder.join(file);
        std::fs::read(&path).map_err(|e| Error::io(path, &e))
    };
    match item {
        Item::Claim(_) | Item::File { .. } | Item::Reservation(_) => {}
        Item::Note(text) => {
            let _ = write!(out, "<p class=\"note\">{}</p>", escaped(text));
        }
        Item::Table { caption, head, rows } => {
            let _ = write!(out, "<figure class=\"wide\"><div><table><tr>");
            head.iter().for_each(|name| {
                let _ = write!(out, "<th>{}</th>", escaped(name));
            });
            for row in rows {
                out.push_str("</tr><tr>");
                row.iter().for_each(|cell| {
                    let _ = write!(out, "<td>{}</td>", escaped(&cell.text()));
                });
            }
            let caption = escaped(caption);
            let _ = write!(out, "</tr></table></div><figcaption>{caption}</figcaption></figure>");
        }
        Item::Picture { file, caption } => {
            let plotted = file.ends_with(".svg");
            let kind = if plotted { "image/svg+xml" } else { "image/png" };
            let class = if plotted { "plot" } else { "picture" };
            let (wide, high) = if plotted { PLOT } else { PICTURE };
            let _ = write!(
                out,
                "<figure class=\"{class}\"><img loading=\"lazy\" width=\"{wide}\" height=\"{high}\" alt=\"{0}\" src=\"data:{kind};base64,{1}\"><figcaption>{0}</figcaption></figure>",
                escaped(caption),
                STANDARD.encode(read(file)?)
            );
        }
        Item::View { file, caption, motions } => {
            let id = format!("view-{exhibit}-{}", file.trim_end_matches(".json"));
            let button =
                |name: &String| format!("<button class=\"motion\">{}</button>", escaped(name));
            let buttons: String = motions.iter().map(button).collect();
            let _ = write!(
                out,
                "<figure class=\"view\" data-view=\"{id}\"><canvas tabindex=\"0\" role=\"img\" aria-label=\"{0}; drag or use the arrows to turn, Ctrl and scroll or + and - to zoom, space to pause\"></canvas>\
                 <noscript><p>This body moves and can be turned where JavaScript is allowed; its motions are in the files below.</p></noscript>\
                 <div class=\"bar\">{buttons}</div><figcaption>{0}</figcaption></figure>",
                escaped(caption)
            );
            views.add(&id, &read(file)?)?;
        }
    }
    Ok(())
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

//! The page: one HTML file that holds everything and asks for nothing.

use crate::plot::SIZE as PLOT;
use crate::stage::SIZE as PICTURE;
use crate::wall::told;
use crate::{Claim, Hung, Item};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use forcedual::export::write_text;
use forcedual::{Error, Result};
use std::fmt::Write;
use std::path::Path;

const TEMPLATE: &str = include_str!("page.html");

/// Writes the page of exhibits whose files are in `folder`.
pub fn write(path: &Path, folder: &Path, hung: &[Hung]) -> Result<()> {
    let (mut rooms, mut index, mut views) = (String::new(), String::new(), String::new());
    for (k, hung) in hung.iter().enumerate() {
        let mark = if hung.failures() == 0 { "good" } else { "bad" };
        let exhibit = hung.exhibit;
        let (name, title) = (exhibit.name, escaped(exhibit.title));
        let _ = write!(index, "<li><a href=\"#{name}\"><b class=\"{mark}\"></b>{title}</a></li>");
        let _ = write!(
            rooms,
            "<section id=\"{name}\"><header><p class=\"number\">{}</p><h2>{title}</h2><p class=\"figure\">{}</p></header>\
             <p class=\"caption\">{}</p>",
            k + 1,
            escaped(exhibit.figure),
            exhibit.caption,
        );
        claims(&mut rooms, hung);
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
    let all: Vec<&Claim> = hung.iter().flat_map(|h| h.claims()).collect();
    let holding = all.iter().filter(|c| c.holds()).count();
    let unfinished = hung.iter().filter(|h| h.error.is_some()).count();
    let mut sum = format!(
        "{holding} of {} claims hold, in {} of {} exhibits",
        all.len(),
        hung.len(),
        crate::EXHIBITS.len()
    );
    if unfinished > 0 {
        let _ = write!(sum, "; {unfinished} could not be finished");
    }
    let failures: usize = hung.iter().map(Hung::failures).sum();
    let mark = if failures == 0 { "good" } else { "bad" };
    let text = TEMPLATE
        .replace("<!--ALL-->", mark)
        .replace("<!--SUM-->", &sum)
        .replace("<!--INDEX-->", &index)
        .replace("<!--ROOMS-->", &rooms)
        .replace("<!--VIEWS-->", &views);
    write_text(path, &text)
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
    views: &mut String,
    folder: &Path,
    exhibit: &str,
    item: &Item,
) -> Result<()> {
    let read = |file: &str| {
        let path = folder.join(file);
        std::fs::read(&path).map_err(|e| Error::io(path, &e))
    };
    match item {
        Item::Claim(_) | Item::File { .. } => {}
        Item::Note(text) => {
            let _ = write!(out, "<p class=\"note\">{}</p>", escaped(text));
        }
        Item::Table { caption, rows } => {
            let _ = write!(out, "<figure class=\"wide\"><table>");
            for (k, row) in rows.iter().enumerate() {
                let cell = if k == 0 { "th" } else { "td" };
                out.push_str("<tr>");
                row.iter().for_each(|c| {
                    let _ = write!(out, "<{cell}>{}</{cell}>", escaped(c));
                });
                out.push_str("</tr>");
            }
            let _ = write!(out, "</table><figcaption>{}</figcaption></figure>", escaped(caption));
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
        Item::View { file, caption } => {
            let id = format!("view-{exhibit}-{}", file.trim_end_matches(".json"));
            let _ = write!(
                out,
                "<figure class=\"view\" data-view=\"{id}\"><canvas aria-label=\"{0}; drag to turn, Ctrl and scroll to zoom\"></canvas>\
                 <div class=\"bar\"></div><figcaption>{0}</figcaption></figure>",
                escaped(caption)
            );
            let text = String::from_utf8_lossy(&read(file)?).replace("</", "<\\/");
            let _ = write!(views, "<script type=\"application/json\" id=\"{id}\">{text}</script>");
        }
    }
    Ok(())
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

//! What there is to get, and what may be left: every request comes through here.

use crate::guard::{self, Guard, Refused};
use crate::session::Session;
use crate::take_home::Written;
use crate::ticket::Ticket;
use crate::{socket, upload, zoo};
use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::http::{Method, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use forcedual::{Code, Error};
use futures_util::stream::{self, Stream, StreamExt};
use rust_embed::RustEmbed;
use serde_json::{Value, json};
use std::io::Read;
use std::net::SocketAddr;
use std::sync::Arc;
use tokio::sync::{Semaphore, oneshot};

/// The page, as it was built.
#[derive(RustEmbed)]
#[folder = "dist"]
struct Page;

/// What those are told who know the token and come another way.
const ELSEWHERE: &str = "The studio answers only at the address that it printed. Over SSH, forward a port \
    of the same number, or start the studio with --port.\n";

/// Bytes of a part of a large file.
const PART: u64 = 1 << 20;
/// Those who take large files home, so many at once: each takes memory, or room on the disk, until it is sent.
static TAKING: Semaphore = Semaphore::const_new(4);
/// What the address of a ticket begins with.
pub const ONCE: &str = "/once/";

/// What answers share.
pub struct Server {
    /// Who may talk.
    pub guard: Guard,
    /// For the browser that is opened here.
    pub ticket: Ticket,
    /// The port that is listened at.
    pub port: u16,
    /// What is held.
    pub session: Arc<Session>,
}

impl Server {
    /// Does a request come with the ticket, and by the right way?
    fn lets_in(&self, request: &Request, client: SocketAddr) -> bool {
        let shown = request.uri().path().strip_prefix(ONCE);
        request.method() == Method::GET
            && self.guard.host(request.headers()).is_some()
            && shown.is_some_and(|shown| self.ticket.take(shown, client, self.port))
    }
}

/// Answers a request.
pub async fn answer(server: &Arc<Server>, client: SocketAddr, request: Request) -> Response {
    let upgrade = request.headers().contains_key(header::UPGRADE);
    let path = request.uri().path().to_owned();
    let admitted = server.guard.admit(request.method(), &path, request.headers(), upgrade);
    let mut response = match admitted {
        Ok(rest) => inside(server, rest, request).await,
        Err(Refused::NotFound) if server.lets_in(&request, client) => {
            Redirect::to(&format!("/{}/", server.guard.token())).into_response()
        }
        Err(Refused::NotFound) => StatusCode::NOT_FOUND.into_response(),
        Err(Refused::Forbidden) => (StatusCode::FORBIDDEN, ELSEWHERE).into_response(),
    };
    guard::protect(response.headers_mut());
    response
}

/// Answers one who knows the token.
async fn inside(server: &Arc<Server>, path: &str, request: Request) -> Response {
    let Some(path) = decoded(path) else { return StatusCode::NOT_FOUND.into_response() };
    let session = &server.session;
    match (request.method().clone(), path.as_str()) {
        (Method::POST, path) => match path.strip_prefix("upload/") {
            Some(name) => match upload::receive(session, name, request.into_body()).await {
                Ok(said) => as_json(&said),
                Err(error) => refused(&error),
            },
            None => StatusCode::METHOD_NOT_ALLOWED.into_response(),
        },
        (Method::GET, "ws") => socket::open(session, request),
        (Method::GET, "zoo.json") => as_json(&zoo::list()),
        (Method::GET, "schema.json") => as_json(&forcedual::scene::schema()),
        (Method::GET, path) => {
            if let Some(name) = path.strip_prefix("zoo/").and_then(|p| p.strip_suffix(".png")) {
                return match zoo::picture(name) {
                    Some(bytes) => bytes_of("image/png", bytes.into()),
                    None => StatusCode::NOT_FOUND.into_response(),
                };
            }
            if let Some(name) = path.strip_prefix("download/") {
                return download(session, name).await;
            }
            if let Some(number) = path.strip_prefix("texture/") {
                return texture(session, number);
            }
            page(path)
        }
        _ => StatusCode::METHOD_NOT_ALLOWED.into_response(),
    }
}

/// A file of the page.
fn page(path: &str) -> Response {
    let path = if path.is_empty() { "index.html" } else { path };
    match Page::get(path) {
        Some(file) => {
            let kind = match path.rsplit('.').next().unwrap_or_default() {
                "html" => "text/html; charset=utf-8",
                "js" => "text/javascript; charset=utf-8",
                "css" => "text/css; charset=utf-8",
                "json" | "map" => "application/json",
                "svg" => "image/svg+xml",
                "png" => "image/png",
                "ico" => "image/x-icon",
                "woff2" => "font/woff2",
                "wasm" => "application/wasm",
                _ => "application/octet-stream",
            };
            bytes_of(kind, Bytes::from(file.data.into_owned()))
        }
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// A texture of the surface.
fn texture(session: &Session, number: &str) -> Response {
    let pictures = session.pictures.lock().unwrap_or_else(|e| e.into_inner());
    let found = number.parse::<usize>().ok().and_then(|number| pictures.get(number));
    match found {
        Some(bytes) if bytes.starts_with(b"\x89PNG") => bytes_of("image/png", owned(bytes)),
        Some(bytes) => bytes_of("image/jpeg", owned(bytes)),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

fn owned(bytes: &Arc<[u8]>) -> Bytes {
    Bytes::from_owner(bytes.clone())
}

/// What people take home.
async fn download(session: &Arc<Session>, name: &str) -> Response {
    let scene = || session.scene();
    let bytes = match name {
        "scene.json" => serde_json::to_vec_pretty(&*scene()).map_err(|e| unwritten(&e)),
        "scene.toml" => forcedual::scene::to_toml(&scene()).map(String::into_bytes),
        "model.safetensors" => return model(session, name).await,
        "run.glb" | "run.npz" => return run(session, name).await,
        _ => return StatusCode::NOT_FOUND.into_response(),
    };
    match bytes {
        Ok(bytes) => saved(name, bytes.into()),
        Err(error) => refused(&error),
    }
}

/// The model, part by part.
async fn model(session: &Session, name: &str) -> Response {
    let turn = TAKING.acquire().await;
    let (sender, receiver) = oneshot::channel();
    session.mail.put_model(sender);
    match receiver.await.unwrap_or_else(|e| Err(unwritten(&e))) {
        Ok(bytes) => {
            let length = bytes.len() as u64;
            let each = stream::unfold((Bytes::from(bytes), turn), |(mut rest, turn)| async move {
                let part = rest.split_to(rest.len().min(PART as usize));
                (!part.is_empty()).then_some((Ok::<_, std::io::Error>(part), (rest, turn)))
            });
            of_length(saved(name, Body::from_stream(each)), length)
        }
        Err(error) => refused(&error),
    }
}

/// The motion of the last seconds, part by part: it may be large.
async fn run(session: &Session, name: &str) -> Response {
    let turn = TAKING.acquire().await;
    let motion = session.take.lock().unwrap_or_else(|e| e.into_inner()).copy();
    let extension = name.rsplit('.').next().unwrap_or_default().to_owned();
    let write = move || motion.and_then(|motion| motion.write(&extension));
    let written = tokio::task::spawn_blocking(write).await;
    match written.unwrap_or_else(|e| Err(unwritten(&e))) {
        Ok(written) => {
            let length = written.file.metadata().map(|file| file.len());
            // the turn is over when the last part is sent
            let each = parts(written).map(move |part| (part, &turn).0);
            let response = saved(name, Body::from_stream(each));
            match length {
                Ok(length) => of_length(response, length),
                Err(_) => response,
            }
        }
        Err(error) => refused(&error),
    }
}

/// A file, part by part.
fn parts(written: Written) -> impl Stream<Item = std::io::Result<Vec<u8>>> {
    stream::try_unfold(written, |mut written| async move {
        let read = move || {
            let mut part = Vec::new();
            (&mut written.file).take(PART).read_to_end(&mut part)?;
            Ok((!part.is_empty()).then_some((part, written)))
        };
        tokio::task::spawn_blocking(read).await.unwrap_or_else(|e| Err(std::io::Error::other(e)))
    })
}

fn of_length(mut response: Response, length: u64) -> Response {
    response.headers_mut().insert(header::CONTENT_LENGTH, length.into());
    response
}

/// A file to be saved under a name.
fn saved(name: &str, body: Body) -> Response {
    let mut response = ([(header::CONTENT_TYPE, "application/octet-stream")], body).into_response();
    if let Ok(saved) = format!("attachment; filename=\"{name}\"").parse() {
        response.headers_mut().insert(header::CONTENT_DISPOSITION, saved);
    }
    response
}

fn unwritten(e: &dyn std::fmt::Display) -> Error {
    Error::new(Code::Io, format!("it could not be written: {e}"))
}

/// An error as JSON.
fn refused(error: &Error) -> Response {
    let (code, place) = (error.code.as_str(), &error.place);
    let said = json!({
        "error": {
            "code": code, "message": error.message, "field": place.field, "line": place.line,
            "help": error.help,
        },
    });
    let mut response = as_json(&said);
    *response.status_mut() = StatusCode::UNPROCESSABLE_ENTITY;
    response
}

fn as_json(value: &Value) -> Response {
    bytes_of("application/json", value.to_string().into())
}

fn bytes_of(kind: &'static str, bytes: Bytes) -> Response {
    ([(header::CONTENT_TYPE, kind)], Body::from(bytes)).into_response()
}

/// A path without its escapes; nothing where they make no text.
pub fn decoded(path: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.bytes();
    while let Some(b) = rest.next() {
        bytes.push(match b {
            b'%' => {
                let digits = [rest.next()?, rest.next()?];
                let digits = std::str::from_utf8(&digits).ok()?;
                u8::from_str_radix(digits, 16).ok()?
            }
            b => b,
        });
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_undone_once() {
        assert_eq!(decoded("a%20b").as_deref(), Some("a b"));
        assert_eq!(decoded("%252e").as_deref(), Some("%2e"));
        for wrong in ["%", "%2", "%zz", "%ff"] {
            assert_eq!(decoded(wrong), None, "{wrong}");
        }
    }
}

//! What strangers may send, for tests that send anything: no part of the library's interface.

use crate::files::Files;
use crate::guard::{Guard, same};
use crate::hands::place;
use crate::protocol::Ask;
use crate::routes::decoded;
use crate::upload::safe;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method};
use forcedual::scene::SceneFile;
use forcedual::scene::document::Format;
use serde_json::json;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Component, Path};
use std::sync::LazyLock;

/// The token of the server that [`request`] asks.
pub const TOKEN: &str = "0123456789abcdef0123456789abcdef";
/// Its port.
const PORT: u16 = 4747;

/// The text of a WebSocket message, and whether it was understood. A scene in it is read.
pub fn message(text: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(text) else { return false };
    match serde_json::from_str::<Ask>(text) {
        Ok(Ask::Scene { scene, .. }) => {
            static FILES: LazyLock<Files> = LazyLock::new(|| Files::new(None, &json!({})));
            let whole = FILES.resolved(&scene);
            whole.is_ok_and(|s| {
                SceneFile::parse(&s.to_string(), Format::Json, Path::new("")).is_ok()
            })
        }
        Ok(Ask::Grab { to, .. } | Ask::Drag { to, .. } | Ask::Gravity { g: to }) => {
            place(&to).is_some_and(|p| p.iter().all(|x| x.is_finite()))
        }
        read => read.is_ok(),
    }
}

/// A request: method, path and headers, a line each. Says what path it is let in for.
///
/// # Panics
/// If one is let in without the token, the host and the origin; if the name of a file is made to lead out of
/// its folder.
pub fn request(text: &[u8]) -> Option<String> {
    static GUARD: LazyLock<Option<Guard>> = LazyLock::new(|| {
        Guard::with_token(SocketAddr::from((Ipv4Addr::LOCALHOST, PORT)), TOKEN).ok()
    });
    let mut lines = text.split(|b| *b == b'\n');
    let method = Method::from_bytes(lines.next()?).ok()?;
    let path = std::str::from_utf8(lines.next()?).ok()?;
    let mut headers = HeaderMap::new();
    for line in lines {
        let colon = line.iter().position(|b| *b == b':').unwrap_or(line.len());
        let name = HeaderName::from_bytes(&line[..colon]);
        let value = HeaderValue::from_bytes(line.get(colon + 1..).unwrap_or_default());
        if let (Ok(name), Ok(value)) = (name, value) {
            headers.append(name, value);
        }
    }
    let upgrade = headers.contains_key("upgrade");
    let rest = GUARD.as_ref()?.admit(&method, path, &headers, upgrade).ok()?;
    let hosts: Vec<_> = headers.get_all("host").iter().collect();
    let known = ["127.0.0.1", "localhost", "[::1]"].map(|host| format!("{host}:{PORT}"));
    let own = hosts.first().and_then(|h| h.to_str().ok()).map(str::to_ascii_lowercase);
    assert!(hosts.len() == 1 && own.as_ref().is_some_and(|own| known.contains(own)), "{hosts:?}");
    let origins: Vec<_> = headers.get_all("origin").iter().collect();
    let right =
        |origin: &&HeaderValue| own.as_ref().is_some_and(|own| **origin == format!("http://{own}"));
    let needed = upgrade || ![Method::GET, Method::HEAD].contains(&method);
    assert!(origins.len() <= 1 && origins.iter().all(right), "{origins:?}");
    assert!(!needed || !origins.is_empty());
    assert!(same(path.get(1..=TOKEN.len()).unwrap_or_default(), TOKEN), "{path}");
    let rest = decoded(rest)?;
    if let Ok(name) = safe(&rest) {
        let parts: Vec<Component<'_>> = Path::new(&name).components().collect();
        assert!(matches!(parts[..], [Component::Normal(_)]), "{name}");
    }
    Some(rest)
}

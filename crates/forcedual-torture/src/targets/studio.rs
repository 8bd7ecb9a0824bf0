//! What browsers send to the studio.

use forcedual_studio::hostile;

/// The text of a WebSocket message.
pub fn message(text: &[u8]) {
    hostile::message(text);
}

/// A request: method, path and headers, a line each.
pub fn request(text: &[u8]) {
    hostile::request(text);
}

//! `forcedual studio`, and `forcedual` alone: the studio in a browser.

use crate::args::Studio;
use crate::output::Output;
use crate::progress::Bars;
use forcedual::Result;
use forcedual::mesh::zoo::Kind;
use forcedual::progress::Progress;
use forcedual_studio::{Address, Opened, Place, serve};

/// Opens what is asked for, or the baby dragon, until Ctrl-C.
pub fn run(args: &Studio, out: &Output, bars: &Bars) -> Result<()> {
    let opened = match &args.input {
        Some(path) => Opened::file(path)?,
        None => Opened::creature(Kind::Dragon)?,
    };
    let place = Place { host: args.place.host.clone(), port: args.place.port };
    let ready = |address: &Address| {
        let url = &address.page;
        // where nobody reads standard output, the server is there all the same
        let _ = out.plain(&format!("The studio is at {url}\n"));
        if let Some(port) = forwarded(url) {
            let _ = out.text(&format!(
                "From another machine: ssh -L {port}:127.0.0.1:{port} THIS_MACHINE, then open the \
                 same address there\n"
            ));
        }
        let _ = out.text("Ctrl-C ends it; `forcedual --help` lists everything else\n");
        if !args.place.no_open && is_desktop() {
            // the address is printed anyway
            let _ = webbrowser::open(&address.once);
        }
    };
    serve(opened, &place, ready, || bars.cancelled())
}

/// Is there a screen in front of this machine to open a browser on?
fn is_desktop() -> bool {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let screen =
        cfg!(any(windows, target_os = "macos")) || set("DISPLAY") || set("WAYLAND_DISPLAY");
    screen && !over_ssh()
}

fn over_ssh() -> bool {
    ["SSH_CONNECTION", "SSH_TTY"].iter().any(|name| std::env::var_os(name).is_some())
}

/// The port to forward, for who is here over SSH.
fn forwarded(url: &str) -> Option<&str> {
    let host = url.strip_prefix("http://127.0.0.1:").filter(|_| over_ssh())?;
    host.split('/').next()
}

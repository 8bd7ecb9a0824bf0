//! The studio's page: is its build that of its source, and does the studio do what it should in a browser?

use crate::chores::{command, debian, root, run, target};
use std::path::PathBuf;
use std::process::Command;

/// Set it to leave the page out of `cargo xtask test`.
const SKIP: &str = "FORCEDUAL_SKIP_PAGE";

const HELP: &str = "The tests of the page need Node.js 20 or newer with npm. Set FORCEDUAL_SKIP_PAGE=1 to test \
                    everything else.";

/// Where browsers usually are.
const BROWSERS: [&str; 6] = [
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
    "/usr/bin/google-chrome-stable",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "C:/Program Files/Google/Chrome/Application/chrome.exe",
];

/// Checks the page, as a part of `cargo xtask test`.
pub fn check() -> Result<(), String> {
    if std::env::var_os(SKIP).is_some() {
        println!("==> the studio's page is left out, as {SKIP} is set");
        return Ok(());
    }
    test()
}

/// `cargo xtask page`
pub fn test() -> Result<(), String> {
    run(npm(&["--version"]).arg("--silent")).map_err(|e| format!("{e}\n{HELP}"))?;
    run(&mut npm(&["ci", "--silent"]))?;
    run(&mut npm(&["run", "--silent", "check-dist"]))?;
    run(&mut npm(&["test", "--silent"]))?;
    let program = command()?;
    let browser = browser()?;
    run(npm(&["run", "--silent", "e2e"]).env("FORCEDUAL", program).env("CHROMIUM", browser))
}

fn folder() -> PathBuf {
    root().join("web")
}

fn npm(words: &[&str]) -> Command {
    let mut npm = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    npm.current_dir(folder()).args(words);
    npm
}

/// A Chromium: one that is there, else Debian's where this may install it, else one that Playwright fetches.
fn browser() -> Result<PathBuf, String> {
    if let Some(found) = installed() {
        return Ok(found);
    }
    if let (Ok(()), Some(found)) = (debian(&["chromium"]), installed()) {
        return Ok(found);
    }
    let browsers = target().join("browsers");
    let node = |words: &[&str]| {
        let mut node = Command::new("node");
        node.current_dir(folder()).args(words).env("PLAYWRIGHT_BROWSERS_PATH", &browsers);
        node
    };
    run(&mut node(&["node_modules/playwright-core/cli.js", "install", "chromium"])).map_err(
        |e| format!("{e}\nInstall Chromium or Chrome, or name one by the variable CHROMIUM."),
    )?;
    let ask = "import { chromium } from 'playwright-core'; console.log(chromium.executablePath())";
    let told = node(&["--input-type=module", "--eval", ask]).output().map_err(|e| e.to_string())?;
    Ok(String::from_utf8_lossy(&told.stdout).trim().into())
}

fn installed() -> Option<PathBuf> {
    let named = std::env::var_os("CHROMIUM").map(PathBuf::from);
    named.into_iter().chain(BROWSERS.map(PathBuf::from)).find(|path| path.exists())
}

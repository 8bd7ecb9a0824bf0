/// Starts the studio and a browser, and finds things on the body.
///
/// FORCEDUAL: path of the binary. CHROMIUM: path of the browser, found by itself in the usual places.

import { spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { connect } from "node:net";
import { resolve } from "node:path";
import { chromium, type Browser, type Page } from "playwright-core";

const FLAGS = [
  "--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync",
];

export function binary(): string {
  const path = process.env.FORCEDUAL;
  if (!path) throw new Error("say where the binary is: FORCEDUAL=target/release/forcedual npm run e2e");
  return resolve(path);
}

export interface Server { address: string; stop(): Promise<void> }

/// The studio on something, by its address.
export function startStudio(...args: string[]): Promise<Server> {
  const child: ChildProcess = spawn(binary(), ["studio", ...args, "--port", "0", "--no-open"], { stdio: ["ignore", "pipe", "pipe"] });
  return new Promise((resolve, reject) => {
    let said = "";
    const timer = setTimeout(() => reject(new Error(`no address within a minute; it said:\n${said}`)), 60_000);
    const listen = (data: Buffer) => {
      said += data.toString();
      const found = /http:\/\/\S+\/[0-9a-f]{32}\//.exec(said);
      if (!found) return;
      clearTimeout(timer);
      resolve({ address: found[0], stop: () => new Promise((done) => { child.once("exit", () => done()); child.kill(); }) });
    };
    child.stdout!.on("data", listen);
    child.stderr!.on("data", listen);
    child.once("exit", (code) => { clearTimeout(timer); reject(new Error(`it ended with ${code}; it said:\n${said}`)); });
  });
}

export function startBrowser(...flags: string[]): Promise<Browser> {
  const places = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
  const executablePath = places.find((p) => p && existsSync(p));
  if (!executablePath) throw new Error("no Chromium found: install it, or say where it is by CHROMIUM");
  return chromium.launch({ executablePath, args: [...FLAGS, ...flags] });
}

export interface OpenOptions { width?: number; height?: number; dark?: boolean; touch?: boolean; tour?: boolean; scale?: number }

/// A page on the studio; what goes wrong in it is collected in `faults`.
export async function openPage(browser: Browser, address: string, options: OpenOptions = {}): Promise<{ page: Page; faults: string[] }> {
  const { width = 1366, height = 768, dark = false, touch = false, tour = false, scale = 1 } = options;
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: dark ? "dark" : "light", hasTouch: touch, isMobile: touch, deviceScaleFactor: scale, acceptDownloads: true });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("console", (m) => { if (m.type() === "error") faults.push(m.text()); });
  page.on("pageerror", (e) => faults.push(e.message));
  if (!tour) await page.addInitScript(() => localStorage.setItem("forcedual-tour", "seen"));
  // machines without a graphics card that do other things beside are slow
  page.setDefaultTimeout(120_000);
  await page.goto(address);
  return { page, faults };
}

/// A page by a socket of its own that says hello and never reads what it is told.
export function stalledPage(address: string): Promise<{ ask(command: object): void; bytesRead(): number; end(): void }> {
  const { hostname, port, host, origin, pathname } = new URL(address);
  const socket = connect({ host: hostname, port: Number(port) });
  // masked, as those of all clients are
  const ask = (command: object) => {
    const text = Buffer.from(JSON.stringify(command));
    const mask = randomBytes(4);
    socket.write(Buffer.concat([Buffer.from([0x81, 0x80 | text.length]), mask, text.map((byte, k) => byte ^ mask[k % 4])]));
  };
  return new Promise((resolve, reject) => {
    socket.once("error", reject);
    socket.once("data", (answer) => {
      socket.pause();
      if (!answer.toString("latin1").startsWith("HTTP/1.1 101")) return reject(new Error("the upgrade was refused"));
      ask({ do: "hello" });
      resolve({ ask, bytesRead: () => socket.bytesRead, end: () => socket.destroy() });
    });
    socket.write(`GET ${pathname}ws HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${origin}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`);
  });
}

/// Waits until everything about the newest scene is computed, or has failed.
export async function settled(page: Page, timeout = 90_000): Promise<void> {
  await page.waitForFunction(() => {
    const { studio } = window.forcedual;
    return studio.surface !== null && studio.job === null && (studio.fault !== null || (studio.settled >= studio.rev && studio.model !== null));
  }, undefined, { timeout, polling: 100 });
}

export async function stage(page: Page, name: string): Promise<void> {
  await page.click(`#rail-${name}`);
}

/// A point of the surface in a named region that can be seen: the farthest along `axis`, times `sign`.
/// Answers its number, and where it is on the screen.
export function visiblePoint(page: Page, region: string, axis: number, sign: number): Promise<{ vertex: number; x: number; y: number }> {
  return page.evaluate(([region, axis, sign]) => {
    const { studio, viewer } = window.forcedual;
    const index = studio.body!.regions.indexOf(region as string);
    const { positions, region: of, count } = studio.surface!;
    const order = Array.from({ length: count }, (_, i) => i).filter((i) => of[i] === index)
      .sort((a, b) => (sign as number) * (positions[3 * b + (axis as number)] - positions[3 * a + (axis as number)]));
    const box = viewer.canvas.getBoundingClientRect();
    for (let k = Math.floor(order.length / 20); k < order.length; k += 11) {
      const { x, y } = viewer.project(viewer.body.point(order[k]));
      const hit = viewer.body.pick(viewer.ray({ clientX: x + box.left, clientY: y + box.top }).ray);
      if (hit && of[hit.vertex] === index && hit.point.distanceTo(viewer.body.point(order[k])) < 0.02 * studio.size) return { vertex: order[k], x: x + box.left, y: y + box.top };
    }
    throw new Error(`nothing of ${region} can be seen`);
  }, [region, axis, sign] as const);
}

/// The point of the surface at rest nearest to a place that can be seen: its number, and where it is on the screen.
export function spot(page: Page, place: number[]): Promise<{ vertex: number; x: number; y: number }> {
  return page.evaluate((place) => {
    const { studio, viewer } = window.forcedual;
    const { positions, count } = studio.surface!;
    const away = (i: number) => Math.hypot(...place.map((x, c) => positions[3 * i + c] - x));
    const order = Array.from({ length: count }, (_, i) => i).sort((a, b) => away(a) - away(b));
    const box = viewer.canvas.getBoundingClientRect();
    for (const vertex of order.slice(0, 400)) {
      const { x, y } = viewer.project(viewer.body.point(vertex));
      const at = { clientX: x + box.left, clientY: y + box.top };
      const hit = viewer.body.pick(viewer.ray(at).ray);
      if (hit && hit.point.distanceTo(viewer.body.point(vertex)) < 0.02 * studio.size && document.elementFromPoint(at.clientX, at.clientY) === viewer.canvas) return { vertex, x: at.clientX, y: at.clientY };
    }
    throw new Error(`nothing near ${place} can be seen`);
  }, place);
}

/// Where a point of the surface is drawn now.
export function where(page: Page, vertex: number): Promise<number[]> {
  return page.evaluate((v) => window.forcedual.viewer.body.point(v).toArray(), vertex);
}
export function distance(a: number[], b: number[]): number {
  return Math.hypot(...a.map((x, k) => x - b[k]));
}

/// Waits until a point of the body, or of its rival, is drawn so far from a place, at least or at most.
export async function drawnAway(page: Page, vertex: number, from: number[], { least = 0, most = Infinity, of = "body" as "body" | "rival" }): Promise<void> {
  await page.waitForFunction(({ vertex, from, least, most, of }) => {
    const away = Math.hypot(...window.forcedual.viewer[of].point(vertex).toArray().map((x, k) => x - from[k]));
    return away > least && away < (most ?? Infinity);
  }, { vertex, from, least, most: Number.isFinite(most) ? most : null, of });
}

export async function dragMouse(page: Page, from: { x: number; y: number }, by: { x: number; y: number }, steps = 12): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (let k = 1; k <= steps; k++) {
    await page.mouse.move(from.x + (by.x * k) / steps, from.y + (by.y * k) / steps);
    await page.waitForTimeout(25);
  }
}

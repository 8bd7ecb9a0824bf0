import { readFileSync } from "node:fs";
import { request } from "node:http";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { distance, dragMouse, drawnAway, openPage, settled, stage, stalledPage, startBrowser, startStudio, visiblePoint, where, type Server } from "./harness";

let server: Server;
let browser: Browser;
let page: Page;
let faults: string[];

beforeAll(async () => {
  [server, browser] = await Promise.all([startStudio(), startBrowser()]);
  ({ page, faults } = await openPage(browser, server.address, { width: 1000, height: 640 }));
  await settled(page);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const model = () => page.evaluate(() => window.forcedual.studio.model!);
const scene = () => page.evaluate(() => window.forcedual.studio.scene!);

describe("the studio", () => {
  it("opens on the baby dragon and shows it", async () => {
    expect((await scene()).mesh.shape).toBe("dragon");
    const { left, right } = await page.evaluate(() => {
      const { viewer } = window.forcedual;
      viewer.draw();
      const gl = viewer.renderer.getContext();
      const { width, height } = viewer.canvas;
      const row = new Uint8Array(4 * width);
      gl.readPixels(0, Math.floor(height * 0.5), width, 1, gl.RGBA, gl.UNSIGNED_BYTE, row);
      const covered = (x: number) => row[4 * Math.floor(x) + 3] > 200;
      return { left: covered(width * 0.35), right: covered(width * 0.62) };
    });
    expect(left).toBe(false);
    expect(right).toBe(true);
  });

  it("shows a newcomer around once, and lights the stage it speaks of", async () => {
    const { page: first, faults: wrong } = await openPage(browser, server.address, { width: 1000, height: 640, tour: true });
    const lit = () => first.locator("nav.rail [aria-current]").getAttribute("id");
    for (const [title, id] of [["Grab the creature", "play"], ["Pick a shape", "shape"], ["Say which forces to expect", "forces"], ["Watch the modes appear", "modes"], ["Compare, then take it home", "home"]]) {
      await first.getByRole("dialog", { name: title }).waitFor();
      expect(await lit()).toBe(`rail-${id}`);
      await first.getByRole("dialog").locator("button.main").click();
    }
    await first.reload();
    await settled(first);
    expect(await first.getByRole("dialog").count()).toBe(0);
    expect(wrong).toEqual([]);
    await first.context().close();
  });

  it("finds new modes for what is painted on the wing, and only there", async () => {
    await stage(page, "forces");
    await page.click("#add-force");
    await page.click("[data-kind=painted]");
    const wing = await visiblePoint(page, "left_wing", 0, 1);
    await settled(page);
    await dragMouse(page, wing, { x: -60, y: 6 });
    await page.mouse.up();
    await page.waitForFunction(() => (window.forcedual.studio.force?.strokes?.length ?? 0) > 0);
    await settled(page);
    const strokes = (await scene()).force!.find((f) => f.kind === "painted")!.strokes!;
    expect(strokes).toHaveLength(1);
    expect(strokes[0].at.length).toBeGreaterThan(1);
    for (const at of strokes[0].at) expect(at[0]).toBeGreaterThan(0.2);
    // The paint is on the wing and not on the leg.
    const field = await page.evaluate(() => {
      const { studio } = window.forcedual;
      const { region } = studio.surface!;
      const values = studio.fieldOf(studio.path!)!.values;
      const most = (name: string) => { const r = studio.body!.regions.indexOf(name); let m = 0; region.forEach((q, i) => { if (q === r) m = Math.max(m, values[i]); }); return m; };
      return { wing: most("left_wing"), leg: most("right_leg") };
    });
    expect(field.wing).toBeGreaterThan(0);
    expect(field.leg).toBeLessThan(1e-3 * field.wing);
  });

  it("undoes and redoes the stroke", async () => {
    await page.keyboard.press("Escape");
    const strokes = async () => (await scene()).force!.find((f) => f.kind === "painted")?.strokes?.length ?? 0;
    await page.keyboard.press("Control+z");
    expect(await strokes()).toBe(0);
    await page.keyboard.press("Control+Shift+z");
    expect(await strokes()).toBe(1);
    await settled(page);
  });

  it("shakes: arrows and a response", async () => {
    await page.getByRole("button", { name: "Shake" }).click();
    await page.waitForFunction(() => (window.forcedual.studio.draw?.arrows.length ?? 0) > 0, undefined, { timeout: 20_000 });
    const most = await page.evaluate(() => window.forcedual.studio.draw!.displacement.reduce((m, x) => Math.max(m, Math.abs(x)), 0));
    expect(most).toBeGreaterThan(0.01);
    await page.getByRole("button", { name: "Stop shaking" }).click();
  });

  it("shows the curve of captured motion and a picture of every mode", async () => {
    await stage(page, "modes");
    const { modes, captured } = await model();
    expect(captured.length).toBeGreaterThan(3);
    for (let k = 1; k < captured.length; k++) expect(captured[k]).toBeGreaterThanOrEqual(captured[k - 1] - 1e-9);
    await page.waitForSelector("svg.curve path.line");
    expect(await page.locator(".thumb").count()).toBe(modes);
  });

  it("moves the wing that is dragged, while the far leg stays", async () => {
    await stage(page, "play");
    await page.waitForTimeout(800);
    await page.getByRole("button", { name: "Reset" }).click();
    await page.waitForTimeout(600);
    const wing = await visiblePoint(page, "left_wing", 0, 1);
    const leg = await visiblePoint(page, "right_leg", 2, 1);
    const [w0, l0] = [await where(page, wing.vertex), await where(page, leg.vertex)];
    await dragMouse(page, wing, { x: 0, y: -90 }, 20);
    await drawnAway(page, wing.vertex, w0, { least: 0.03 });
    const [w1, l1] = [await where(page, wing.vertex), await where(page, leg.vertex)];
    const latency = await page.evaluate(() => window.forcedual.studio.timing.latency);
    await page.mouse.up();
    expect(distance(l0, l1)).toBeLessThan(0.25 * distance(w0, w1));
    expect(latency).not.toBeNull();
    const stats = await page.evaluate(() => window.forcedual.studio.stats!);
    console.log(`drag to pixels ${latency!.toFixed(0)} ms, ${stats.rate.toFixed(0)} steps/s of ${(stats.possible ?? NaN).toFixed(0)}`);
  });

  it("plays side by side with linear modal analysis under the same hand", async () => {
    await page.getByRole("radio", { name: "LMA" }).click();
    await page.waitForFunction(() => window.forcedual.viewer.rival.rows !== null, undefined, { timeout: 60_000 });
    expect(await page.evaluate(() => window.forcedual.viewer.views().length)).toBe(2);
    const wing = await visiblePoint(page, "left_wing", 0, 1);
    const before = await page.evaluate((v) => window.forcedual.viewer.rival.point(v).toArray(), wing.vertex);
    await dragMouse(page, wing, { x: 0, y: -70 }, 20);
    await drawnAway(page, wing.vertex, before, { least: 0.003, of: "rival" });
    await page.mouse.up();
    await page.getByRole("radio", { name: "Off" }).click();
  });

  it("actuates a spring by its slider", async () => {
    await page.getByRole("button", { name: "Reset" }).click();
    await page.waitForTimeout(1200);
    const wing = await visiblePoint(page, "left_wing", 0, 1);
    const before = await where(page, wing.vertex);
    const slider = page.getByRole("slider", { name: "wings 1, left wing" });
    await slider.focus();
    await slider.press("Home");
    await drawnAway(page, wing.vertex, before, { least: 0.005 });
    await page.getByRole("button", { name: "Relax" }).click();
    await drawnAway(page, wing.vertex, before, { most: 0.005 });
  });

  it("reaches for a target with its springs", async () => {
    await page.getByRole("radio", { name: "Reach" }).click();
    const head = await visiblePoint(page, "head", 1, 1);
    await dragMouse(page, head, { x: 50, y: 10 }, 16);
    await page.mouse.up();
    await page.waitForFunction((v) => {
      const { studio, viewer } = window.forcedual;
      const [target] = studio.targets;
      const rest = studio.surface!.positions.subarray(3 * v, 3 * v + 3);
      const far = (a: ArrayLike<number>) => Math.hypot(a[0] - target.to[0], a[1] - target.to[1], a[2] - target.to[2]);
      const reached = far(viewer.body.point(target.vertex).toArray()) < 0.8 * far(rest);
      return reached && Math.max(...studio.stats!.amplitudes.map(Math.abs)) > 1e-3;
    }, head.vertex);
    await page.getByRole("button", { name: "Remove the target" }).click();
    await page.getByRole("radio", { name: "Drag" }).click();
  });

  it("has a name for every control", async () => {
    for (const name of ["shape", "material", "forces", "modes", "play", "home"]) {
      await stage(page, name);
      const nameless = await page.evaluate(() => Array.from(document.querySelectorAll<HTMLElement>("button, input, select, a[href], canvas[tabindex]")).filter((e) => {
        const text = (e.getAttribute("aria-label") ?? "") + (e.textContent ?? "") + (e.closest("label")?.textContent ?? "");
        return text.trim() === "";
      }).map((e) => e.outerHTML));
      expect(nameless, name).toEqual([]);
    }
  });

  it("takes the scene, the model, the last seconds and a picture home", async () => {
    await stage(page, "home");
    const save = async (name: RegExp) => {
      const [download] = await Promise.all([page.waitForEvent("download", { timeout: 90_000 }), page.getByRole(/Picture/.test(String(name)) ? "button" : "link", { name }).click()]);
      return readFileSync(await download.path());
    };
    expect((await save(/^Scene\s*The/)).toString()).toContain("[mesh]");
    expect((await save(/^Model/)).subarray(8, 9).toString()).toBe("{");
    expect((await save(/^Animation/)).subarray(0, 4).toString()).toBe("glTF");
    expect((await save(/^Picture/)).subarray(1, 4).toString()).toBe("PNG");
  });

  it("keeps its state over a reload", async () => {
    const before = await scene();
    await page.reload();
    await settled(page);
    expect(await scene()).toEqual(before);
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Take home");
  });

  it("shows what is wrong with a scene, plays on, and mends it by undo", async () => {
    await page.evaluate(() => window.forcedual.studio.edit((s) => { s.material!.poisson = 0.7; }));
    await page.waitForSelector(".fault");
    expect(await page.locator(".fault").textContent()).toMatch(/poisson/i);
    expect(await page.evaluate(() => window.forcedual.studio.model !== null)).toBe(true);
    await page.locator(".fault").getByRole("button", { name: "Undo" }).click();
    await page.waitForSelector(".fault", { state: "detached" });
    await settled(page);
  });

  it("goes on drawing frames beside a second page that reads nothing", async () => {
    await stage(page, "play");
    const stalled = await stalledPage(server.address);
    // more than sockets hold, many times over
    for (let k = 0; k < 200; k++) stalled.ask({ do: "cells" });
    await page.waitForTimeout(1500);
    const read = stalled.bytesRead();
    const newest = () => page.evaluate(() => ({ frame: window.forcedual.director.acknowledged, time: window.forcedual.studio.stats!.time }));
    const first = await newest();
    await page.waitForFunction(({ frame, time }) => {
      const { director, studio } = window.forcedual;
      return director.acknowledged > frame + 30 && studio.stats!.time > time + 1;
    }, first);
    expect(stalled.bytesRead()).toBe(read);
    expect(read).toBeLessThan(5e6);
    stalled.end();
  });

  it("fills a dropped surface with tetrahedra and plays it", async () => {
    const cube = Array.from({ length: 8 }, (_, k) => `v ${k & 1} ${(k >> 1) & 1} ${k >> 2}`).join("\n")
      + "\n" + ["1 3 4", "1 4 2", "5 6 8", "5 8 7", "1 2 6", "1 6 5", "3 7 8", "3 8 4", "1 5 7", "1 7 3", "2 4 8", "2 8 6"].map((f) => `f ${f}`).join("\n") + "\n";
    await page.evaluate((text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], "cube.obj"));
      for (const type of ["dragenter", "dragover", "drop"]) window.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
    }, cube);
    await page.waitForFunction(() => JSON.stringify(window.forcedual.studio.scene!.mesh).includes("cube"), undefined, { timeout: 30_000 });
    await page.evaluate(() => window.forcedual.studio.edit((s) => { s.mesh.cells = 2000; }));
    await settled(page);
    expect(await page.evaluate(() => window.forcedual.studio.fault)).toBeNull();
    const { size } = await page.evaluate(() => window.forcedual.studio.body!);
    for (const s of size) expect(Math.abs(s - 1)).toBeLessThan(0.1);
  });

  it("said nothing wrong on the way, and kept to its policy", () => {
    expect(faults).toEqual([]);
  });
});

describe("strangers", () => {
  /// The status of a bare request.
  const status = (path: string, headers: Record<string, string> = {}, method = "GET"): Promise<number> => new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server.address);
    const r = request({ hostname, port, path, method, headers }, (answer) => { answer.resume(); resolve(answer.statusCode!); });
    r.on("error", reject);
    r.end();
  });
  const upgrade = { Connection: "Upgrade", Upgrade: "websocket", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==" };

  it("with a wrong token, Host or Origin are refused", async () => {
    const { pathname, origin } = new URL(server.address);
    expect(await status(pathname)).toBe(200);
    expect(await status("/")).toBe(404);
    expect(await status(`/${"0".repeat(32)}/`)).toBe(404);
    expect(await status(pathname, { Host: "evil.example" })).toBeGreaterThanOrEqual(400);
    expect(await status(`${pathname}ws`, { ...upgrade, Origin: "http://evil.example" })).toBeGreaterThanOrEqual(400);
    expect(await status(`${pathname}ws`, upgrade)).toBeGreaterThanOrEqual(400);
    expect(await status(`${pathname}upload/a.obj`, { Origin: "http://evil.example" }, "POST")).toBeGreaterThanOrEqual(400);
    expect(origin).toMatch(/127\.0\.0\.1|localhost/);
  });
});

/// A page of somebody else, open in the same browser: it knows where the studio is, and in the worst case the secret.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server as Web } from "node:http";
import { type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPage, settled, startBrowser, startStudio, type Server } from "./harness";

let studio: Server;
let elsewhere: Web;
let browser: Browser;
let own: Page;
let evil: Page;
const folder = mkdtempSync(join(tmpdir(), "forcedual-evil-"));

beforeAll(async () => {
  elsewhere = createServer((_, answer) => { answer.setHeader("Content-Type", "text/html"); answer.end("<!doctype html><title>a nice page</title><body></body>"); });
  await new Promise<void>((done) => elsewhere.listen(0, "127.0.0.1", done));
  writeFileSync(join(folder, "scene.json"), JSON.stringify({ mesh: { shape: "beam", cells: 300 }, subspace: { modes: 3 } }));
  // a name that was made to point here, as after a rebinding of DNS
  [studio, browser] = await Promise.all([startStudio(join(folder, "scene.json")), startBrowser("--host-resolver-rules=MAP evil.example 127.0.0.1")]);
  ({ page: own } = await openPage(browser, studio.address, { width: 800, height: 600 }));
  await settled(own, 300_000);
  evil = await (await browser.newContext()).newPage();
  await evil.goto(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`);
});
afterAll(async () => {
  await browser?.close();
  await studio?.stop();
  elsewhere?.close();
  rmSync(folder, { recursive: true });
});

const bare = () => studio.address.replace(/[0-9a-f]{32}\/$/, "");
const held = () => own.evaluate(() => ({ scene: JSON.stringify(window.forcedual.studio.scene), rev: window.forcedual.studio.rev }));

describe.each([["without the secret", bare], ["with the secret", () => studio.address]])("a page from elsewhere, %s", (_, address) => {
  it("reads nothing", async () => {
    const got = await evil.evaluate(async (address) => {
      const got: string[] = [];
      for (const path of ["", "zoo.json", "schema.json", "download/scene.toml", "download/model.safetensors", "once/x"]) {
        for (const mode of ["cors", "no-cors"] as const) {
          try {
            const answer = await fetch(address + path, { mode, credentials: "include" });
            const text = await answer.text();
            if (answer.status || text) got.push(`${mode} ${path}: ${answer.status} ${text.slice(0, 40)}`);
          } catch { /* refused */ }
        }
      }
      return got;
    }, address());
    expect(got).toEqual([]);
  });

  it("opens no socket", async () => {
    const opened = await evil.evaluate((address) => new Promise<string>((done) => {
      const socket = new WebSocket(`${address.replace("http", "ws")}ws`);
      socket.onopen = () => { socket.send(JSON.stringify({ do: "scene", rev: 9999, scene: { mesh: { shape: "beam" } } })); done("opened"); };
      socket.onmessage = () => done("told");
      socket.onerror = () => done("refused");
    }), address());
    expect(opened).toBe("refused");
  });

  it("includes no picture, script, style or frame", async () => {
    const included = await evil.evaluate(async (address) => {
      const add = (tag: string, key: string, path: string) => new Promise<string>((done) => {
        const node = document.createElement(tag);
        if (tag === "link") node.setAttribute("rel", "stylesheet");
        node.onload = () => done(`${tag} ${path}`);
        node.onerror = () => done("");
        node.setAttribute(key, address + path);
        document.body.append(node);
        setTimeout(() => done(""), 3000);
      });
      const got = await Promise.all([add("img", "src", "zoo/dragon.png"), add("script", "src", "zoo.json"), add("script", "src", ""), add("link", "href", "index.html")]);
      const frame = document.createElement("iframe");
      frame.src = address;
      document.body.append(frame);
      await new Promise((done) => setTimeout(done, 1500));
      let inside = "";
      try { inside = frame.contentDocument?.body?.innerText ?? ""; } catch { /* of another origin */ }
      return [...got.filter(Boolean), inside].filter(Boolean);
    }, address());
    expect(included).toEqual([]);
    const framed = evil.frames().slice(1);
    for (const frame of framed) expect(await frame.evaluate(() => document.querySelector("canvas") !== null).catch(() => false)).toBe(false);
  });

  it("leaves nothing by a form or a beacon", async () => {
    const before = await held();
    await evil.evaluate(async (address) => {
      const sink = document.createElement("iframe");
      sink.name = "sink";
      document.body.append(sink);
      const form = document.createElement("form");
      Object.assign(form, { method: "POST", action: `${address}upload/evil.obj`, enctype: "text/plain", target: "sink" });
      const field = document.createElement("input");
      Object.assign(field, { name: "v 0 0 0", value: "" });
      form.append(field);
      document.body.append(form);
      form.submit();
      navigator.sendBeacon(`${address}upload/beacon.obj`, "v 0 0 0");
      await fetch(`${address}upload/fetched.obj`, { method: "POST", mode: "no-cors", body: "v 0 0 0" }).catch(() => {});
      await new Promise((done) => setTimeout(done, 1000));
    }, address());
    expect(await held()).toEqual(before);
    // what was uploaded could be named in a scene
    for (const name of ["evil.obj", "beacon.obj", "fetched.obj"]) {
      const answer = await own.evaluate(async (name) => {
        const { studio } = window.forcedual;
        const socket = new WebSocket(new URL("ws", location.href).href.replace("http", "ws"));
        const rev = studio.rev + 1;
        const said = new Promise<{ code?: string; message?: string }>((done) => {
          socket.onopen = () => socket.send(JSON.stringify({ do: "hello" }));
          socket.onmessage = ({ data }) => {
            if (typeof data !== "string") return;
            const told = JSON.parse(data);
            if (told.is === "hello") socket.send(JSON.stringify({ do: "scene", rev, scene: { mesh: { surface: name } } }));
            if (told.is === "error" && told.rev >= rev) done(told);
          };
        });
        const told = await said;
        socket.close();
        return told;
      }, name);
      expect(answer.message).toContain("is not there");
    }
  });

  it("gets nothing of a window that it opens", async () => {
    const [popup, seen] = await Promise.all([
      evil.context().waitForEvent("page"),
      evil.evaluate(async (address) => {
        const opened = window.open(address);
        await new Promise((done) => setTimeout(done, 1500));
        try { return opened?.document?.body?.innerText ?? ""; } catch { return ""; }
      }, address()),
    ]);
    expect(seen).toBe("");
    await popup.close();
  });
});

it("a name that was made to point to the studio is refused, with the secret too", async () => {
  const { port, pathname } = new URL(studio.address);
  const context = await browser.newContext();
  // an empty 404, which browsers show as a failure of their own
  await expect((await context.newPage()).goto(`http://evil.example:${port}/`)).rejects.toThrow();
  const page = await context.newPage();
  const answer = await page.goto(`http://evil.example:${port}${pathname}`);
  expect(answer!.status()).toBe(403);
  const got = await page.evaluate(async () => {
    const asked = ["", "zoo.json", "download/scene.toml"].map((path) => fetch(path));
    const answers = await Promise.all([...asked, fetch("upload/a.obj", { method: "POST", body: "v 0 0 0" })]).catch(() => []);
    const socket = new WebSocket(new URL("ws", location.href).href.replace("http", "ws"));
    const opened = await new Promise<string>((done) => { socket.onopen = () => done("opened"); socket.onerror = () => done("refused"); });
    return { statuses: answers.map((a) => a.status), opened, origin: location.origin };
  });
  // its content security policy lets that page ask for nothing at all, or it is refused
  expect(got.statuses.filter((status) => status !== 403)).toEqual([]);
  expect(got).toMatchObject({ opened: "refused", origin: `http://evil.example:${port}` });
});

it("the studio goes on as if nothing had happened", async () => {
  expect(await own.evaluate(() => window.forcedual.studio.stats !== null)).toBe(true);
});

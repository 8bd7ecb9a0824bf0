/// Pictures of every stage, light and dark, on a laptop and on a phone: PICTURES=folder npm run e2e

import { mkdirSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, it } from "vitest";
import { dragMouse, openPage, settled, stage, startBrowser, startStudio, visiblePoint, type Server } from "./harness";

const folder = process.env.PICTURES;

describe.skipIf(!folder)("pictures", () => {
  let server: Server;
  let browser: Browser;
  beforeAll(async () => {
    mkdirSync(folder!, { recursive: true });
    [server, browser] = await Promise.all([startStudio(), startBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  for (const dark of [false, true]) for (const phone of [false, true]) {
    const name = (what: string) => `${folder}/${what}-${dark ? "dark" : "light"}-${phone ? "phone" : "laptop"}.png`;
    it(`of all stages, ${dark ? "dark" : "light"}, ${phone ? "phone" : "laptop"}`, async () => {
      const size = phone ? { width: 390, height: 844, touch: true } : { width: 1366, height: 768 };
      const { page } = await openPage(browser, server.address, { ...size, dark, scale: 2 });
      await page.evaluate(() => { const { viewer } = window.forcedual; viewer.renderer.setPixelRatio(2); viewer.setInset(viewer.insets); });
      await settled(page);
      const shot = async (what: string, wait = 1200) => { await page.waitForTimeout(wait); await page.screenshot({ path: name(what) }); };
      for (const s of ["shape", "material", "forces", "modes", "home"]) {
        await stage(page, s);
        await shot(s, s === "modes" ? 2500 : 1500);
      }
      await stage(page, "forces");
      if (!phone) await paint(page);
      await shot("paint");
      await stage(page, "play");
      await page.waitForTimeout(1000);
      const wing = await visiblePoint(page, "left_wing", 0, 1);
      await dragMouse(page, wing, phone ? { x: 0, y: -30 } : { x: 20, y: -90 });
      await shot("play");
      await page.mouse.up();
      await page.evaluate(() => window.forcedual.studio.setRival("lma"));
      await page.waitForFunction(() => window.forcedual.viewer.rival.rows !== null, undefined, { timeout: 60_000 });
      await page.waitForTimeout(800);
      const again = await visiblePoint(page, "left_wing", 0, 1);
      await dragMouse(page, again, phone ? { x: 0, y: -20 } : { x: 10, y: -60 });
      await shot("split");
      await page.mouse.up();
      await page.evaluate(() => { const { studio } = window.forcedual; studio.setRival("off"); while (studio.canUndo) studio.undo(); });
      await settled(page);
      await page.context().close();
    });
  }

  async function paint(page: Page): Promise<void> {
    await page.click("#add-force");
    await page.click("[data-kind=painted]");
    const wing = await visiblePoint(page, "left_wing", 0, 1);
    await dragMouse(page, wing, { x: -130, y: 8 }, 20);
    await page.mouse.up();
    await settled(page);
    await page.mouse.move(wing.x - 60, wing.y);
  }
});

import { describe, expect, it } from "vitest";
import { keep, recall } from "../src/core/keep";
import { History } from "../src/core/history";
import type { Scene } from "../src/core/scene";

class Store implements Storage {
  [name: string]: unknown;
  private readonly all = new Map<string, string>();
  length = 0;
  clear(): void {}
  key(): null { return null; }
  removeItem(): void {}
  getItem(key: string): string | null { return this.all.get(key) ?? null; }
  setItem(key: string, value: string): void { this.all.set(key, value); }
}
const named = (name: string): Scene => ({ mesh: { name } });

describe("what is kept over a reload", () => {
  it("undoes and redoes as before", () => {
    const history = new History<Scene | null>(named("a"));
    history.push(named("b"));
    history.push(named("c"));
    history.undo();
    const store = new Store();
    keep({ rev: 7, steps: history.steps, page: { wireframe: true } }, store);
    const kept = recall(7, store)!;
    const again = History.of(kept.steps);
    expect([again.current, again.undo(), again.redo(), again.redo()]).toEqual(["b", "a", "b", "c"].map(named));
    expect(kept.page).toEqual({ wireframe: true });
  });
  it("is of no use once somebody else has changed the scene", () => {
    const store = new Store();
    keep({ rev: 7, steps: new History<Scene | null>(named("a")).steps, page: {} }, store);
    expect(recall(8, store)).toBeNull();
    expect(recall(1, new Store())).toBeNull();
  });
  it("loses the oldest steps where there is no room for all", () => {
    const store = new Store();
    const past = Array.from({ length: 30 }, (_, k) => named(`${k} ${"x".repeat(1e5)}`));
    keep({ rev: 1, steps: { past, current: named("now"), future: [] }, page: {} }, store);
    const kept = recall(1, store)!.steps;
    expect(kept.current).toEqual(named("now"));
    expect(kept.past.length).toBeGreaterThan(5);
    expect(kept.past[kept.past.length - 1]).toEqual(past[29]);
  });
});

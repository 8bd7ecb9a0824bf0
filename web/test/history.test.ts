import { describe, expect, it } from "vitest";
import { History } from "../src/core/history";

describe("history", () => {
  it("goes back and forth", () => {
    const h = new History(0);
    h.push(1); h.push(2);
    expect(h.undo()).toBe(1);
    expect(h.undo()).toBe(0);
    expect(h.undo()).toBeNull();
    expect(h.redo()).toBe(1);
    expect(h.redo()).toBe(2);
    expect(h.redo()).toBeNull();
  });
  it("forgets what was undone when something new comes", () => {
    const h = new History(0);
    h.push(1); h.undo(); h.push(5);
    expect(h.canRedo).toBe(false);
    expect(h.undo()).toBe(0);
  });
  it("takes edits of one slider as one step, but not after a pause or another edit", () => {
    const h = new History(0);
    h.push(1, "young", 0); h.push(2, "young", 100); h.push(3, "young", 200);
    expect(h.undo()).toBe(0);
    h.push(1, "young", 300); h.push(2, "young", 9000);
    expect(h.undo()).toBe(1);
    h.push(4, "a", 0); h.push(5, "b", 1);
    expect(h.undo()).toBe(4);
  });
  it("keeps no more than its limit", () => {
    const h = new History(0, 3);
    for (let k = 1; k <= 10; k++) h.push(k);
    let steps = 0;
    while (h.undo() !== null) steps++;
    expect(steps).toBe(3);
    expect(h.current).toBe(7);
  });
});

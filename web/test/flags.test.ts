import { describe, expect, it } from "vitest";
import { saturated, shortfall } from "../src/core/flags";

describe("flags", () => {
  it("tell that a subspace which captures much errs a lot when simulated, and say nothing of small errors", () => {
    expect(shortfall(0.71)).toBe("but 71% error when simulated: ask for more");
    expect(shortfall(0.1)).toBeNull();
    expect(shortfall(NaN)).toBeNull();
  });
  it("mark channels at either of their ends, and none that has no room", () => {
    const channel = (low: number, high: number) => ({ name: "", unit: "m", mean: 0, low, high });
    expect(saturated([channel(-1, 1), channel(-1, 1), channel(-1, 1), channel(0, 0), channel(-1, 1)], [0.9999, -1.2, 0.5, 0])).toEqual([true, true, false, false, false]);
  });
});

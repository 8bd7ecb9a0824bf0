import { describe, expect, it } from "vitest";
import { mirrorOf, mirrorWords, reflect, withImage } from "../src/core/mirror";
import type { Stroke } from "../src/core/scene";

describe("symmetry", () => {
  it("is across x = 0 where a body stands about it, and across the middle of one that stands beside it", () => {
    expect(mirrorOf(-0.5, 0.5)).toBe(0);
    expect(mirrorOf(-0.5, 0.58)).toBe(0);
    expect(mirrorOf(0, 1.4)).toBe(0.7);
    expect(mirrorOf(-3, -1)).toBe(-2);
  });
  it("says where it is", () => {
    expect(mirrorWords(0)).toBe("across x = 0");
    expect(mirrorWords(0.05)).toBe("across its middle, x\u00a0=\u00a05\u00a0cm");
  });
  it("takes places to the other side and back, with no digits more than they had", () => {
    expect(reflect([0.1, 2, 3], 0.7)).toEqual([1.3, 2, 3]);
    expect(reflect(reflect([0.03116, 2], 0.05), 0.05)).toEqual([0.03116, 2]);
  });
  it("writes the scene's own mirror across x = 0, and else a second stroke that is like the first", () => {
    const stroke: Stroke = { at: [[0.1, 0, 0], [0.2, 1, 0]], radius: 0.1, hardness: 0.4, erase: true };
    expect(withImage(stroke, 0)).toEqual([{ ...stroke, mirror: 0 }]);
    expect(withImage(stroke, 0.5)).toEqual([stroke, { ...stroke, at: [[0.9, 0, 0], [0.8, 1, 0]] }]);
  });
});

import { describe, expect, it } from "vitest";
import { error, extents, percent, seconds, si, length } from "../src/core/units";
import { PathChooser } from "../src/view/path";
import { cut } from "../src/view/slice";

describe("the way to move the body", () => {
  const feed = (c: PathChooser, interval: number, times = 60) => { let p = false; for (let k = 0; k < times; k++) p = c.next(interval); return p; };
  it("is the processor at once for software renderers", () => expect(new PathChooser(true).next(5)).toBe(true));
  it("stays with the graphics card while it is fast", () => expect(feed(new PathChooser(false), 16, 600)).toBe(false));
  it("changes to the processor where that is faster, and back where it is not", () => {
    const a = new PathChooser(false);
    expect(feed(a, 50)).toBe(true);
    expect(feed(a, 20)).toBe(true);
    const b = new PathChooser(false);
    expect(feed(b, 50)).toBe(true);
    expect(feed(b, 55)).toBe(false);
    expect(feed(b, 90, 600)).toBe(false);
  });
});

describe("slice", () => {
  const cells = { is: "cells" as const, rev: 0, corners: 4, positions: new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]), cells: new Uint32Array([0, 1, 2, 3]), young: new Float32Array([1]), region: new Int32Array([0]) };
  const area = (t: number[]) => {
    let sum = 0;
    for (let k = 0; k < t.length; k += 9) {
      const u = [3, 4, 5].map((c) => t[k + c] - t[k + c - 3]), v = [6, 7, 8].map((c) => t[k + c] - t[k + c - 6]);
      sum += Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]) / 2;
    }
    return sum;
  };
  it("of a corner is a triangle", () => {
    const c = cut(cells, [1, 0, 0], 0.5);
    expect(c.triangles.length).toBe(9);
    expect(area(c.triangles)).toBeCloseTo(0.125);
  });
  it("between two edges is a quadrilateral without overlap", () => {
    const c = cut(cells, [1, 1, 0], 0.5);
    expect(c.triangles.length).toBe(18);
    // A rectangle of sides 1/2 sqrt 2 and 1/2.
    expect(area(c.triangles)).toBeCloseTo(Math.SQRT1_2 / 2);
  });
  it("beside the cells is empty", () => expect(cut(cells, [1, 0, 0], 2).triangles).toEqual([]));
});

describe("numbers for people", () => {
  it("have prefixes, and as many digits as matter", () => {
    expect(si(2.5e6, "Pa")).toBe("2.5 MPa");
    expect(si(0.002, "N")).toBe("2 mN");
    expect(length(0.053)).toBe("5.3 cm");
    expect(percent(0.99873)).toBe("99.87%");
    expect(percent(0.999)).toBe("99.9%");
    expect(percent(0.5)).toBe("50%");
    expect(percent(1)).toBe("100%");
    expect(seconds(0.000118)).toBe("118 µs");
    expect(error(3.8e-25)).toBe("< 0.01%");
    expect(error(0.0213)).toBe("2.1%");
    expect(extents([1.634, 1.34, 0.957])).toBe("1.63 × 1.34 × 0.957 m");
    expect(extents([0.25, 0.004])).toBe("25 × 0.4 cm");
  });
});

import { describe, expect, it } from "vitest";
import { Canvas, dab, falloff, findTwins } from "../src/view/brush";
import { adjacency } from "../src/view/reconstruct";

describe("falloff", () => {
  it("is one inside the hard part, zero at the radius and a smoothstep between", () => {
    expect(falloff(0, 1, 0.5)).toBe(1);
    expect(falloff(0.5, 1, 0.5)).toBe(1);
    expect(falloff(1, 1, 0.5)).toBe(0);
    expect(falloff(2, 1, 0.5)).toBe(0);
    expect(falloff(0.75, 1, 0.5)).toBeCloseTo(0.5);
    const t = 0.2;
    expect(falloff(1 - 0.5 * t, 1, 0.5)).toBeCloseTo(t * t * (3 - 2 * t));
  });
  it("of a hard brush is a step", () => {
    expect(falloff(0.999, 1, 1)).toBe(1);
    expect(falloff(1, 1, 1)).toBe(1);
    expect(falloff(1.001, 1, 1)).toBe(0);
  });
});

describe("dab", () => {
  it("never lowers a weight when painting, and never raises it when erasing", () => {
    expect(dab(0.8, 0.5, 1, false)).toBe(0.8);
    expect(dab(0.2, 0.5, 1, false)).toBe(0.5);
    expect(dab(0.8, 0.5, 1, true)).toBeCloseTo(0.4);
    expect(dab(0.8, 1, 0.5, true)).toBeCloseTo(0.4);
  });
});

/// Two strips of triangles along x, a hair apart in z and not connected.
function strips() {
  const rest: number[] = [];
  const faces: number[] = [];
  for (const z of [0, 0.01]) {
    const at = rest.length / 3;
    for (let k = 0; k <= 10; k++) rest.push(k * 0.1, 0, z, k * 0.1, 0.1, z);
    for (let k = 0; k < 10; k++) faces.push(at + 2 * k, at + 2 * k + 2, at + 2 * k + 1, at + 2 * k + 1, at + 2 * k + 2, at + 2 * k + 3);
  }
  const positions = new Float32Array(rest);
  return { positions, canvas: new Canvas(positions, adjacency(positions.length / 3, new Uint32Array(faces)), findTwins(positions)) };
}

describe("canvas", () => {
  it("paints what edges connect, and does not jump to a limb beside it", () => {
    const { canvas } = strips();
    canvas.paint({ at: [[0.5, 0, 0]], radius: 0.2, hardness: 0.5 });
    expect(canvas.weights[10]).toBe(1);
    expect(canvas.weights[0]).toBe(0);
    for (let i = 22; i < 44; i++) expect(canvas.weights[i]).toBe(0);
  });
  it("paints a mirror image", () => {
    const { positions } = strips();
    for (let i = 0; i < positions.length; i += 3) positions[i] -= 0.5;
    const canvas = new Canvas(positions, { start: new Uint32Array(45), list: new Uint32Array() }, findTwins(positions));
    canvas.paint({ at: [[0.5, 0, 0]], radius: 0.15, mirror: 0 });
    expect(canvas.weights[20]).toBe(1);
    expect(canvas.weights[0]).toBe(1);
    expect(canvas.weights[10]).toBe(0);
  });
  it("smooths towards the mean of the neighbours", () => {
    const { canvas } = strips();
    canvas.paint({ at: [[0.5, 0, 0]], radius: 0.05, hardness: 1 });
    const before = canvas.weights[10];
    canvas.paint({ at: [[0.5, 0, 0]], radius: 0.3, hardness: 1, smooth: true });
    expect(canvas.weights[10]).toBeLessThan(before);
    expect(canvas.weights[12]).toBeGreaterThan(0);
  });
  it("reaches across seams, where points lie in the same place", () => {
    const positions = new Float32Array([0, 0, 0, 0, 0, 0, 1, 1, 1]);
    expect([...findTwins(positions)]).toEqual([1, 0, 2]);
    const canvas = new Canvas(positions, { start: new Uint32Array(4), list: new Uint32Array() }, findTwins(positions));
    canvas.paint({ at: [[0, 0, 0]], radius: 0.1 });
    expect([...canvas.weights]).toEqual([1, 1, 0]);
  });
});

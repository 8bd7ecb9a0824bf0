import { describe, expect, it } from "vitest";
import type { Rows } from "../src/core/protocol";
import { adjacency, byPicture, normalFrames, reach, reconstruct, reconstructOne, turnNormals } from "../src/view/reconstruct";

const random = (() => { let s = 1; return () => ((s = (s * 16807) % 2147483647) / 2147483647) - 0.5; })();
const floats = (n: number) => Float32Array.from({ length: n }, random);
/// Rows as they are sent, with a scale of their own for every entry.
const packed = (count: number, width: number) => ({
  scale: Float32Array.from({ length: width }, (_, j) => (1 + j) * 1e-5),
  rows: Int16Array.from({ length: count * width }, () => Math.round(65534 * random())),
});

describe("reconstruction", () => {
  it("moves no point farther than is said beforehand", () => {
    const n = 6, width = 5;
    for (const columns of [1, 3]) {
      const rest = floats(3 * n), a = floats(width * columns), b = floats(width * columns);
      const r: Rows = { is: "rows", rev: 0, count: n, width, columns, dim: 3, ...packed(columns === 1 ? 3 * n : n, width) };
      const [x, y] = [a, b].map((z) => { const out = new Float32Array(3 * n); reconstruct(rest, r, z, out); return out; });
      const farthest = Math.max(...Array.from({ length: 3 * n }, (_, k) => Math.abs(x[k] - y[k])));
      expect(farthest).toBeGreaterThan(0);
      expect(reach(r, a, b)).toBeGreaterThanOrEqual(farthest);
      expect(reach(r, a, a)).toBe(0);
    }
  });
  for (const dim of [2, 3]) {
    it(`by modes in ${dim}D is rest + rows z`, () => {
      const n = 5, width = 7;
      const rest = floats(3 * n), z = floats(width);
      const r: Rows = { is: "rows", rev: 0, count: n, width, columns: 1, dim, ...packed(n * dim, width) };
      const out = new Float32Array(3 * n);
      reconstruct(rest, r, z, out);
      for (let i = 0; i < n; i++) for (let c = 0; c < 3; c++) {
        let x = rest[3 * i + c];
        if (c < dim) for (let j = 0; j < width; j++) x += r.rows[(i * dim + c) * width + j] * r.scale[j] * z[j];
        expect(out[3 * i + c]).toBeCloseTo(x, 5);
      }
      for (let i = 0; i < n; i++) reconstructOne(rest, r, z, i).forEach((x, c) => expect(x).toBeCloseTo(out[3 * i + c], 5));
    });
    it(`by weights in ${dim}D takes a block of z per component`, () => {
      const n = 4, width = 6;
      const rest = floats(3 * n), z = floats(width * dim);
      const r: Rows = { is: "rows", rev: 0, count: n, width, columns: dim, dim, ...packed(n, width) };
      const out = new Float32Array(3 * n);
      reconstruct(rest, r, z, out);
      for (let i = 0; i < n; i++) for (let c = 0; c < 3; c++) {
        let x = rest[3 * i + c];
        if (c < dim) for (let j = 0; j < width; j++) x += r.rows[i * width + j] * r.scale[j] * z[c * width + j];
        expect(out[3 * i + c]).toBeCloseTo(x, 5);
      }
      for (let i = 0; i < n; i++) reconstructOne(rest, r, z, i).forEach((x, c) => expect(x).toBeCloseTo(out[3 * i + c], 5));
    });
  }
});

describe("normals", () => {
  // A bumpy grid.
  const side = 8, n = side * side;
  const rest = new Float32Array(3 * n), normals = new Float32Array(3 * n);
  for (let i = 0; i < n; i++) {
    const x = (i % side) / side, y = Math.floor(i / side) / side;
    rest.set([x, y, 0.1 * Math.sin(5 * x) * Math.cos(4 * y)], 3 * i);
    const a = -0.5 * Math.cos(5 * x) * Math.cos(4 * y), b = 0.4 * Math.sin(5 * x) * Math.sin(4 * y), s = Math.hypot(a, b, 1);
    normals.set([a / s, b / s, 1 / s], 3 * i);
  }
  const faces: number[] = [];
  for (let y = 0; y + 1 < side; y++) for (let x = 0; x + 1 < side; x++) {
    const k = y * side + x;
    faces.push(k, k + 1, k + side, k + 1, k + side + 1, k + side);
  }
  const frames = normalFrames(rest, normals, adjacency(n, new Uint32Array(faces)), 0.3);

  it("at rest are those at rest", () => {
    const out = new Float32Array(3 * n);
    turnNormals(rest, normals, frames, out);
    for (let k = 0; k < 3 * n; k++) expect(out[k]).toBeCloseTo(normals[k], 4);
  });
  it("turn with the body", () => {
    const moved = new Float32Array(3 * n), out = new Float32Array(3 * n);
    const turn = (v: Float32Array, k: number) => [v[k + 1], v[k + 2], v[k]];
    for (let i = 0; i < n; i++) moved.set(turn(rest, 3 * i).map((x) => x + 2), 3 * i);
    turnNormals(moved, normals, frames, out);
    for (let i = 0; i < n; i++) turn(normals, 3 * i).forEach((x, c) => expect(out[3 * i + c]).toBeCloseTo(x, 3));
  });
});

describe("faces by their pictures", () => {
  it("come in turn, those without one first", () => {
    const faces = Uint32Array.from({ length: 15 }, (_, k) => Math.floor(k / 3));
    const { faces: sorted, starts } = byPicture(faces, new Int32Array([2, -1, 0, 2, -1]));
    expect(starts).toEqual([0, 2, 3, 3, 5]);
    expect([0, 3, 6, 9, 12].map((k) => sorted[k])).toEqual([1, 4, 2, 0, 3]);
  });
  it("of a surface whose pictures are all missing are one group", () => {
    expect(byPicture(new Uint32Array(6), new Int32Array([-1, -1])).starts).toEqual([0, 2]);
  });
});

import { describe, expect, it } from "vitest";
import { decode, type Frame, type Rows, type Shapes, type Surface } from "../src/core/protocol";

/// Bytes of a message: numbers as `u32`, arrays as they are, padded to four bytes.
function message(...parts: (number | ArrayBufferView)[]): ArrayBuffer {
  const bytes: number[] = [];
  for (const part of parts) {
    const view = typeof part === "number" ? new Uint32Array([part]) : part;
    bytes.push(...new Uint8Array(view.buffer, view.byteOffset, view.byteLength));
    while (bytes.length % 4) bytes.push(0);
  }
  return new Uint8Array(bytes).buffer;
}

describe("decoding", () => {
  it("reads a surface with colours and without texture coordinates", () => {
    const positions = Float32Array.from({ length: 9 }, (_, k) => k);
    const surface = decode(message(1, 7, 3, 1, 2, positions, new Float32Array(9), new Uint32Array([0, 1, 2]),
      new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]), new Int32Array([-1, 0, 1]))) as Surface;
    expect(surface).toMatchObject({ is: "surface", rev: 7, count: 3, planar: false, uv: null, pictures: null });
    expect([...surface.positions]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect([...surface.colours!.slice(0, 4)]).toEqual([1, 2, 3, 4]);
    expect([...surface.region]).toEqual([-1, 0, 1]);
  });
  it("reads texture coordinates and the picture of each face where flags say so", () => {
    const surface = decode(message(1, 1, 1, 2, 13, new Float32Array(3), new Float32Array(3), new Uint32Array(6), new Float32Array([0.25, 0.75]), new Int32Array([2]), new Int32Array([1, -1]))) as Surface;
    expect([...surface.uv!]).toEqual([0.25, 0.75]);
    expect(surface.planar).toBe(true);
    expect(surface.region[0]).toBe(2);
    expect([...surface.pictures!]).toEqual([1, -1]);
  });
  it("reads rows of modes, one per component, and of weights, one per point", () => {
    const modes = decode(message(2, 1, 2, 3, 1, 3, new Float32Array([0.5, 1, 2]), new Int16Array(18).fill(1))) as Rows;
    expect(modes.rows.length).toBe(18);
    const weights = decode(message(7, 1, 2, 3, 3, 3, new Float32Array([0.5, 1, 2]), new Int16Array([1, 2, 3, 4, 5, 6]))) as Rows;
    expect(weights.is).toBe("rival-rows");
    expect([...weights.rows]).toEqual([1, 2, 3, 4, 5, 6]);
    expect([...weights.scale]).toEqual([0.5, 1, 2]);
  });
  it("reads a frame with its pulls", () => {
    const frame = decode(message(3, 4, 99, 0, new Float32Array([1.5]), 2, new Float32Array([0.5, -0.5]), 1, new Float32Array([1, 2, 3, 4, 5, 6]))) as Frame;
    expect(frame).toMatchObject({ frame: 99, which: 0, time: 1.5 });
    expect([...frame.values]).toEqual([0.5, -0.5]);
    expect([...frame.pulls]).toEqual([1, 2, 3, 4, 5, 6]);
  });
  it("reads shapes of an odd number of shorts", () => {
    const shapes = decode(message(6, 1, 1, 1, 3, new Int16Array([32767, -32767, 5]))) as Shapes;
    expect([...shapes.values]).toEqual([32767, -32767, 5]);
  });
  it("reads fields, draws and cells", () => {
    expect(decode(message(4, 1, 0xffffffff, 2, new Float32Array([1, 2])))).toMatchObject({ is: "field", force: 0xffffffff });
    expect(decode(message(5, 1, 1, new Float32Array(6), 3, new Float32Array(3), 1, 7))).toMatchObject({ is: "draw", parts: new Uint32Array([7]) });
    expect(decode(message(8, 1, 4, 1, 4, new Float32Array(12), new Uint32Array([0, 1, 2, 3]), new Float32Array([1e6]), new Int32Array([-1])))).toMatchObject({ is: "cells", corners: 4 });
  });
  it("does not know other kinds, and refuses messages that are too short", () => {
    expect(decode(message(77, 1))).toBeNull();
    expect(() => decode(message(3, 1, 1, 0, new Float32Array([0]), 50))).toThrow(RangeError);
  });
});

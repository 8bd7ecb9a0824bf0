/// What the studio's server and its page say to each other.
///
/// Text messages are JSON, named by `do` (page to server) or `is` (server to page). Binary messages
/// are little endian: a `u32` kind, a `u32` revision of the scene, then arrays aligned to four bytes.

import type { Scene } from "./scene";

export type Vec = [number, number, number];

/// Page to server.
export type Command =
  | { do: "hello" }
  | { do: "scene"; scene: Scene; rev: number }
  | { do: "cancel" }
  | { do: "cells" }
  | { do: "shake"; on: boolean; force?: number | null }
  | { do: "play"; running: boolean; speed: number }
  | { do: "script"; on: boolean }
  | { do: "reset" }
  | { do: "grab"; id: number; vertex: number; to: Vec }
  | { do: "drag"; id: number; to: Vec }
  | { do: "release"; id: number }
  | { do: "target"; id: number; vertex?: number; to: Vec | null }
  | { do: "ball"; at: Vec | null; radius?: number }
  | { do: "floor"; on: boolean }
  | { do: "gravity"; g: Vec }
  | { do: "amplitude"; channel: number; value: number }
  | { do: "relax" }
  | { do: "rival"; kind: Rival }
  | { do: "ack"; frame: number };

export type Rival = "off" | "lma" | "greens" | "full" | "skinning-eigenmodes";

export interface Hello { is: "hello"; version: string }
export interface Held { is: "scene"; rev: number; scene: Scene; source: "page" | "open" }
export interface Job { is: "job"; rev: number; stage: string; done: number; total: number; seconds: number; rival?: boolean }
export interface Idle { is: "idle"; rev: number; stages: string[] }
export interface Fault { is: "error"; rev: number; code: string; message: string; field: string | null; help: string | null }
export interface BodyInfo {
  is: "body"; rev: number; dim: number; vertices: number; cells: number; size: number[]; low: number[]; high: number[];
  mass: number; regions: string[]; cavities: { centre: number[]; volume: number }[]; held?: number; warnings: string[];
}
export interface PriorInfo {
  is: "prior"; rev: number;
  /// All forces, the parts of mixtures and sums after their whole; fields, patches and draws name them by their place here.
  forces: { name: string | null; kind: string }[];
  doubts: string[];
  muscles: { at: number[]; direction: number[]; channel: number }[];
  springs: { ends: number[][]; channel: number }[];
  patches: { centre: number[]; normal: number[]; tangent: number[]; radius: number; force: number }[];
  pockets: { centre: number[]; channel: number }[];
  handles: number[][];
  /// `newtons` per unit of amplitude.
  loads: { at: number[]; along: number[]; newtons: number; channel: number }[];
}
export interface Channel { name: string; unit: string; mean: number; low: number; high: number }
export interface ModelInfo {
  is: "model"; rev: number; ready?: boolean; kind: string; method: string; modes: number; dofs: number | null;
  eigenvalues: number[]; captured: number[]; certificate: Record<string, unknown> | null; seconds: Record<string, number>;
  warnings: string[]; cubature: { cells: number; error: number | null } | null;
  channels: Channel[]; components: string[];
  /// Length of a step, s.
  step: number | null;
  /// What the scene says happens; `idle` where it says nothing, and its forces shake the body.
  script?: { idle: boolean } | null;
}
export interface Stats {
  is: "stats"; rate: number; possible: number | null; step_us: number | null; held: number; time: number;
  running: boolean; speed: number; script: boolean; floor: boolean;
  /// From a pull's arrival at the server to the frame that shows it; iterations of a step; the share of steps that ran out of them.
  answer_us: number | null; iterations: number; short: number;
  felt: number | null; rival_us: number | null; error: number | null; posterior: number[] | null; amplitudes: number[]; clients: number;
}
export interface RivalInfo { is: "rival"; kind: Rival; state: "off" | "made" | "running"; message: string | null }

/// Server to page, as text.
export type Notice = Hello | Held | Job | Idle | Fault | BodyInfo | PriorInfo | ModelInfo | Stats | RivalInfo;

export interface Surface {
  is: "surface"; rev: number; count: number; planar: boolean;
  positions: Float32Array; normals: Float32Array; faces: Uint32Array;
  uv: Float32Array | null; colours: Uint8Array | null; region: Int32Array;
  /// The number of each face's picture, -1 where it has none.
  pictures: Int32Array | null;
}
/// How coordinates `z` move the points of the surface: with `columns = 1` the displacement of component `c`
/// of point `i` is row `i * dim + c` times `z`; otherwise it is row `i` times block `c` of `z`. Entry `j` of a row
/// counts in units of `scale[j]`.
export interface Rows {
  is: "rows" | "rival-rows"; rev: number; count: number; width: number; columns: number; dim: number; scale: Float32Array; rows: Int16Array;
}
export interface Frame {
  is: "frame"; rev: number; frame: number; which: 0 | 1 | 2; time: number; values: Float32Array;
  /// Per handle or target: the point on the body, and where it is pulled.
  pulls: Float32Array;
}
export interface Field { is: "field"; rev: number; force: number; values: Float32Array }
/// `parts`: the parts of mixtures that act.
export interface Draw { is: "draw"; rev: number; arrows: Float32Array; displacement: Float32Array; parts: Uint32Array }
export interface Shapes { is: "shapes"; rev: number; modes: number; dim: number; count: number; values: Int16Array }
export interface Cells {
  is: "cells"; rev: number; corners: number; positions: Float32Array; cells: Uint32Array; young: Float32Array; region: Int32Array;
}

/// Server to page, as bytes.
export type Parcel = Surface | Rows | Frame | Field | Draw | Shapes | Cells;

/// Fields of this index belong to the material and to what is held, not to a force.
export const FIELD_YOUNG = 0xffffffff;
export const FIELD_HELD = 0xfffffffe;

const SURFACE = 1, ROWS = 2, FRAME = 3, FIELD = 4, DRAW = 5, SHAPES = 6, RIVAL_ROWS = 7, CELLS = 8;

/// Takes numbers and arrays from a message, one after the other.
class Reader {
  private at = 0;
  private readonly view: DataView;
  constructor(private readonly buffer: ArrayBuffer) {
    this.view = new DataView(buffer);
  }
  u32(): number {
    const value = this.view.getUint32(this.at, true);
    this.at += 4;
    return value;
  }
  f32(): number {
    const value = this.view.getFloat32(this.at, true);
    this.at += 4;
    return value;
  }
  private take<T>(length: number, size: number, make: (buffer: ArrayBuffer, at: number, length: number) => T): T {
    const array = make(this.buffer, this.at, length);
    this.at += Math.ceil((length * size) / 4) * 4;
    return array;
  }
  floats(length: number): Float32Array {
    return this.take(length, 4, (b, at, n) => new Float32Array(b, at, n));
  }
  uints(length: number): Uint32Array {
    return this.take(length, 4, (b, at, n) => new Uint32Array(b, at, n));
  }
  ints(length: number): Int32Array {
    return this.take(length, 4, (b, at, n) => new Int32Array(b, at, n));
  }
  shorts(length: number): Int16Array {
    return this.take(length, 2, (b, at, n) => new Int16Array(b, at, n));
  }
  bytes(length: number): Uint8Array {
    return this.take(length, 1, (b, at, n) => new Uint8Array(b, at, n));
  }
}

/// A binary message; `null` for a kind that this page does not know. Throws `RangeError` where it is too short.
export function decode(buffer: ArrayBuffer): Parcel | null {
  const r = new Reader(buffer);
  const kind = r.u32();
  const rev = r.u32();
  switch (kind) {
    case SURFACE: {
      const count = r.u32();
      const faceCount = r.u32();
      const flags = r.u32();
      const positions = r.floats(3 * count);
      const normals = r.floats(3 * count);
      const faces = r.uints(3 * faceCount);
      const uv = flags & 1 ? r.floats(2 * count) : null;
      const colours = flags & 2 ? r.bytes(4 * count) : null;
      const region = r.ints(count);
      const pictures = flags & 8 ? r.ints(faceCount) : null;
      return { is: "surface", rev, count, planar: (flags & 4) !== 0, positions, normals, faces, uv, colours, region, pictures };
    }
    case ROWS:
    case RIVAL_ROWS: {
      const count = r.u32();
      const width = r.u32();
      const columns = r.u32();
      const dim = r.u32();
      const scale = r.floats(width);
      const rows = r.shorts(count * width * (columns === 1 ? dim : 1));
      return { is: kind === ROWS ? "rows" : "rival-rows", rev, count, width, columns, dim, scale, rows };
    }
    case FRAME: {
      const frame = r.u32();
      const which = r.u32() as 0 | 1 | 2;
      const time = r.f32();
      const values = r.floats(r.u32());
      const pulls = r.floats(6 * r.u32());
      return { is: "frame", rev, frame, which, time, values, pulls };
    }
    case FIELD: {
      const force = r.u32();
      return { is: "field", rev, force, values: r.floats(r.u32()) };
    }
    case DRAW: {
      const arrows = r.floats(6 * r.u32());
      const displacement = r.floats(r.u32());
      return { is: "draw", rev, arrows, displacement, parts: r.uints(r.u32()) };
    }
    case SHAPES: {
      const modes = r.u32();
      const dim = r.u32();
      const count = r.u32();
      return { is: "shapes", rev, modes, dim, count, values: r.shorts(modes * dim * count) };
    }
    case CELLS: {
      const n = r.u32();
      const t = r.u32();
      const corners = r.u32();
      const positions = r.floats(3 * n);
      const cells = r.uints(corners * t);
      return { is: "cells", rev, corners, positions, cells, young: r.floats(t), region: r.ints(t) };
    }
    default:
      return null;
  }
}

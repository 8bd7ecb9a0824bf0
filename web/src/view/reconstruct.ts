/// Positions and normals of the surface from reduced coordinates, on the processor.
///
/// `x = X + R z`: for displacement modes (`columns = 1`) row `dim i + c` of `R` moves component `c` of
/// point `i`; for skinning row `i` meets block `c` of `z`. The scales of entries go to `z`.
///
/// Normals are those at rest, turned: each point has two neighbours `a`, `b` along the surface, and its
/// normal is kept in the frame of their edges, `n = alpha e_a + beta e_b + gamma (e_a x e_b) / |e_a x e_b|`.
/// The same coefficients in the frame of the moved edges give the moved normal.

import type { Rows } from "../core/protocol";

/// Coordinates that meet the rows' entries as they are stored.
export function scaled({ scale, width, columns }: Rows, z: Float32Array): Float32Array {
  const out = new Float32Array(width * columns);
  for (let k = 0; k < out.length; k++) out[k] = z[k] * scale[k % width];
  return out;
}

/// How far any point moves, at most, when the coordinates change.
export function reach({ scale, width }: Rows, from: Float32Array, to: Float32Array): number {
  let sum = 0;
  for (let k = 0; k < to.length; k++) sum += Math.abs(to[k] - from[k]) * scale[k % width];
  return 32767 * sum;
}

/// Where one point is moved to.
export function reconstructOne(rest: Float32Array, r: Rows, coordinates: Float32Array, i: number): number[] {
  const { rows, width, dim, columns } = r;
  const z = scaled(r, coordinates);
  const x = Array.from(rest.subarray(3 * i, 3 * i + 3));
  for (let c = 0; c < dim; c++) {
    const [row, block] = columns === 1 ? [i * dim + c, 0] : [i, c];
    for (let j = 0; j < width; j++) x[c] += rows[row * width + j] * z[block * width + j];
  }
  return x;
}

/// Faces sorted by their pictures, those without one first, and where those of each begin: those of picture `k`
/// from face `starts[k + 1]` to `starts[k + 2]`.
export function byPicture(faces: Uint32Array, pictures: Int32Array): { faces: Uint32Array; starts: number[] } {
  const starts = [0];
  for (const p of pictures) for (; starts.length < p + 3; ) starts.push(0);
  if (starts.length === 1) starts.push(0);
  for (const p of pictures) starts[p + 2]++;
  for (let k = 1; k < starts.length; k++) starts[k] += starts[k - 1];
  const next = starts.slice();
  const sorted = new Uint32Array(faces.length);
  pictures.forEach((p, f) => sorted.set(faces.subarray(3 * f, 3 * f + 3), 3 * next[p + 1]++));
  return { faces: sorted, starts };
}

/// Writes moved positions (3 per point) to `out`.
export function reconstruct(rest: Float32Array, r: Rows, coordinates: Float32Array, out: Float32Array): void {
  const { rows, width, dim } = r;
  const z = scaled(r, coordinates);
  const n = Math.min(r.count, rest.length / 3);
  out.set(rest);
  if (r.columns === 1) {
    let at = 0;
    for (let i = 0; i < n; i++) {
      for (let c = 0; c < dim; c++) {
        let sum = 0;
        for (let j = 0; j < width; j++) sum += rows[at + j] * z[j];
        at += width;
        out[3 * i + c] += sum;
      }
    }
  } else if (r.columns === 3) {
    const z1 = z.subarray(width);
    const z2 = z.subarray(2 * width);
    for (let i = 0, at = 0; i < n; i++, at += width) {
      let x = 0, y = 0, w = 0;
      for (let j = 0; j < width; j++) {
        const b = rows[at + j];
        x += b * z[j];
        y += b * z1[j];
        w += b * z2[j];
      }
      out[3 * i] += x;
      out[3 * i + 1] += y;
      out[3 * i + 2] += w;
    }
  } else {
    const z1 = z.subarray(width);
    for (let i = 0, at = 0; i < n; i++, at += width) {
      let x = 0, y = 0;
      for (let j = 0; j < width; j++) {
        x += rows[at + j] * z[j];
        y += rows[at + j] * z1[j];
      }
      out[3 * i] += x;
      out[3 * i + 1] += y;
    }
  }
}

/// Two neighbours of every point and the coefficients of its normal in their frame.
export interface NormalFrames {
  neighbours: Uint32Array; // 2 per point
  coefficients: Float32Array; // 3 per point
}

/// Neighbours of every point along edges of the faces, as offsets and lists.
export function adjacency(count: number, faces: Uint32Array): { start: Uint32Array; list: Uint32Array } {
  const degree = new Uint32Array(count + 1);
  for (let k = 0; k < faces.length; k++) degree[faces[k] + 1] += 2;
  for (let i = 0; i < count; i++) degree[i + 1] += degree[i];
  const start = degree;
  const list = new Uint32Array(start[count]);
  const fill = start.slice(0, count);
  for (let f = 0; f < faces.length; f += 3) {
    const a = faces[f], b = faces[f + 1], c = faces[f + 2];
    list[fill[a]++] = b; list[fill[a]++] = c;
    list[fill[b]++] = a; list[fill[b]++] = c;
    list[fill[c]++] = a; list[fill[c]++] = b;
  }
  return { start, list };
}

/// Frames whose edges are about `reach` long, so that the facets of the cells inside do not show.
export function normalFrames(rest: Float32Array, normals: Float32Array, near: { start: Uint32Array; list: Uint32Array }, reach: number): NormalFrames {
  const count = rest.length / 3;
  const neighbours = new Uint32Array(2 * count);
  const coefficients = new Float32Array(3 * count);
  const seen = new Int32Array(count).fill(-1);
  const queue = new Int32Array(64);
  for (let i = 0; i < count; i++) {
    const px = rest[3 * i], py = rest[3 * i + 1], pz = rest[3 * i + 2];
    const nx = normals[3 * i], ny = normals[3 * i + 1], nz = normals[3 * i + 2];
    // Points nearby, breadth first: a few dozen at most.
    let head = 0, tail = 1;
    queue[0] = i;
    seen[i] = i;
    while (head < tail && tail < queue.length) {
      const v = queue[head++];
      for (let k = near.start[v]; k < near.start[v + 1] && tail < queue.length; k++) {
        const w = near.list[k];
        if (seen[w] === i) continue;
        seen[w] = i;
        const d = Math.hypot(rest[3 * w] - px, rest[3 * w + 1] - py, rest[3 * w + 2] - pz);
        if (head > 1 && d > reach) continue;
        queue[tail++] = w;
      }
    }
    // The first edge: the longest along the tangent plane. The second: the one that spans most with it.
    let a = i, far = 0, ax = 0, ay = 0, az = 0;
    for (let k = 1; k < tail; k++) {
      const w = queue[k];
      const x = rest[3 * w] - px, y = rest[3 * w + 1] - py, z = rest[3 * w + 2] - pz;
      const up = x * nx + y * ny + z * nz;
      const flat = x * x + y * y + z * z - 2 * up * up;
      if (flat > far) { far = flat; a = w; ax = x; ay = y; az = z; }
    }
    let b = i, most = 0, cx = 0, cy = 0, cz = 0, bx = 0, by = 0, bz = 0;
    for (let k = 1; k < tail; k++) {
      const w = queue[k];
      if (w === a) continue;
      const x = rest[3 * w] - px, y = rest[3 * w + 1] - py, z = rest[3 * w + 2] - pz;
      const ux = ay * z - az * y, uy = az * x - ax * z, uz = ax * y - ay * x;
      const along = Math.abs(ux * nx + uy * ny + uz * nz);
      if (along > most) { most = along; b = w; bx = x; by = y; bz = z; cx = ux; cy = uy; cz = uz; }
    }
    neighbours[2 * i] = a;
    neighbours[2 * i + 1] = b;
    const c = Math.hypot(cx, cy, cz);
    if (c === 0) { neighbours[2 * i] = neighbours[2 * i + 1] = i; coefficients[3 * i + 2] = 1; continue; }
    const gamma = (nx * cx + ny * cy + nz * cz) / c;
    // The rest of n lies in the plane of the edges: two equations in two unknowns.
    const tx = nx - (gamma * cx) / c, ty = ny - (gamma * cy) / c, tz = nz - (gamma * cz) / c;
    const aa = ax * ax + ay * ay + az * az, bb = bx * bx + by * by + bz * bz, ab = ax * bx + ay * by + az * bz;
    const ta = tx * ax + ty * ay + tz * az, tb = tx * bx + ty * by + tz * bz;
    const det = aa * bb - ab * ab;
    coefficients[3 * i] = (ta * bb - tb * ab) / det;
    coefficients[3 * i + 1] = (tb * aa - ta * ab) / det;
    coefficients[3 * i + 2] = gamma;
  }
  return { neighbours, coefficients };
}

/// Writes the normals of moved positions to `out`.
export function turnNormals(x: Float32Array, restNormals: Float32Array, frames: NormalFrames, out: Float32Array): void {
  const { neighbours, coefficients } = frames;
  for (let i = 0, n = x.length / 3; i < n; i++) {
    const a = 3 * neighbours[2 * i], b = 3 * neighbours[2 * i + 1], p = 3 * i;
    if (a === p) { out.set(restNormals.subarray(p, p + 3), p); continue; }
    const ax = x[a] - x[p], ay = x[a + 1] - x[p + 1], az = x[a + 2] - x[p + 2];
    const bx = x[b] - x[p], by = x[b + 1] - x[p + 1], bz = x[b + 2] - x[p + 2];
    let cx = ay * bz - az * by, cy = az * bx - ax * bz, cz = ax * by - ay * bx;
    const alpha = coefficients[p], beta = coefficients[p + 1];
    const g = coefficients[p + 2] / Math.max(Math.sqrt(cx * cx + cy * cy + cz * cz), 1e-30);
    cx = alpha * ax + beta * bx + g * cx;
    cy = alpha * ay + beta * by + g * cy;
    cz = alpha * az + beta * bz + g * cz;
    const s = 1 / Math.max(Math.sqrt(cx * cx + cy * cy + cz * cz), 1e-30);
    out[p] = cx * s;
    out[p + 1] = cy * s;
    out[p + 2] = cz * s;
  }
}

/// The cut of a plane through the cells: one polygon per tetrahedron that it meets, coloured by stiffness,
/// with the edges of the cells.

import * as THREE from "three";
import type { Cells } from "../core/protocol";

/// Triangles and outlines of the cut; `tone` is 0 for the softest cell and 1 for the stiffest.
export interface Cut { triangles: number[]; tones: number[]; lines: number[] }

const EDGES = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];

export function cut(cells: Cells, normal: number[], offset: number): Cut {
  const out: Cut = { triangles: [], tones: [], lines: [] };
  if (cells.corners !== 4) return out;
  const { positions: x, cells: c, young } = cells;
  const heights = new Float32Array(x.length / 3);
  for (let i = 0; i < heights.length; i++) heights[i] = x[3 * i] * normal[0] + x[3 * i + 1] * normal[1] + x[3 * i + 2] * normal[2] - offset;
  let low = Infinity, high = -Infinity;
  for (const e of young) { low = Math.min(low, e); high = Math.max(high, e); }
  const span = Math.log(high / low);
  for (let t = 0; t < young.length; t++) {
    const at = 4 * t;
    let above = 0;
    for (let k = 0; k < 4; k++) if (heights[c[at + k]] > 0) above++;
    if (above === 0 || above === 4) continue;
    const ring: number[][] = [];
    for (const [p, q] of EDGES) {
      const i = c[at + p], j = c[at + q];
      if (heights[i] > 0 === heights[j] > 0) continue;
      const s = heights[i] / (heights[i] - heights[j]);
      ring.push([0, 1, 2].map((d) => x[3 * i + d] + s * (x[3 * j + d] - x[3 * i + d])));
    }
    // In order of the edges above, the third and fourth point of a quadrilateral have to change places.
    if (ring.length === 4) [ring[2], ring[3]] = [ring[3], ring[2]];
    const tone = span > 1e-6 ? Math.log(young[t] / low) / span : 0.15;
    for (let k = 2; k < ring.length; k++) {
      out.triangles.push(...ring[0], ...ring[k - 1], ...ring[k]);
      out.tones.push(tone, tone, tone);
    }
    for (let k = 0; k < ring.length; k++) out.lines.push(...ring[k], ...ring[(k + 1) % ring.length]);
  }
  return out;
}

export class SliceView {
  readonly group = new THREE.Group();
  private readonly face = new THREE.Mesh(
    new THREE.BufferGeometry(),
    new THREE.MeshBasicMaterial({ vertexColors: true, side: THREE.DoubleSide, polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 }),
  );
  private readonly lines = new THREE.LineSegments(new THREE.BufferGeometry(), new THREE.LineBasicMaterial({ color: 0x3a1c14, transparent: true, opacity: 0.3 }));

  constructor() {
    this.face.frustumCulled = this.lines.frustumCulled = false;
    this.group.add(this.face, this.lines);
  }

  clear(): void {
    this.group.visible = false;
  }

  show(cells: Cells, normal: number[], offset: number): void {
    const { triangles, tones, lines } = cut(cells, normal, offset);
    const soft = new THREE.Color(0xf2b79a), stiff = new THREE.Color(0x3d6f8e), c = new THREE.Color();
    const colours = new Float32Array(3 * tones.length);
    tones.forEach((t, k) => c.copy(soft).lerp(stiff, t).toArray(colours, 3 * k));
    this.face.geometry.dispose();
    this.lines.geometry.dispose();
    this.face.geometry.setAttribute("position", new THREE.Float32BufferAttribute(triangles, 3));
    this.face.geometry.setAttribute("color", new THREE.BufferAttribute(colours, 3));
    this.lines.geometry.setAttribute("position", new THREE.Float32BufferAttribute(lines, 3));
    this.group.visible = triangles.length > 0;
  }
}

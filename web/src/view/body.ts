/// A body on the screen: its surface at rest, how coordinates move it, and what the pointer touches.

import * as THREE from "three";
import { MeshBVH } from "three-mesh-bvh";
import type { Rows, Surface } from "../core/protocol";
import { type NormalFrames, adjacency, byPicture, normalFrames, reach, reconstruct, reconstructOne, scaled, turnNormals } from "./reconstruct";
import { bodyMaterial, bodyUniforms, wireMaterial, type BodyUniforms } from "./shading";

export interface Hit {
  /// Where the ray meets the body as it is drawn.
  point: THREE.Vector3;
  normal: THREE.Vector3;
  /// The same place of the body at rest.
  rest: THREE.Vector3;
  restNormal: THREE.Vector3;
  vertex: number;
}

export type FieldMode = "none" | "warm" | "cool" | "held" | "signed";
const FIELD_MODES: FieldMode[] = ["none", "warm", "cool", "held", "signed"];

export class BodyView {
  readonly uniforms: BodyUniforms = bodyUniforms();
  readonly mesh: THREE.Mesh<THREE.BufferGeometry, THREE.ShaderMaterial | THREE.ShaderMaterial[]>;
  readonly wire: THREE.Mesh<THREE.BufferGeometry, THREE.ShaderMaterial>;
  readonly group = new THREE.Group();
  surface: Surface | null = null;
  rows: Rows | null = null;
  /// Reconstruct with the processor instead of the graphics card.
  onProcessor = false;
  near: { start: Uint32Array; list: Uint32Array } = { start: new Uint32Array(1), list: new Uint32Array() };
  private frames: NormalFrames = { neighbours: new Uint32Array(), coefficients: new Float32Array() };
  private positions = new Float32Array();
  private normals = new Float32Array();
  private coordinates: Float32Array | null = null;
  /// Do `positions` hold what is drawn?
  private fresh = false;
  private bvh: MeshBVH | null = null;
  private bvhFresh = false;
  private readonly pickable = new THREE.BufferGeometry();

  /// Of faces without a picture.
  private readonly plain = bodyMaterial(this.uniforms);

  constructor() {
    this.mesh = new THREE.Mesh<THREE.BufferGeometry, THREE.ShaderMaterial | THREE.ShaderMaterial[]>(new THREE.BufferGeometry(), this.plain);
    this.wire = new THREE.Mesh(this.mesh.geometry, wireMaterial(this.uniforms));
    this.mesh.frustumCulled = this.wire.frustumCulled = false;
    this.wire.visible = false;
    this.group.add(this.mesh, this.wire);
  }

  /// Shows another surface; `like` is a body of the same one that is prepared already.
  setSurface(surface: Surface, size: number, like?: BodyView): void {
    this.surface = surface;
    this.rows = null;
    this.coordinates = null;
    this.mesh.geometry.dispose();
    const g = new THREE.BufferGeometry();
    this.positions = surface.positions.slice();
    this.normals = surface.normals.slice();
    this.near = like?.near ?? adjacency(surface.count, surface.faces);
    this.frames = like?.frames ?? normalFrames(surface.positions, surface.normals, this.near, 0.03 * size);
    for (const material of [this.mesh.material].flat()) if (material !== this.plain) material.dispose();
    if (surface.pictures && surface.uv) {
      const { faces, starts } = byPicture(surface.faces, surface.pictures);
      g.setIndex(new THREE.BufferAttribute(faces, 1));
      for (let k = 0; k + 1 < starts.length; k++) g.addGroup(3 * starts[k], 3 * (starts[k + 1] - starts[k]), k);
      this.mesh.material = Array.from({ length: starts.length - 1 }, () => this.plain);
    } else {
      g.setIndex(new THREE.BufferAttribute(surface.faces, 1));
      this.mesh.material = this.plain;
    }
    const dynamic = (array: Float32Array, n: number) => {
      const attribute = new THREE.BufferAttribute(array, n);
      attribute.setUsage(THREE.DynamicDrawUsage);
      return attribute;
    };
    g.setAttribute("position", dynamic(this.positions, 3));
    g.setAttribute("normal", dynamic(this.normals, 3));
    g.setAttribute("field", dynamic(new Float32Array(surface.count), 1));
    g.setAttribute("neighbours", new THREE.BufferAttribute(Float32Array.from(this.frames.neighbours), 2));
    g.setAttribute("coefficients", new THREE.BufferAttribute(this.frames.coefficients, 3));
    const tint = new Float32Array(3 * surface.count);
    for (let i = 0; i < surface.count; i++) {
      for (let c = 0; c < 3; c++) {
        tint[3 * i + c] = surface.colours ? surface.colours[4 * i + c] / 255 : PLAIN[c];
      }
    }
    g.setAttribute("tint", new THREE.BufferAttribute(tint, 3));
    g.setAttribute("texcoord", new THREE.BufferAttribute(surface.uv ?? new Float32Array(2 * surface.count), 2));
    this.mesh.geometry = this.wire.geometry = g;
    this.uniforms.uRowsOn.value = false;
    this.uniforms.uRest.value?.dispose();
    const rest = new Float32Array(4 * surface.count);
    for (let i = 0; i < surface.count; i++) rest.set(surface.positions.subarray(3 * i, 3 * i + 3), 4 * i);
    this.uniforms.uRest.value = texture(rest);
    this.uniforms.uPlanar.value = surface.planar;
    this.pickable.setAttribute("position", new THREE.BufferAttribute(this.positions, 3));
    this.pickable.setIndex(new THREE.BufferAttribute(surface.faces, 1));
    this.bvh = null;
    this.fresh = true;
  }

  /// Puts picture `k` on the faces that have it.
  setPicture(k: number, map: THREE.Texture): void {
    const materials = this.mesh.material;
    if (Array.isArray(materials)) materials[k + 1] = bodyMaterial({ ...this.uniforms, uMap: { value: map }, uMapOn: { value: true } });
  }

  setRows(rows: Rows): void {
    if (!this.surface || rows.count !== this.surface.count) return;
    this.rows = rows;
    this.coordinates = null;
    this.uniforms.uRows.value?.dispose();
    this.uniforms.uRows.value = null;
    this.uniforms.uZ.value?.dispose();
    const texels = Math.ceil(rows.width / 4);
    this.uniforms.uZ.value = texture(new Float32Array(4 * texels * rows.columns), texels * rows.columns);
    this.uniforms.uShape.value.set(texels, rows.columns, rows.dim, 0);
  }

  /// How far coordinates would move any of its points, at most, from where they are drawn.
  distance(z: Float32Array): number {
    return this.rows && this.coordinates?.length === z.length ? reach(this.rows, this.coordinates, z) : Infinity;
  }

  /// Moves the body by coordinates.
  setCoordinates(z: Float32Array): void {
    if (!this.rows || !this.surface || z.length < this.rows.width * this.rows.columns) return;
    this.coordinates = z;
    if (this.onProcessor) {
      reconstruct(this.surface.positions, this.rows, z, this.positions);
      this.upload();
      return;
    }
    this.fillRows();
    const { width, columns } = this.rows;
    const texels = Math.ceil(width / 4);
    const data = this.uniforms.uZ.value!.image.data as unknown as Float32Array;
    const units = scaled(this.rows, z);
    for (let c = 0; c < columns; c++) data.set(units.subarray(c * width, (c + 1) * width), 4 * texels * c);
    this.uniforms.uZ.value!.needsUpdate = true;
    this.uniforms.uRowsOn.value = true;
    this.fresh = this.bvhFresh = false;
  }

  /// Moves the body to where it is, after the way of doing so has changed.
  again(): void {
    if (this.coordinates) this.setCoordinates(this.coordinates);
  }

  /// The texture of rows, padded to four numbers a texel; made when it is first needed.
  private fillRows(): void {
    if (this.uniforms.uRows.value || !this.rows) return;
    const { rows, width } = this.rows;
    const texels = Math.ceil(width / 4);
    const count = rows.length / width;
    const padded = new Float32Array(4 * texels * count);
    for (let i = 0; i < count; i++) padded.set(rows.subarray(i * width, (i + 1) * width), 4 * texels * i);
    this.uniforms.uRows.value = texture(padded);
  }

  /// Moves the body to positions: `dim` numbers per point.
  setPositions(x: Float32Array, dim: number): void {
    const n = this.positions.length / 3;
    if (x.length !== dim * n) return;
    if (dim === 3) this.positions.set(x);
    else for (let i = 0; i < n; i++) { this.positions[3 * i] = x[2 * i]; this.positions[3 * i + 1] = x[2 * i + 1]; }
    this.upload();
  }

  /// Moves the body by `scale` times a displacement: `dim` numbers per point.
  setDisplacement(u: ArrayLike<number>, dim: number, scale: number): void {
    const rest = this.surface?.positions;
    const n = this.positions.length / 3;
    if (!rest || u.length < dim * n) return;
    for (let i = 0; i < n; i++) {
      for (let c = 0; c < dim; c++) this.positions[3 * i + c] = rest[3 * i + c] + scale * u[dim * i + c];
    }
    this.upload();
  }

  setRest(): void {
    if (!this.surface) return;
    this.positions.set(this.surface.positions);
    this.coordinates = null;
    this.upload();
  }

  private upload(): void {
    if (!this.surface) return;
    if (this.surface.planar) this.normals.set(this.surface.normals);
    else turnNormals(this.positions, this.surface.normals, this.frames, this.normals);
    this.mesh.geometry.attributes.position.needsUpdate = true;
    this.mesh.geometry.attributes.normal.needsUpdate = true;
    this.uniforms.uRowsOn.value = false;
    this.fresh = true;
    this.bvhFresh = false;
  }

  /// Positions of all points as they are drawn.
  get moved(): Float32Array {
    if (!this.fresh && this.rows && this.surface && this.coordinates) {
      reconstruct(this.surface.positions, this.rows, this.coordinates, this.positions);
      this.fresh = true;
    }
    return this.positions;
  }

  /// Where point `i` is drawn.
  point(i: number, out = new THREE.Vector3()): THREE.Vector3 {
    if (this.fresh || !this.rows || !this.surface || !this.coordinates) return out.fromArray(this.positions, 3 * i);
    return out.fromArray(reconstructOne(this.surface.positions, this.rows, this.coordinates, i));
  }

  setField(values: ArrayLike<number> | null, mode: FieldMode, scale = 1, fade = 0): void {
    this.uniforms.uFieldMode.value = values ? FIELD_MODES.indexOf(mode) : 0;
    this.uniforms.uFade.value = fade;
    if (!values) return;
    const attribute = this.mesh.geometry.attributes.field as THREE.BufferAttribute | undefined;
    if (!attribute || attribute.count !== values.length) return;
    const array = attribute.array as Float32Array;
    for (let i = 0; i < values.length; i++) array[i] = values[i] * scale;
    attribute.needsUpdate = true;
  }

  /// Sorts the faces in space, so that the first touch is found as fast as later ones.
  prepare(): MeshBVH {
    if (!this.bvh) {
      this.bvh = new MeshBVH(this.pickable, { indirect: true });
      this.bvhFresh = true;
    }
    return this.bvh;
  }

  pick(ray: THREE.Ray): Hit | null {
    if (!this.surface || this.surface.count === 0) return null;
    const x = this.moved;
    const bvh = this.prepare();
    if (!this.bvhFresh) { bvh.refit(); this.bvhFresh = true; }
    const clip = this.uniforms.uClipOn.value ? this.uniforms.uClip.value : null;
    let hit = null;
    if (clip) {
      const hits = bvh.raycast(ray, THREE.DoubleSide);
      hits.sort((a, b) => a.distance - b.distance);
      hit = hits.find((h) => h.point.x * clip.x + h.point.y * clip.y + h.point.z * clip.z <= clip.w) ?? null;
    } else {
      hit = bvh.raycastFirst(ray, THREE.DoubleSide);
    }
    if (!hit || hit.faceIndex == null) return null;
    const corners = [0, 1, 2].map((k) => this.surface!.faces[3 * hit!.faceIndex! + k]);
    const [a, b, c] = corners.map((v) => new THREE.Vector3().fromArray(x, 3 * v));
    const weights = new THREE.Vector3();
    THREE.Triangle.getBarycoord(hit.point, a, b, c, weights);
    const blend = (array: Float32Array) => {
      const out = new THREE.Vector3();
      corners.forEach((v, k) => out.addScaledVector(new THREE.Vector3().fromArray(array, 3 * v), weights.getComponent(k)));
      return out;
    };
    const heaviest = weights.x > weights.y ? (weights.x > weights.z ? 0 : 2) : weights.y > weights.z ? 1 : 2;
    return {
      point: hit.point.clone(),
      normal: this.uniforms.uRowsOn.value ? THREE.Triangle.getNormal(a, b, c, new THREE.Vector3()) : blend(this.normals).normalize(),
      rest: blend(this.surface.positions),
      restNormal: blend(this.surface.normals).normalize(),
      vertex: corners[heaviest],
    };
  }
}

const PLAIN = [0.79, 0.8, 0.83];

/// Four floats a texel, in rows of at most 2048 texels.
function texture(data: Float32Array, width = Math.min(2048, data.length / 4)): THREE.DataTexture {
  const height = Math.max(1, Math.ceil(data.length / 4 / width));
  let full = data;
  if (full.length !== 4 * width * height) {
    full = new Float32Array(4 * width * height);
    full.set(data);
  }
  const t = new THREE.DataTexture(full, width, height, THREE.RGBAFormat, THREE.FloatType);
  t.needsUpdate = true;
  return t;
}

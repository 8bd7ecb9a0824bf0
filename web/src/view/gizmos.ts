/// Things drawn beside the body: rods, dots, cones and rings, many of each in one call.

import * as THREE from "three";

export type V3 = [number, number, number] | number[];

const UP = new THREE.Vector3(0, 1, 0);

class Instances {
  readonly mesh: THREE.InstancedMesh;
  private count = 0;
  private readonly m = new THREE.Matrix4();
  private readonly q = new THREE.Quaternion();
  private readonly c = new THREE.Color();

  constructor(geometry: THREE.BufferGeometry, through: boolean, private room = 64) {
    const material = new THREE.MeshLambertMaterial({ transparent: through, opacity: through ? 0.92 : 1, depthTest: !through, depthWrite: !through });
    this.mesh = new THREE.InstancedMesh(geometry, material, room);
    this.mesh.frustumCulled = false;
    this.mesh.count = 0;
    this.mesh.renderOrder = through ? 10 : 1;
  }
  begin(): void {
    this.count = 0;
  }
  get shown(): number {
    return this.mesh.count;
  }
  add(at: THREE.Vector3, axis: THREE.Vector3, scale: THREE.Vector3, colour: number): void {
    if (this.count === this.room) this.grow();
    this.q.setFromUnitVectors(UP, axis);
    this.mesh.setMatrixAt(this.count, this.m.compose(at, this.q, scale));
    this.mesh.setColorAt(this.count, this.c.set(colour));
    this.count++;
  }
  private grow(): void {
    const old = this.mesh;
    this.room *= 2;
    const matrices = new Float32Array(16 * this.room);
    matrices.set(old.instanceMatrix.array as Float32Array);
    old.instanceMatrix = new THREE.InstancedBufferAttribute(matrices, 16);
    const colours = new Float32Array(3 * this.room);
    if (old.instanceColor) colours.set(old.instanceColor.array as Float32Array);
    old.instanceColor = new THREE.InstancedBufferAttribute(colours, 3);
  }
  end(): void {
    this.mesh.count = this.count;
    this.mesh.instanceMatrix.needsUpdate = true;
    if (this.mesh.instanceColor) this.mesh.instanceColor.needsUpdate = true;
  }
}

/// A layer of marks, drawn through the body if `through`.
export class Marks {
  readonly group = new THREE.Group();
  private readonly rods: Instances;
  private readonly dots: Instances;
  private readonly cones: Instances;
  private readonly rings: Instances;
  private readonly a = new THREE.Vector3();
  private readonly b = new THREE.Vector3();
  private readonly s = new THREE.Vector3();

  constructor(through: boolean) {
    const ring = new THREE.TorusGeometry(1, 0.014, 6, 64).rotateX(Math.PI / 2);
    this.rods = new Instances(new THREE.CylinderGeometry(1, 1, 1, 10, 1, true).translate(0, 0.5, 0), through);
    this.dots = new Instances(new THREE.SphereGeometry(1, 18, 12), through);
    this.cones = new Instances(new THREE.ConeGeometry(1, 1, 14).translate(0, 0.5, 0), through);
    this.rings = new Instances(ring, through, 8);
    for (const i of this.all) this.group.add(i.mesh);
  }
  private get all(): Instances[] {
    return [this.rods, this.dots, this.cones, this.rings];
  }
  /// How many things are drawn.
  get count(): number {
    return this.rods.shown + this.dots.shown + this.cones.shown + this.rings.shown;
  }
  begin(): void {
    for (const i of this.all) i.begin();
  }
  end(): void {
    for (const i of this.all) i.end();
  }
  clear(): void {
    this.begin();
    this.end();
  }
  rod(from: V3, to: V3, radius: number, colour: number): void {
    this.a.fromArray(from);
    this.b.fromArray(to).sub(this.a);
    const length = this.b.length();
    if (length < 1e-12) return;
    this.rods.add(this.a, this.b.divideScalar(length), this.s.set(radius, length, radius), colour);
  }
  dot(at: V3, radius: number, colour: number): void {
    this.dots.add(this.a.fromArray(at), UP, this.s.setScalar(radius), colour);
  }
  arrow(from: V3, vector: V3, radius: number, colour: number): void {
    this.a.fromArray(from);
    this.b.fromArray(vector);
    const length = this.b.length();
    if (length < 1e-12) return;
    this.b.divideScalar(length);
    const head = Math.min(radius * 5, length * 0.5);
    this.rods.add(this.a, this.b, this.s.set(radius, length - head, radius), colour);
    this.a.addScaledVector(this.b, length - head);
    this.cones.add(this.a, this.b, this.s.set(radius * 2.6, head, radius * 2.6), colour);
  }
  ring(at: V3, normal: V3, radius: number, colour: number): void {
    this.b.fromArray(normal);
    if (this.b.length() < 1e-12) return;
    this.rings.add(this.a.fromArray(at), this.b.normalize(), this.s.setScalar(radius), colour);
  }
  /// A spring: a coil from one end to the other.
  coil(from: V3, to: V3, radius: number, colour: number): void {
    const start = new THREE.Vector3().fromArray(from);
    const axis = new THREE.Vector3().fromArray(to).sub(start);
    const length = axis.length();
    if (length < 1e-12) return;
    axis.divideScalar(length);
    const side = new THREE.Vector3(1, 0, 0);
    if (Math.abs(axis.x) > 0.8) side.set(0, 1, 0);
    side.cross(axis).normalize();
    const other = new THREE.Vector3().crossVectors(axis, side);
    const turns = Math.max(3, Math.min(9, Math.round(length / (radius * 7))));
    const steps = turns * 8;
    let last = start.clone();
    for (let k = 1; k <= steps; k++) {
      const t = k / steps;
      const ease = Math.min(1, 6 * t, 6 * (1 - t));
      const angle = 2 * Math.PI * turns * t;
      const next = start.clone().addScaledVector(axis, length * t)
        .addScaledVector(side, Math.cos(angle) * radius * 2.1 * ease)
        .addScaledVector(other, Math.sin(angle) * radius * 2.1 * ease);
      this.rod(last.toArray(), next.toArray(), radius * 0.42, colour);
      last = next;
    }
    this.dot(from, radius * 1.35, colour);
    this.dot(to, radius * 1.35, colour);
  }
}

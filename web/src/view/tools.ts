/// What pointers do on the body, one tool per task.

import * as THREE from "three";
import { reflect, withImage } from "../core/mirror";
import { pointsOf, roundTo, type Force, type Point, type Stroke } from "../core/scene";
import { studio } from "../studio";
import type { Canvas } from "./brush";
import type { Hit } from "./body";
import type { Pointer, Tool, Viewer } from "./viewer";

const CORAL = 0xf2643d;

/// A place of the body at rest, as it stands in the scene: `dim` numbers, with as many digits as matter.
function place(at: THREE.Vector3): Point {
  const step = 10 ** Math.floor(Math.log10(studio.size) - 4);
  return at.toArray().slice(0, studio.dim).map((x) => roundTo(Math.round(x / step) * step, 12));
}
const vec = (p: number[]): [number, number, number] => [p[0], p[1], p[2] ?? 0];

/// Follows a pointer in the plane that faces the camera.
class Plane {
  private readonly plane = new THREE.Plane();
  private readonly out = new THREE.Vector3();
  constructor(viewer: Viewer, through: THREE.Vector3) {
    const normal = viewer.bounds.planar ? new THREE.Vector3(0, 0, 1) : viewer.camera.getWorldDirection(new THREE.Vector3());
    this.plane.setFromNormalAndCoplanarPoint(normal, through);
  }
  at(ray: THREE.Ray): THREE.Vector3 | null {
    return ray.intersectPlane(this.plane, this.out);
  }
}

/// Paints weights with the soft brush; `commit` gets the finished stroke, and its image where that is a stroke of its own.
export class PaintTool implements Tool {
  readonly cursor = "none";
  readonly aims = true;
  private stroke: Stroke | null = null;
  private last: THREE.Vector3 | null = null;

  constructor(
    private readonly viewer: Viewer,
    private readonly canvas: Canvas,
    private readonly painted: () => void,
    private readonly commit: (strokes: Stroke[]) => void,
  ) {}

  down({ hit }: Pointer): boolean {
    if (!hit) return false;
    const { brush, size } = studio;
    studio.shake(false);
    this.stroke = { at: [], radius: roundTo(brush.radius * size, 3), hardness: brush.hardness, strength: brush.strength };
    if (brush.action === "erase") this.stroke.erase = true;
    if (brush.action === "smooth") this.stroke.smooth = true;
    this.dab(hit.rest);
    this.ring(hit);
    return true;
  }
  move({ hit }: Pointer): void {
    if (!this.stroke || !hit) return;
    const gap = 0.3 * this.stroke.radius;
    const distance = this.last!.distanceTo(hit.rest);
    // Straight between places of the pointer, unless it has jumped to another limb.
    const steps = distance > 4 * this.stroke.radius ? 1 : Math.floor(distance / gap);
    if (steps > 0) {
      const from = this.last!.clone();
      for (let k = 1; k <= steps; k++) this.dab(from.clone().lerp(hit.rest, k / steps));
    }
    this.ring(hit);
  }
  up(): void {
    if (this.stroke) this.commit(this.strokes());
    this.stroke = this.last = null;
  }
  hover(pointer: Pointer | null): void {
    if (pointer?.hit) this.ring(pointer.hit);
    else { this.viewer.cursor.clear(); this.viewer.invalidate(); }
  }
  private strokes(): Stroke[] {
    return studio.brush.mirror ? withImage(this.stroke!, studio.mirror) : [this.stroke!];
  }
  private dab(at: THREE.Vector3): void {
    this.stroke!.at.push(place(at));
    for (const stroke of this.strokes()) this.canvas.paint(stroke, stroke.at.length - 1);
    this.last = at.clone();
    this.painted();
  }
  private ring(hit: Hit): void {
    const { cursor } = this.viewer;
    const { radius, hardness, action, mirror } = studio.brush;
    const r = radius * studio.size;
    const colour = action === "paint" ? CORAL : action === "erase" ? 0x4a78e0 : 0x2a9d8f;
    cursor.begin();
    const draw = (point: THREE.Vector3, normal: THREE.Vector3) => {
      const at = point.clone().addScaledVector(normal, 0.02 * r).toArray();
      cursor.ring(at, normal.toArray(), r, colour);
      if (hardness > 0.05) cursor.ring(at, normal.toArray(), r * hardness, colour);
      cursor.dot(at, 0.035 * r, colour);
    };
    draw(hit.point, hit.normal);
    if (mirror) draw(hit.point.clone().setX(2 * studio.mirror - hit.point.x), hit.normal.clone().setX(-hit.normal.x));
    cursor.end();
    this.viewer.invalidate();
  }
}

/// A press and a release in the same place. `click` answers whether it took it.
abstract class ClickTool implements Tool {
  readonly cursor: string = "crosshair";
  protected start: Pointer | null = null;
  constructor(protected readonly viewer: Viewer) {}
  down(pointer: Pointer): boolean {
    this.start = pointer.hit ? pointer : null;
    return pointer.hit !== null;
  }
  move(_: Pointer): void {}
  up(pointer: Pointer): void {
    if (this.start && moved(this.start, pointer) < 8) this.click(this.start.hit!);
    this.start = null;
  }
  abstract click(hit: Hit): void;
  /// The number of the first point within a few pixels of `hit`; -1 if none is.
  protected nearby(points: Point[], hit: Hit): number {
    const reach = 14 * this.viewer.pixel(hit.point);
    return points.findIndex((p) => hit.rest.distanceTo(new THREE.Vector3(...vec(p))) < reach);
  }
}
const moved = (a: Pointer, b: Pointer): number => Math.hypot(a.event.clientX - b.event.clientX, a.event.clientY - b.event.clientY);

export class HandlesTool extends ClickTool {
  click(hit: Hit): void {
    studio.editForce(studio.path!, (force) => {
      const points = pointsOf(force.where);
      const old = this.nearby(points, hit);
      force.where = { nearest: old >= 0 ? points.filter((_, k) => k !== old) : [...points, place(hit.rest)] };
      delete force.vertices;
    });
  }
}

export class PatchesTool extends ClickTool {
  click(hit: Hit): void {
    studio.editForce(studio.path!, (force) => {
      const patches = (force.patch ?? []) as { center?: Point }[];
      const old = this.nearby(patches.map((p) => p.center ?? [Infinity, 0, 0]), hit);
      if (old >= 0) patches.splice(old, 1);
      else patches.push({ center: place(hit.rest), radius: roundTo(studio.patchRadius * studio.size, 2) } as never);
      force.patch = patches;
    });
  }
}

/// Springs: click both ends, or drag from one to the other.
export class SpringsTool extends ClickTool {
  readonly aims = true;
  private first: Hit | null = null;
  override move({ hit }: Pointer): void {
    this.band(this.start?.hit ?? null, hit);
  }
  override up(pointer: Pointer): void {
    const { start } = this;
    const end = this.viewer.body.pick(pointer.ray);
    if (start && moved(start, pointer) >= 8) {
      if (end) this.add(start.hit!, end);
      this.start = this.first = null;
      this.viewer.cursor.clear();
      return;
    }
    super.up(pointer);
  }
  click(hit: Hit): void {
    if (this.first) { this.add(this.first, hit); this.first = null; this.viewer.cursor.clear(); }
    else { this.first = hit; this.band(hit, null); }
  }
  hover(pointer: Pointer | null): void {
    this.band(this.first, pointer?.hit ?? null);
  }
  private add(a: Hit, b: Hit): void {
    if (a.rest.distanceTo(b.rest) < 0.01 * studio.size) return;
    studio.editForce(studio.path!, (force) => {
      force.between = [...((force.between as Point[][]) ?? []), [place(a.rest), place(b.rest)]];
      delete force.edges;
    });
  }
  private band(from: Hit | null, to: Hit | null): void {
    const { cursor } = this.viewer;
    const r = 0.006 * studio.size;
    cursor.begin();
    if (from) cursor.dot(from.point.toArray(), 2 * r, CORAL);
    if (to) cursor.dot(to.point.toArray(), 1.6 * r, CORAL);
    if (from && to) cursor.rod(from.point.toArray(), to.point.toArray(), 0.6 * r, CORAL);
    cursor.end();
    this.viewer.invalidate();
  }
}

/// A muscle along a stroke: its cells are those under it, its fibres run from its start to its end.
export class MuscleTool implements Tool {
  readonly cursor = "crosshair";
  readonly aims = true;
  private path: THREE.Vector3[] = [];
  constructor(private readonly viewer: Viewer) {}
  down({ hit }: Pointer): boolean {
    this.path = hit ? [hit.rest.clone()] : [];
    return hit !== null;
  }
  move({ hit }: Pointer): void {
    if (!hit || this.path.length === 0) return;
    const radius = studio.muscle.radius * studio.size;
    if (this.path[this.path.length - 1].distanceTo(hit.rest) > 0.25 * radius) this.path.push(hit.rest.clone());
    const { cursor } = this.viewer;
    cursor.begin();
    for (let k = 1; k < this.path.length; k++) cursor.rod(this.path[k - 1].toArray(), this.path[k].toArray(), 0.12 * radius, 0xb3284a);
    cursor.ring(hit.point.toArray(), hit.normal.toArray(), radius, 0xb3284a);
    cursor.end();
  }
  up(): void {
    this.viewer.cursor.clear();
    const { path } = this;
    this.path = [];
    if (path.length < 2) return;
    const direction = path[path.length - 1].clone().sub(path[0]).normalize();
    const stroke: Stroke = { at: path.map(place), radius: roundTo(studio.muscle.radius * studio.size, 3), hardness: 0.7 };
    const muscle = (along: THREE.Vector3, at: Point[]) => ({ where: { strokes: [{ ...stroke, at }] }, direction: along.toArray().slice(0, studio.dim).map((x) => Math.round(1e3 * x) / 1e3 + 0) });
    const fresh = [muscle(direction, stroke.at)];
    // A muscle of its own on the other side, which pulls the other way round.
    if (studio.muscle.mirror) fresh.push(muscle(direction.clone().setX(-direction.x), stroke.at.map((p) => reflect(p, studio.mirror))));
    studio.editForce(studio.path!, (force: Force) => {
      const fibers = Array.isArray(force.fibers) ? force.fibers : force.fibers ? [force.fibers] : [];
      const drawn = fibers.filter((f: { where?: unknown }) => f.where !== undefined);
      force.fibers = [...drawn, ...fresh];
      force.mode = "groups";
    });
  }
  hover(pointer: Pointer | null): void {
    const { cursor } = this.viewer;
    cursor.begin();
    if (pointer?.hit) cursor.ring(pointer.hit.point.toArray(), pointer.hit.normal.toArray(), studio.muscle.radius * studio.size, 0xb3284a);
    cursor.end();
    this.viewer.invalidate();
  }
}

/// Picks named regions of the body.
export class RegionTool extends ClickTool {
  override readonly cursor = "pointer";
  readonly aims = true;
  constructor(viewer: Viewer, private readonly chosen: (region: string) => void) {
    super(viewer);
  }
  click(hit: Hit): void {
    const name = regionAt(hit);
    if (name) this.chosen(name);
  }
  hover(pointer: Pointer | null): void {
    const name = (pointer?.hit && regionAt(pointer.hit)) ?? "";
    if (name !== studio.hovered) studio.change(() => { studio.hovered = name; });
  }
}
function regionAt(hit: Hit): string | null {
  const region = studio.surface?.region[hit.vertex] ?? -1;
  return studio.body?.regions[region] ?? null;
}

/// Takes hold of the body; remembers when each pull was sent, to measure when it is seen.
export class DragTool implements Tool {
  readonly cursor = "grab";
  readonly sent: { to: Float32Array; at: number }[] = [];
  private readonly planes = new Map<number, Plane>();
  constructor(private readonly viewer: Viewer) {}
  down({ id, hit }: Pointer): boolean {
    if (!hit) return false;
    this.planes.set(id, new Plane(this.viewer, hit.point));
    studio.send({ do: "grab", id, vertex: hit.vertex, to: hit.point.toArray() });
    return true;
  }
  move({ id, ray, event }: Pointer): void {
    const at = this.planes.get(id)?.at(ray);
    if (!at) return;
    const to = at.toArray();
    this.sent.push({ to: new Float32Array(to), at: event.timeStamp });
    if (this.sent.length > 60) this.sent.shift();
    studio.send({ do: "drag", id, to });
  }
  up({ id }: Pointer): void {
    this.planes.delete(id);
    this.sent.length = 0;
    studio.send({ do: "release", id });
  }
}

/// Places to reach by actuation: click a point of the body, then drag its target.
/// Why nothing can be reached for, if so.
export function unreachable(): string | null {
  const { player, stats } = studio;
  if (!player?.channels.length) return "Nothing actuates this body: add springs, muscles or air pockets.";
  if (stats?.posterior) return "A body that adapts to what it feels reaches for nothing: turn Adapt off.";
  return null;
}

export class ReachTool implements Tool {
  readonly cursor = "pointer";
  private held: { id: number; plane: Plane; start: Pointer; fresh: boolean } | null = null;
  private next = 1;
  constructor(private readonly viewer: Viewer) {}
  down(pointer: Pointer): boolean {
    const old = this.under(pointer);
    if (old) {
      this.held = { id: old.id, plane: new Plane(this.viewer, new THREE.Vector3(...vec(old.to))), start: pointer, fresh: false };
      return true;
    }
    const { hit } = pointer;
    if (!hit) return false;
    if (unreachable()) return false;
    this.next = Math.max(this.next, ...studio.targets.map((t) => t.id + 1));
    const id = this.next++;
    studio.change(() => { studio.targets = [...studio.targets, { id, vertex: hit.vertex, to: hit.point.toArray() }]; });
    this.held = { id, plane: new Plane(this.viewer, hit.point), start: pointer, fresh: true };
    studio.send({ do: "target", id, vertex: hit.vertex, to: hit.point.toArray() });
    return true;
  }
  move({ ray }: Pointer): void {
    const at = this.held?.plane.at(ray);
    const target = studio.targets.find((t) => t.id === this.held?.id);
    if (!at || !target) return;
    target.to = at.toArray();
    studio.send({ do: "target", id: target.id, vertex: target.vertex, to: at.toArray() });
  }
  up(pointer: Pointer): void {
    if (this.held && !this.held.fresh && moved(this.held.start, pointer) < 5) {
      const { id } = this.held;
      studio.send({ do: "target", id, to: null });
      studio.change(() => { studio.targets = studio.targets.filter((t) => t.id !== id); });
    }
    this.held = null;
  }
  private under({ ray }: Pointer): { id: number; to: number[] } | undefined {
    return studio.targets.find((t) => {
      const at = new THREE.Vector3(...vec(t.to));
      return ray.distanceToPoint(at) < 16 * this.viewer.pixel(at);
    });
  }
}

/// A ball to push with: press on the body or on the ball and move.
export class BallTool implements Tool {
  readonly cursor = "move";
  private plane: Plane | null = null;
  private readonly offset = new THREE.Vector3();
  constructor(private readonly viewer: Viewer) {}
  down({ ray, hit }: Pointer): boolean {
    const { ball } = this.viewer;
    const radius = studio.ballRadius * studio.size;
    const onBall = ball.visible && ray.distanceToPoint(ball.position) < radius;
    if (!onBall && !hit) return false;
    if (!onBall) ball.position.copy(hit!.point).addScaledVector(hit!.normal, 1.02 * radius);
    this.plane = new Plane(this.viewer, ball.position);
    this.offset.copy(ball.position).sub(this.plane.at(ray) ?? ball.position);
    this.put();
    return true;
  }
  move({ ray }: Pointer): void {
    const at = this.plane?.at(ray);
    if (!at) return;
    this.viewer.ball.position.copy(at).add(this.offset);
    this.put();
  }
  up(): void {
    this.plane = null;
  }
  put(): void {
    const { ball } = this.viewer;
    const radius = studio.ballRadius * studio.size;
    ball.visible = true;
    ball.scale.setScalar(radius);
    studio.send({ do: "ball", at: ball.position.toArray(), radius });
    this.viewer.invalidate();
  }
  remove(): void {
    this.viewer.ball.visible = false;
    studio.send({ do: "ball", at: null });
    this.viewer.invalidate();
  }
}

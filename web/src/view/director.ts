/// Decides what the viewer shows: the pose of the body, the layer of colour on it, the marks and the tool.

import * as THREE from "three";
import { drivenBy, nearestPoint, type Driven } from "../core/channels";
import type { Frame, Parcel, PriorInfo, Surface } from "../core/protocol";
import { kindOf, pointsOf, sentIndex, strokesOf, upAxis, type Force, type Stroke } from "../core/scene";
import { studio } from "../studio";
import { Canvas, findTwins } from "./brush";
import { PathChooser } from "./path";
import { BallTool, DragTool, HandlesTool, MuscleTool, PaintTool, PatchesTool, ReachTool, RegionTool, SpringsTool } from "./tools";
import type { Tool, Viewer } from "./viewer";

const SKY = 0x8fc7e8, CORAL = 0xf2643d, AMBER = 0xf2a63b, CRIMSON = 0xb3284a, BLUE = 0x4a78e0, TEAL = 0x2a9d8f;

/// What moves by less than this, of the body's size, is not drawn anew.
const STILL = 1e-5;

export class Director {
  private canvas: Canvas | null = null;
  /// The strokes that the canvas shows.
  private shown: { strokes: Stroke[]; count: number } | null = null;
  /// Where a lit channel is: its parts at rest, hung on points of the surface.
  private lit: { channel: number; prior: PriorInfo; driven: Driven; hung: Map<number[], { vertex: number; away: THREE.Vector3 }> } | null = null;
  private frame: Frame | null = null;
  private rivalFrame: Frame | null = null;
  private fresh = false;
  private resets = 0;
  /// Did something pull at the body in the frame before?
  private pulled = false;
  private received = 0;
  /// The last frame that was drawn.
  acknowledged = 0;
  /// The last few times from drag to pixels, in ms.
  private readonly latencies: number[] = [];
  private drawStart = 0;
  private lastDraw = 0;
  private pose: "rest" | "live" | "shake" | "mode" = "rest";
  readonly chooser: PathChooser;
  private readonly drag: DragTool;
  private readonly ball: BallTool;
  private readonly tools: Record<"handles" | "patches" | "springs" | "muscles" | "reach" | "region", Tool>;
  private readonly calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  private signature = "";
  private markKey = "";

  constructor(private readonly viewer: Viewer) {
    this.drag = new DragTool(viewer);
    this.ball = new BallTool(viewer);
    this.tools = {
      handles: new HandlesTool(viewer), patches: new PatchesTool(viewer), springs: new SpringsTool(viewer), muscles: new MuscleTool(viewer),
      reach: new ReachTool(viewer), region: new RegionTool(viewer, toggleRegion),
    };
    this.chooser = new PathChooser(viewer.software);
    studio.onParcel = (p) => this.onParcel(p);
    studio.onFrame = (f) => this.onFrame(f);
    studio.subscribe(() => this.sync());
    viewer.onTick = (now) => this.tick(now);
    viewer.onDrawn = (now) => this.onDrawn(now);
  }

  // What the server sends

  private onParcel(p: Exclude<Parcel, Frame>): void {
    const { viewer } = this;
    if (p.is === "surface") {
      const first = viewer.body.surface === null;
      const low = new THREE.Vector3(Infinity, Infinity, Infinity), high = low.clone().negate();
      const at = new THREE.Vector3();
      for (let i = 0; i < p.count; i++) { at.fromArray(p.positions, 3 * i); low.min(at); high.max(at); }
      const size = Math.max(high.x - low.x, high.y - low.y, high.z - low.z, 1e-9);
      viewer.body.setSurface(p, size);
      viewer.rival.setSurface(p, size, viewer.body);
      this.canvas = new Canvas(p.positions, viewer.body.near, findTwins(p.positions));
      this.shown = null;
      this.frame = this.rivalFrame = null;
      const up = new THREE.Vector3();
      up.setComponent(upAxis(studio.scene ?? { mesh: {} }, p.planar ? 2 : 3), 1);
      const old = viewer.bounds;
      viewer.setBounds({ low, high, up, planar: p.planar, size });
      // Another body: look at it afresh. The same one with other cells: stay.
      if (first || old.low.distanceTo(low) + old.high.distanceTo(high) > 0.05 * size || old.planar !== p.planar) viewer.fit();
      this.loadPictures(p);
      viewer.ball.visible = false;
      setTimeout(() => viewer.body.prepare(), 50);
    } else if (p.is === "rows") {
      viewer.body.setRows(p);
      this.frame = null;
      if (this.pose === "live") viewer.body.setRest();
    } else if (p.is === "rival-rows") {
      viewer.rival.setRows(p);
      this.rivalFrame = null;
      viewer.rival.setRest();
    } else if (p.is === "draw") {
      this.drawStart = performance.now();
    }
    viewer.invalidate();
  }

  /// Loads the pictures of a surface; one that another surface has replaced meanwhile is dropped.
  private loadPictures(surface: Surface): void {
    const { body, rival } = this.viewer;
    const count = surface.uv && surface.pictures ? surface.pictures.reduce((most, p) => Math.max(most, p + 1), 0) : 0;
    for (let k = 0; k < count; k++) {
      new THREE.TextureLoader().load(`texture/${k}`, (map) => {
        if (body.surface !== surface) return map.dispose();
        map.colorSpace = THREE.SRGBColorSpace;
        map.wrapS = map.wrapT = THREE.RepeatWrapping;
        body.setPicture(k, map);
        rival.setPicture(k, map);
        this.viewer.invalidate();
      }, undefined, () => { /* faces without their picture keep their colours */ });
    }
  }

  private onFrame(frame: Frame): void {
    if (frame.which === 0) { this.frame = frame; this.received = frame.frame; }
    else this.rivalFrame = frame;
    this.fresh = true;
    if (document.hidden) this.acknowledge();
  }
  /// Tells that the newest frame has been dealt with; the server sends no more than a few ahead of that.
  private acknowledge(): void {
    if (this.received === this.acknowledged) return;
    this.acknowledged = this.received;
    studio.send({ do: "ack", frame: this.received });
  }

  /// Hands and targets of all pages.
  get pulls(): number {
    return (this.frame?.pulls.length ?? 0) / 6;
  }

  // What is shown

  private tick(now: number): boolean {
    const { viewer } = this;
    const { body, rival } = viewer;
    if (!body.surface) { this.acknowledge(); return false; }
    const stage = studio.stage;
    const wanted = stage === "play" || stage === "home" || (stage === "modes" && studio.preview === null) ? "live"
      : stage === "modes" ? "mode" : stage === "forces" && studio.shaking && studio.draw ? "shake" : "rest";
    if (wanted !== this.pose) {
      this.pose = wanted;
      if (wanted === "rest") body.setRest();
      this.fresh = true;
      this.markKey = "";
      this.sync();
    }
    let moving = false;
    const fresh = this.fresh;
    this.fresh = false;
    if (this.pose === "live" && fresh) {
      const least = STILL * studio.size;
      if (this.frame && this.frame.rev === body.rows?.rev && body.distance(this.frame.values) > least) { body.setCoordinates(this.frame.values); moving = true; }
      if (viewer.split && this.rivalFrame) {
        const { which, values } = this.rivalFrame;
        if (which === 2) { rival.setPositions(values, studio.dim); moving = true; }
        else if (rival.distance(values) > least) { rival.setCoordinates(values); moving = true; }
      }
      const pulled = this.pulls > 0;
      moving ||= pulled || this.pulled;
      this.pulled = pulled;
      this.drawPulls();
    } else if (this.pose === "shake" && studio.draw) {
      const t = (now - this.drawStart) / 1000;
      const swing = this.calm ? 1 : t < 0.9 ? 1 - Math.exp(-7 * t) * Math.cos(11 * t) : Math.max(0, 1 - (t - 0.9) / 0.3) ** 2;
      body.setDisplacement(studio.draw.displacement, studio.dim, swing);
      this.drawArrows(swing);
      moving = true;
    } else if (this.pose === "mode" && studio.shapes && studio.preview !== null) {
      const { dim, count, values, modes } = studio.shapes;
      if (studio.preview < modes && dim > 1) {
        const shape = values.subarray(studio.preview * dim * count, (studio.preview + 1) * dim * count);
        const swing = this.calm ? 1 : Math.sin((now / 1000) * 2.6);
        body.setDisplacement(shape, dim, (0.14 * studio.size * swing) / 32767);
        moving = !this.calm;
      }
    }
    if (!moving) this.acknowledge();
    return moving;
  }

  private onDrawn(now: number): void {
    const { timing } = studio;
    this.acknowledge();
    if (this.pose === "live") this.measureLatency();
    if (this.lastDraw > 0 && now - this.lastDraw < 500) {
      timing.frame += (now - this.lastDraw - timing.frame) * 0.1;
      if (this.pose === "live") {
        const processor = this.chooser.next(now - this.lastDraw);
        this.viewer.body.onProcessor = this.viewer.rival.onProcessor = processor;
        timing.path = processor ? "CPU" : "GPU";
      }
    }
    this.lastDraw = now;
  }

  /// From the pointer's event to the picture that shows the pull of that event.
  private measureLatency(): void {
    const pulls = this.frame?.pulls;
    if (!pulls) return;
    for (let k = this.drag.sent.length - 1; k >= 0; k--) {
      const { to, at } = this.drag.sent[k];
      for (let h = 0; h + 6 <= pulls.length; h += 6) {
        if (Math.abs(pulls[h + 3] - to[0]) + Math.abs(pulls[h + 4] - to[1]) + Math.abs(pulls[h + 5] - to[2]) < 1e-6 * studio.size) {
          if (studio.timing.latency === null) this.latencies.length = 0;
          studio.timing.measured = performance.now();
          this.latencies.push(studio.timing.measured - at);
          if (this.latencies.length > 15) this.latencies.shift();
          studio.timing.latency = [...this.latencies].sort((a, b) => a - b)[this.latencies.length >> 1];
          this.drag.sent.splice(0, k + 1);
          return;
        }
      }
    }
  }

  // Colours, marks, tool

  private sync(): void {
    const { viewer } = this;
    const stage = studio.stage;
    viewer.body.wire.visible = viewer.rival.wire.visible = studio.wireframe;
    viewer.canvas.classList.toggle("stale", studio.reshaping !== null);
    this.syncLit();
    const split = stage === "play" && studio.rival !== "off";
    if (split !== viewer.split) { viewer.split = split; viewer.fit(); }
    const floor = studio.floor && stage === "play";
    if (floor !== viewer.floor.visible) viewer.showFloor(floor);
    if (studio.resets !== this.resets) { this.resets = studio.resets; this.ball.remove(); }
    if (viewer.ball.visible && (stage !== "play" || studio.playTool !== "ball")) this.ball.remove();
    if (viewer.ball.visible && viewer.ball.scale.x !== studio.ballRadius * studio.size) this.ball.put();
    this.syncSlice();
    this.syncField();
    this.syncMarks();
    this.syncTool();
    viewer.invalidate();
  }

  private syncSlice(): void {
    const { viewer } = this;
    const { slice } = studio;
    const { low, high } = viewer.bounds;
    const on = slice.on && studio.stage !== "play" && !viewer.bounds.planar;
    const sign = slice.flip ? -1 : 1;
    const at = low.getComponent(slice.axis) + slice.at * (high.getComponent(slice.axis) - low.getComponent(slice.axis));
    const normal = [0, 0, 0];
    normal[slice.axis] = sign;
    viewer.body.uniforms.uClipOn.value = on;
    viewer.body.uniforms.uClip.value.set(normal[0], normal[1], normal[2], sign * at);
    const key = `${on}${slice.axis}${slice.at}${slice.flip}${studio.cells?.rev}`;
    if (key === this.signature) return;
    this.signature = key;
    if (on && studio.cells) viewer.slice.show(studio.cells, normal, sign * at);
    else viewer.slice.clear();
  }

  /// Repaints the canvas where other strokes are to be seen than it shows.
  private paintStrokes(strokes: Stroke[]): Float32Array | null {
    const { canvas } = this;
    if (!canvas) return null;
    const same = this.shown && this.shown.count === strokes.length && strokes.every((s, k) => s === this.shown!.strokes[k] || JSON.stringify(s) === JSON.stringify(this.shown!.strokes[k]));
    if (!same) {
      canvas.clear();
      for (const s of strokes) canvas.paint(s);
      this.shown = { strokes, count: strokes.length };
    }
    return canvas.weights;
  }

  private syncField(): void {
    const { body } = this.viewer;
    const { stage } = studio;
    // What is known is of another body.
    if (studio.reshaping !== null) return body.setField(null, "none");
    const strokes = activeStrokes();
    if (strokes) {
      const weights = this.paintStrokes(strokes);
      const held = studio.painting === "held" ? studio.heldField?.values : undefined;
      return body.setField(weights && held?.length === weights.length ? weights.map((w, i) => Math.max(w, held[i])) : weights, studio.painting === "held" ? "held" : "warm", 1, 0.72);
    }
    const { heldField } = studio;
    if (stage === "shape" && !studio.slice.on && heldField && heldField.values.length === body.surface?.count) return body.setField(heldField.values, "held");
    if (stage === "forces" && studio.path && !studio.shaking) {
      const field = studio.fieldOf(studio.path);
      if (field && field.values.length === body.surface?.count) return body.setField(field.values, "warm", 1 / maximum(field.values), 0.6);
      return body.setField(null, "none", 1, 0.35);
    }
    if (stage === "forces" && !studio.shaking) return body.setField(null, "none", 1, 0.3);
    if (stage === "material" && studio.young) {
      const logs = stiffness(studio.young.values);
      if (logs) return body.setField(logs, "cool", 1, 0.5);
    }
    if (stage === "modes" && studio.preview !== null && studio.shapes?.dim === 1) {
      const { count, values } = studio.shapes;
      return body.setField(values.subarray(studio.preview * count, (studio.preview + 1) * count), "signed", 1 / 32767, 0.7);
    }
    body.setField(null, "none");
  }

  private syncMarks(): void {
    const { viewer } = this;
    if (this.pose === "shake" || this.pose === "live") return;
    const { prior, path, scene } = studio;
    const force = studio.force;
    const key = JSON.stringify([studio.stage, path, force, studio.rev, prior?.rev, this.pose, studio.size, studio.reshaping]);
    if (key === this.markKey) return;
    this.markKey = key;
    const m = viewer.through;
    const r = 0.006 * studio.size;
    m.begin();
    viewer.solid.clear();
    if (studio.stage === "forces" && prior && scene && studio.reshaping === null) {
      const dim = force === null;
      const shows = (kind: string) => dim || force.kind === kind || (force.of ?? []).some((f) => f.kind === kind);
      const springs = force?.kind === "springs" && Array.isArray(force.between) ? (force.between as number[][][]) : prior.springs.map((s) => s.ends);
      if (shows("springs")) for (const [a, b] of springs) m.coil(three(a), three(b), r, CORAL);
      if (shows("muscle")) for (const f of prior.muscles) {
        const d = three(f.direction), at = three(f.at), h = 0.022 * studio.size;
        m.rod(at.map((x, k) => x - h * d[k]), at.map((x, k) => x + h * d[k]), 0.5 * r, CRIMSON);
      }
      if (shows("handles")) for (const at of force?.kind === "handles" && pointsOf(force.where).length > 0 ? pointsOf(force.where) : prior.handles) m.dot(three(at), 2.2 * r, CORAL);
      if (shows("contact")) {
        const mine = path && sentIndex(scene, path);
        for (const p of prior.patches) {
          if (force?.kind === "contact" && p.force !== mine) continue;
          const at = three(p.centre), n = three(p.normal), t = three(p.tangent), radius = p.radius;
          const s = [n[1] * t[2] - n[2] * t[1], n[2] * t[0] - n[0] * t[2], n[0] * t[1] - n[1] * t[0]];
          m.ring(at, n, radius, AMBER);
          // The pressure points into the body: draw it as it presses, from outside.
          const from = at.map((x, k) => x - 1.15 * radius * n[k]);
          m.arrow(from, n.map((x) => 1.1 * radius * x), 0.9 * r, CORAL);
          m.arrow(at, t.map((x) => 0.8 * radius * x), 0.6 * r, TEAL);
          m.arrow(at, s.map((x) => 0.8 * radius * x), 0.6 * r, BLUE);
        }
        for (const p of patchesOf(force)) {
          m.dot(three(p.center), 1.4 * r, AMBER);
          if (prior.rev < studio.rev) this.drawFresh(p);
        }
      }
      if (shows("pneumatic")) {
        const cavities = studio.body?.cavities ?? [];
        for (const c of cavities) m.dot(three(c.centre), Math.cbrt((3 * c.volume) / (4 * Math.PI)) * 0.8, SKY);
        // Open pockets are no cavities.
        const closed = (p: { centre: number[] }) => cavities.some((c) => Math.hypot(...three(c.centre).map((x, k) => x - p.centre[k])) < 0.02 * studio.size);
        for (const p of prior.pockets) if (!closed(p)) m.dot(three(p.centre), 4 * r, SKY);
      }
    }
    m.end();
  }

  /// A patch of which the server has not told yet: where it will be, pressed along the surface's normal.
  private drawFresh({ center, radius }: { center: number[]; radius?: number }): void {
    const { surface, size } = studio;
    if (!surface || !radius) return;
    const at = three(center), n = Array.from(surface.normals.subarray(3 * nearestPoint(surface, at)).subarray(0, 3));
    this.viewer.through.ring(at, n, radius, AMBER);
    this.viewer.through.arrow(at.map((x, k) => x + 1.15 * radius * n[k]), n.map((x) => -1.1 * radius * x), 0.0054 * size, CORAL);
  }

  private drawPulls(): void {
    const { viewer } = this;
    const m = viewer.through;
    const r = 0.005 * studio.size;
    m.begin();
    const pulls = this.frame?.pulls;
    if (pulls && studio.stage === "play") {
      for (let h = 0; h + 6 <= pulls.length; h += 6) {
        const at = Array.from(pulls.subarray(h, h + 3)), to = Array.from(pulls.subarray(h + 3, h + 6));
        m.rod(at, to, 0.6 * r, CORAL);
        m.dot(at, 1.4 * r, CORAL);
        m.dot(to, 2.2 * r, AMBER);
      }
    }
    if (studio.stage === "play") this.drawLit();
    if (studio.stage === "play") for (const t of studio.targets) m.ring(t.to, viewer.camera.getWorldDirection(new THREE.Vector3()).toArray(), 4 * r, AMBER);
    m.end();
  }

  /// Finds the channel whose slider is pointed at.
  private syncLit(): void {
    const { prior, surface, lit: channel } = studio;
    if (channel === null || !prior || !surface) {
      if (this.lit) { this.lit = null; this.fresh = true; }
      return;
    }
    if (this.lit?.channel === channel && this.lit.prior === prior) return;
    const driven = drivenBy(prior, channel);
    const hung = new Map<number[], { vertex: number; away: THREE.Vector3 }>();
    for (const at of [...driven.springs.flatMap((s) => s.ends), ...driven.muscles.map((m) => m.at), ...driven.pockets.map((p) => p.centre), ...driven.loads.map((l) => l.at)]) {
      const vertex = nearestPoint(surface, at);
      hung.set(at, { vertex, away: new THREE.Vector3(...three(at)).sub(new THREE.Vector3().fromArray(surface.positions, 3 * vertex)) });
    }
    this.lit = { channel, prior, driven, hung };
    this.fresh = true;
  }
  /// Draws what the lit channel drives where the body is now.
  private drawLit(): void {
    const { lit } = this;
    if (!lit) return;
    const { through: m, body } = this.viewer;
    const r = 0.009 * studio.size;
    const now = (at: number[]) => { const { vertex, away } = lit.hung.get(at)!; return body.point(vertex).add(away).toArray(); };
    for (const s of lit.driven.springs) m.coil(now(s.ends[0]), now(s.ends[1]), r, CORAL);
    for (const f of lit.driven.muscles) {
      const at = now(f.at), d = three(f.direction), h = 0.03 * studio.size;
      m.rod(at.map((x, k) => x - h * d[k]), at.map((x, k) => x + h * d[k]), 0.6 * r, CRIMSON);
    }
    for (const p of lit.driven.pockets) m.dot(now(p.centre), 4 * r, SKY);
    for (const l of lit.driven.loads) { m.dot(now(l.at), 1.6 * r, CORAL); m.arrow(now(l.at), three(l.along).map((x) => 0.15 * studio.size * x), 0.7 * r, CORAL); }
  }

  private drawArrows(swing: number): void {
    const arrows = studio.draw?.arrows;
    const m = this.viewer.through;
    const r = 0.0045 * studio.size;
    m.begin();
    if (arrows) for (let k = 0; k + 6 <= arrows.length; k += 6) {
      const v = [arrows[k + 3] * swing, arrows[k + 4] * swing, arrows[k + 5] * swing];
      const strength = Math.hypot(...v) / (0.2 * studio.size);
      if (strength > 0.05) m.arrow(Array.from(arrows.subarray(k, k + 3)), v, r * (0.5 + 0.7 * strength), strength > 0.55 ? CRIMSON : strength > 0.25 ? CORAL : AMBER);
    }
    m.end();
  }

  private paintKey = "";
  private syncTool(): void {
    const { viewer } = this;
    const next = this.chooseTool();
    if (next === viewer.tool) return;
    viewer.tool = next;
    viewer.cursor.clear();
  }

  private chooseTool(): Tool | null {
    const { stage, painting, force } = studio;
    if (painting && this.canvas && activeStrokes()) {
      const key = `${painting} ${studio.path} ${studio.region} ${studio.surface?.rev}`;
      if (key === this.paintKey && this.viewer.tool instanceof PaintTool) return this.viewer.tool;
      this.paintKey = key;
      return new PaintTool(this.viewer, this.canvas, () => this.showCanvas(), (strokes) => this.commit(strokes));
    }
    if (stage === "play") return studio.playTool === "drag" ? this.drag : studio.playTool === "reach" ? this.tools.reach : this.ball;
    if (stage === "home" || (stage === "modes" && studio.preview === null)) return this.drag;
    if (stage === "material" && (studio.body?.regions.length ?? 0) > 0) return this.tools.region;
    if (stage === "forces" && force) {
      const tool = kindOf(force).tool;
      if (tool && tool !== "paint") return this.tools[tool];
    }
    return null;
  }

  private showCanvas(): void {
    this.viewer.body.setField(this.canvas!.weights, studio.painting === "held" ? "held" : "warm", 1, 0.72);
  }

  private commit(fresh: Stroke[]): void {
    const strokes = [...(activeStrokes() ?? []), ...fresh];
    this.shown = { strokes, count: strokes.length };
    const { painting, path, region } = studio;
    if (painting === "force") studio.editForce(path!, (f) => { f.strokes = strokes; delete f.where; delete f.weight; delete f.soften; });
    else if (painting === "material") studio.edit((s) => { s.material!.region![region!].where = { strokes }; });
    else studio.edit((s) => {
      const pins = (s.pin ??= []);
      const mine = pins.find((p) => strokesOf(p.where));
      if (mine) mine.where = { strokes };
      else pins.push({ where: { strokes } });
    });
  }
}

/// What the brush works on now; `null` when nothing is painted.
function activeStrokes(): Stroke[] | null {
  const { painting, scene } = studio;
  if (painting === "force") return studio.force?.strokes ?? [];
  if (painting === "material" && studio.region !== null) return strokesOf(scene?.material?.region?.[studio.region]?.where) ?? [];
  if (painting === "held") return (scene?.pin ?? []).map((p) => strokesOf(p.where)).find((s) => s !== null) ?? [];
  return null;
}
function patchesOf(force: Force | null): { center: number[]; radius?: number }[] {
  const list = force && Array.isArray(force.patch) ? (force.patch as { center?: number[]; radius?: number }[]) : [];
  return list.filter((p): p is { center: number[]; radius?: number } => Array.isArray(p.center));
}
function toggleRegion(name: string): void {
  studio.edit((scene) => {
    const material = (scene.material ??= {});
    const regions = (material.region ??= []);
    const open = studio.region !== null ? regions[studio.region] : null;
    const names = open ? regionNames(open.where) : null;
    if (open && names) {
      const next = names.includes(name) ? names.filter((n) => n !== name) : [...names, name];
      if (next.length > 0) open.where = { region: next };
      return;
    }
    const found = regions.findIndex((r) => regionNames(r.where)?.includes(name));
    if (found < 0) regions.push({ where: { region: [name] }, young: typeof material.young === "number" ? material.young * 10 : 1e7 });
    studio.region = found < 0 ? regions.length - 1 : found;
  });
}
export function regionNames(where: unknown): string[] | null {
  if (typeof where !== "object" || where === null || !("region" in where)) return null;
  return Array.isArray(where.region) ? (where.region as string[]) : [String(where.region)];
}
function three(p: number[]): number[] {
  return [p[0], p[1], p[2] ?? 0];
}
function maximum(values: Float32Array): number {
  let most = 1e-30;
  for (const v of values) if (v > most) most = v;
  return most;
}
/// Stiffness on a scale from the softest to the stiffest part; `null` where all is alike.
function stiffness(young: Float32Array): Float32Array | null {
  let low = Infinity, high = -Infinity;
  for (const e of young) { if (e < low) low = e; if (e > high) high = e; }
  if (!(low > 0) || high / low < 1.001) return null;
  const span = Math.log(high / low);
  return young.map((e) => Math.log(e / low) / span);
}

/// The state of the page and what changes it. Panels draw from it; the viewer follows it.

import { History } from "./core/history";
import { keep, recall } from "./core/keep";
import { Link } from "./core/link";
import { mirrorOf } from "./core/mirror";
import {
  FIELD_HELD, FIELD_YOUNG, type BodyInfo, type Cells, type Command, type Draw, type Fault, type Field, type Frame, type Hello, type Job,
  type ModelInfo, type Notice, type Parcel, type PriorInfo, type Rival, type Shapes, type Stats, type Surface,
} from "./core/protocol";
import { adapts, clone, followForces, forceAt, freshForce, kindOf, sendable, sentIndex, siblings, upAxis, type Force, type Path, type Scene } from "./core/scene";

export type StageName = "shape" | "material" | "forces" | "modes" | "play" | "home";
export const STAGES: StageName[] = ["shape", "material", "forces", "modes", "play", "home"];

export interface Creature { name: string; about: string; dim: number; scene: Scene }
export interface Zoo { creatures: Creature[]; examples: Creature[] }
export type PlayTool = "drag" | "reach" | "ball";
/// What the brush paints in: the open force, the open region of the material, or what is held.
export type PaintTarget = "force" | "material" | "held";

export interface Brush { radius: number; hardness: number; strength: number; action: "paint" | "erase" | "smooth"; mirror: boolean }

export interface Toast { id: number; text: string; kind: "note" | "problem" }

/// What of the page is kept over a reload.
const KEPT = ["path", "region", "painting", "brush", "muscle", "patchRadius", "wireframe", "slice", "playTool", "ballRadius", "sheet"] as const;

/// How long the latency of the last drag is told, in ms.
const RECENT = 8000;

class Studio {
  // From the server
  connected = false;
  everConnected = false;
  hello: Hello | null = null;
  job: Job | null = null;
  /// When the job was last heard of.
  heard = 0;
  fault: Fault | null = null;
  body: BodyInfo | null = null;
  prior: PriorInfo | null = null;
  /// The newest model, and the newest that is played: getting ready to play takes a moment.
  model: ModelInfo | null = null;
  player: ModelInfo | null = null;
  stats: Stats | null = null;
  surface: Surface | null = null;
  shapes: Shapes | null = null;
  cells: Cells | null = null;
  draw: Draw | null = null;
  readonly fields = new Map<number, Field>();
  zoo: Zoo | null = null;

  // The document
  private history: History<Scene | null> = new History<Scene | null>(null);
  rev = 0;
  /// The revision for which the server has said that all is computed.
  settled = -1;
  /// What was worked on for it.
  stages: string[] = [];
  /// The revision with another shape than the one that is seen, while that is made.
  reshaping: number | null = null;

  // The page
  stage: StageName = "shape";
  dark = false;
  sheet: "peek" | "half" | "full" = "half";
  path: Path | null = null;
  brush: Brush = { radius: 0.12, hardness: 0.4, strength: 1, action: "paint", mirror: false };
  painting: PaintTarget | null = null;
  region: number | null = null;
  patchRadius = 0.07;
  /// How muscles are drawn.
  muscle = { radius: 0.05, mirror: false };
  wireframe = false;
  slice: { on: boolean; axis: 0 | 1 | 2; at: number; flip: boolean } = { on: false, axis: 0, at: 0.5, flip: false };
  shaking = false;
  /// The channel whose slider is pointed at.
  lit: number | null = null;
  preview: number | null = null;
  running = true;
  performing = false;
  speed = 1;
  floor = false;
  playTool: PlayTool = "drag";
  ballRadius = 0.12;
  /// What the pointer is over, in words.
  hovered = "";
  targets: { id: number; vertex: number; to: number[] }[] = [];
  rival: Rival = "off";
  amplitudes: number[] = [];
  /// How often the body was taken back to rest.
  resets = 0;
  /// Is there another server at this address, which does not know this page?
  stranger = false;
  tour: number | null = null;
  help = false;
  upload: { name: string; share: number } | null = null;
  toasts: Toast[] = [];
  /// How a frame fares: time between pictures, drag to pixels, the server's part of that and when it was measured; and the
  /// time from the last edit to its modes; in ms.
  timing = { frame: 0, latency: null as number | null, answer: null as number | null, measured: -Infinity, modes: null as number | null, path: "" };

  private readonly listeners = new Set<() => void>();
  private queued = false;
  private sending: ReturnType<typeof setTimeout> | null = null;
  private lastSent = 0;
  /// The revision that the server was last sent, or last told of.
  private sentRev = 0;
  /// When something of the state that all pages share was last asked for.
  private asked = 0;
  /// When the last edit was made whose modes are not there yet.
  private edited: number | null = null;
  private link: Link | null = null;
  /// The file that was dropped last and is not open yet.
  private dropped: string | null = null;
  /// The viewer takes what moves many times a second without asking the panels.
  onParcel: (parcel: Exclude<Parcel, Frame>) => void = () => {};
  onFrame: (frame: Frame) => void = () => {};

  start(): void {
    const address = new URL("ws", location.href);
    address.protocol = address.protocol.replace("http", "ws");
    this.link = new Link(address.href, {
      open: () => {
        this.change(() => { this.connected = this.everConnected = true; });
        // Edits that were made while the server was away.
        if (this.scene && this.sentRev < this.rev) this.sendScene();
      },
      closed: () => {
        this.change(() => { this.connected = false; this.job = null; });
        void this.recognise();
      },
      notice: (n) => this.onNotice(n),
      parcel: (p) => this.onMessage(p),
      frame: (f) => this.onFrame(f),
    });
    addEventListener("pagehide", () => this.keep());
    void fetch("zoo.json").then((r) => r.json()).then((zoo: Zoo) => this.change(() => { this.zoo = zoo; }))
      .catch(() => this.toast("The zoo could not be loaded.", "problem"));
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
  /// Changes the state, then draws the panels once.
  change(edit?: () => void): void {
    edit?.();
    if (this.queued) return;
    this.queued = true;
    queueMicrotask(() => {
      this.queued = false;
      for (const listener of this.listeners) listener();
    });
  }
  send(command: Command): void {
    this.link?.send(command);
  }

  // The document

  get scene(): Scene | null {
    return this.history.current;
  }
  get canUndo(): boolean {
    return this.history.canUndo;
  }
  get canRedo(): boolean {
    return this.history.canRedo;
  }
  /// The largest extent of the body, in m.
  get size(): number {
    return this.body ? Math.max(...this.body.size) : 1;
  }
  /// Where along x strokes are mirrored.
  get mirror(): number {
    return this.body ? mirrorOf(this.body.low[0], this.body.high[0]) : 0;
  }
  get dim(): number {
    return this.body?.dim ?? 3;
  }
  get force(): Force | null {
    return this.scene ? forceAt(this.scene, this.path) : null;
  }

  /// An edit of the scene: one step of undo, or part of the last one with the same `merge` key.
  edit(change: (scene: Scene) => void, merge: string | null = null): void {
    if (!this.scene) return;
    const old = this.scene;
    const next = clone(old);
    change(next);
    this.history.push(next, merge);
    this.submit(old);
  }
  /// Another scene altogether.
  open(scene: Scene): void {
    const old = this.scene;
    this.history.push(clone(scene));
    this.leaveDetails();
    this.submit(old);
  }
  undo(): void {
    const old = this.scene;
    if (this.history.undo()) this.afterTravel(old);
  }
  redo(): void {
    const old = this.scene;
    if (this.history.redo()) this.afterTravel(old);
  }
  private afterTravel(old: Scene | null): void {
    if (adapts(old) !== adapts(this.scene)) this.toast(`Adapt is ${adapts(this.scene) ? "on" : "off"} again, as it was at that step.`);
    if (this.scene && !forceAt(this.scene, this.path)) this.path = null;
    if (this.region !== null && !this.scene?.material?.region?.[this.region]) this.leaveDetails();
    this.submit(old);
  }
  /// Closes whatever card is open.
  leaveDetails(): void {
    this.path = null;
    this.region = null;
    this.painting = null;
    this.preview = null;
  }
  /// Sends the scene: at once, or after a moment when edits come thick.
  private submit(old: Scene | null): void {
    this.rev++;
    this.fault = null;
    this.compareShape(old);
    const now = (this.edited = performance.now());
    if (this.sending) clearTimeout(this.sending);
    this.sending = setTimeout(() => {
      this.sending = null;
      this.lastSent = performance.now();
      this.sendScene();
    }, now - this.lastSent > 400 ? 0 : 160);
    this.change();
  }

  /// Is there another shape to come than that of the scene before?
  private compareShape(old: Scene | null): void {
    if (old && JSON.stringify(old.mesh) !== JSON.stringify(this.scene?.mesh)) this.reshaping = this.rev;
  }

  private sendScene(): void {
    if (!this.scene || !this.connected) return;
    this.sentRev = this.rev;
    this.send({ do: "scene", scene: sendable(this.scene), rev: this.rev });
  }

  // Forces

  addForce(kind: string, parent: Path = []): void {
    const fresh = freshForce(kind, this.size);
    let path: Path = [];
    this.edit((scene) => {
      const list = siblings(scene, [...parent, 0]);
      list.push(fresh);
      path = [...parent, list.length - 1];
    });
    this.selectForce(path);
  }
  selectForce(path: Path | null): void {
    this.shake(false);
    this.change(() => {
      this.path = path;
      const force = this.force;
      this.painting = force && kindOf(force).tool === "paint" && (force.strokes || force.weight === undefined) ? "force" : null;
    });
  }
  removeForce(path: Path): void {
    this.change(() => { this.path = null; this.painting = null; });
    const adapted = adapts(this.scene);
    this.edit((scene) => {
      siblings(scene, path).splice(path[path.length - 1], 1);
      followForces(scene);
    });
    if (adapted && !adapts(this.scene)) this.toast("Without a mixture there is nothing to adapt to. Adapt comes back with one.");
  }
  renameForce(path: Path, name: string): void {
    this.edit((scene) => {
      const force = forceAt(scene, path)!;
      const from = force.name ?? force.kind;
      if (name.trim()) force.name = name;
      else delete force.name;
      followForces(scene, { from, to: force.name ?? force.kind });
    }, `${path.join(".")}:name`);
  }
  editForce(path: Path, change: (force: Force) => void, merge: string | null = null): void {
    this.edit((scene) => {
      const force = forceAt(scene, path);
      if (force) change(force);
    }, merge && `${path.join(".")}:${merge}`);
  }
  /// The field of the force at `path`, as the server painted it.
  fieldOf(path: Path): Field | null {
    const index = this.scene ? sentIndex(this.scene, path) : null;
    return index === null ? null : (this.fields.get(index) ?? null);
  }
  get young(): Field | null {
    return this.fields.get(FIELD_YOUNG) ?? null;
  }
  get heldField(): Field | null {
    return this.fields.get(FIELD_HELD) ?? null;
  }

  // Play

  /// Draws random forces: of the open force alone, or of all.
  shake(on: boolean): void {
    if (this.shaking === on) return;
    this.change(() => { this.shaking = on; if (!on) this.draw = null; });
    this.send({ do: "shake", on, force: this.scene && this.path ? sentIndex(this.scene, this.path) : null });
  }
  /// Points at a channel by its slider, or no longer.
  light(channel: number, on: boolean): void {
    if (on || this.lit === channel) this.change(() => { this.lit = on ? channel : null; });
  }
  play(running: boolean, speed = this.speed): void {
    this.asked = performance.now();
    this.change(() => { this.running = running; this.speed = speed; });
    this.send({ do: "play", running, speed });
  }
  /// Asks whether the server that answers is the one that this page came from: another one knows no such address.
  private async recognise(): Promise<void> {
    const answer = await fetch("./", { cache: "no-store" }).catch(() => null);
    if (answer && !answer.ok !== this.stranger) this.change(() => { this.stranger = !answer.ok; });
  }
  reset(): void {
    this.asked = performance.now();
    this.clearTargets();
    this.change(() => { this.amplitudes = this.means(); this.resets++; });
    this.send({ do: "reset" });
  }
  private means(): number[] {
    return this.player?.channels.map((c) => c.mean) ?? [];
  }
  perform(on: boolean): void {
    this.asked = performance.now();
    this.change(() => { this.performing = on; });
    this.send({ do: "script", on });
  }
  setFloor(on: boolean): void {
    this.asked = performance.now();
    this.change(() => { this.floor = on; });
    // The floor is below the body along gravity.
    if (this.scene && upAxis(this.scene, this.dim) === 2) this.send({ do: "gravity", g: on ? [0, 0, -9.81] : [0, 0, 0] });
    this.send({ do: "floor", on });
  }
  setRival(kind: Rival): void {
    this.change(() => { this.rival = kind; });
    this.send({ do: "rival", kind });
  }
  setAmplitude(channel: number, value: number): void {
    this.asked = performance.now();
    this.change(() => { this.amplitudes[channel] = value; });
    this.send({ do: "amplitude", channel, value });
  }
  relax(): void {
    this.asked = performance.now();
    this.change(() => { this.amplitudes = this.means(); });
    this.send({ do: "relax" });
  }
  clearTargets(): void {
    for (const { id } of this.targets) this.send({ do: "target", id, to: null });
    this.change(() => { this.targets = []; });
  }

  // The page

  go(stage: StageName): void {
    this.change(() => {
      this.stage = stage;
      this.lit = null;
      this.leaveDetails();
    });
    this.shake(false);
  }
  /// Shows a message for a while (ms); answers its number.
  toast(text: string, kind: Toast["kind"] = "note", time = kind === "problem" ? 9000 : 4500): number {
    const id = Math.random();
    this.change(() => { this.toasts = [...this.toasts.slice(-2), { id, text, kind }]; });
    setTimeout(() => this.dismiss(id), time);
    return id;
  }
  dismiss(id: number): void {
    this.change(() => { this.toasts = this.toasts.filter((t) => t.id !== id); });
  }

  /// Sends a file to the server and opens the scene that it answers with.
  async drop(files: FileList | File[]): Promise<void> {
    // Pictures and materials go ahead of the surface that names them.
    const isSide = (file: File) => files.length > 1 && /\.(mtl|png|jpe?g|bin)$/i.test(file.name);
    for (const file of Array.from(files).sort((a, b) => Number(isSide(b)) - Number(isSide(a)))) {
      try {
        const answer = await this.post(file);
        if (answer.role === "model") this.go("play");
        else if (answer.scene && !isSide(file)) {
          this.dropped = file.name;
          this.open(answer.scene);
          this.go("shape");
        }
      } catch (error) {
        this.toast(`${file.name}: ${(error as Error).message}`, "problem");
      }
    }
    this.change(() => { this.upload = null; });
  }
  private post(file: File): Promise<{ name: string; role: string; scene: Scene | null }> {
    return new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open("POST", `upload/${encodeURIComponent(file.name)}`);
      request.upload.onprogress = (e) => this.change(() => { this.upload = { name: file.name, share: e.loaded / Math.max(e.total, 1) }; });
      request.onload = () => {
        let answer: { message?: string; help?: string; error?: { message: string; field?: string | null; line?: number | null; help?: string | null } } = {};
        try { answer = JSON.parse(request.responseText); } catch { /* not JSON: the status says it */ }
        if (request.status >= 200 && request.status < 300) resolve(answer as never);
        else {
          const { message, field, line, help } = { field: null, line: null, ...(answer.error ?? answer) };
          const place = [line && `line ${line}`, field].filter(Boolean).join(", ");
          const said = message ?? `the server refused it (${request.status})`;
          reject(new Error([place ? `${place}: ${said}` : said, help].filter(Boolean).join(". ")));
        }
      };
      request.onerror = () => reject(new Error("the server does not answer"));
      this.change(() => { this.upload = { name: file.name, share: 0 }; });
      request.send(file);
    });
  }

  // Messages

  private onNotice(n: Notice): void {
    this.change(() => {
      switch (n.is) {
        case "hello": this.hello = n; break;
        case "scene": this.adopt(n.rev, n.scene); break;
        case "job": this.job = n; this.heard = performance.now(); break;
        case "idle": if (n.rev >= this.rev) { this.job = null; this.settled = n.rev; this.stages = n.stages; this.reshaping = null; } break;
        case "error": this.fault = n; this.job = null; this.dropped = null; this.reshaping = null; break;
        case "body":
          this.body = n;
          if (this.dropped && n.rev >= this.rev) {
            this.toast(`Opened ${this.dropped}${n.dim === 2 ? " as a flat body" : ""}.`);
            this.dropped = null;
          }
          break;
        case "prior": this.prior = n; this.forgetFields(n.forces.length); break;
        case "model":
          this.model = n;
          this.fault = null;
          if (n.ready === false) break;
          if (n.channels.map((c) => c.name).join() !== this.player?.channels.map((c) => c.name).join()) this.amplitudes = n.channels.map((c) => c.mean);
          this.player = n;
          break;
        case "rival":
          this.rival = n.kind;
          if (n.state === "off" && n.message) { this.rival = "off"; this.toast(n.message, "problem"); }
          break;
        case "stats":
          this.stats = n;
          this.followState(n);
          if (performance.now() - this.timing.measured > RECENT) this.forgetLatency();
          else if (n.answer_us !== null) this.timing.answer = n.answer_us / 1000;
          break;
      }
    });
  }
  /// Time, floor and amplitudes are the same for all pages; what was just asked for here is on its way.
  private followState(n: Stats): void {
    if (performance.now() - this.asked < 600) return;
    this.amplitudes = [...n.amplitudes];
    this.running = n.running;
    this.speed = n.speed;
    this.performing = n.script;
    this.floor = n.floor;
  }
  /// What was measured tells nothing about another body, nor of long ago.
  private forgetLatency(): void {
    this.timing.latency = this.timing.answer = null;
  }
  private forgetFields(count: number): void {
    for (const key of this.fields.keys()) if (key < FIELD_HELD && key >= count) this.fields.delete(key);
  }
  private keep(): void {
    if (this.scene) keep({ rev: this.rev, steps: this.history.steps, page: Object.fromEntries(KEPT.map((key) => [key, this[key]])) });
  }
  /// Begins with the scene that the server holds, and with what was kept of it over a reload.
  private begin(scene: Scene): void {
    const kept = recall(this.rev);
    this.history = kept ? History.of(kept.steps) : new History<Scene | null>(scene);
    if (!kept) return;
    for (const key of KEPT) if (key in kept.page) Object.assign(this, { [key]: kept.page[key] });
    // An edit that had not been sent.
    if (kept.rev > this.rev) { this.rev = kept.rev; this.sendScene(); }
  }
  private adopt(rev: number, scene: Scene): void {
    const first = this.scene === null;
    if (!first && rev <= this.rev) return;
    const old = this.scene;
    this.rev = this.sentRev = rev;
    if (first) this.begin(scene);
    else this.history.push(scene);
    this.compareShape(old);
  }
  private onMessage(parcel: Exclude<Parcel, Frame>): void {
    switch (parcel.is) {
      case "surface":
        this.surface = parcel;
        this.forgetLatency();
        if (this.reshaping !== null && parcel.rev >= this.reshaping) this.reshaping = null;
        this.fields.clear();
        this.shapes = null;
        this.cells = null;
        this.draw = null;
        this.targets = [];
        if (this.slice.on) this.send({ do: "cells" });
        break;
      case "field": this.fields.set(parcel.force, parcel); break;
      case "shapes":
        if (this.edited !== null && parcel.rev === this.rev) { this.timing.modes = performance.now() - this.edited; this.edited = null; }
        this.shapes = parcel;
        if (this.preview !== null && this.preview >= parcel.modes) this.preview = null;
        break;
      case "cells": this.cells = parcel; break;
      case "draw": this.draw = parcel; break;
    }
    this.onParcel(parcel);
    this.change();
  }
}

export const studio = new Studio();

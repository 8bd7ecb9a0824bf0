/// The scene: the document that the command line reads too. The page edits it as plain JSON and sends it whole.

export type Point = number[];

export interface Stroke {
  at: Point[];
  radius: number;
  hardness?: number;
  strength?: number;
  erase?: boolean;
  smooth?: boolean;
  mirror?: 0 | 1 | 2;
}

/// A selection: a word, or an object with one key.
export type Where = string | Record<string, unknown>;

export interface Force {
  kind: string;
  name?: string;
  probability?: number;
  "rms-displacement"?: number;
  rms?: number;
  strokes?: Stroke[];
  of?: Force[];
  [key: string]: unknown;
}

export interface Material {
  law?: string;
  young?: unknown;
  poisson?: unknown;
  density?: unknown;
  region?: MaterialRegion[];
}
export interface MaterialRegion { where: Where; young?: number; poisson?: number; density?: number }

export interface Scene {
  mesh: Record<string, unknown>;
  material?: Material;
  pin?: { where: Where }[];
  force?: Force[];
  subspace?: Record<string, unknown>;
  simulation?: Record<string, unknown>;
}

/// Where a force stands in the scene: `[i]`, or `[i, j]` within the mixture or sum `i`.
export type Path = number[];

export function forceAt(scene: Scene, path: Path | null): Force | null {
  if (!path || path.length === 0) return null;
  let force = scene.force?.[path[0]];
  for (const k of path.slice(1)) force = force?.of?.[k];
  return force ?? null;
}

/// How the scene is simulated, to be edited; steps are as short as before it said anything.
export function simulationOf(scene: Scene): Record<string, unknown> {
  return (scene.simulation ??= { step: 1 / 120 });
}

/// Lets the scene's own performance follow its forces: what drives a force of another name drives it by the new one, and what
/// drives a force that is gone goes with it.
export function followForces(scene: Scene, renamed?: { from: string; to: string }): void {
  const { simulation } = scene;
  if (!simulation || !Array.isArray(simulation.drive)) return;
  const names = (forces: Force[]): string[] => forces.flatMap((f) => [f.name ?? f.kind, ...names(f.of ?? [])]);
  const there = names(scene.force ?? []);
  const isThere = (name: string) => there.some((force) => name === force || name.replace(/-\d+$/, "") === force);
  const drives = (simulation.drive as { channel?: string }[]).map((drive) => {
    const [name, which] = /^(.*?)(\[\d+\])?$/.exec(drive.channel ?? "")!.slice(1);
    return renamed && name === renamed.from && !isThere(name) ? { ...drive, channel: `${renamed.to}${which ?? ""}` } : drive;
  }).filter((drive) => isThere((drive.channel ?? "").replace(/\[\d+\]$/, "")));
  if (drives.length > 0) simulation.drive = drives;
  else delete simulation.drive;
}

/// What moves in the scene's own performance, in words; `null` where it does not drive anything.
export function performance(scene: Scene | null): string | null {
  const drives = (scene?.simulation?.drive ?? []) as { channel?: string }[];
  const moved = [...new Set(drives.map((d) => (d.channel ?? "").replace(/\[\d+\]$/, "")))].filter(Boolean);
  if (moved.length === 0) return null;
  return `by itself: ${moved.join(", ").replace(/, ([^,]*)$/, " and $1")}`;
}

/// The list that holds the force at `path`.
export function siblings(scene: Scene, path: Path): Force[] {
  const parent = forceAt(scene, path.slice(0, -1));
  if (parent) return (parent.of ??= []);
  return (scene.force ??= []);
}

export interface ForceKind {
  kind: string;
  title: string;
  about: string;
  /// What the pointer does on the body while a card of this kind is open.
  tool: "paint" | "handles" | "patches" | "springs" | "muscles" | null;
  /// The scale of the force where `rms-displacement` is not given.
  sigma: { key: string; unit: string; label: string } | null;
}

export const FORCE_KINDS: ForceKind[] = [
  { kind: "painted", title: "Painted", about: "Paint where pushes come from", tool: "paint", sigma: null },
  { kind: "handles", title: "Handles", about: "Click points that get pulled", tool: "handles", sigma: { key: "sigma", unit: "m", label: "Spread of targets" } },
  { kind: "contact", title: "Contact", about: "Pressure and friction on patches", tool: "patches", sigma: { key: "normal-sigma", unit: "Pa", label: "Pressure" } },
  { kind: "pneumatic", title: "Air pockets", about: "Pressure in closed cavities", tool: null, sigma: { key: "sigma", unit: "Pa", label: "Pressure" } },
  { kind: "muscle", title: "Muscles", about: "Cells that contract along fibres", tool: "muscles", sigma: { key: "sigma", unit: "Pa", label: "Active stress" } },
  { kind: "springs", title: "Springs", about: "Tendons between two points", tool: "springs", sigma: { key: "sigma", unit: "m", label: "Change of length" } },
  { kind: "matern", title: "Smooth field", about: "Wind and water: smooth over the body", tool: null, sigma: null },
  { kind: "white-noise", title: "White noise", about: "Anything, anywhere: linear modal analysis", tool: null, sigma: null },
  { kind: "mixture", title: "Mixture", about: "One of several acts at a time", tool: null, sigma: null },
];

const OTHER_KINDS: Record<string, string> = {
  region: "Region", radial: "Radial", matrix: "Matrix", "force-samples": "Observed forces",
  "displacement-samples": "Observed motion", sum: "Together",
};

export function kindOf(force: Force): ForceKind {
  return FORCE_KINDS.find((k) => k.kind === force.kind)
    ?? { kind: force.kind, title: OTHER_KINDS[force.kind] ?? force.kind, about: "", tool: null, sigma: null };
}

/// The name of a force, or where it has none what it is.
export function nameOf(force: { name?: string | null; kind: string }): string {
  return force.name ?? kindOf(force as Force).title.toLowerCase();
}

/// A force of this kind with nothing in it yet, for a body of this size in m.
export function freshForce(kind: string, size: number): Force {
  const motion = { "rms-displacement": roundTo(size * 0.01, 2) };
  switch (kind) {
    case "painted": return { kind, name: "pushes", strokes: [], ...motion };
    case "handles": return { kind, name: "handles", where: { nearest: [] }, stiffness: 1e4, ...motion };
    case "contact": return { kind, name: "touch", patch: [], ...motion };
    case "pneumatic": return { kind, name: "air", pockets: "all", ...motion };
    case "muscle": return { kind, name: "muscles", mode: "groups", fibers: [], ...motion };
    case "springs": return { kind, name: "tendons", between: [], stiffness: roundTo(2e4 * size, 1), sigma: roundTo(size * 0.03, 1) };
    case "matern": return { kind, name: "breeze", length: roundTo(size * 0.3, 1), ...motion };
    case "mixture": return { kind, of: [] };
    default: return { kind, ...motion };
  }
}

/// Can the server make sense of the force, or does it still wait for a first stroke, click or part?
export function isComplete(force: Force): boolean {
  switch (force.kind) {
    case "painted": return force.strokes === undefined || paints(force.strokes);
    case "handles": return !isNearest(force.where) || pointsOf(force.where).length > 0;
    case "contact": return !Array.isArray(force.patch) || force.patch.length > 0;
    case "muscle": return !Array.isArray(force.fibers) || force.fibers.length > 0;
    case "springs": return !Array.isArray(force.between) || force.between.length > 0;
    case "mixture": case "sum": return (force.of ?? []).some(isComplete);
    default: return true;
  }
}

/// The scene without forces, parts and supports that are not complete yet: what the server is sent.
export function sendable(scene: Scene): Scene {
  const sent = { ...scene };
  if (scene.material?.region) sent.material = { ...scene.material, region: scene.material.region.filter((r) => !isBlank(r.where)) };
  if (scene.pin) sent.pin = scene.pin.filter((p) => !isBlank(p.where));
  const prune = (forces: Force[]): Force[] =>
    forces.filter(isComplete).map((f) => (f.of ? { ...f, of: normalised(prune(f.of)) } : f));
  if (scene.force) sent.force = prune(scene.force);
  if (scene.simulation?.adaptive !== undefined && !hasMixture(scene)) {
    const { adaptive: _, ...simulation } = scene.simulation;
    sent.simulation = simulation;
  }
  return sent;
}
/// Is there anything to adapt to? A scene that asks for it without keeps asking, and the server is not told.
function hasMixture(scene: Scene): boolean {
  return (scene.force ?? []).some((f) => f.kind === "mixture" && isComplete(f));
}
export function adapts(scene: Scene | null): boolean {
  return scene !== null && scene.simulation?.adaptive !== undefined && hasMixture(scene);
}

/// Makes parts of one mixture of all other forces: of the one that is there, or of a new one. Answers its place.
export function gather(scene: Scene): number {
  const forces = (scene.force ??= []);
  const mixture = forces.find((f) => f.kind === "mixture") ?? { kind: "mixture" };
  const stay = (f: Force) => f.kind === "mixture";
  const parts = (mixture.of ??= []);
  const given = parts.filter((f) => f.probability !== undefined).map((f) => f.probability!);
  const mean = given.length > 0 ? given.reduce((sum, p) => sum + p, 0) / given.length : undefined;
  parts.push(...forces.filter((f) => !stay(f)).map((f) => (mean === undefined ? f : { ...f, probability: roundTo(mean, 3) })));
  scene.force = forces.includes(mixture) ? forces.filter(stay) : [mixture];
  simulationOf(scene).adaptive ??= "bayes";
  return scene.force.indexOf(mixture);
}

/// Strokes of a selection that is painted.
export function strokesOf(where: unknown): Stroke[] | null {
  return typeof where === "object" && where !== null && "strokes" in where ? (where.strokes as Stroke[]) : null;
}
/// Does a painted selection wait for its first stroke?
function isBlank(where: unknown): boolean {
  const strokes = strokesOf(where);
  return strokes !== null && !paints(strokes);
}
function paints(strokes: Stroke[]): boolean {
  return strokes.some((s) => !s.erase && !s.smooth);
}

/// Probabilities that add up to one, where there are any.
function normalised(parts: Force[]): Force[] {
  if (!parts.some((p) => p.probability !== undefined)) return parts;
  const total = parts.reduce((sum, p) => sum + (p.probability ?? 0), 0);
  if (total <= 0) return parts.map(({ probability: _, ...p }) => p as Force);
  return parts.map((p) => ({ ...p, probability: (p.probability ?? 0) / total }));
}

/// The number of the force at `path` among all forces and parts that the server has, parts after their whole; `null` while
/// it is not complete.
export function sentIndex(scene: Scene, path: Path): number | null {
  let list = scene.force ?? [];
  let number = 0;
  for (const [depth, k] of path.entries()) {
    if (!list[k] || !isComplete(list[k])) return null;
    number += sentCount(list.slice(0, k)) + (depth > 0 ? 1 : 0);
    list = list[k].of ?? [];
  }
  return path.length > 0 ? number : null;
}
/// How many forces and parts the server has of these.
function sentCount(forces: Force[]): number {
  return forces.filter(isComplete).reduce((sum, f) => sum + 1 + sentCount(f.of ?? []), 0);
}

/// How likely a part is, beside the others on average: 1 is as likely as they are.
export function likelihood(parts: Force[], index: number): number {
  const others = parts.filter((_, k) => k !== index);
  if (others.length === 0) return 1;
  const mean = others.reduce((sum, f) => sum + (f.probability ?? 1), 0) / others.length;
  return (parts[index].probability ?? 1) / mean;
}
/// Makes a part so likely beside the others. All parts have a probability, or none has.
export function setLikelihood(parts: Force[], index: number, value: number): void {
  const old = likelihood(parts, index);
  for (const part of parts) part.probability ??= 1;
  parts[index].probability = roundTo((parts[index].probability! * value) / old, 3);
}

function isNearest(where: unknown): where is { nearest: unknown } {
  return typeof where === "object" && where !== null && "nearest" in where;
}
/// Points of a `nearest` selection, which takes one or several.
export function pointsOf(where: unknown): Point[] {
  if (!isNearest(where) || !Array.isArray(where.nearest) || where.nearest.length === 0) return [];
  return Array.isArray(where.nearest[0]) ? (where.nearest as Point[]) : [where.nearest as Point];
}

/// A few words for a selection.
export function describe(where: unknown): string {
  if (where === undefined || where === "all") return "everything";
  if (typeof where === "string") return where;
  if (typeof where !== "object" || where === null) return "a part";
  const [key, value] = Object.entries(where)[0] ?? ["", null];
  const list = (v: unknown) => (Array.isArray(v) ? v : [v]);
  switch (key) {
    case "region": return list(value).map((name) => String(name).replaceAll("_", " ")).join(", ");
    case "strokes": return "painted";
    case "half-space": return "one side of a plane";
    case "ball": return "a ball";
    case "box": return "a box";
    case "nearest": { const n = pointsOf(where).length; return n === 1 ? "1 point" : `${n} points`; }
    case "cell-label": case "vertex-label": return `label ${list(value).join(", ")}`;
    case "cavity": return `wall of cavity ${value}`;
    case "not": return `all but ${describe(value)}`;
    case "any": return list(value).map(describe).join(" or ");
    case "every": return list(value).map(describe).join(" and ");
    default: return key.replaceAll("-", " ");
  }
}

export interface Preset { name: string; young: number; poisson: number; density: number }
export const PRESETS: Preset[] = [
  { name: "Gel", young: 2e4, poisson: 0.45, density: 1000 },
  { name: "Muscle", young: 1e5, poisson: 0.45, density: 1060 },
  { name: "Rubber", young: 1e6, poisson: 0.47, density: 1100 },
  { name: "Wood", young: 1e9, poisson: 0.35, density: 600 },
  { name: "Bone", young: 1e10, poisson: 0.3, density: 1900 },
];
export const MATERIAL_DEFAULTS = { young: 1e6, poisson: 0.45, density: 1000 };

/// The axis that points up: against gravity, or away from what the body stands on, or y.
export function upAxis(scene: Scene, dim: number): 1 | 2 {
  if (dim === 2) return 1;
  const gravity = scene.simulation?.gravity;
  if (Array.isArray(gravity)) return Math.abs(Number(gravity[2])) > Math.abs(Number(gravity[1])) ? 2 : 1;
  for (const { where } of scene.pin ?? []) {
    const normal = (where as { "half-space"?: { normal: number[] } })["half-space"]?.normal;
    if (normal && normal[2] < -0.9) return 2;
  }
  return 1;
}

/// `value` with so many significant digits.
export function roundTo(value: number, digits: number): number {
  return value === 0 || !Number.isFinite(value) ? value : Number(value.toPrecision(digits));
}

export function clone<T>(value: T): T {
  return structuredClone(value);
}

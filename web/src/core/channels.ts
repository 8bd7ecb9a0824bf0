/// Channels of actuation: where each is on the body, and what people call it.

import type { Channel, PriorInfo, Surface } from "./protocol";
import { length, si } from "./units";

/// What a channel drives, to be drawn.
export interface Driven {
  springs: PriorInfo["springs"];
  muscles: PriorInfo["muscles"];
  pockets: PriorInfo["pockets"];
  loads: PriorInfo["loads"];
}

export function drivenBy(prior: PriorInfo, channel: number): Driven {
  const own = <T extends { channel: number }>(all: T[]) => all.filter((x) => x.channel === channel);
  return { springs: own(prior.springs), muscles: own(prior.muscles), pockets: own(prior.pockets), loads: own(prior.loads) };
}

/// The point of the surface at rest nearest to a place.
export function nearestPoint(surface: Surface, at: number[]): number {
  const { positions, count } = surface;
  let best = 0, least = Infinity;
  for (let i = 0; i < count; i++) {
    const x = positions[3 * i] - at[0], y = positions[3 * i + 1] - at[1], z = positions[3 * i + 2] - (at[2] ?? 0);
    const far = x * x + y * y + z * z;
    if (far < least) { least = far; best = i; }
  }
  return best;
}

/// A channel as people see it: its name, and what its amplitude is told in.
export interface Named { channel: number; name: string; show: (amplitude: number) => string }

/// Sliders in the order in which they are listed: those of a force together, and among them those of a part of the body.
/// `wings[2]` is "wings 3", with the named part of the body that it moves, "wings 3, left wing"; pulls and pushes say which
/// way: "touch 1 pressure, head", "handles 2 x".
export function namedChannels(channels: Channel[], prior: PriorInfo | null, surface: Surface | null, regions: string[]): Named[] {
  const split = channels.map(({ name }) => /^(.*)\[(\d+)\]$/.exec(name));
  const forces = split.map((found, k) => found?.[1] ?? channels[k].name);
  const driven = channels.map((_, k) => (prior ? drivenBy(prior, k) : null));
  const pushes = channels.map((_, k) => pushOf(driven[k], prior));
  const all = channels.map((c, k) => {
    const mates = forces.flatMap((force, j) => (force === forces[k] ? [j] : []));
    const places = [...new Set(mates.map((j) => pushes[j]?.place ?? `${j}`))];
    const number = pushes[k] ? places.indexOf(pushes[k].place) : Number(split[k]?.[2] ?? 0);
    const said = [places.length > 1 ? `${forces[k]} ${number + 1}` : forces[k], pushes[k]?.way].filter(Boolean).join(" ");
    const region = driven[k] && surface && regions.length > 0 ? regionOf(driven[k], surface) : -1;
    const part = regions[region]?.replaceAll("_", " ");
    return {
      channel: k, name: part === undefined || part === forces[k] ? said : `${said}, ${part}`, first: mates[0], region,
      show: (v: number) => shown(v, c.unit, driven[k]?.loads[0]?.newtons),
    };
  });
  // A part of the body stands where the first of its channels does.
  const place = (c: (typeof all)[number]) => all.findIndex((other) => other.first === c.first && other.region === c.region);
  return [...all].sort((a, b) => a.first - b.first || place(a) - place(b) || a.channel - b.channel);
}

/// An amplitude with its unit; those of pushes are forces as a whole.
function shown(amplitude: number, unit: string, newtons: number | undefined): string {
  if (unit === "m") return length(amplitude);
  if (unit !== "1") return si(amplitude, unit);
  return newtons ? si(amplitude * newtons, "N") : amplitude.toPrecision(2);
}

/// Where a channel pushes, and which way: by the frame of a patch of contact, or along an axis at a handle.
function pushOf(driven: Driven | null, prior: PriorInfo | null): { place: string; way: string } | null {
  const load = driven?.loads[0];
  if (!load || !prior) return null;
  const patch = prior.patches.findIndex((p) => apart(p.centre, load.at) < 1e-3 * p.radius);
  if (patch >= 0) {
    const along = (axis: number[]) => Math.abs(axis.reduce((sum, x, c) => sum + x * load.along[c], 0)) > 0.9;
    const { normal, tangent } = prior.patches[patch];
    return { place: `patch ${patch}`, way: along(normal) ? "pressure" : along(tangent) ? "friction" : "friction across" };
  }
  const axis = load.along.findIndex((x) => Math.abs(x) > 0.999);
  if (axis < 0 || !prior.handles.some((h) => apart(h, load.at) < 1e-9)) return null;
  return { place: load.at.join(), way: "xyz"[axis] };
}
function apart(a: number[], b: number[]): number {
  return Math.hypot(...a.map((x, c) => x - b[c]));
}

/// The named part in which a channel acts, -1 if none; of a spring that where its second end is.
function regionOf(driven: Driven, surface: Surface): number {
  const places = [
    ...driven.springs.map((s) => s.ends[1]), ...middle(driven.muscles.map((m) => m.at)),
    ...driven.pockets.map((p) => p.centre), ...driven.loads.map((l) => l.at),
  ];
  return places.length > 0 ? surface.region[nearestPoint(surface, places[0])] : -1;
}

function middle(points: number[][]): number[][] {
  if (points.length === 0) return [];
  return [points[0].map((_, c) => points.reduce((sum, p) => sum + p[c], 0) / points.length)];
}

/// Channels of actuation: where each is on the body, and what people call it.

import type { PriorInfo, Surface } from "./protocol";

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

/// Names for sliders: `wings[2]` is "wings 3", with the named parts of the body that it moves, "wings 3, left wing".
export function channelNames(names: string[], prior: PriorInfo | null, surface: Surface | null, regions: string[]): string[] {
  const split = names.map((name) => /^(.*)\[(\d+)\]$/.exec(name));
  return names.map((name, k) => {
    const [, force, number] = split[k] ?? [null, name, null];
    const alone = split.filter((other) => other?.[1] === force).length < 2;
    const said = number === null || alone ? force : `${force} ${Number(number) + 1}`;
    const places = prior && surface && regions.length > 0 ? partsOf(drivenBy(prior, k), surface, regions) : [];
    return [said, ...places.filter((place) => place !== force)].join(", ");
  });
}

/// The named part in which a channel acts, if any; of a spring that where its second end is.
function partsOf(driven: Driven, surface: Surface, regions: string[]): string[] {
  const places = [
    ...driven.springs.map((s) => s.ends[1]), ...middle(driven.muscles.map((m) => m.at)),
    ...driven.pockets.map((p) => p.centre), ...driven.loads.map((l) => l.at),
  ];
  const parts = places.slice(0, 1).map((at) => regions[surface.region[nearestPoint(surface, at)]]);
  return parts.filter((name) => name !== undefined).map((name) => name.replaceAll("_", " "));
}

function middle(points: number[][]): number[][] {
  if (points.length === 0) return [];
  return [points[0].map((_, c) => points.reduce((sum, p) => sum + p[c], 0) / points.length)];
}

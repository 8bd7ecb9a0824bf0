/// Symmetry of strokes: across the plane x = 0, by which scenes mirror, or across the middle of a body that stands beside it.

import { roundTo, type Point, type Stroke } from "./scene";
import { length } from "./units";

/// How far the middle of a body may be from x = 0, as a share of its width, for scenes to mirror it by themselves.
const NEAR = 0.05;

/// Where the mirror stands for a body from `low` to `high` along x.
export function mirrorOf(low: number, high: number): number {
  const middle = (low + high) / 2;
  return Math.abs(middle) <= NEAR * (high - low) ? 0 : roundTo(middle, 4);
}

export function mirrorWords(mirror: number): string {
  const plane = `x = ${length(mirror)}`.replaceAll(" ", "\u00a0");
  return mirror === 0 ? "across x = 0" : `across its middle, ${plane}`;
}

export function reflect([x, ...rest]: Point, mirror: number): Point {
  return [roundTo(2 * mirror - x, 12), ...rest];
}

/// The strokes to write for one that is drawn and its image: the scene's own mirror knows only x = 0.
export function withImage(stroke: Stroke, mirror: number): Stroke[] {
  return mirror === 0 ? [{ ...stroke, mirror: 0 }] : [stroke, { ...stroke, at: stroke.at.map((p) => reflect(p, mirror)) }];
}

/// The soft brush: weights in 0..1 on the points of the surface.
///
/// A dab at distance `r` has the falloff `f = 1` within `hardness * radius`, then a smoothstep to 0 at
/// `radius`. It paints `w <- max(w, strength f)`, erases `w <- w (1 - strength f)` or smooths
/// `w <- w + strength f (mean of the neighbours - w)`, and reaches only points that edges within the
/// radius connect to the one nearest to its centre. The server paints the same strokes on the mesh;
/// this is what the page shows until its answer is there.

import type { Stroke } from "../core/scene";

export function falloff(distance: number, radius: number, hardness: number): number {
  const inner = hardness * radius;
  if (distance <= inner) return 1;
  if (distance >= radius) return 0;
  const t = (radius - distance) / (radius - inner);
  return t * t * (3 - 2 * t);
}

/// Weight after a dab of falloff `f`.
export function dab(weight: number, f: number, strength: number, erase: boolean): number {
  return erase ? weight * (1 - strength * f) : Math.max(weight, strength * f);
}

export class Canvas {
  readonly weights: Float32Array;
  private readonly seen: Int32Array;
  private stamp = 0;

  constructor(
    private readonly rest: Float32Array,
    private readonly near: { start: Uint32Array; list: Uint32Array },
    /// Points in the same place (along seams of the texture) count as connected.
    private readonly twins: Uint32Array,
  ) {
    this.weights = new Float32Array(rest.length / 3);
    this.seen = new Int32Array(rest.length / 3);
  }

  clear(): void {
    this.weights.fill(0);
  }

  /// One dab at `centre`, near point `seed`.
  touch(centre: number[], seed: number, stroke: Stroke): void {
    const { rest, near, weights, twins } = this;
    const radius = stroke.radius;
    const hardness = stroke.hardness ?? 0.5;
    const strength = stroke.strength ?? 1;
    const stamp = ++this.stamp;
    const queue = [seed];
    this.seen[seed] = stamp;
    const reached: number[] = [];
    const falls: number[] = [];
    while (queue.length > 0) {
      const v = queue.pop()!;
      const r = Math.hypot(rest[3 * v] - centre[0], rest[3 * v + 1] - centre[1], rest[3 * v + 2] - (centre[2] ?? 0));
      if (r > radius && v !== seed) continue;
      reached.push(v);
      falls.push(falloff(r, radius, hardness));
      for (let k = near.start[v]; k < near.start[v + 1]; k++) {
        const w = near.list[k];
        if (this.seen[w] !== stamp) { this.seen[w] = stamp; queue.push(w); }
      }
      for (let w = twins[v]; w !== v; w = twins[w]) {
        if (this.seen[w] !== stamp) { this.seen[w] = stamp; queue.push(w); }
      }
    }
    if (stroke.smooth) {
      const means = reached.map((v) => {
        let sum = 0;
        for (let k = near.start[v]; k < near.start[v + 1]; k++) sum += weights[near.list[k]];
        return sum / Math.max(near.start[v + 1] - near.start[v], 1);
      });
      reached.forEach((v, k) => { weights[v] += strength * falls[k] * (means[k] - weights[v]); });
    } else {
      reached.forEach((v, k) => { weights[v] = dab(weights[v], falls[k], strength, stroke.erase ?? false); });
    }
  }

  /// Every dab of a stroke, and its mirror image where it has one.
  paint(stroke: Stroke, from = 0): void {
    for (const at of stroke.at.slice(from)) {
      this.touch(at, this.nearest(at), stroke);
      if (stroke.mirror !== undefined) {
        const image = [...at];
        image[stroke.mirror] = -image[stroke.mirror];
        this.touch(image, this.nearest(image), stroke);
      }
    }
  }

  nearest(at: number[]): number {
    let best = 0, least = Infinity;
    const { rest } = this;
    for (let i = 0, n = rest.length / 3; i < n; i++) {
      const x = rest[3 * i] - at[0], y = rest[3 * i + 1] - at[1], z = rest[3 * i + 2] - (at[2] ?? 0);
      const d = x * x + y * y + z * z;
      if (d < least) { least = d; best = i; }
    }
    return best;
  }
}

/// Rings of points that lie in the same place: `twins[i]` is the next of the ring, `i` itself if it is alone.
export function findTwins(rest: Float32Array): Uint32Array {
  const count = rest.length / 3;
  const twins = Uint32Array.from({ length: count }, (_, i) => i);
  const first = new Map<string, number>();
  for (let i = 0; i < count; i++) {
    const key = `${rest[3 * i]},${rest[3 * i + 1]},${rest[3 * i + 2]}`;
    const other = first.get(key);
    if (other === undefined) first.set(key, i);
    else { twins[i] = twins[other]; twins[other] = i; }
  }
  return twins;
}

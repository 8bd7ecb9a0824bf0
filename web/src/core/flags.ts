/// What figures must not be read without.

import { error as share } from "./units";
import type { Channel } from "./protocol";

/// What the certificate's error is of.
export const EXPECTED = "Expected by the certificate: the error of a reduced solve for the forces that you assumed, while motion is small";

/// What a share that is captured does not tell: that the reduced body, once simulated, is off by a lot all the same.
export function shortfall(error: number): string | null {
  return error > 0.1 ? `but ${share(error)} error when simulated: ask for more` : null;
}

/// Channels that are driven as far as they go, at either end.
export function saturated(channels: Channel[], amplitudes: number[]): boolean[] {
  return channels.map(({ low, high }, k) => {
    const a = amplitudes[k];
    const near = 1e-3 * (high - low);
    return a !== undefined && high > low && (a <= low + near || a >= high - near);
  });
}

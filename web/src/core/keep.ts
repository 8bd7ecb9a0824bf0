/// What a tab keeps over a reload beside what the server holds: the steps of undo, what is still being made, and tools.

import type { Steps } from "./history";
import type { Scene } from "./scene";

export interface Kept {
  /// The revision that the steps lead to.
  rev: number;
  steps: Steps<Scene | null>;
  /// Tools and what is open.
  page: Record<string, unknown>;
}

/// The address has the secret of a server: another one finds nothing.
const KEY = `forcedual ${globalThis.location?.pathname}`;
/// Characters that browsers keep at least, of which some are left.
const ROOM = 2_000_000;

export function keep(kept: Kept, store: Storage = sessionStorage): void {
  const { past, current, future } = kept.steps;
  // The oldest steps go where there is no room for all.
  for (let from = 0; ; from = Math.max(1, 2 * from)) {
    const text = JSON.stringify({ ...kept, steps: { past: past.slice(from), current, future } });
    if (text.length > ROOM && from < past.length) continue;
    try { store.setItem(KEY, text); } catch { /* then a reload begins with what the server holds */ }
    return;
  }
}

/// What was kept, if nobody has changed the scene since.
export function recall(rev: number, store: Storage = sessionStorage): Kept | null {
  try {
    const kept = JSON.parse(store.getItem(KEY) ?? "null") as Kept | null;
    return kept && kept.rev >= rev && kept.steps.current ? kept : null;
  } catch {
    return null;
  }
}

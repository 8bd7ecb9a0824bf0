/// A hand for the keyboard: it presses where the body is nearest to the middle of the view, moves, and lets go. Tools see it
/// as a pointer like any other.

import type { Hit } from "./body";
import type { Viewer } from "./viewer";

const ID = 9001;
/// Pixels that one key moves the hand.
const STEP = 12;
const CORAL = 0xf2643d;

export class KeyHand {
  private at: { x: number; y: number } | null = null;
  constructor(private readonly viewer: Viewer) {}

  get holds(): boolean {
    return this.at !== null;
  }
  /// Presses, or lets go.
  press(): void {
    if (this.at) return this.release();
    const aim = this.viewer.tool && this.aim();
    if (!aim) return;
    this.at = { x: aim.x, y: aim.y };
    this.tell("pointerdown");
  }
  move(right: number, down: number): void {
    if (!this.at) return;
    this.at.x += STEP * right;
    this.at.y += STEP * down;
    this.tell("pointermove");
  }
  release(): void {
    if (!this.at) return;
    this.tell("pointerup");
    this.at = null;
  }
  /// Shows where it would press.
  show(): void {
    const { cursor, bounds } = this.viewer;
    const aim = this.aim();
    cursor.begin();
    if (aim) {
      cursor.ring(aim.hit.point.toArray(), aim.hit.normal.toArray(), 0.025 * bounds.size, CORAL);
      cursor.dot(aim.hit.point.toArray(), 0.004 * bounds.size, CORAL);
    }
    cursor.end();
    this.viewer.invalidate();
  }

  /// The place of the body nearest to the middle of what panels leave free, on the page.
  private aim(): { x: number; y: number; hit: Hit } | null {
    const { viewer } = this;
    const box = viewer.canvas.getBoundingClientRect();
    const view = viewer.views()[0];
    const x0 = box.left + view.x + view.width / 2, y0 = box.top + view.y + view.height / 2;
    const reach = Math.min(view.width, view.height) / 2;
    for (let r = 0; r < reach; r += reach / 16) {
      for (let k = 0; k < (r === 0 ? 1 : 16); k++) {
        const x = x0 + r * Math.cos((k * Math.PI) / 8), y = y0 + r * Math.sin((k * Math.PI) / 8);
        const { ray, body } = viewer.ray({ clientX: x, clientY: y });
        const hit = body.pick(ray);
        if (hit) return { x, y, hit };
      }
    }
    return null;
  }

  private tell(type: "pointerdown" | "pointermove" | "pointerup"): void {
    const { x, y } = this.at!;
    this.viewer.canvas.dispatchEvent(new PointerEvent(type, {
      pointerId: ID, pointerType: "mouse", isPrimary: true, button: type === "pointermove" ? -1 : 0, buttons: type === "pointerup" ? 0 : 1,
      clientX: x, clientY: y, bubbles: true, cancelable: true,
    }));
  }
}

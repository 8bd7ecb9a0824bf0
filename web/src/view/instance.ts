/// The one viewer of the page.

import { Viewer } from "./viewer";

let instance: Viewer | null = null;

export function makeViewer(canvas: HTMLCanvasElement): Viewer {
  return (instance = new Viewer(canvas));
}
export function viewer(): Viewer {
  if (!instance) throw new Error("the viewer is made first");
  return instance;
}

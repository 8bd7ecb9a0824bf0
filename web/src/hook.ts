/// For tests: what the page holds, and where things are on the screen.

import type { studio } from "./studio";
import type { Director } from "./view/director";
import type { Viewer } from "./view/viewer";

declare global {
  interface Window { forcedual: { studio: typeof studio; viewer: Viewer; director: Director } }
}

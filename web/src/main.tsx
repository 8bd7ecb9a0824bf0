import { render } from "preact";
import type {} from "./hook";
import "./style/tokens.css";
import "./style/layout.css";
import "./style/controls.css";
import "./style/stages.css";
import { studio, STAGES, type StageName } from "./studio";
import { listenToKeys } from "./ui/keys";
import { Shell } from "./ui/shell";
import { startTheme } from "./ui/theme";
import { startTour } from "./ui/tour";
import { Director } from "./view/director";
import { makeViewer } from "./view/instance";

const viewer = makeViewer(document.querySelector<HTMLCanvasElement>("#view")!);
const director = new Director(viewer);
startTheme();
listenToKeys();

// The stage is kept in the address, so that it survives a reload.
const stage = location.hash.slice(1) as StageName;
studio.stage = STAGES.includes(stage) ? stage : "play";
studio.subscribe(() => { if (location.hash.slice(1) !== studio.stage) history.replaceState(null, "", `#${studio.stage}`); });

render(<Shell />, document.querySelector("#shell")!);

/// The body is centred in what rail, panel and the card of the tour leave free.
function inset(): void {
  const narrow = matchMedia("(max-width: 760px)").matches;
  const panel = document.querySelector(".panel")!.getBoundingClientRect();
  const card = document.querySelector(".tour")?.getBoundingClientRect();
  viewer.setInset(narrow
    ? { left: 0, right: 0, top: 56, bottom: Math.min(innerHeight - (card ?? panel).top, (card ? 0.72 : 0.62) * innerHeight) }
    : { left: card?.right ?? panel.right, right: 0, top: 0, bottom: 34 });
}
let taken = "";
studio.subscribe(() => { const now = `${studio.sheet} ${studio.tour} ${document.querySelector(".tour") !== null}`; if (taken !== now) { taken = now; setTimeout(() => { inset(); viewer.fit(); }, 240); } });
addEventListener("resize", () => { inset(); viewer.fit(); });
inset();
viewer.fit();

if (!localStorage.getItem("forcedual-tour")) startTour();
studio.start();

window.forcedual = { studio, viewer, director };

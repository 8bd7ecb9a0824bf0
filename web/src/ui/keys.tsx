/// Keyboard shortcuts, and the sheet that lists them.

import { useEffect, useRef } from "preact/hooks";
import { STAGES, studio } from "../studio";
import { setSlice } from "../stages/shape";
import { viewer } from "../view/instance";
import { Button } from "./controls";
import { startTour } from "./tour";
import { setTheme } from "./theme";

interface Shortcut { keys: string; what: string; run?: () => void; when?: () => boolean }

/// What a stroke is made with: the brush, or where muscles are drawn their own.
const tip = () => (studio.force?.kind === "muscle" ? studio.muscle : studio.brush);
const grow = (factor: number) => studio.change(() => { tip().radius = Math.min(0.5, Math.max(0.01, tip().radius * factor)); });

/// Moves the hand that holds the body, or turns the view and shows where the hand would press.
function steer(right: number, down: number): void {
  const { hand } = viewer();
  if (hand.holds) return hand.move(right, down);
  viewer().turn(0.15 * right, 0.1 * down);
  hand.show();
}

const SHORTCUTS: { title: string; keys: Shortcut[] }[] = [
  { title: "Stages", keys: [
    ...STAGES.map((stage, k) => ({ keys: String(k + 1), what: `${stage === "home" ? "Take home" : stage[0].toUpperCase() + stage.slice(1)}`, run: () => studio.go(stage) })),
    { keys: "Ctrl Z", what: "Undo" }, { keys: "Ctrl Shift Z", what: "Redo" },
    { keys: "?", what: "This sheet", run: () => studio.change(() => { studio.help = !studio.help; }) },
    { keys: "Esc", what: "Back" },
  ] },
  { title: "View", keys: [
    { keys: "F", what: "Whole body in view", run: () => viewer().fit() },
    { keys: "ArrowLeft", what: "Turn left", run: () => steer(-1, 0) }, { keys: "ArrowRight", what: "Turn right", run: () => steer(1, 0) },
    { keys: "ArrowUp", what: "Turn up", run: () => steer(0, -1) }, { keys: "ArrowDown", what: "Turn down", run: () => steer(0, 1) },
    { keys: "Enter", what: "Press in the middle; arrows then move the hand, Enter lets go", run: () => viewer().hand.press() },
    { keys: "+", what: "Nearer", run: () => viewer().turn(0, 0, 1.12) }, { keys: "-", what: "Farther", run: () => viewer().turn(0, 0, 1 / 1.12) },
    { keys: "W", what: "Wireframe", run: () => studio.change(() => { studio.wireframe = !studio.wireframe; }) },
    { keys: "C", what: "Slice", run: () => setSlice(!studio.slice.on) },
    { keys: "T", what: "Light or dark", run: () => setTheme(!studio.dark) },
    { keys: "Alt drag", what: "Turn on the body" },
  ] },
  { title: "Forces", keys: [
    { keys: "S", what: "Shake", run: () => studio.shake(!studio.shaking), when: () => studio.stage === "forces" },
    { keys: "[", what: "Smaller brush", run: () => grow(1 / 1.15) }, { keys: "]", what: "Larger brush", run: () => grow(1.15) },
    { keys: "E", what: "Erase or paint", run: () => studio.change(() => { studio.brush.action = studio.brush.action === "erase" ? "paint" : "erase"; }) },
    { keys: "X", what: "Symmetry", run: () => studio.change(() => { tip().mirror = !tip().mirror; }) },
  ] },
  { title: "Play", keys: [
    { keys: "Space", what: "Pause", run: () => studio.play(!studio.running) },
    { keys: "R", what: "Reset", run: () => studio.reset() },
    { keys: "D", what: "Drag", run: () => studio.change(() => { studio.playTool = "drag"; }) },
    { keys: "B", what: "Ball", run: () => studio.change(() => { studio.playTool = "ball"; }) },
    { keys: "I", what: "Reach", run: () => studio.change(() => { studio.playTool = "reach"; }) },
  ] },
];

const SIGNS: Record<string, string> = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓" };

/// What Enter and Space press.
const CONTROLS = "button, input:not([type=text], [type=number]), select, a, summary";

export function listenToKeys(): void {
  followPointer();
  addEventListener("keydown", (event) => {
    const target = event.target as HTMLElement;
    if (target.matches("input[type=text], input[type=number], textarea")) return;
    if (target.matches("select") && !(event.key === " " && pointing())) return;
    if (event.key.startsWith("Arrow") && target.matches("input, button")) return;
    const key = event.key === " " ? "Space" : event.key.length === 1 ? event.key.toUpperCase() : event.key;
    if ((event.ctrlKey || event.metaKey) && key === "Z") { event.preventDefault(); if (event.shiftKey) studio.redo(); else studio.undo(); return; }
    if ((event.ctrlKey || event.metaKey) && key === "Y") { event.preventDefault(); studio.redo(); return; }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") return back();
    if (studio.help && key !== "?") return;
    if ((key === "Enter" || (key === "Space" && !pointing())) && target.matches(CONTROLS)) return;
    const found = SHORTCUTS.flatMap((g) => g.keys).find((s) => s.keys === key && s.run && (s.when?.() ?? true));
    if (found) { event.preventDefault(); found.run!(); }
  });
}

/// Did a pointer, not Tab, last choose where keys go? Frames around what is chosen are for keys only.
const pointing = () => document.documentElement.classList.contains("pointing");
function followPointer(): void {
  const point = (on: boolean) => document.documentElement.classList.toggle("pointing", on);
  addEventListener("pointerdown", () => point(true), true);
  addEventListener("keydown", (event) => { if (event.key === "Tab") point(false); }, true);
  // Some browsers press buttons when the key comes up.
  addEventListener("keyup", (event) => { if (event.key === " " && pointing() && (event.target as HTMLElement).matches(CONTROLS)) event.preventDefault(); });
}

function back(): void {
  if (studio.help) studio.change(() => { studio.help = false; });
  else if (viewer().hand.holds) viewer().hand.release();
  else if (studio.path) studio.selectForce(studio.path.length > 1 ? studio.path.slice(0, -1) : null);
  else studio.change(() => studio.leaveDetails());
}

export function Help() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (studio.help && !dialog.current!.open) dialog.current!.showModal();
    if (!studio.help && dialog.current!.open) dialog.current!.close();
  });
  return (
    <dialog ref={dialog} class="help" aria-label="Keyboard shortcuts" onClose={() => studio.change(() => { studio.help = false; })} onClick={(e) => { if (e.target === dialog.current) dialog.current!.close(); }}>
      <div class="inside">
        <header><h2>Keyboard shortcuts</h2><Button kind="icon" icon="close" label="Close" onClick={() => dialog.current!.close()} /></header>
        <div class="columns">
          {SHORTCUTS.map((g) => (
            <section key={g.title}><h3>{g.title}</h3>
              <dl>{g.keys.map((s) => <div key={s.keys}><dt>{s.keys.split(" ").map((k) => <kbd key={k}>{SIGNS[k] ?? k}</kbd>)}</dt><dd>{s.what}</dd></div>)}</dl>
            </section>
          ))}
        </div>
        <footer><Button label="Show the tour again" onClick={() => { dialog.current!.close(); startTour(); }} /><small>Forcedual {studio.hello?.version}</small></footer>
      </div>
    </dialog>
  );
}

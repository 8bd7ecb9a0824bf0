/// Five short steps for somebody who is here for the first time.

import { useEffect, useRef } from "preact/hooks";
import { studio, type StageName } from "../studio";
import { Button } from "./controls";

const STEPS: { title: string; text: string; stage: StageName; near: string }[] = [
  { title: "Grab the creature", text: "It is simulated live, in a few dozen degrees of freedom. Drag it anywhere; beside it, drag to look around.", stage: "play", near: "canvas" },
  { title: "Pick a shape", text: "A creature from the zoo, or drop a file of your own on the page: it is filled with tetrahedra in place.", stage: "shape", near: "rail-shape" },
  { title: "Say which forces to expect", text: "Paint where somebody may push, click handles, add springs or muscles. Shake shows what you have assumed.", stage: "forces", near: "rail-forces" },
  { title: "Watch the modes appear", text: "Forcedual finds the best few ways to move for these forces, and tells how much of the motion they capture.", stage: "modes", near: "rail-modes" },
  { title: "Compare, then take it home", text: "Play side by side with other methods, and save the scene, the model or an animation. Press ? for shortcuts.", stage: "home", near: "rail-home" },
];

export function startTour(): void {
  show(0);
}
export function endTour(): void {
  localStorage.setItem("forcedual-tour", "seen");
  studio.change(() => { studio.tour = null; if (studio.sheet === "peek") studio.sheet = "half"; });
}
/// Narrow pages have no room for the body, the panel and the card: the panel steps back where the body is spoken of.
function show(step: number): void {
  const { stage, near } = STEPS[step];
  studio.change(() => { studio.tour = step; studio.sheet = near === "canvas" ? "peek" : "half"; });
  studio.go(stage);
}

export function Tour() {
  const step = studio.tour;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => { box.current?.querySelector<HTMLButtonElement>("button.main")?.focus(); }, [step]);
  if (step === null) return null;
  const { title, text, near } = STEPS[step];
  const next = () => {
    if (step + 1 >= STEPS.length) return endTour();
    show(step + 1);
  };
  return (
    <div ref={box} class={`tour ${near}`} role="dialog" aria-label={title} onKeyDown={(e) => { if (e.key === "Escape") endTour(); }}>
      <h2>{title}</h2>
      <p>{text}</p>
      <footer>
        <span class="dots" aria-label={`Step ${step + 1} of ${STEPS.length}`}>{STEPS.map((_, k) => <i key={k} class={k === step ? "now" : ""} />)}</span>
        <Button kind="quiet" label="Skip" onClick={endTour} />
        <Button kind="main" label={step + 1 === STEPS.length ? "Start" : "Next"} onClick={next} />
      </footer>
    </div>
  );
}

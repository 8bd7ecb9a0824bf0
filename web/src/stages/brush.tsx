import { mirrorWords } from "../core/mirror";
import { length } from "../core/units";
import { studio } from "../studio";
import { Segmented, Slider, Toggle } from "../ui/controls";

export function BrushPanel() {
  const { brush, size } = studio;
  const set = (change: Partial<typeof brush>) => studio.change(() => { Object.assign(brush, change); });
  return (
    <div class="stack">
      <Segmented label="Brush" value={brush.action} onChange={(action) => set({ action })}
        options={[{ value: "paint", text: "Paint", icon: "painted" }, { value: "erase", text: "Erase", icon: "erase" }, { value: "smooth", text: "Smooth", icon: "smooth" }]} />
      <Slider label="Size" value={brush.radius} min={0.01} max={0.5} log show={(v) => length(v * size)} onInput={(radius) => set({ radius })} />
      <Slider label="Hardness" value={brush.hardness} min={0} max={1} show={(v) => `${Math.round(100 * v)}%`} onInput={(v) => set({ hardness: Math.round(v * 100) / 100 })} />
      <Slider label="Strength" value={brush.strength} min={0.05} max={1} show={(v) => `${Math.round(100 * v)}%`} onInput={(v) => set({ strength: Math.round(v * 100) / 100 })} />
      <Toggle label="Symmetry" hint={mirrorWords(studio.mirror)} value={brush.mirror} onChange={(mirror) => set({ mirror })} />
      <p class="hint"><kbd>[</kbd> <kbd>]</kbd> size, <kbd>E</kbd> erase, <kbd>X</kbd> symmetry. Off the body, drag to turn.</p>
    </div>
  );
}

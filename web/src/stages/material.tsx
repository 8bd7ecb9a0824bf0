import { describe, MATERIAL_DEFAULTS, PRESETS, roundTo, strokesOf, type Material, type MaterialRegion } from "../core/scene";
import { si } from "../core/units";
import { studio } from "../studio";
import { Button, Chips, Section, Select, Slider } from "../ui/controls";
import { Icon } from "../ui/icons";
import { regionNames } from "../view/director";
import { BrushPanel } from "./brush";
import { Back } from "./shape";

const LAWS = [
  { value: "stable-neo-hookean", text: "Stable neo-Hookean" }, { value: "corotated", text: "Corotated" }, { value: "arap", text: "As rigid as possible" },
  { value: "stvk", text: "St. Venant-Kirchhoff" }, { value: "linear", text: "Linear" },
];

export function MaterialStage() {
  const { scene } = studio;
  if (!scene) return null;
  const material = scene.material ?? {};
  const regions = material.region ?? [];
  if (studio.region !== null && regions[studio.region]) return <RegionPanel index={studio.region} region={regions[studio.region]} material={material} />;
  const add = (painted: boolean) => {
    studio.edit((s) => {
      const m = (s.material ??= {});
      (m.region ??= []).push({ where: painted ? { strokes: [] } : { region: [studio.body!.regions[0]] }, young: roundTo(numberOf(m.young, MATERIAL_DEFAULTS.young) * 10, 3) });
    });
    studio.change(() => { studio.region = regions.length; studio.painting = painted ? "material" : null; studio.brush.action = "paint"; });
  };
  return (
    <>
      <Section title="Whole body">
        <Stuff label="the whole body" value={material} edit={(change, merge) => studio.edit((s) => change((s.material ??= {})), merge)} />
        <Select label="Law" value={String(material.law ?? LAWS[0].value)} options={LAWS} onChange={(law) => studio.edit((s) => { (s.material ??= {}).law = law; })} />
      </Section>
      <Section title="Parts of something else">
        {regions.length === 0 && <p class="hint">All of one stuff. {studio.body?.regions.length ? "Click a part of the body, or paint one." : "Paint a part that differs."}</p>}
        <ul class="list">
          {regions.map((r, k) => (
            <li key={k}>
              <button type="button" class="open" onClick={() => studio.change(() => { studio.region = k; studio.painting = isPainted(r) ? "material" : null; })}>
                <i class="swatch" data-stiff={Math.round(Math.log10(numberOf(r.young, 1e6)))} />
                <span>{describe(r.where)}</span><output>{r.young !== undefined ? si(r.young, "Pa") : ""}</output>
              </button>
              <Button kind="icon" icon="close" label={`Remove ${describe(r.where)}`} onClick={() => studio.edit((s) => { s.material!.region!.splice(k, 1); })} />
            </li>
          ))}
        </ul>
        <div class="buttons">
          <Button icon="painted" label="Paint a part" onClick={() => add(true)} />
          {(studio.body?.regions.length ?? 0) > 0 && <Button icon="plus" label="Named part" onClick={() => add(false)} />}
        </div>
        {studio.hovered && <p class="hint">Under the pointer: <b>{studio.hovered.replaceAll("_", " ")}</b></p>}
      </Section>
      {regions.length > 0 && <Section title="Stiffness"><div class="scale cool" aria-hidden="true" /><div class="ends"><span>soft</span><span>stiff</span></div></Section>}
    </>
  );
}

function RegionPanel({ index, region, material }: { index: number; region: MaterialRegion; material: Material }) {
  const names = regionNames(region.where);
  const edit = (change: (r: MaterialRegion) => void, merge: string | null = null) => studio.edit((s) => change(s.material!.region![index]), merge);
  const shown = { young: region.young ?? material.young, poisson: region.poisson ?? material.poisson, density: region.density ?? material.density };
  return (
    <>
      <Back label="Material" onClick={() => studio.change(() => studio.leaveDetails())} />
      <Section title={names ? "Named part" : isPainted(region) ? "Painted part" : "Part"}>
        {names && <Chips label="Parts of the body" all={studio.body?.regions ?? []} chosen={names}
          onToggle={(n) => { const next = names.includes(n) ? names.filter((x) => x !== n) : [...names, n]; if (next.length > 0) edit((r) => { r.where = { region: next }; }); }} />}
        {!names && !isPainted(region) && <p class="hint"><Icon name="shape" size={16} /> {describe(region.where)}</p>}
        <Stuff label="this part" value={shown} edit={(change, merge) => edit(change, merge && `region ${index} ${merge}`)} />
      </Section>
      {studio.painting === "material" && <Section title="Brush"><BrushPanel /></Section>}
    </>
  );
}

interface StuffValue { young?: unknown; poisson?: unknown; density?: unknown }

function Stuff({ label, value, edit }: { label: string; value: StuffValue; edit: (change: (m: StuffValue) => void, merge: string | null) => void }) {
  const young = numberOf(value.young, MATERIAL_DEFAULTS.young), poisson = numberOf(value.poisson, MATERIAL_DEFAULTS.poisson), density = numberOf(value.density, MATERIAL_DEFAULTS.density);
  if (Array.isArray(value.young) || typeof value.young === "object") return <p class="hint">Young's modulus is given per cell, by the scene.</p>;
  return (
    <div class="stack">
      <div class="chips" role="group" aria-label={`Presets for ${label}`}>
        {PRESETS.map((p) => (
          <button key={p.name} type="button" class="chip" aria-pressed={p.young === young && p.poisson === poisson && p.density === density}
            onClick={() => edit((m) => Object.assign(m, { young: p.young, poisson: p.poisson, density: p.density }), null)}>{p.name}</button>
        ))}
      </div>
      <Slider label="Young's modulus" value={young} min={1e3} max={1e11} log show={(v) => si(v, "Pa")} onInput={(v) => edit((m) => { m.young = roundTo(v, 2); }, "young")} />
      <Slider label="Poisson's ratio" value={poisson} min={0} max={0.49} show={(v) => v.toFixed(2)} onInput={(v) => edit((m) => { m.poisson = Math.round(v * 100) / 100; }, "poisson")} />
      <Slider label="Density" value={density} min={10} max={20000} log show={(v) => `${roundTo(v, 3)} kg/m³`} onInput={(v) => edit((m) => { m.density = roundTo(v, 2); }, "density")} />
    </div>
  );
}

function numberOf(value: unknown, otherwise: number): number {
  return typeof value === "number" ? value : otherwise;
}
function isPainted(region: MaterialRegion): boolean {
  return strokesOf(region.where) !== null;
}

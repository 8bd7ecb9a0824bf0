import { useState } from "preact/hooks";
import { describe, FORCE_KINDS, forceAt, gather, isComplete, kindOf, likelihood, nameOf, pointsOf, roundTo, setLikelihood, simulationOf, strokesOf, type Force, type Path } from "../core/scene";
import { nearestPoint } from "../core/channels";
import { mirrorWords } from "../core/mirror";
import { component, count, length, plural, shares, si } from "../core/units";
import { studio } from "../studio";
import { Button, Chips, Section, Segmented, Slider, Toggle } from "../ui/controls";
import { Icon } from "../ui/icons";
import { Warning } from "../ui/warnings";
import { regionNames } from "../view/director";
import { BrushPanel } from "./brush";
import { Back } from "./shape";

export function ForcesStage() {
  const { scene, force, path } = studio;
  if (!scene) return null;
  if (force && path) return <ForcePanel force={force} path={path} />;
  const forces = scene.force ?? [];
  return (
    <>
      <ShakeButton hint={studio.shaking ? "Random forces from what you assumed, and how the body answers." : "See what you assumed: draw random forces."} />
      <Section title="Forces to expect">
        {forces.length === 0 && <p class="hint">None yet, so anything may push anywhere: white noise. Add what you know.</p>}
        <Cards forces={forces} parent={[]} />
        <Add parent={[]} />
        {forces.length > 1 && forces.some((f) => f.kind !== "mixture") && <Button kind="quiet" icon="mixture" label="Only one of them at a time" onClick={wrap} />}
      </Section>
      {(studio.prior?.doubts ?? []).map((d) => <Warning key={d} text={d} />)}
    </>
  );
}

/// Draws random forces: of the open card, or of all.
function ShakeButton({ hint }: { hint: string }) {
  return (
    <div class="shake">
      <Button kind={studio.path ? "plain" : "main"} icon="shake" label={studio.shaking ? "Stop shaking" : "Shake"} pressed={studio.shaking} disabled={!studio.model && !studio.shaking} onClick={() => studio.shake(!studio.shaking)} />
      <p class="hint" role="status">{drawnParts() ?? hint}</p>
    </div>
  );
}

/// Which parts of mixtures act in the draw that is shown.
function drawnParts(): string | null {
  const { prior, draw, shaking } = studio;
  if (!shaking || !draw || draw.parts.length === 0) return null;
  const names = Array.from(draw.parts, (k) => prior?.forces[k]).filter((f) => f !== undefined).map(nameOf);
  return `Now: ${names.join(" and ")}.`;
}

function Cards({ forces, parent }: { forces: Force[]; parent: Path }) {
  const parts = parent.length > 0;
  const total = forces.reduce((sum, f) => sum + (f.probability ?? 1), 0);
  const likely = shares(forces.map((f) => (f.probability ?? 1) / total));
  return (
    <ul class="cards">
      {forces.map((f, k) => {
        const path = [...parent, k];
        return (
          <li key={k} class="card">
            <button type="button" class="open" onClick={() => studio.selectForce(path)} aria-label={`Edit ${nameOf(f)}`}>
              <i class={`badge ${f.kind}`}><Icon name={f.kind} size={18} /></i>
              <span class="names"><b>{nameOf(f)}</b><small>{isComplete(f) ? summary(f) : "waiting for you"}</small></span>
              {parts && <output>{likely[k]}</output>}
            </button>
            <Button kind="icon" icon="trash" label={`Remove ${nameOf(f)}`} onClick={() => studio.removeForce(path)} />
          </li>
        );
      })}
    </ul>
  );
}

function Add({ parent }: { parent: Path }) {
  const [open, setOpen] = useState(false);
  const kinds = FORCE_KINDS.filter((k) => (parent.length === 0 || k.kind !== "mixture") && (k.kind !== "pneumatic" || (studio.body?.cavities.length ?? 0) > 0));
  return (
    <div class="add">
      <Button id={parent.length ? "add-part" : "add-force"} icon={open ? "close" : "plus"} label={parent.length ? "Add a part" : "Add a force"} pressed={open} onClick={() => setOpen(!open)} />
      {open && (
        <div class="palette" role="group" aria-label="Kinds of forces">
          {kinds.map((k) => (
            <button key={k.kind} type="button" data-kind={k.kind} onClick={() => { setOpen(false); studio.addForce(k.kind, parent); }}>
              <i class={`badge ${k.kind}`}><Icon name={k.kind} size={18} /></i>
              <span class="names"><b>{k.title}</b><small>{k.about}</small></span>
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

function ForcePanel({ force, path }: { force: Force; path: Path }) {
  const kind = kindOf(force);
  const edit = (change: (f: Force) => void, merge: string | null = null) => studio.editForce(path, change, merge);
  return (
    <>
      <Back label={path.length > 1 ? "Mixture" : "Forces"} onClick={() => studio.selectForce(path.length > 1 ? path.slice(0, -1) : null)} />
      <div class="title">
        <i class={`badge ${force.kind}`}><Icon name={force.kind} size={20} /></i>
        <input type="text" aria-label="Name of the force" value={nameOf(force)} spellcheck={false} maxLength={40}
          onInput={(e) => studio.renameForce(path, e.currentTarget.value)} />
        <Button kind="icon" icon="trash" label="Remove this force" onClick={() => studio.removeForce(path)} />
      </div>
      <p class="hint lead">{HINTS[force.kind] ?? kind.about}</p>
      {isComplete(force) && <ShakeButton hint={force.kind === "mixture" ? "Random forces, of one part at a time." : path.length > 1 ? "Random forces of this part alone." : "Random forces of this card alone."} />}
      <Details force={force} path={path} edit={edit} />
      {force.kind !== "mixture" && <Strength force={force} edit={edit} />}
      {path.length > 1 && (
        <Section title="How likely">
          <Likely path={path} />
        </Section>
      )}
    </>
  );
}

/// All forces become parts of one mixture.
function wrap(): void {
  let at = 0;
  studio.edit((s) => { at = gather(s); });
  studio.selectForce([at]);
}
/// The parts of a mixture become forces of their own.
function unwrap(index: number): void {
  studio.selectForce(null);
  studio.edit((s) => {
    const parts = (s.force![index].of ?? []).map(({ probability: _, ...part }) => part as Force);
    s.force!.splice(index, 1, ...parts);
  });
}
/// Changes between a subspace for each part as forces are felt.
function adapt(on: boolean): void {
  studio.edit((s) => {
    if (on) simulationOf(s).adaptive = "bayes";
    else delete s.simulation!.adaptive;
  });
}

/// How likely a part is beside the others: on a scale of factors, with 1 in the middle.
function Likely({ path }: { path: Path }) {
  const index = path[path.length - 1];
  const parts = forceAt(studio.scene!, path.slice(0, -1))?.of ?? [];
  const value = likelihood(parts, index);
  const total = parts.reduce((sum, f) => sum + (f.probability ?? 1), 0);
  const likely = shares(parts.map((f) => (f.probability ?? 1) / total))[index];
  const words = (v: number) => (Math.abs(Math.log(v)) < 0.06 ? "as likely as another" : `${roundTo(v, 2)} × another`);
  return <Slider label={`Probability: ${likely}`} value={value} min={1 / 20} max={20} log show={words}
    onInput={(v) => studio.editForce(path.slice(0, -1), (mixture) => setLikelihood(mixture.of!, index, Math.abs(Math.log(v)) < 0.06 ? 1 : v), "probability")} />;
}

const HINTS: Record<string, string> = {
  painted: "Paint on the body where somebody may push or pull, and how much.",
  handles: "Click points of the body that get pulled. Click one again to remove it.",
  contact: "Click where something touches. The arrows are pressure and friction. Click a patch's middle to remove it.",
  pneumatic: "Every closed cavity is an air pocket with a pressure of its own.",
  muscle: "Draw a stroke on the body: a muscle contracts along it. Or pick named parts.",
  springs: "Click two points, or drag from one to the other: a tendon that changes its length.",
  matern: "Pushes that are alike at neighbouring places: wind, water, a blanket.",
  "white-noise": "Independent pushes everywhere, by mass. Its modes are those of linear modal analysis.",
  mixture: "One of these acts at a time. With Adapt on, bars show which one is felt while you play.",
};

interface DetailProps { force: Force; path: Path; edit: (change: (f: Force) => void, merge?: string | null) => void }

function Details({ force, path, edit }: DetailProps) {
  const others = (studio.scene?.force ?? []).filter((f) => f.kind !== "mixture").length;
  switch (force.kind) {
    case "painted":
      if (studio.painting !== "force") return null;
      return (
        <Section title="Brush" aside={<Button kind="quiet" label="Clear" disabled={(force.strokes ?? []).length === 0} onClick={() => edit((f) => { f.strokes = []; })} />}>
          {force.strokes === undefined && force.where !== undefined && <p class="hint">Covers {describe(force.where)}. Your first stroke replaces that.</p>}
          <BrushPanel />
          <Segmented label="Directions" value={String(force.directions ?? "all")} options={[{ value: "all", text: "Every way" }, { value: "normal", text: "Along normals" }]}
            onChange={(v) => edit((f) => { if (v === "all") delete f.directions; else f.directions = v; })} />
        </Section>
      );
    case "handles": {
      const points = pointsOf(force.where);
      return (
        <Section title={points.length === 1 ? "1 handle" : `${points.length} handles`} aside={<Button kind="quiet" label="Clear" disabled={points.length === 0} onClick={() => edit((f) => { f.where = { nearest: [] }; })} />}>
          <Slider label="Stiffness of the pull" value={Number(force.stiffness ?? 1e4)} min={10} max={1e8} log show={(v) => `${count(v)} /s²`} onInput={(v) => edit((f) => { f.stiffness = roundTo(v, 2); }, "stiffness")} />
        </Section>
      );
    }
    case "contact": {
      const patches = (Array.isArray(force.patch) ? force.patch : []) as { center?: number[]; radius?: number; where?: unknown }[];
      return (
        <Section title={patches.length === 1 ? "1 patch" : `${patches.length} patches`}>
          <Slider label="Radius of new patches" value={studio.patchRadius} min={0.01} max={0.4} log show={(v) => length(v * studio.size)} onInput={(v) => studio.change(() => { studio.patchRadius = v; })} />
          <ul class="list">
            {patches.map((p, k) => (
              <li key={k}><Icon name="contact" size={16} /><span title={p.center && `at ${p.center.map(length).join(", ")}`}>{p.center ? `patch ${k + 1}` : describe(p.where)}</span>
                {p.radius !== undefined && <output>{length(p.radius)}</output>}
                <Button kind="icon" icon="close" label={`Remove patch ${k + 1}`} onClick={() => edit((f) => { (f.patch as unknown[]).splice(k, 1); })} /></li>
            ))}
          </ul>
          <Slider label="Friction beside pressure" value={Number(force["tangent-sigma"] ?? 0.3 * Number(force["normal-sigma"] ?? 1)) / Number(force["normal-sigma"] ?? 1)} min={0} max={2} show={(v) => `${Math.round(100 * v)}%`}
            onInput={(v) => edit((f) => { f["normal-sigma"] ??= 1; f["tangent-sigma"] = roundTo(v * Number(f["normal-sigma"]), 3); }, "friction")} />
        </Section>
      );
    }
    case "pneumatic": {
      const cavities = studio.body?.cavities ?? [];
      const all = force.pockets === undefined || force.pockets === "all";
      const chosen = all ? cavities.map((_, k) => k) : (force.pockets as unknown[]).filter((p): p is number => typeof p === "number");
      return (
        <Section title={cavities.length === 1 ? "1 cavity found" : `${cavities.length} cavities found`}>
          <Chips label="Air pockets" all={cavities.map((_, k) => `pocket ${k + 1}`)} chosen={chosen.map((k) => `pocket ${k + 1}`)}
            onToggle={(name) => {
              const k = Number(name.replace("pocket ", "")) - 1;
              const next = chosen.includes(k) ? chosen.filter((x) => x !== k) : [...chosen, k].sort((a, b) => a - b);
              if (next.length > 0) edit((f) => { f.pockets = next.length === cavities.length ? "all" : next; });
            }} />
          {all && force["rms-displacement"] === undefined && force.mean !== undefined && <p class="hint">{si(Number(force.mean), "Pa")} on average.</p>}
        </Section>
      );
    }
    case "muscle": return <Muscles force={force} path={path} edit={edit} />;
    case "springs": {
      const springs = (Array.isArray(force.between) ? force.between : []) as number[][][];
      return (
        <Section title={springs.length === 1 ? "1 spring" : `${springs.length} springs`}>
          <ul class="list">
            {springs.map(([a, b], k) => (
              <li key={k}><Icon name="springs" size={16} /><span>spring {k + 1}</span><output>{length(Math.hypot(...a.map((x, c) => x - b[c])))}</output>
                <Button kind="icon" icon="close" label={`Remove spring ${k + 1}`} onClick={() => edit((f) => { (f.between as unknown[]).splice(k, 1); })} /></li>
            ))}
          </ul>
          {typeof force.stiffness === "number" && <Slider label="Stiffness" value={force.stiffness} min={1} max={1e7} log show={(v) => si(v, "N/m")} onInput={(v) => edit((f) => { f.stiffness = roundTo(v, 2); }, "stiffness")} />}
        </Section>
      );
    }
    case "matern": return (
      <Section title="Field">
        <Slider label="Correlation length" value={Number(force.length ?? 0.3)} min={0.02 * studio.size} max={3 * studio.size} log show={length} onInput={(v) => edit((f) => { f.length = roundTo(v, 2); delete f.kappa; }, "length")} />
        {force.where !== undefined && <p class="hint">Acts on {describe(force.where)}.</p>}
      </Section>
    );
    case "mixture": case "sum": return (
      <>
        <Section title="Parts">
          <Cards forces={force.of ?? []} parent={path} />
          <Add parent={path} />
          {force.kind === "mixture" && path.length === 1 && others > 0 && <Button kind="quiet" icon="mixture" label={others === 1 ? "Move the other card in" : `Move the other ${others} cards in`} onClick={wrap} />}
        </Section>
        {force.kind === "mixture" && path.length === 1 && (
          <Section title="While playing">
            <Toggle label="Adapt" hint="to the part that is felt" value={studio.scene?.simulation?.adaptive !== undefined} onChange={adapt} />
            <Button kind="quiet" label="Let them act together" onClick={() => unwrap(path[0])} />
          </Section>
        )}
      </>
    );
    default: return force.where !== undefined ? <p class="hint">Acts on {describe(force.where)}.</p> : null;
  }
}

function Muscles({ force, edit }: DetailProps) {
  const fibers = (Array.isArray(force.fibers) ? force.fibers : force.fibers ? [force.fibers] : []) as { where?: unknown; direction: number[] }[];
  const regions = studio.body?.regions ?? [];
  const set = (change: (list: typeof fibers) => typeof fibers) => edit((f) => { f.fibers = change(structuredClone(fibers)); });
  return (
    <>
      <Section title={fibers.length === 1 ? "1 muscle" : `${fibers.length} muscles`}>
        <ul class="list">
          {fibers.map((m, k) => (
            <li key={k} class="muscle"><Icon name="muscle" size={16} /><span>{muscleName(m.where, k)}</span>
              {Array.isArray(m.direction) && typeof m.direction[0] === "number" && (
                <span class="direction" role="group" aria-label={`Fibre direction of muscle ${k + 1}`}>
                  {m.direction.map((x, c) => <label key={c}>{"xyz"[c]}<input type="number" step={0.1} aria-label={`${"xyz"[c]} of the direction`} value={component(x)}
                    onChange={(e) => { const v = Number(e.currentTarget.value); set((list) => { const d = [...list[k].direction]; d[c] = v; if (d.some((q) => q !== 0)) list[k].direction = d; return list; }); }} /></label>)}
                </span>
              )}
              <Button kind="icon" icon="close" label={`Remove muscle ${k + 1}`} onClick={() => set((list) => list.filter((_, j) => j !== k))} />
            </li>
          ))}
        </ul>
        {regions.length > 0 && (
          <label class="select"><span class="label">Add a named part</span>
            <select aria-label="Add a muscle in a named part" value="" onChange={(e) => { const region = e.currentTarget.value; if (region) set((list) => [...list, { where: { region }, direction: studio.dim === 2 ? [1, 0] : [1, 0, 0] }]); e.currentTarget.value = ""; }}>
              <option value="">choose…</option>
              {regions.map((r) => <option key={r} value={r}>{r.replaceAll("_", " ")}</option>)}
            </select>
          </label>
        )}
        <Segmented label="Contraction" value={String(force.mode ?? "elements")} options={[{ value: "groups", text: "As a whole" }, { value: "elements", text: "Cell by cell" }]} onChange={(v) => edit((f) => { f.mode = v; })} />
      </Section>
      <Section title="Along a stroke">
        <Toggle label="Symmetry" hint={`another muscle ${mirrorWords(studio.mirror)}`} value={studio.muscle.mirror} onChange={(on) => studio.change(() => { studio.muscle.mirror = on; })} />
        <Slider label="Width" value={studio.muscle.radius} min={0.01} max={0.5} log show={(v) => length(2 * v * studio.size)} onInput={(v) => studio.change(() => { studio.muscle.radius = v; })} />
      </Section>
    </>
  );
}

/// A muscle by the parts that were picked, or by the part that its stroke is on.
function muscleName(where: unknown, k: number): string {
  const named = regionNames(where);
  if (named) return named.join(", ").replaceAll("_", " ");
  const stroke = strokesOf(where)?.[0]?.at;
  if (!stroke) return describe(where);
  const { surface, body } = studio;
  const part = surface && body?.regions[surface.region[nearestPoint(surface, stroke[stroke.length >> 1])]];
  return `${part ? part.replaceAll("_", " ") : "stroke"} ${k + 1}`;
}

function Strength({ force, edit }: Omit<DetailProps, "path">) {
  const kind = kindOf(force);
  const motion = force["rms-displacement"];
  if (motion !== undefined) return (
    <Section title="How strong">
      <Slider label="Moves the body, on average, by" value={motion} min={1e-4 * studio.size} max={0.2 * studio.size} log show={length} onInput={(v) => edit((f) => { f["rms-displacement"] = roundTo(v, 2); }, "strength")} />
    </Section>
  );
  if (force.rms !== undefined) return (
    <Section title="How strong">
      <Slider label="Total force" value={force.rms} min={force.rms / 100} max={force.rms * 100} log show={(v) => si(v, "N")} onInput={(v) => edit((f) => { f.rms = roundTo(v, 2); }, "strength")} />
    </Section>
  );
  const { sigma } = kind;
  const toMotion = <Button kind="quiet" label="Give as motion" onClick={() => edit((f) => { f["rms-displacement"] = roundTo(0.01 * studio.size, 2); })} />;
  if (!sigma || Array.isArray(force[sigma.key])) return <Section title="How strong" aside={toMotion}><p class="hint">As the scene says.</p></Section>;
  const value = Number(force[sigma.key] ?? 1);
  const show = (v: number) => (sigma.unit === "m" ? length(v) : si(v, sigma.unit));
  const [min, max] = sigma.unit === "m" ? [1e-4 * studio.size, 0.5 * studio.size] : [1, 1e7];
  return (
    <Section title="How strong" aside={toMotion}>
      <Slider label={sigma.label} value={value} min={min} max={max} log show={show} onInput={(v) => edit((f) => {
        const next = roundTo(v, 2);
        if (sigma.key === "normal-sigma" && f["tangent-sigma"] !== undefined) f["tangent-sigma"] = roundTo((Number(f["tangent-sigma"]) * next) / value, 3);
        f[sigma.key] = next;
      }, "strength")} />
    </Section>
  );
}

/// A few words for a card.
function summary(f: Force): string {
  switch (f.kind) {
    case "painted": return f.strokes ? plural(f.strokes.length, "stroke") : f.where !== undefined ? describe(f.where) : "weights";
    case "handles": return plural(pointsOf(f.where).length || ((f.vertices as number[]) ?? []).length, "handle");
    case "contact": return plural(Array.isArray(f.patch) ? f.patch.length : 1, "patch");
    case "springs": return plural(((f.between ?? f.edges) as unknown[])?.length ?? 0, "spring");
    case "muscle": return plural(Array.isArray(f.fibers) ? f.fibers.length : 1, "muscle");
    case "pneumatic": return f.pockets === undefined || f.pockets === "all" ? "all pockets" : plural((f.pockets as unknown[]).length, "pocket");
    case "mixture": case "sum": return plural((f.of ?? []).length, "part");
    case "matern": return `smooth over ${length(Number(f.length ?? 0))}`;
    case "region": return describe(f.where);
    default: return kindOf(f).about;
  }
}

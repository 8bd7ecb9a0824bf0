import { useMemo } from "preact/hooks";
import type { ModelInfo, Rival } from "../core/protocol";
import { namedChannels } from "../core/channels";
import { performance, simulationOf } from "../core/scene";
import { saturated } from "../core/flags";
import { count, error, length, percent, plural, seconds, shares } from "../core/units";
import { studio } from "../studio";
import { viewer } from "../view/instance";
import { unreachable } from "../view/tools";
import { Icon } from "../ui/icons";
import { Bar, Button, Empty, Section, Segmented, Slider, Toggle } from "../ui/controls";

const RIVALS: { value: Rival; text: string; title: string }[] = [
  { value: "off", text: "Off", title: "One body" },
  { value: "lma", text: "LMA", title: "Linear modal analysis with as many modes" },
  { value: "greens", text: "Green's", title: "Green's functions, as many" },
  { value: "full", text: "Full", title: "The full simulation: every vertex" },
  { value: "skinning-eigenmodes", text: "Skinning", title: "Standard skinning eigenmodes" },
];
export const RIVAL_NAMES: Record<Rival, string> = { off: "", lma: "Linear modal analysis", greens: "Green's functions", full: "Full simulation", "skinning-eigenmodes": "Skinning eigenmodes" };

export function PlayStage() {
  const { player: model, stats } = studio;
  if (!model) return <Empty icon="play">{studio.fault ? "Nothing to play yet: mend the scene first." : "The body wakes up when its modes are found."}</Empty>;
  return (
    <>
      {stats?.posterior && stats.posterior.length > 0 && <Felt posterior={stats.posterior} names={model.components} />}
      <Section title="Your hand">
        <Segmented label="What the pointer does" value={studio.playTool} onChange={(v) => studio.change(() => { studio.playTool = v; })}
          options={[{ value: "drag", text: "Drag", icon: "hand" }, { value: "ball", text: "Ball", icon: "ball" }, { value: "reach", text: "Reach", icon: "target" }]} />
        {studio.playTool === "drag" && <p class="hint">Grab the body anywhere. Beside it, drag to turn the view.</p>}
        {studio.playTool === "ball" && <><p class="hint">Press on the body to bring a ball, then push.</p>
          <Slider label="Size of the ball" value={studio.ballRadius} min={0.03} max={0.4} log show={(v) => length(2 * v * studio.size)} onInput={(v) => studio.change(() => { studio.ballRadius = v; })} /></>}
        {studio.playTool === "reach" && <p class="hint">{unreachable() ?? "Press a point and pull: springs, muscles and pockets find out how to bring it there. Click a target to remove it."}</p>}
        {stats?.felt != null && stats.felt < 0.5 && <p class="warning">The body moves {percent(stats.felt)} as much as it should: these forces are not among those you expected. Paint them.</p>}
        {studio.targets.length > 0 && <Missed model={model} />}
        {studio.targets.length > 0 && <Button icon="close" label={studio.targets.length === 1 ? "Remove the target" : `Remove ${studio.targets.length} targets`} onClick={() => studio.clearTargets()} />}
      </Section>

      <Section title="Time">
        <div class="buttons">
          <Button icon={studio.running ? "pause" : "play"} label={studio.running ? "Pause" : "Play"} onClick={() => studio.play(!studio.running)} />
          <Button icon="reset" label="Reset" onClick={() => studio.reset()} />
        </div>
        <Slider label="Speed" value={studio.speed} min={0.05} max={2} log show={(v) => (Math.abs(v - 1) < 0.03 ? "real time" : `${v < 1 ? v.toFixed(2) : v.toFixed(1)} ×`)} onInput={(v) => studio.play(studio.running, Math.abs(Math.log(v)) < 0.08 ? 1 : v)} />
        {model.script && <Toggle label="Perform" hint={model.script.idle ? "its forces shake it" : performance(studio.scene) ?? "what its scene says happens"} value={studio.performing} onChange={(on) => studio.perform(on)} />}
        {studio.dim === 3 && <Toggle label="Floor" hint={(studio.body?.held ?? 0) > 0 ? "with gravity; to drop the body, let go of what is held (Shape)" : "with gravity: it drops"} value={studio.floor} onChange={(on) => studio.setFloor(on)} />}
      </Section>

      <Section title="Side by side">
        <Segmented label="Compare with" value={studio.rival} options={RIVALS.filter((r) => r.value !== "skinning-eigenmodes" || studio.rival === r.value || model.kind === "skinning")} onChange={(v) => studio.setRival(v)} />
        {studio.rival !== "off" && stats && (
          <dl class="facts">
            {stats.step_us !== null && <div><dt>Step of yours</dt><dd>{seconds(stats.step_us * 1e-6)}</dd></div>}
            {stats.rival_us !== null && <div><dt>Step of the other</dt><dd>{seconds(stats.rival_us * 1e-6)}</dd></div>}
            {stats.error !== null && <div><dt>Error against full</dt><dd>{error(stats.error)}</dd></div>}
          </dl>
        )}
      </Section>

      <RealTime />

      <Actuation model={model} />
    </>
  );
}

/// How likely each part of the mixture is, by what the body feels.
function Felt({ posterior, names }: { posterior: number[]; names: string[] }) {
  const shown = shares(posterior);
  return (
    <Section title="What it feels">
      <ul class="posterior">
        {posterior.map((p, k) => <li key={k}><span>{names[k] ?? `part ${k + 1}`}</span><Bar share={p} label={`Probability of ${names[k] ?? k + 1}`} /><output>{shown[k]}</output></li>)}
      </ul>
    </Section>
  );
}

/// Says that a target is not reached, where channels are driven as far as they go.
function Missed({ model }: { model: ModelInfo }) {
  const full = saturated(model.channels, studio.amplitudes).filter(Boolean).length;
  const { body } = viewer();
  const missing = Math.max(...studio.targets.map(({ vertex, to }) => Math.hypot(...body.point(vertex).toArray().map((x, c) => x - (to[c] ?? 0)))));
  if (full === 0 || missing < 0.02 * studio.size) return null;
  return <p class="warning" role="status"><Icon name="warn" size={16} /><span>Not reached: {length(missing)} are missing, and {full === model.channels.length ? (full === 1 ? "the channel is" : "all channels are") : `${plural(full, "channel")} of ${model.channels.length} ${full === 1 ? "is" : "are"}`} as far as {full === 1 ? "it goes" : "they go"}.</span></p>;
}

/// A slider for every channel; what it drives lights up on the body while it is pointed at.
function Actuation({ model }: { model: ModelInfo }) {
  const { prior, surface, body } = studio;
  const full = saturated(model.channels, studio.amplitudes);
  const named = useMemo(() => namedChannels(model.channels, prior, surface, body?.regions ?? []), [model, prior, surface, body]);
  return (
    <Section title="Actuation" aside={model.channels.length > 0 ? <Button kind="quiet" label="Relax" onClick={() => studio.relax()} /> : undefined}>
      {model.channels.length === 0 && <p class="hint">Springs, muscles and air pockets get a slider here.</p>}
      <div class="channels">
        {named.map(({ channel: k, name, show }) => {
          const c = model.channels[k];
          const low = Math.min(c.low, c.mean - 1e-9), high = Math.max(c.high, c.mean + 1e-9);
          return <Slider key={k} label={name} mark={studio.targets.length > 0 && full[k] ? "at its limit" : undefined} onPoint={(on) => studio.light(k, on)} value={studio.amplitudes[k] ?? c.mean} min={low} max={high} show={show} onInput={(v) => studio.setAmplitude(k, v)} />;
        })}
      </div>
    </Section>
  );
}

/// What decides how long a step takes. All of it is in the scene's [simulation].
function RealTime() {
  const { player: model, stats, scene } = studio;
  const written = scene?.simulation ?? {};
  const edit = (change: (s: Record<string, unknown>) => void, merge: string | null = null) => studio.edit((s) => change(simulationOf(s)), merge);
  const rate = Math.max(60, Math.round(1 / (model?.step ?? 1 / 120)));
  const cells = typeof written.cubature === "number" ? written.cubature : null;
  const iterations = typeof written.iterations === "number" ? written.iterations : null;
  return (
    <Section title="Real time">
      <Segmented label="Steps per second" value={String(rate)} options={["60", "120", "240"].map((v) => ({ value: v, text: `${v} steps/s` }))} onChange={(v) => edit((s) => { s.step = 1 / Number(v); })} />
      <Toggle label="As time allows" hint="no more iterations than fit" value={iterations === null} onChange={(on) => edit((s) => { if (on) delete s.iterations; else s.iterations = 10; })} />
      {iterations !== null && <Slider label="Iterations of a step at most" value={iterations} min={1} max={50} log show={(v) => String(Math.round(v))} onInput={(v) => edit((s) => { s.iterations = Math.round(v); }, "iterations")} />}
      <Toggle label="Cells by their error" hint="5% of the elastic force" value={cells === null} onChange={(on) => edit((s) => { if (on) delete s.cubature; else s.cubature = model?.cubature?.cells ?? 400; })} />
      {cells !== null && <Slider label="Cells that stand for all" value={cells} min={20} max={4000} log show={count} onInput={(v) => edit((s) => { s.cubature = Math.round(Number(v.toPrecision(2))); }, "cubature")} />}
      {stats && (
        <dl class="facts">
          <div><dt>Iterations of a step</dt><dd>{stats.iterations.toFixed(1)}</dd></div>
          {stats.short > 0 && <div><dt>Steps cut short</dt><dd>{Math.round(100 * stats.short)}%</dd></div>}
        </dl>
      )}
    </Section>
  );
}

import { jobName, modesSoFar } from "../core/jobs";
import { count, error as share, percent, plural, seconds } from "../core/units";
import { EXPECTED, shortfall } from "../core/flags";
import { studio } from "../studio";
import { CapturedCurve } from "../ui/chart";
import { Bar, Button, Empty, Section, Segmented, Select, Slider } from "../ui/controls";
import { Thumbnail } from "../ui/thumbnails";
import { Warning } from "../ui/warnings";
import { viewer } from "../view/instance";

const METHODS = {
  displacement: [
    { value: "force-dual", text: "Force-dual (optimal)" }, { value: "lma", text: "Linear modal analysis" }, { value: "greens", text: "Green's functions" }, { value: "pod", text: "POD of random draws" }, { value: "push-forward", text: "POD of large responses" },
    { value: "modal-derivatives", text: "With modal derivatives" }, { value: "half-and-half", text: "Half force-dual, half LMA" },
  ],
  skinning: [
    { value: "force-dual", text: "Force-dual (optimal)" }, { value: "skinning-eigenmodes", text: "Standard: Laplacian eigenmodes" }, { value: "lma", text: "Linear modal analysis" }, { value: "greens", text: "Green's functions" }, { value: "pod", text: "POD of random draws" }, { value: "push-forward", text: "POD of large responses" },
  ],
};
/// The number of modes before a share of the motion was asked for.
let number: number | null = null;
const SHARES = ["90%", "99%", "99.9%", "99.99%"];
/// Stages in the order in which they run.
const TIMES: [string, string][] = [["mesh", "Shape"], ["assemble", "Assembly"], ["order", "Order"], ["factor", "Factorisation"], ["prior", "Forces"], ["modes", "Modes"], ["certificate", "Certificate"], ["runtime", "Run time"]];

export function ModesStage() {
  const { scene, model, shapes, surface } = studio;
  if (!scene) return null;
  const subspace = scene.subspace ?? {};
  const kind = (subspace.kind as "displacement" | "skinning" | undefined) ?? "displacement";
  const modes = subspace.modes ?? 24;
  const byShare = typeof modes === "string";
  const edit = (change: (s: Record<string, unknown>) => void, merge: string | null = null) => studio.edit((s) => change((s.subspace ??= {})), merge);
  const preview = (k: number) => studio.change(() => { studio.preview = studio.preview === k ? null : k; });
  // What is asked for now is not what these figures belong to.
  const stale = model !== null && model.rev < studio.rev;
  const methods: { value: string; text: string }[] = Object.values(METHODS).flat();
  const skinning = model?.kind === "skinning";
  // What weights capture by shifting alone is less than with turns and stretches, which the certificate counts.
  const shifted = model?.captured[model.captured.length - 1];
  const certified = Number(model?.certificate?.["captured"] ?? NaN);
  const last = skinning && Number.isFinite(certified) ? certified : shifted;
  const error = Number(model?.certificate?.["galerkin_error"] ?? NaN);
  const short = shortfall(error);
  return (
    <>
      <Section title="Subspace">
        <Segmented label="Kind of subspace" value={kind} onChange={(v) => edit((s) => { s.kind = v; if (!METHODS[v].some((m) => m.value === (s.method ?? "force-dual"))) delete s.method; })}
          options={[{ value: "displacement", text: "Displacement" }, { value: "skinning", text: "Skinning" }]} />
        <Segmented label="How many" value={byShare ? "share" : "number"} onChange={(v) => edit((s) => { if (!byShare) number = Number(modes); s.modes = v === "share" ? "99%" : number ?? model?.modes ?? 24; })}
          options={[{ value: "number", text: "A number" }, { value: "share", text: "A share" }]} />
        {byShare
          ? <Segmented label="Share of the motion" value={String(modes)} options={SHARES.map((v) => ({ value: v, text: v }))} onChange={(v) => edit((s) => { s.modes = v; })} />
          : <Slider label={kind === "skinning" ? "Weights" : "Modes"} value={Number(modes)} min={1} max={kind === "skinning" ? 48 : 128} log show={(v) => String(Math.round(v))} onInput={(v) => edit((s) => { s.modes = Math.round(v); }, "modes")} />}
        <Select label="Method" value={String(subspace.method ?? "force-dual")} options={METHODS[kind]} onChange={(v) => edit((s) => { if (v === "force-dual") delete s.method; else s.method = v; })} />
      </Section>

      {stale && <Underway byShare={byShare ? String(modes) : null} />}
      {model ? (
        <>
          <Section title={stale ? `Still: ${methods.find((m) => m.value === model.method)?.text ?? model.method}` : "Captured motion"}>
            <div class={`headline ${stale ? "stale" : short ? "short" : ""}`}><b>{last !== undefined ? percent(last) : "–"}</b><span>of the motion by {plural(model.modes, skinning ? "weight" : "mode")}{model.dofs !== null && `, ${count(model.dofs)} degrees of freedom`}{short && <strong>{short}</strong>}</span></div>
            {model.captured.length > 0 && <CapturedCurve captured={model.captured} mark={studio.preview} what={skinning ? "weight" : "mode"} />}
            {skinning && shifted !== undefined && last !== shifted && <p class="hint">The curve counts weights that only shift what they hold, which captures {percent(shifted)}; turning and stretching it as well captures {percent(last ?? 0)}.</p>}
            <dl class="facts">
              {Number.isFinite(error) && <div title={EXPECTED}><dt>Error of a reduced solve, expected</dt><dd>{share(error)}</dd></div>}
              {model.cubature && <div><dt>Cells that stand for all</dt><dd>{count(model.cubature.cells)}</dd></div>}
              {model.cubature?.error != null && <div><dt>Error of the elastic force they add in motion</dt><dd>{share(model.cubature.error)}</dd></div>}
            </dl>
            {model.warnings.map((w) => <Warning key={w} text={w} />)}
          </Section>
          <Section title={model.kind === "skinning" ? "Weights" : "Modes"} aside={studio.preview !== null ? <Button kind="quiet" label="Stop" onClick={() => studio.change(() => { studio.preview = null; })} /> : undefined}>
            {shapes && surface && shapes.count === surface.count ? (
              <div class="thumbs" role="group" aria-label="Modes">
                {Array.from({ length: shapes.modes }, (_, k) => (
                  <button key={k} type="button" class="thumb" aria-pressed={studio.preview === k} aria-label={`Show ${model.kind === "skinning" ? "weight" : "mode"} ${k + 1}`} onClick={() => preview(k)}>
                    <Thumbnail mode={k} surface={surface} shapes={shapes} bounds={viewer().bounds} software={viewer().software} />
                    <span>{k + 1}</span>
                  </button>
                ))}
              </div>
            ) : <p class="hint">The pictures come with the next modes.</p>}
          </Section>
          <Times seconds={model.seconds} />
        </>
      ) : <Empty icon="modes">{studio.fault ? "No modes yet: mend the scene first." : "Modes appear here as soon as they are found."}</Empty>}
    </>
  );
}

/// How long the stages took that the last edit needed; others are kept from before.
function Times({ seconds: took }: { seconds: Record<string, number> }) {
  const rows = TIMES.filter(([stage]) => took[stage] !== undefined);
  if (rows.length === 0) return null;
  return (
    <Section title="Time it took">
      <dl class="facts">
        {rows.map(([stage, name]) => <div key={stage}><dt>{name}</dt><dd>{seconds(took[stage])}</dd></div>)}
        <div class="total"><dt>Together</dt><dd>{seconds(rows.reduce((sum, [stage]) => sum + took[stage], 0))}</dd></div>
      </dl>
      {studio.timing.modes !== null && <p class="hint">From your edit to its modes: <b>{seconds(studio.timing.modes / 1000)}</b>. The body moves as before until the rest is done.</p>}
    </Section>
  );
}

/// How far the model is that was asked for last.
function Underway({ byShare }: { byShare: string | null }) {
  const { job, fault } = studio;
  if (fault || !job || job.rival) return null;
  const found = modesSoFar(job, byShare);
  return (
    <Section title={jobName(job.stage)}>
      <div class="underway"><Bar share={job.total > 0 ? job.done / job.total : null} label={jobName(job.stage)} /><output>{found ?? ""}</output></div>
      <Button kind="quiet" label="Stop" onClick={() => studio.send({ do: "cancel" })} />
    </Section>
  );
}

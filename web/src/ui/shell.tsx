/// The frame around the viewer: rail, panel, corner, status line, messages.

import { useEffect, useRef, useState } from "preact/hooks";
import { EXPECTED } from "../core/flags";
import { jobName, modesSoFar } from "../core/jobs";
import { count, error as share, percent, seconds } from "../core/units";
import { ForcesStage } from "../stages/forces";
import { HomeStage, saveScene } from "../stages/home";
import { MaterialStage } from "../stages/material";
import { ModesStage } from "../stages/modes";
import { PlayStage, RIVAL_NAMES } from "../stages/play";
import { setSlice, ShapeStage } from "../stages/shape";
import { studio, STAGES, type StageName } from "../studio";
import { viewer } from "../view/instance";
import { Bar, Button, useStudio } from "./controls";
import { Icon } from "./icons";
import { Help } from "./keys";
import { setTheme } from "./theme";
import { Tour } from "./tour";

const NAMES: Record<StageName, string> = { shape: "Shape", material: "Material", forces: "Forces", modes: "Modes", play: "Play", home: "Take home" };
const LEADS: Record<StageName, string> = {
  shape: "What body is it?", material: "What is it made of?", forces: "What may push it?", modes: "How will it move?", play: "Touch it.", home: "Yours to keep.",
};
const PANELS: Record<StageName, () => preact.JSX.Element | null> = { shape: ShapeStage, material: MaterialStage, forces: ForcesStage, modes: ModesStage, play: PlayStage, home: HomeStage };

export function Shell() {
  useStudio();
  const Panel = PANELS[studio.stage];
  return (
    <>
      <nav class="rail" aria-label="Stages">
        <span class="logo" aria-hidden="true"><svg viewBox="0 0 32 32" width="30" height="30"><circle cx="12" cy="16" r="9" /><circle cx="20" cy="16" r="9" /></svg></span>
        {STAGES.map((s, k) => (
          <button key={s} type="button" id={`rail-${s}`} class={s === "home" ? "last" : ""} aria-current={s === studio.stage ? "step" : undefined} title={`${NAMES[s]} (${k + 1})`}
            onClick={() => { if (s === studio.stage && studio.sheet === "peek") studio.change(() => { studio.sheet = "half"; }); studio.go(s); }}>
            <Icon name={s} size={22} /><span>{NAMES[s]}</span>
          </button>
        ))}
      </nav>
      <PanelFrame><Fault /><Panel /></PanelFrame>
      <Corner />
      <SplitLabels />
      <Making />
      <Status />
      <Toasts />
      <DropVeil />
      {!studio.connected && <Away />}
      <Tour />
      <Help />
    </>
  );
}

function PanelFrame({ children }: { children: preact.ComponentChildren }) {
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => { body.current!.scrollTop = 0; }, [studio.stage, studio.path?.join(), studio.region]);
  const turn = () => studio.change(() => { studio.sheet = studio.sheet === "half" ? "full" : studio.sheet === "full" ? "peek" : "half"; });
  return (
    <aside class={`panel ${studio.sheet}`} aria-label={NAMES[studio.stage]}>
      <button type="button" class="grip" aria-label="Size of the panel" onClick={turn} onPointerDown={(e) => dragSheet(e)}><span /></button>
      <header><h1>{NAMES[studio.stage]}</h1><p>{LEADS[studio.stage]}</p></header>
      <div ref={body} class="scroll">{children}</div>
    </aside>
  );
}

/// The sheet of narrow pages follows the finger and snaps.
function dragSheet(down: PointerEvent): void {
  const order = ["peek", "half", "full"] as const;
  const start = order.indexOf(studio.sheet);
  const grip = down.currentTarget as HTMLElement;
  grip.setPointerCapture(down.pointerId);
  const up = (e: PointerEvent) => {
    grip.removeEventListener("pointerup", up);
    const moved = down.clientY - e.clientY;
    if (Math.abs(moved) < 24) return;
    studio.change(() => { studio.sheet = order[Math.min(2, Math.max(0, start + (moved > 0 ? 1 : -1)))]; });
    grip.addEventListener("click", (c) => c.stopImmediatePropagation(), { capture: true, once: true });
  };
  grip.addEventListener("pointerup", up);
}

function Corner() {
  return (
    <div class="corner" role="toolbar" aria-label="View and history">
      <Button kind="icon" icon="undo" label="Undo" disabled={!studio.canUndo} onClick={() => studio.undo()} />
      <Button kind="icon" icon="redo" label="Redo" disabled={!studio.canRedo} onClick={() => studio.redo()} />
      <span class="gap" />
      <Button kind="icon" icon="fit" label="Whole body in view" onClick={() => viewer().fit()} />
      <Button kind="icon" icon="wire" label="Wireframe" pressed={studio.wireframe} onClick={() => studio.change(() => { studio.wireframe = !studio.wireframe; })} />
      {studio.dim === 3 && <Button kind="icon" icon="slice" label="Slice" pressed={studio.slice.on} onClick={() => setSlice(!studio.slice.on)} />}
      <span class="gap" />
      <Button kind="icon" icon={studio.dark ? "sun" : "moon"} label={studio.dark ? "Light" : "Dark"} onClick={() => setTheme(!studio.dark)} />
      <Button kind="icon" icon="help" label="Keyboard shortcuts" onClick={() => studio.change(() => { studio.help = true; })} />
    </div>
  );
}

/// The body that is on its way, while another one or none is seen.
function Making() {
  const { job, reshaping, surface, scene } = studio;
  if (!job || job.rival || (reshaping === null && surface !== null)) return null;
  const { shape, surface: file, file: mesh } = (scene?.mesh ?? {}) as Record<string, unknown>;
  const name = shape ? capital(String(shape).replaceAll("-", " ")) : String(file ?? mesh ?? "the body").split("/").pop();
  return <div class="making"><b>{name}</b><span>{jobName(job.stage)}</span><Bar share={job.total > 0 ? job.done / job.total : null} label={`Making ${name}`} /></div>;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function SplitLabels() {
  const boxes = useRef<HTMLDivElement>(null);
  const split = studio.stage === "play" && studio.rival !== "off";
  useEffect(() => {
    if (!split) return;
    const views = viewer().views();
    Array.from(boxes.current!.children).forEach((el, k) => {
      const v = views[Math.min(k, views.length - 1)];
      (el as HTMLElement).style.left = `${v.x + v.width / 2}px`;
      (el as HTMLElement).style.top = `${v.y + v.height - 66}px`;
    });
  });
  if (!split) return null;
  const { player: model, stats } = studio;
  return (
    <div ref={boxes} class="split" aria-hidden="false">
      <div><b>Yours</b><small>{model?.method} · {model?.dofs} dofs{stats?.step_us ? ` · ${seconds(stats.step_us * 1e-6)}` : ""}</small></div>
      <div><b>{RIVAL_NAMES[studio.rival]}</b><small>{stats?.rival_us ? `${seconds(stats.rival_us * 1e-6)} a step` : "getting ready"}</small></div>
    </div>
  );
}

function Status() {
  const { stats, job, timing, model, fault } = studio;
  return (
    <footer class="status" aria-label="Status">
      {job ? (
        <span class="job"><Bar share={job.total > 0 ? job.done / job.total : null} label={jobName(job.stage)} /><span><span role="status">{job.rival ? "The other body: " : ""}{jobName(job.stage)}</span>{!job.rival && modesSoFar(job, null) ? ` · ${modesSoFar(job, null)}` : ""}<JobClock /></span>
          <button type="button" class="stop" onClick={() => studio.send({ do: "cancel" })}>Stop</button></span>
      ) : <span class={`state ${fault || !studio.connected ? "bad" : ""}`} role="status">{!studio.connected ? "No server" : fault ? "The last good model plays on" : model ? "Ready" : "Waiting"}</span>}
      <span class="push" />
      {stats && <Meter name="steps" title="Steps per second, and how many would be possible" value={`${count(stats.rate)}/s`} more={stats.possible ? `of ${count(stats.possible)}` : undefined} />}
      <Meter name="frame" title={`Time between pictures, reconstructed by the ${timing.path || "–"}`} value={timing.frame > 0 ? `${timing.frame.toFixed(timing.frame < 100 ? 1 : 0)} ms` : "–"} more={timing.path} />
      {timing.latency !== null && <Meter name="latency" title="From dragging to the picture that shows it, and the server's part of it: from the pull to the frame" value={`${timing.latency.toFixed(0)} ms`}
        more={timing.answer !== null ? `server ${timing.answer.toFixed(0)}` : undefined} />}
      <ErrorMeter />
    </footer>
  );
}
/// How long the job has taken; it goes on between what the server says.
function JobClock() {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((n) => n + 1), 250);
    return () => clearInterval(timer);
  }, []);
  const taken = (studio.job?.seconds ?? 0) + (performance.now() - studio.heard) / 1000;
  return <>{taken > 1 ? ` · ${seconds(taken)}` : ""}</>;
}
function Meter({ name, title, value, more }: { name: string; title: string; value: string; more?: string }) {
  return <span class={`meter ${name}`} title={title}><small>{name}</small><b>{value}</b>{more && <em>{more}</em>}</span>;
}
/// The error against the full body where it runs; else what the certificate expects.
function ErrorMeter() {
  const { stats, model } = studio;
  const expected = Number(model?.certificate?.["galerkin_error"] ?? NaN);
  const live = stats?.error ?? null;
  const error = live ?? (Number.isFinite(expected) ? Math.max(expected, 0) : null);
  if (error === null) return null;
  return (
    <span class="meter error" title={live !== null ? "Distance from the full body after the same steps, relative to its motion" : EXPECTED}>
      <small>{live === null && <i>expected </i>}error</small><b>{share(error)}</b>{live === null && <span class="whose">assumed forces, small motion</span>}
      <Bar share={Math.min(1, Math.max(0.02, (Math.log10(Math.max(error, 1e-6)) + 6) / 6))} label="Error, on a logarithmic scale" />
    </span>
  );
}

function Fault() {
  const { fault } = studio;
  if (!fault) return null;
  return (
    <div class="fault" role="alert">
      <Icon name="warn" size={20} />
      <div><b>{fault.message}</b>{fault.field && <code>{fault.field}</code>}{fault.help && <p>{fault.help}</p>}
        <div class="buttons">{studio.canUndo && <Button kind="quiet" icon="undo" label="Undo" onClick={() => studio.undo()} />}<Button kind="quiet" label="Dismiss" onClick={() => studio.change(() => { studio.fault = null; })} /></div></div>
    </div>
  );
}

function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {studio.upload && <div class="toast"><span>Sending {studio.upload.name}</span><Bar share={studio.upload.share} label="Upload" /><output>{percent(studio.upload.share).replace(/\..*%/, "%")}</output></div>}
      {studio.toasts.map((t) => (
        <div key={t.id} class={`toast ${t.kind}`}><span>{t.text}</span><Button kind="icon" icon="close" label="Dismiss" onClick={() => studio.dismiss(t.id)} /></div>
      ))}
    </div>
  );
}

/// Shows where a file may be dropped: everywhere.
function DropVeil() {
  const veil = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let depth = 0;
    const show = (on: boolean) => veil.current?.classList.toggle("on", on);
    const enter = (e: DragEvent) => { if (e.dataTransfer?.types.includes("Files")) { depth++; show(true); } };
    const leave = () => { depth = Math.max(0, depth - 1); if (depth === 0) show(false); };
    const over = (e: DragEvent) => { if (e.dataTransfer?.types.includes("Files")) e.preventDefault(); };
    const drop = (e: DragEvent) => { depth = 0; show(false); if (e.dataTransfer?.files.length) { e.preventDefault(); void studio.drop(e.dataTransfer.files); } };
    addEventListener("dragenter", enter); addEventListener("dragleave", leave); addEventListener("dragover", over); addEventListener("drop", drop);
    return () => { removeEventListener("dragenter", enter); removeEventListener("dragleave", leave); removeEventListener("dragover", over); removeEventListener("drop", drop); };
  }, []);
  return <div ref={veil} class="veil" aria-hidden="true"><div><Icon name="home" size={40} /><b>Drop it</b><span>mesh, surface, drawing, scene or model</span></div></div>;
}

function Away() {
  return (
    <div class="away" role="alert">{studio.stranger
      ? <>The studio was started anew: open the address that it has printed.<Button label="Keep the scene" onClick={() => saveScene()} /></>
      : <><span class="spinner" />{studio.everConnected ? "The server is gone. Waiting for it to come back." : "Looking for the server."}</>}</div>
  );
}

import { useRef } from "preact/hooks";
import { describe } from "../core/scene";
import { count, extents, mass, plural } from "../core/units";
import { offersThin } from "../core/warnings";
import { studio } from "../studio";
import { Button, Section, Segmented, Slider, Toggle } from "../ui/controls";
import { Icon } from "../ui/icons";
import { Warnings } from "../ui/warnings";
import { BrushPanel } from "./brush";

const ACCEPT = ".mesh,.msh,.vtk,.vtu,.node,.ele,.obj,.stl,.ply,.off,.gltf,.glb,.svg,.png,.toml,.json,.safetensors";

export function ShapeStage() {
  const { scene, body, zoo, slice } = studio;
  const input = useRef<HTMLInputElement>(null);
  if (studio.painting === "held") return <HeldPanel />;
  const shape = scene?.mesh.shape as string | undefined;
  const cells = Number(scene?.mesh.cells ?? (body ? body.cells : 20000));
  const meshed = scene !== null && (scene.mesh.shape !== undefined || scene.mesh.surface !== undefined);
  return (
    <>
      <Section title="Zoo">
        <div class="zoo" role="group" aria-label="Creatures">
          {zoo ? zoo.creatures.map((c) => (
            <button key={c.name} type="button" class="creature" aria-pressed={c.name === shape} title={c.about} onClick={() => studio.open(c.scene)}>
              <img src={`zoo/${c.name}.png`} alt="" loading="lazy" width={84} height={84} onError={(e) => { e.currentTarget.style.visibility = "hidden"; }} />
              <span>{c.name.replaceAll("-", " ")}</span>
            </button>
          )) : Array.from({ length: 9 }, (_, k) => <span key={k} class="creature waiting" />)}
        </div>
        {zoo && zoo.examples.length > 0 && (
          <div class="chips" role="group" aria-label="Examples">
            {zoo.examples.map((c) => <button key={c.name} type="button" class="chip" title={c.about} onClick={() => studio.open(c.scene)}>{c.name}</button>)}
          </div>
        )}
      </Section>

      <Section title="Your own">
        <button type="button" class="drop" onClick={() => input.current!.click()}>
          <Icon name="file" size={24} />
          <span><b>Drop a file</b> anywhere, or browse</span>
          <small>Mesh, surface, drawing, scene or model</small>
        </button>
        <input ref={input} type="file" class="hidden" accept={ACCEPT} multiple aria-label="Open a file" tabIndex={-1}
          onChange={(e) => { void studio.drop(e.currentTarget.files!); e.currentTarget.value = ""; }} />
      </Section>

      {body && (
        <Section title="Body">
          <dl class="facts">
            <div><dt>Vertices</dt><dd>{count(body.vertices)}</dd></div>
            <div><dt>{body.dim === 2 ? "Triangles" : "Tetrahedra"}</dt><dd>{count(body.cells)}</dd></div>
            <div><dt>Size</dt><dd>{extents(body.size.slice(0, body.dim))}</dd></div>
            <div><dt>Mass</dt><dd>{mass(body.mass)}</dd></div>
          </dl>
          {meshed && (
            <Slider label="Cells, about" value={cells} min={500} max={body.dim === 2 ? 50000 : 200000} log show={count}
              onInput={(v) => studio.edit((s) => { s.mesh.cells = Math.round(Number(v.toPrecision(2))); delete s.mesh.cell; }, "cells")} />
          )}
          {scene && (scene.mesh.file !== undefined || scene.mesh.surface !== undefined) && (
            <Segmented label="Unit of the file" value={String(scene.mesh.unit ?? 1)}
              options={[{ value: "1", text: "m" }, { value: "0.01", text: "cm" }, { value: "0.001", text: "mm" }]}
              onChange={(v) => studio.edit((s) => { s.mesh.unit = Number(v); })} />
          )}
          <Warnings title={`${plural(body.warnings.length, "note")} on how it was read`} all={body.warnings} />
          {scene && scene.mesh.thin !== true && body.warnings.some(offersThin) && <Button label="Keep thin parts" title="thin = true: looks for smaller cells until nothing is lost" onClick={() => studio.edit((s) => { s.mesh.thin = true; })} />}
        </Section>
      )}

      <Section title="Held in place" aside={<Button kind="quiet" icon="painted" label="Paint" onClick={() => studio.change(() => { studio.painting = "held"; studio.brush.action = "paint"; })} />}>
        <p class="hint">{(scene?.pin ?? []).length === 0 ? "Nothing holds the body: it floats." : "Blue on the body."}</p>
        <ul class="list">
          {(scene?.pin ?? []).map((p, k) => (
            <li key={k}><Icon name="pin" size={16} /><span>{describe(p.where)}</span>
              <Button kind="icon" icon="close" label={`Let go of ${describe(p.where)}`} onClick={() => studio.edit((s) => { s.pin!.splice(k, 1); if (s.pin!.length === 0) delete s.pin; })} />
            </li>
          ))}
        </ul>
      </Section>

      <Section title="Look inside">
        <Toggle label="Wireframe" value={studio.wireframe} onChange={(on) => studio.change(() => { studio.wireframe = on; })} />
        {body?.dim !== 2 && <Toggle label="Slice" hint="cells, coloured by stiffness" value={slice.on} onChange={setSlice} />}
        {slice.on && body?.dim !== 2 && (
          <>
            <Segmented label="Direction of the slice" value={String(slice.axis)} options={[{ value: "0", text: "x" }, { value: "1", text: "y" }, { value: "2", text: "z" }]}
              onChange={(v) => studio.change(() => { slice.axis = Number(v) as 0 | 1 | 2; })} />
            <Slider label="Place of the slice" value={slice.at} min={0} max={1} show={(v) => `${Math.round(100 * v)}%`} onInput={(v) => studio.change(() => { slice.at = v; })} />
            <Toggle label="Other side" value={slice.flip} onChange={(on) => studio.change(() => { slice.flip = on; })} />
          </>
        )}
      </Section>
    </>
  );
}

export function setSlice(on: boolean): void {
  studio.change(() => { studio.slice.on = on; });
  if (on && !studio.cells) studio.send({ do: "cells" });
}

function HeldPanel() {
  return (
    <>
      <Back label="Shape" onClick={() => studio.change(() => { studio.painting = null; })} />
      <Section title="Paint what is held">
        <p class="hint">Blue places do not move.</p>
        <BrushPanel />
      </Section>
    </>
  );
}

export function Back({ label, onClick }: { label: string; onClick: () => void }) {
  return <button type="button" class="back" onClick={onClick}><Icon name="back" size={16} />{label}</button>;
}

import { sendable } from "../core/scene";
import { studio } from "../studio";
import { Button, Section } from "../ui/controls";
import { Icon } from "../ui/icons";
import { viewer } from "../view/instance";

const PYTHON = `import forcedual as fd
sim = fd.Simulation("model.safetensors")
sim.step(steps=60); places, normals = sim.surface()`;

const FILES = [
  { name: "scene.toml", icon: "file", title: "Scene", about: "The document itself, for the command line", needsModel: false },
  { name: "scene.json", icon: "file", title: "Scene as JSON", about: "The same for programs", needsModel: false },
  { name: "model.safetensors", icon: "modes", title: "Model", about: "Modes, cubature and surface: all that playing takes", needsModel: true },
  { name: "run.glb", icon: "play", title: "Animation", about: "The last ten seconds, for Blender and three.js", needsModel: true },
  { name: "run.npz", icon: "file", title: "Arrays", about: "The same seconds for NumPy", needsModel: true },
];

export function HomeStage() {
  return (
    <>
      <Section title="Files">
        <ul class="files">
          {FILES.map((f) => {
            const off = f.needsModel && !studio.model;
            return (
              <li key={f.name}>
                <a class={`file ${off ? "off" : ""}`} href={off ? undefined : `download/${f.name}`} download={f.name} aria-disabled={off} onClick={(e) => { e.preventDefault(); if (!off) void take(f.name); }}>
                  <i class="badge"><Icon name={f.icon} size={18} /></i><span class="names"><b>{f.title}</b><small>{f.about}</small></span><Icon name="home" size={18} />
                </a>
              </li>
            );
          })}
          <li>
            <button type="button" class="file" onClick={() => void savePicture()}>
              <i class="badge"><Icon name="shape" size={18} /></i><span class="names"><b>Picture</b><small>What you see, as PNG with a clear backdrop</small></span><Icon name="home" size={18} />
            </button>
          </li>
        </ul>
      </Section>
      <Section title="In Python" aside={<Button kind="quiet" icon="copy" label="Copy" onClick={() => void navigator.clipboard.writeText(PYTHON).then(() => studio.toast("Copied."), () => studio.toast("The browser did not allow it.", "problem"))} />}>
        <pre class="code"><code>{PYTHON}</code></pre>
      </Section>
    </>
  );
}

/// Fetches a file of the server's, and says so where there is none.
async function take(name: string): Promise<void> {
  const note = studio.toast(`Making ${name}.`, "note", 120_000);
  try {
    const answer = await fetch(`download/${name}`);
    if (!answer.ok) {
      const { error } = (await answer.json().catch(() => ({}))) as { error?: { message: string; help?: string | null } };
      throw new Error([error?.message ?? `the server refused it (${answer.status})`, error?.help].filter(Boolean).join(". "));
    }
    save(await answer.blob(), name);
  } catch (error) {
    studio.toast(`${name}: ${(error as Error).message}`, "problem");
  } finally {
    studio.dismiss(note);
  }
}

function save(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/// The scene that this page holds, without the server.
export function saveScene(): void {
  save(new Blob([JSON.stringify(studio.scene && sendable(studio.scene), null, 2)], { type: "application/json" }), "scene.json");
}

export async function savePicture(): Promise<void> {
  save(await viewer().snapshot(), `${String(studio.scene?.mesh.shape ?? "forcedual")}.png`);
}

import { studio } from "../studio";
import { Button, Section } from "../ui/controls";
import { Icon } from "../ui/icons";
import { viewer } from "../view/instance";

const PYTHON = `from safetensors.numpy import load_file
model = load_file("model.safetensors")
x = model["vertices"] + (model["basis"] @ z).reshape(-1, ${"dim"})`;
const PYTHON_SKINNING = `from safetensors.numpy import load_file
model = load_file("model.safetensors")
W, X = model["weights"], model["vertices"]  # u_i = sum_j W_ij T_j [X_i; 1]`;

const FILES = [
  { name: "scene.toml", icon: "file", title: "Scene", about: "The document itself, for the command line", needsModel: false },
  { name: "scene.json", icon: "file", title: "Scene as JSON", about: "The same for programs", needsModel: false },
  { name: "model.safetensors", icon: "modes", title: "Model", about: "Modes, cubature and surface: all that playing takes", needsModel: true },
  { name: "run.glb", icon: "play", title: "Animation", about: "The last ten seconds, for Blender and three.js", needsModel: true },
  { name: "run.npz", icon: "white-noise", title: "Arrays", about: "The same seconds for NumPy", needsModel: true },
];

export function HomeStage() {
  const code = (studio.model?.kind === "skinning" ? PYTHON_SKINNING : PYTHON).replace("dim)", `${studio.dim})`);
  return (
    <>
      <Section title="Files">
        <ul class="files">
          {FILES.map((f) => {
            const off = f.needsModel && !studio.model;
            return (
              <li key={f.name}>
                <a class={`file ${off ? "off" : ""}`} href={off ? undefined : `download/${f.name}`} download={f.name} aria-disabled={off}>
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
      <Section title="In Python" aside={<Button kind="quiet" icon="copy" label="Copy" onClick={() => void navigator.clipboard.writeText(code).then(() => studio.toast("Copied."), () => studio.toast("The browser did not allow it.", "problem"))} />}>
        <pre class="code"><code>{code}</code></pre>
      </Section>
    </>
  );
}

export async function savePicture(): Promise<void> {
  const blob = await viewer().snapshot();
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = `${String(studio.scene?.mesh.shape ?? "forcedual")}.png`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

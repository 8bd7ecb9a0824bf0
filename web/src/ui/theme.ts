/// Light or dark: as asked for here, or else as the system has it.

import { studio } from "../studio";
import { viewer } from "../view/instance";

export function setTheme(dark: boolean, keep = true): void {
  studio.change(() => { studio.dark = dark; });
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  viewer().setDark(dark);
  if (keep) localStorage.setItem("forcedual-theme", dark ? "dark" : "light");
}

export function startTheme(): void {
  const kept = localStorage.getItem("forcedual-theme");
  const system = matchMedia("(prefers-color-scheme: dark)");
  setTheme(kept ? kept === "dark" : system.matches, false);
  system.addEventListener("change", () => { if (!localStorage.getItem("forcedual-theme")) setTheme(system.matches, false); });
}

/// What the server works on, in words.

import type { Job } from "./protocol";

const NAMES: Record<string, string> = {
  read: "Reading the shape", mesh: "Filling with cells", "find the inside": "Finding the inside", "sample the field": "Measuring the shape", "cut the lattice": "Cutting cells", "centre the boundary": "Fitting the surface", surface: "Hanging the skin", assemble: "Assembling", order: "Ordering",
  factor: "Factorising", prior: "Reading the forces", modes: "Finding modes", eigenmodes: "Finding modes", certificate: "Certifying", cubature: "Choosing cells", cluster: "Grouping cells", "run time": "Preparing to play",
};

export function jobName(stage: string): string {
  return NAMES[stage] ?? stage[0].toUpperCase() + stage.slice(1);
}

/// How many modes there are so far, while they are looked for; `share` is what they are to capture, where that is asked for.
export function modesSoFar(job: Job, share: string | null): string | null {
  if ((job.stage !== "modes" && job.stage !== "eigenmodes") || job.total === 0) return null;
  return `${job.done} of ${job.total}${share ? `, more if ${share} takes more` : ""}`;
}

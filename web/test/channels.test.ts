import { describe, expect, it } from "vitest";
import { channelNames, drivenBy } from "../src/core/channels";
import { modesSoFar } from "../src/core/jobs";
import type { Job, PriorInfo, Surface } from "../src/core/protocol";
import { performance } from "../src/core/scene";

const prior: PriorInfo = {
  is: "prior", rev: 1, forces: [], doubts: [], patches: [], handles: [],
  springs: [{ ends: [[0, 0, 0], [1, 0, 0]], channel: 0 }, { ends: [[0, 0, 0], [-1, 0, 0]], channel: 1 }],
  muscles: [{ at: [-2, 0, 0], direction: [1, 0, 0], channel: 2 }, { at: [-1, 1, 0], direction: [1, 0, 0], channel: 2 }],
  pockets: [], loads: [],
};
const surface = { count: 2, positions: new Float32Array([1, 0, 0, -1, 0, 0]), region: new Int32Array([0, 1]) } as unknown as Surface;

describe("channels", () => {
  it("are named by their force, their number and the part that they move", () => {
    const names = ["wings[0]", "wings[1]", "jaw[0]"];
    expect(channelNames(names, prior, surface, ["left_wing", "right_wing"])).toEqual(["wings 1, left wing", "wings 2, right wing", "jaw, right wing"]);
    expect(channelNames(["left wing[0]"], prior, surface, ["left_wing", "right_wing"])).toEqual(["left wing"]);
    expect(channelNames(names, null, null, [])).toEqual(["wings 1", "wings 2", "jaw"]);
  });
  it("know what they drive", () => {
    expect(drivenBy(prior, 1).springs).toEqual([prior.springs[1]]);
    expect(drivenBy(prior, 2).muscles).toHaveLength(2);
    expect(drivenBy(prior, 2).springs).toEqual([]);
  });
});

describe("words", () => {
  const job: Job = { is: "job", rev: 1, stage: "modes", done: 12, total: 64, seconds: 3 };
  it("tell how many modes there are so far, and that a share may take more", () => {
    expect(modesSoFar(job, null)).toBe("12 of 64");
    expect(modesSoFar(job, "99%")).toBe("12 of 64, more if 99% takes more");
    expect(modesSoFar({ ...job, total: 0 }, null)).toBeNull();
    expect(modesSoFar({ ...job, stage: "factor" }, null)).toBeNull();
  });
  it("tell what a scene moves by itself", () => {
    const drive = ["wings", "tail[0]", "tail[1]", "neck[2]"].map((channel) => ({ channel }));
    expect(performance({ mesh: {}, simulation: { drive } })).toBe("by itself: wings, tail and neck");
    expect(performance({ mesh: {} })).toBeNull();
  });
});

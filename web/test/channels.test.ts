import { describe, expect, it } from "vitest";
import { drivenBy, namedChannels } from "../src/core/channels";
import { modesSoFar } from "../src/core/jobs";
import type { Channel, Job, PriorInfo, Surface } from "../src/core/protocol";
import { performance } from "../src/core/scene";

const prior: PriorInfo = {
  is: "prior", rev: 1, forces: [], doubts: [], patches: [], handles: [],
  springs: [{ ends: [[0, 0, 0], [1, 0, 0]], channel: 0 }, { ends: [[0, 0, 0], [-1, 0, 0]], channel: 1 }],
  muscles: [{ at: [-2, 0, 0], direction: [1, 0, 0], channel: 2 }, { at: [-1, 1, 0], direction: [1, 0, 0], channel: 2 }],
  pockets: [], loads: [],
};
const surface = { count: 2, positions: new Float32Array([1, 0, 0, -1, 0, 0]), region: new Int32Array([0, 1]) } as unknown as Surface;

describe("channels", () => {
  const channels = (names: string[], unit = "m"): Channel[] => names.map((name) => ({ name, unit, mean: 0, low: -1, high: 1 }));
  const names = (...args: Parameters<typeof namedChannels>) => namedChannels(...args).map((c) => c.name);
  it("are named by their force, their number and the part that they move", () => {
    const three = channels(["wings[0]", "wings[1]", "jaw[0]"]);
    expect(names(three, prior, surface, ["left_wing", "right_wing"])).toEqual(["wings 1, left wing", "wings 2, right wing", "jaw, right wing"]);
    expect(names(channels(["left wing[0]"]), prior, surface, ["left_wing", "right_wing"])).toEqual(["left wing"]);
    expect(names(three, null, null, [])).toEqual(["wings 1", "wings 2", "jaw"]);
  });
  it("that push say which way, and how strongly in N", () => {
    const load = (at: number[], along: number[], channel: number) => ({ at, along, newtons: 20, channel });
    const patch = (x: number) => ({ centre: [x, 0, 0], normal: [0, -1, 0], tangent: [1, 0, 0], radius: 0.1, force: 0 });
    const pushing: PriorInfo = {
      ...prior, springs: [], muscles: [], patches: [patch(1), patch(-1)], handles: [[5, 0, 0]],
      loads: [
        load([1, 0, 0], [0, -1, 0], 0), load([1, 0, 0], [1, 0, 0], 1), load([1, 0, 0], [0, 0, 1], 2), load([-1, 0, 0], [0, -1, 0], 3),
        load([5, 0, 0], [1, 0, 0], 4), load([5, 0, 0], [0, 1, 0], 5), load([7, 0, 0], [0, 1, 0], 6),
      ],
    };
    const all = channels(["touch[0]", "touch[1]", "touch[2]", "touch[3]", "hands[0]", "hands[1]", "matrix[0]"], "1");
    const named = namedChannels(all, pushing, null, []);
    expect(named.map((c) => c.name)).toEqual(["touch 1 pressure", "touch 1 friction", "touch 1 friction across", "touch 2 pressure", "hands x", "hands y", "matrix"]);
    expect(named[0].show(0.5)).toBe("10 N");
  });
  it("of one part of the body are listed together", () => {
    const pockets = [1, -1, 1].map((x, channel) => ({ centre: [x, 0, 0], channel }));
    const airy: PriorInfo = { ...prior, springs: [], muscles: [], pockets };
    const listed = namedChannels(channels(["air[0]", "air[1]", "air[2]"], "Pa"), airy, surface, ["finger_1", "finger_2"]);
    expect(listed.map((c) => c.name)).toEqual(["air 1, finger 1", "air 3, finger 1", "air 2, finger 2"]);
    expect(listed.map((c) => c.channel)).toEqual([0, 2, 1]);
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

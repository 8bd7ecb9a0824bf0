import { describe, expect, it } from "vitest";
import { adapts, describe as words, followForces, forceAt, freshForce, gather, isComplete, likelihood, nameOf, sendable, sentIndex, setLikelihood, siblings, upAxis, type Scene } from "../src/core/scene";

describe("scene", () => {
  it("is sent without forces that wait for a first stroke or click", () => {
    const scene: Scene = { mesh: { shape: "dragon" }, force: [freshForce("painted", 1), { kind: "white-noise" }, freshForce("springs", 1), freshForce("mixture", 1)] };
    expect(sendable(scene).force).toEqual([{ kind: "white-noise" }]);
    expect(sentIndex(scene, [1])).toBe(0);
    expect(sentIndex(scene, [0])).toBeNull();
  });
  it("is sent without painted parts and supports that wait for a first stroke", () => {
    const blank = { where: { strokes: [] } }, kept = { where: "all" };
    const scene: Scene = { mesh: {}, material: { region: [blank, kept] }, pin: [kept, blank] };
    expect(sendable(scene)).toEqual({ mesh: {}, material: { region: [kept] }, pin: [kept] });
  });
  it("is sent with probabilities that add up to one", () => {
    const part = { kind: "white-noise" };
    const scene: Scene = { mesh: {}, force: [{ kind: "mixture", of: [{ ...part, probability: 1 }, { ...part, probability: 3 }, freshForce("contact", 1)] }] };
    expect(sendable(scene).force![0].of!.map((f) => f.probability)).toEqual([0.25, 0.75]);
  });
  it("numbers forces and parts as the server does: parts after their whole, without those that wait", () => {
    const part = { kind: "white-noise" };
    const scene: Scene = { mesh: {}, force: [freshForce("painted", 1), { kind: "mixture", of: [part, freshForce("springs", 1), { kind: "sum", of: [part, part] }, part] }, part] };
    expect([[1], [1, 0], [1, 1], [1, 2], [1, 2, 1], [1, 3], [2], [0]].map((path) => sentIndex(scene, path))).toEqual([0, 1, null, 2, 4, 5, 6, null]);
  });
  it("drives its forces by their new names, and none that is gone", () => {
    const spring = (name: string) => ({ kind: "springs", name });
    const drive = ["wings[1]", "tail", "neck-2[0]"].map((channel) => ({ channel, wave: 1 }));
    const scene: Scene = { mesh: {}, force: [spring("flaps"), { kind: "mixture", of: [spring("neck")] }], simulation: { drive } };
    followForces(scene, { from: "wings", to: "flaps" });
    expect(scene.simulation!.drive).toEqual([{ channel: "flaps[1]", wave: 1 }, { channel: "neck-2[0]", wave: 1 }]);
    scene.force = [];
    followForces(scene);
    expect(scene.simulation).toEqual({});
  });
  it("makes one part likelier beside the others, also after probabilities were normalised", () => {
    const parts = [1, 2, 3].map(() => freshForce("white-noise", 1));
    expect(likelihood(parts, 1)).toBe(1);
    setLikelihood(parts, 1, 4);
    expect(parts.map((p) => p.probability)).toEqual([1, 4, 1]);
    const [mixture] = sendable({ mesh: {}, force: [{ kind: "mixture", of: parts }] }).force!;
    expect(likelihood(mixture.of!, 1)).toBeCloseTo(4, 2);
    expect(likelihood([parts[0]], 0)).toBe(1);
  });
  it("a painted force is complete with its first stroke that paints", () => {
    const stroke = { at: [[0, 0, 0]], radius: 1 };
    expect(isComplete({ kind: "painted", strokes: [{ ...stroke, erase: true }] })).toBe(false);
    expect(isComplete({ kind: "painted", strokes: [stroke] })).toBe(true);
    expect(isComplete({ kind: "painted", where: "all" })).toBe(true);
  });
  it("finds forces by their path, also inside mixtures", () => {
    const scene: Scene = { mesh: {}, force: [{ kind: "mixture", of: [{ kind: "radial" }] }] };
    expect(forceAt(scene, [0, 0])?.kind).toBe("radial");
    expect(forceAt(scene, [0, 1])).toBeNull();
    expect(forceAt(scene, [3])).toBeNull();
    expect(siblings(scene, [0, 0])).toBe(scene.force![0].of);
  });
  it("says what a selection selects", () => {
    expect(words({ region: ["left_wing", "tail"] })).toBe("left wing, tail");
    expect(words({ nearest: [0, 0, 0] })).toBe("1 point");
    expect(words({ any: ["boundary", { cavity: 1 }] })).toBe("boundary or wall of cavity 1");
  });
  it("knows which way is up", () => {
    expect(upAxis({ mesh: {} }, 3)).toBe(1);
    expect(upAxis({ mesh: {}, simulation: { gravity: [0, 0, -9.81] } }, 3)).toBe(2);
    expect(upAxis({ mesh: {}, pin: [{ where: { "half-space": { point: [0, 0, 0], normal: [0, 0, -1] } } }] }, 3)).toBe(2);
  });
});

describe("adapting", () => {
  const part = { kind: "white-noise" };
  it("waits in the scene while there is no mixture, and is not sent", () => {
    const scene: Scene = { mesh: {}, force: [part], simulation: { adaptive: "bayes", step: 0.01 } };
    expect(sendable(scene).simulation).toEqual({ step: 0.01 });
    expect(adapts(scene)).toBe(false);
    scene.force = [{ kind: "mixture", of: [part] }];
    expect(sendable(scene).simulation!.adaptive).toBe("bayes");
    expect(adapts(scene)).toBe(true);
    expect(adapts({ ...scene, simulation: {} })).toBe(false);
  });
  it("is asked for when forces are gathered in a mixture, by the rule that was chosen before", () => {
    const scene: Scene = { mesh: {}, force: [part, { kind: "radial" }] };
    expect(gather(scene)).toBe(0);
    expect(scene.force).toEqual([{ kind: "mixture", of: [part, { kind: "radial" }] }]);
    expect(scene.simulation!.adaptive).toBe("bayes");
    const chosen: Scene = { mesh: {}, force: [part], simulation: { adaptive: "compliance" } };
    gather(chosen);
    expect(chosen.simulation!.adaptive).toBe("compliance");
  });
  it("gathers cards in the mixture that is there, as likely as its parts are", () => {
    const scene: Scene = { mesh: {}, force: [part, { kind: "mixture", of: [] }, { kind: "radial" }] };
    expect(gather(scene)).toBe(0);
    expect(scene.force).toEqual([{ kind: "mixture", of: [part, { kind: "radial" }] }]);
    const likely: Scene = { mesh: {}, force: [{ kind: "mixture", of: [{ ...part, probability: 1 }, { ...part, probability: 3 }] }, part] };
    gather(likely);
    expect(likely.force![0].of!.map((f) => f.probability)).toEqual([1, 3, 2]);
  });
  it("speaks of forces without a name in small letters, as of those with one", () => {
    expect([{ kind: "mixture" }, { kind: "white-noise" }, freshForce("painted", 1)].map(nameOf)).toEqual(["mixture", "white noise", "pushes"]);
  });
});

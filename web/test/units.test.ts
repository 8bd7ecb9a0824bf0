import { describe, expect, it } from "vitest";
import { component, plural, shares } from "../src/core/units";

describe("numbers", () => {
  it("of shares have a decimal where whole percents do not add up", () => {
    expect(shares([0.25, 0.75])).toEqual(["25%", "75%"]);
    expect(shares(Array(6).fill(1 / 6))).toEqual(Array(6).fill("16.7%"));
    expect(shares([])).toEqual([]);
  });
  it("stand with one thing or with several", () => {
    expect([plural(1, "weight"), plural(3, "weight"), plural(2, "patch")]).toEqual(["1 weight", "3 weights", "2 patches"]);
  });
  it("of directions are zero where they are next to nothing", () => {
    expect([7.1e-17, -1e-9, 0.996, -0.25].map(component)).toEqual([0, 0, 1, -0.25]);
  });
});

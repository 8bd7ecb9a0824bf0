import { describe, expect, it } from "vitest";
import { inWords, offersThin, pieces } from "../src/core/warnings";

const THIN = "to keep everything, `--thin` (in scenes `thin = true`) looks for cells smaller than 0.01 m";

describe("warnings", () => {
  it("speak of scenes, not of options of the command line, and offer what a button can set", () => {
    expect(inWords(THIN)).toBe("to keep everything, `thin = true` looks for cells smaller than 0.01 m");
    expect(offersThin(THIN)).toBe(true);
    expect(offersThin("2 holes were closed")).toBe(false);
  });
  it("are text and code in turns", () => {
    expect(pieces("set `a` and `b`")).toEqual([{ text: "set ", code: false }, { text: "a", code: true }, { text: " and ", code: false }, { text: "b", code: true }]);
    expect(pieces("plain")).toEqual([{ text: "plain", code: false }]);
  });
});

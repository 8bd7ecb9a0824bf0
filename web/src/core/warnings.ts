/// What the server warns of, as the page says it.

/// A warning in words for the page: what is said of the command line goes, what is said of scenes stays.
export function inWords(warning: string): string {
  return warning.replaceAll("`--thin` (in scenes `thin = true`)", "`thin = true`");
}

/// Does it offer to look for thin parts?
export function offersThin(warning: string): boolean {
  return warning.includes("`thin = true`");
}

/// Text and code in turns, by its backticks.
export function pieces(text: string): { text: string; code: boolean }[] {
  return text.split("`").map((piece, k) => ({ text: piece, code: k % 2 === 1 })).filter((p) => p.text !== "");
}

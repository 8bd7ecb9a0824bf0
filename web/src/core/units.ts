/// Numbers as people read them.

const PREFIXES: [number, string][] = [[1e9, "G"], [1e6, "M"], [1e3, "k"], [1, ""], [1e-3, "m"], [1e-6, "µ"]];

/// `2.5e6, "Pa"` is `2.5 MPa`.
export function si(value: number, unit: string, digits = 3): string {
  if (value === 0) return `0 ${unit}`;
  if (!Number.isFinite(value)) return "–";
  const [scale, prefix] = PREFIXES.find(([s]) => Math.abs(value) >= s * 0.9995) ?? PREFIXES[PREFIXES.length - 1];
  return `${Number((value / scale).toPrecision(digits))} ${prefix}${unit}`;
}

/// Lengths in m, cm or mm.
export function length(value: number): string {
  const a = Math.abs(value);
  if (a === 0) return "0 m";
  if (a >= 1) return `${Number(value.toPrecision(3))} m`;
  if (a >= 0.01) return `${Number((value * 100).toPrecision(3))} cm`;
  if (a >= 1e-4) return `${Number((value * 1000).toPrecision(3))} mm`;
  return `${Number((value * 1e6).toPrecision(3))} µm`;
}

/// Masses in g, kg or t.
export function mass(kg: number): string {
  return kg >= 1000 ? `${count(Number((kg / 1000).toPrecision(3)))} t` : si(kg * 1000, "g");
}

/// Several lengths in the unit of the largest: `1.63 × 1.34 × 0.957 m`.
export function extents(values: number[]): string {
  const unit = length(Math.max(...values)).split(" ")[1];
  const scale = { m: 1, cm: 1e-2, mm: 1e-3 }[unit] ?? 1e-6;
  return `${values.map((v) => Number((v / scale).toPrecision(3))).join(" × ")} ${unit}`;
}

/// `12,345`.
export function count(value: number): string {
  return Math.round(value).toLocaleString("en");
}

/// `0.99873` is `99.87%`: as many digits as the missing part needs.
export function percent(share: number): string {
  const missing = 1 - share;
  if (missing <= 0) return "100%";
  const digits = missing >= 0.1 ? 0 : Math.min(6, Math.ceil(-Math.log10(missing)) - 1);
  return `${Math.floor(share * 10 ** (digits + 2) + 1e-6) / 10 ** digits}%`;
}

/// Shares that add up to one, in percent: with one decimal where whole numbers do not add up to 100.
export function shares(values: number[]): string[] {
  const whole = values.map((v) => Math.round(100 * v));
  const fits = whole.reduce((sum, v) => sum + v, 0) === 100;
  return values.map((v, k) => (fits ? `${whole[k]}%` : `${(100 * v).toFixed(1)}%`));
}

/// `1 weight`, `3 weights`, `2 patches`.
export function plural(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : what.endsWith("ch") ? "es" : "s"}`;
}

/// A component of a direction, of which no more than two decimals matter.
export function component(value: number): number {
  return Math.round(100 * value) / 100 + 0;
}

/// An error as a share: two digits, and no more than a person can use.
export function error(share: number): string {
  if (share < 1e-4) return "< 0.01%";
  return `${Number((100 * share).toPrecision(2))}%`;
}

/// `0.0123 s` is `12 ms`.
export function seconds(value: number): string {
  return value >= 1 ? `${value.toFixed(1)} s` : value >= 1e-3 ? `${(value * 1e3).toFixed(value < 0.01 ? 1 : 0)} ms` : `${(value * 1e6).toFixed(0)} µs`;
}

/// The share of the motion that the first modes capture, on a scale of nines: 90%, 99%, 99.9% are equal steps.

import { percent, plural } from "../core/units";

const W = 292, H = 148, LEFT = 56, RIGHT = 10, TOP = 12, BOTTOM = 24;

export function nines(share: number): number {
  return -Math.log10(Math.max(1 - share, 1e-12));
}

export function CapturedCurve({ captured, mark, what }: { captured: number[]; mark: number | null; what: "mode" | "weight" }) {
  const most = Math.min(8, Math.max(1.05, ...captured.map(nines).filter((v) => v < 9)) * 1.06);
  const x = (k: number) => LEFT + ((W - LEFT - RIGHT) * k) / Math.max(captured.length, 1);
  const y = (share: number) => H - BOTTOM - ((H - TOP - BOTTOM) * Math.min(nines(share), most)) / most;
  const points = [[x(0), y(0)], ...captured.map((c, k) => [x(k + 1), y(c)])];
  const line = points.map(([a, b], k) => `${k ? "L" : "M"}${a.toFixed(1)} ${b.toFixed(1)}`).join("");
  const ticks = [0.5, 0.9, 0.99, 0.999, 0.9999, 0.99999, 0.999999].filter((t) => nines(t) <= most && (most < 3 || t > 0.5));
  const last = captured[captured.length - 1] ?? 0;
  const at = mark !== null && mark < captured.length ? mark : captured.length - 1;
  return (
    <svg class="curve" viewBox={`0 0 ${W} ${H}`} role="img" aria-label={`${plural(captured.length, what)} capture${captured.length === 1 ? "s" : ""} ${percent(last)} of the motion`}>
      {ticks.map((t) => (
        <g key={t}><line x1={LEFT} x2={W - RIGHT} y1={y(t)} y2={y(t)} class="grid" /><text x={LEFT - 6} y={y(t) + 3.5} class="tick end">{percent(t)}</text></g>
      ))}
      <line x1={LEFT} x2={W - RIGHT} y1={H - BOTTOM} y2={H - BOTTOM} class="axis" />
      <path d={`${line}L${x(captured.length)} ${H - BOTTOM}L${LEFT} ${H - BOTTOM}Z`} class="area" />
      <path d={line} class="line" />
      {captured.length <= 40 && points.slice(1).map(([a, b], k) => <circle key={k} cx={a} cy={b} r={k === at ? 4.5 : 2} class={k === at ? "dot now" : "dot"} />)}
      <text x={LEFT} y={H - 7} class="tick">0</text>
      <text x={W - RIGHT} y={H - 7} class="tick end">{plural(captured.length, what)}</text>
    </svg>
  );
}

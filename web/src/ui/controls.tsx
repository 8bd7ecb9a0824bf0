/// Controls that all panels share. Each has an accessible name.

import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { studio } from "../studio";
import { Icon } from "./icons";

/// Draws the component again whenever the studio changes.
export function useStudio(): typeof studio {
  const [, tick] = useState(0);
  useEffect(() => studio.subscribe(() => tick((n) => n + 1)) as () => void, []);
  return studio;
}

export function Button(props: {
  label: string; icon?: string; kind?: "plain" | "main" | "quiet" | "icon"; pressed?: boolean; disabled?: boolean; title?: string; onClick: () => void; id?: string;
}) {
  const { label, icon, kind = "plain", pressed, disabled, title, onClick, id } = props;
  return (
    <button type="button" id={id} class={`button ${kind}`} aria-pressed={pressed} disabled={disabled} title={title ?? (kind === "icon" ? label : undefined)}
      aria-label={kind === "icon" ? label : undefined} onClick={onClick}>
      {icon && <Icon name={icon} size={18} />}
      {kind !== "icon" && <span>{label}</span>}
    </button>
  );
}

/// A slider; with `log` equal steps are equal factors.
export function Slider(props: {
  label: string; value: number; min: number; max: number; log?: boolean; step?: number; show: (value: number) => string; onInput: (value: number) => void; disabled?: boolean;
  /// Told when the slider is pointed at or focused, and when no longer.
  onPoint?: (on: boolean) => void;
  /// What is to be seen about its value.
  mark?: string;
}) {
  const { label, value, min, max, log, show, onInput, disabled } = props;
  const to = (v: number) => (log ? Math.log(Math.max(v, 1e-300)) : v);
  const from = (v: number) => (log ? Math.exp(v) : v);
  const share = Math.min(1, Math.max(0, (to(value) - to(min)) / (to(max) - to(min))));
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => { input.current?.style.setProperty("--share", `${100 * share}%`); });
  return (
    <label class={`slider ${props.mark ? "marked" : ""}`} onPointerEnter={() => props.onPoint?.(true)} onPointerLeave={() => props.onPoint?.(false)} onFocusIn={() => props.onPoint?.(true)} onFocusOut={() => props.onPoint?.(false)}>
      <span class="row"><span class="label">{label}</span>{props.mark && <small>{props.mark}</small>}<output>{show(value)}</output></span>
      <input ref={input} type="range" aria-label={label} aria-valuetext={show(value)} disabled={disabled} min={0} max={1} step={props.step ? props.step / (max - min) : 0.001} value={share}
        onInput={(e) => onInput(from(to(min) + Number(e.currentTarget.value) * (to(max) - to(min))))} />
    </label>
  );
}

export function Segmented<T extends string>(props: { label: string; value: T; options: { value: T; text: string; icon?: string; title?: string }[]; onChange: (value: T) => void }) {
  return (
    <div class="segmented" role="radiogroup" aria-label={props.label} onKeyDown={(e) => roam(e, props.options.map((o) => o.value), props.value, props.onChange)}>
      {props.options.map((o) => (
        <button key={o.value} type="button" role="radio" aria-checked={o.value === props.value} tabIndex={o.value === props.value ? 0 : -1} title={o.title} onClick={() => props.onChange(o.value)}>
          {o.icon && <Icon name={o.icon} size={16} />}{o.text}
        </button>
      ))}
    </div>
  );
}

/// Arrow keys go from one option to the next, as in any group of radio buttons.
function roam<T extends string>(event: KeyboardEvent & { currentTarget: HTMLElement }, values: T[], value: T, choose: (value: T) => void): void {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  event.stopPropagation();
  const next = (values.indexOf(value) + step + values.length) % values.length;
  choose(values[next]);
  (event.currentTarget.children[next] as HTMLElement).focus();
}

export function Toggle(props: { label: string; value: boolean; onChange: (on: boolean) => void; hint?: string }) {
  return (
    <label class="toggle">
      <span class="label">{props.label}{props.hint && <small>{props.hint}</small>}</span>
      <input type="checkbox" role="switch" checked={props.value} onChange={(e) => props.onChange(e.currentTarget.checked)} aria-label={props.label} />
    </label>
  );
}

export function Select<T extends string>(props: { label: string; value: T; options: { value: T; text: string }[]; onChange: (value: T) => void }) {
  return (
    <label class="select">
      <span class="label">{props.label}</span>
      <select value={props.value} aria-label={props.label} onChange={(e) => props.onChange(e.currentTarget.value as T)}>
        {props.options.map((o) => <option key={o.value} value={o.value}>{o.text}</option>)}
      </select>
    </label>
  );
}

export function Section({ title, aside, children }: { title: string; aside?: ComponentChildren; children: ComponentChildren }) {
  return (
    <section class="section">
      <header><h2>{title}</h2>{aside}</header>
      {children}
    </section>
  );
}

export function Chips(props: { label: string; all: string[]; chosen: string[]; onToggle: (name: string) => void }) {
  return (
    <div class="chips" role="group" aria-label={props.label}>
      {props.all.map((name) => (
        <button key={name} type="button" class="chip" aria-pressed={props.chosen.includes(name)} onClick={() => props.onToggle(name)}>{name.replaceAll("_", " ")}</button>
      ))}
    </div>
  );
}

/// A bar that is filled to a share; a stripe that moves where nothing is known.
export function Bar({ share, label }: { share: number | null; label: string }) {
  const fill = useRef<HTMLSpanElement>(null);
  useEffect(() => { if (fill.current) fill.current.style.width = share === null ? "30%" : `${Math.round(1000 * share) / 10}%`; });
  return (
    <span class={`bar ${share === null ? "unknown" : ""}`} role="progressbar" aria-label={label} aria-valuemin={0} aria-valuemax={100} aria-valuenow={share === null ? undefined : Math.round(100 * share)}>
      <span ref={fill} />
    </span>
  );
}

export function Empty({ icon, children }: { icon: string; children: ComponentChildren }) {
  return <div class="empty"><Icon name={icon} size={28} /><p>{children}</p></div>;
}

/// Warnings of the server: one by one, or many behind one line.

import { inWords, pieces } from "../core/warnings";
import { Icon } from "./icons";

export function Warning({ text }: { text: string }) {
  return <p class="warning"><Icon name="warn" size={16} /><Words text={text} /></p>;
}

/// One line with their number; the words are behind it.
export function Warnings({ title, all }: { title: string; all: string[] }) {
  if (all.length === 0) return null;
  return (
    <details class="warnings">
      <summary><Icon name="warn" size={16} />{title}</summary>
      <ul>{all.map((w) => <li key={w}><Words text={w} /></li>)}</ul>
    </details>
  );
}

function Words({ text }: { text: string }) {
  return <span>{pieces(inWords(text)).map((p, k) => (p.code ? <code key={k}>{p.text}</code> : p.text))}</span>;
}

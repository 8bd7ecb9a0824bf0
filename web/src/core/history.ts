/// Undo and redo: a stack of values with a place in it.
///
/// Edits with the same `merge` key that follow each other closely (a slider being dragged) are one step.
export interface Steps<T> { past: T[]; current: T; future: T[] }

export class History<T> {
  private past: T[] = [];
  private future: T[] = [];
  private lastKey: string | null = null;
  private lastTime = -Infinity;

  constructor(private value: T, private readonly limit = 200, private readonly window = 1200) {}

  /// All steps, to be kept.
  get steps(): Steps<T> {
    return { past: this.past, current: this.value, future: this.future };
  }
  static of<T>({ past, current, future }: Steps<T>): History<T> {
    const history = new History(current);
    history.past = past;
    history.future = future;
    return history;
  }

  get current(): T {
    return this.value;
  }
  get canUndo(): boolean {
    return this.past.length > 0;
  }
  get canRedo(): boolean {
    return this.future.length > 0;
  }

  /// A new value; what was undone is forgotten.
  push(value: T, merge: string | null = null, now = performance.now()): void {
    const merges = merge !== null && merge === this.lastKey && now - this.lastTime < this.window;
    if (!merges) {
      this.past.push(this.value);
      if (this.past.length > this.limit) this.past.shift();
    }
    this.value = value;
    this.future = [];
    this.lastKey = merge;
    this.lastTime = now;
  }
  /// Another value in the place of the current one, without a step.
  replace(value: T): void {
    this.value = value;
  }
  undo(): T | null {
    const value = this.past.pop();
    if (value === undefined) return null;
    this.future.push(this.value);
    this.value = value;
    this.lastKey = null;
    return value;
  }
  redo(): T | null {
    const value = this.future.pop();
    if (value === undefined) return null;
    this.past.push(this.value);
    this.value = value;
    this.lastKey = null;
    return value;
  }
}

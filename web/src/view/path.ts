/// Which way moves the body faster: graphics card or processor. Starts with the card, tries the processor where
/// pictures come slowly, and keeps the better one. Software renderers get the processor at once.

const SAMPLES = 60;
/// Longer between pictures than this, in ms, is slow.
const SLOW = 24;

export class PathChooser {
  private times: number[] = [];
  private card: number | null = null;
  private done: boolean;
  private processor: boolean;

  constructor(software: boolean) {
    this.processor = this.done = software;
  }
  /// Stays with one way.
  pin(processor: boolean): void {
    this.processor = processor;
    this.done = true;
  }
  /// The time since the last picture, in ms; answers whether the processor should make the next one.
  next(interval: number): boolean {
    if (this.done) return this.processor;
    this.times.push(interval);
    if (this.times.length < SAMPLES) return this.processor;
    const median = this.times.sort((a, b) => a - b)[SAMPLES / 2];
    this.times = [];
    if (!this.processor) {
      if (median > SLOW) { this.card = median; this.processor = true; }
    } else {
      this.processor = median < 0.85 * this.card!;
      this.done = true;
    }
    return this.processor;
  }
}

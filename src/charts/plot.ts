import type { Words } from "../model/words.ts";
import { countText, roundText } from "../model/numberText.ts";
import type { Ink } from "./picture.ts";
import { axisInk, lineHeight, quietInk, seriesInk, smallSize, type Sketch } from "./sketch.ts";
import { ticks } from "./ticks.ts";

const tickLook = { size: smallSize, ink: quietInk };

/** A tick of an axis with its label. */
export interface Tick {
  readonly at: number;
  readonly text: string;
}

interface Scale {
  readonly from: number;
  readonly to: number;
}

/** A column over a range of the horizontal scale. */
interface PlotColumn {
  readonly from: number;
  readonly to: number;
  readonly value: number;
  readonly title: string;
  readonly ink?: Ink;
  /** Distance between the column and the ends of its range, in CSS pixels. */
  readonly inset?: number;
  readonly item?: number | undefined;
}

/** An area with a horizontal and a vertical scale. */
export class Plot {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly #sketch: Sketch;
  readonly #x: Scale;
  /** End of the vertical scale, which begins at 0. */
  readonly #highest: number;

  /**
   * Places the area below the sketch's content, and draws the ticks of the vertical axis with their lines.
   * @param left left edge of the area; see `axisLeft`
   */
  constructor(
    sketch: Sketch,
    { x, highest, height, left }: { x: Scale; highest: number; height: number; left: number },
    yTicks: readonly Tick[],
  ) {
    this.#sketch = sketch;
    this.#x = x;
    this.#highest = highest;
    this.left = left;
    this.right = sketch.right;
    this.top = sketch.y + lineHeight(smallSize) / 2;
    this.bottom = this.top + height;
    for (const { at, text } of yTicks) {
      const place = this.y(at);
      sketch.add({ kind: "line", points: [this.left, place, this.right, place], ink: axisInk });
      sketch.write([text], place - lineHeight(smallSize) / 2, {
        x: this.left - 4,
        anchor: "end",
        ...tickLook,
      });
    }
    sketch.y = this.bottom;
  }

  x(value: number): number {
    const { from, to } = this.#x;
    return this.left + ((value - from) / (to - from)) * (this.right - this.left);
  }

  y(value: number): number {
    return this.bottom - (value / this.#highest) * (this.bottom - this.top);
  }

  /** Draws a column, which is visible even if its value is 0. */
  column({ from, to, value, title, ink = seriesInk(0), inset = 0.5, item }: PlotColumn): void {
    const [x, right] = [this.x(from) + inset, this.x(to) - inset];
    const height = Math.max(1, this.bottom - this.y(value));
    const width = Math.max(1, right - x);
    const y = this.bottom - height;
    this.#sketch.add({ kind: "rect", x, y, width, height, ink, title, item });
  }

  /** Draws ticks, which must be equally spaced, below the area; only every second, third… if there is no room for all. */
  xTicks(ticks: readonly Tick[]): void {
    const sketch = this.#sketch;
    const [first, second] = ticks;
    const distance = first && second ? this.x(second.at) - this.x(first.at) : this.right;
    const widest = Math.max(0, ...ticks.map((it) => sketch.measure(it.text, smallSize, false)));
    const step = Math.max(1, Math.ceil((widest + 8) / distance));
    let free = 0;
    for (const { at, text } of ticks.filter((_, index) => index % step === 0)) {
      const x = this.x(at);
      const half = sketch.measure(text, smallSize, false) / 2;
      // Keep texts at the borders within the picture.
      const middle = Math.min(Math.max(x, half), sketch.right - half);
      if (middle - half >= free) {
        sketch.add({ kind: "line", points: [x, this.bottom, x, this.bottom + 4], ink: axisInk });
        sketch.write([text], this.bottom + 4, { x: middle, anchor: "middle", ...tickLook });
        free = middle + half + 8;
      }
    }
    sketch.y = this.bottom + 4 + lineHeight(smallSize);
  }
}

/** Returns ticks for the vertical axis, from 0 to `highest`. */
export function heightTicks(
  highest: number,
  words: Words,
  { isPercent = false, most = 4 } = {},
): Tick[] {
  // Counts are whole, so ticks are at least 1 apart, except for sums of weights below 1.
  const smallest = !isPercent && (highest === 0 || highest >= 1) ? 1 : 0;
  const text = (value: number): string => {
    if (isPercent) {
      return words.t("{0}%", roundText(value, words));
    }
    return value < 1 ? roundText(value, words) : countText(value, words);
  };
  return ticks(0, highest || 1, most, smallest).map((at) => ({ at, text: text(at) }));
}

/** Places an area for columns up to `highest` below the sketch's content. */
export function columnsPlot(
  sketch: Sketch,
  x: Scale,
  highest: number,
  yTicks: readonly Tick[],
  height = 120,
): Plot {
  const most = Math.max(highest, yTicks.at(-1)?.at ?? 1);
  return new Plot(sketch, { x, highest: most, height, left: axisLeft(sketch, yTicks) }, yTicks);
}

/** Returns the left edge of an area that leaves room for the labels of its vertical axis. */
export function axisLeft(sketch: Sketch, ticks: readonly Tick[]): number {
  return (
    sketch.left + 4 + Math.max(0, ...ticks.map((it) => sketch.measure(it.text, smallSize, false)))
  );
}

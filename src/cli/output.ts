import { oneLine } from "../model/oneLine.ts";
import { translated, type LocalizableText } from "../model/localizable.ts";
import type { Words } from "../model/words.ts";
import { ShownProgress, type JobProgress } from "../jobs/shownProgress.ts";

interface Stream {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  write(text: string): unknown;
}

export interface OutputOptions {
  readonly words: Words;
  /** True if standard output is one JSON document. */
  readonly json: boolean;
  readonly out: Stream;
  readonly err: Stream;
}

/** Milliseconds between two updates of the progress bar, and between two lines if there is no bar. */
const barInterval = 200;
const lineInterval = 10_000;
const barWidth = 24;

/** A command's output, for a person or a program. */
export class Output {
  readonly #options: OutputOptions;
  #hasBar = false;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(options: OutputOptions) {
    this.#options = options;
  }

  get words(): Words {
    return this.#options.words;
  }

  /** Writes the command's result: the JSON document or the text. */
  result(json: unknown, text: readonly LocalizableText[]): void {
    this.text(json, () => text.map((it) => `${this.#line(it)}\n`).join(""));
  }

  /** Writes the JSON document, or rows with cells separated by tabs, which line-based programs can split. */
  rows(json: unknown, rows: readonly (readonly string[])[]): void {
    this.text(json, () => rows.map((row) => `${row.map(oneLine).join("\t")}\n`).join(""));
  }

  /** Writes the JSON document, or a text of several lines that this program has laid out. */
  text(json: unknown, textOf: () => string): void {
    this.endProgress();
    const { out } = this.#options;
    out.write(this.#options.json ? `${JSON.stringify(json)}\n` : textOf());
  }

  /** Writes a line to standard error. */
  note(text: LocalizableText): void {
    this.#clearBar();
    this.#options.err.write(`${this.#line(text)}\n`);
  }

  /** Writes a failure to standard output if that is JSON. */
  failureJson(error: { readonly code: string; readonly message: string }): void {
    if (this.#options.json) {
      this.#options.out.write(`${JSON.stringify({ error })}\n`);
    }
  }

  /** Shows progress: as a bar on a terminal, otherwise as occasional lines. */
  progress(): (facts: JobProgress) => void {
    this.endProgress();
    const shown = new ShownProgress(this.words);
    const isTerminal = this.#options.err.isTTY === true;
    let last = "";
    const report = (): void => {
      const now = shown.at(Date.now());
      if (!now || now.message === "") {
        return;
      }
      if (isTerminal) {
        this.#bar(now.message, shown.hasShare ? now.bar : undefined);
      } else if (now.message !== last) {
        last = now.message;
        this.#options.err.write(`${oneLine(now.message)}\n`);
      }
    };
    this.#timer = setInterval(report, isTerminal ? barInterval : lineInterval);
    this.#timer.unref();
    return ({ step, ...facts }) =>
      shown.update({ ...facts, step: step && translated(step, this.words) }, Date.now());
  }

  endProgress(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#clearBar();
  }

  #bar(message: string, percent: number | undefined): void {
    const { err } = this.#options;
    const full = Math.round((barWidth * (percent ?? 0)) / 100);
    const bar =
      percent === undefined
        ? ""
        : `[${"#".repeat(full)}${" ".repeat(barWidth - full)}] ${String(percent).padStart(3)}% `;
    // A line that wraps cannot be erased completely. Korean letters are two columns wide.
    const room = Math.max(
      0,
      Math.floor(((err.columns ?? 80) - bar.length - 1) / (this.words.locale === "ko" ? 2 : 1)),
    );
    err.write(`\r\u001b[K${bar}${oneLine(message).slice(0, room)}`);
    this.#hasBar = true;
  }

  #clearBar(): void {
    if (this.#hasBar) {
      this.#options.err.write("\r\u001b[K");
      this.#hasBar = false;
    }
  }

  /** Removes control characters, so that text of others cannot move the cursor or colour what follows. */
  #line(text: LocalizableText): string {
    return oneLine(translated(text, this.words));
  }
}

/** A stretch of the file as it is to be, newest first. */
export type RepairPart =
  | {
      readonly kind: "kept";
      /** Bytes `start` up to but without `end` of the file as it is: items and what divides them. */
      readonly start: number;
      readonly end: number;
      readonly items: number;
    }
  | {
      readonly kind: "fresh";
      /** The window (after, until] of whole seconds; from the range's start on where `after` is absent. */
      readonly after?: string | undefined;
      readonly until: string;
    };

interface SecondOfFile {
  readonly time: string;
  readonly keys: readonly string[];
  readonly start: number;
  readonly end: number;
}

/** As many items come with one request, so fewer of them are not worth a window's end. */
const pageSize = 1000;

/** Gathers which seconds of a file to keep and which to ask for anew, newest first. Neighbouring ones become one part. */
export class RepairPlan {
  readonly #parts: RepairPart[] = [];

  get parts(): readonly RepairPart[] {
    return this.#parts;
  }

  keep({ time, keys, start, end }: SecondOfFile): void {
    const last = this.#parts.at(-1);
    const items = keys.length;
    if (last?.kind === "kept") {
      this.#parts.splice(-1, 1, { ...last, end, items: last.items + items });
      return;
    }
    if (last) {
      this.#parts.splice(-1, 1, { ...last, after: time });
    }
    this.#parts.push({ kind: "kept", start, end, items });
  }

  replace(time: string): void {
    const last = this.#parts.at(-1);
    const before = this.#parts.at(-2);
    if (last?.kind === "fresh") {
      return;
    }
    if (last && last.items < pageSize && before?.kind === "fresh") {
      this.#parts.splice(-2, 2, { kind: "fresh", until: before.until });
      return;
    }
    this.#parts.push({ kind: "fresh", until: time });
  }
}

// Runs in every frame of VS Code's window before the frame's own scripts, and looks on from inside of webviews.
import type { ResponsesMessage, ResponsesUpdate } from "../../../src/messages/responses.ts";
import type { Frames, GridPlace, Milestones, Painted, Probe } from "../panelProbe.ts";

type AcquireVsCodeApi = () => { postMessage(message: object): void };

declare global {
  interface Window {
    probe?: Probe;
  }
}

const longestWaitMs = 20_000;
const longestOpeningMs = 60_000;
const longestLoadingMs = 3_600_000;
const numbers = new Intl.NumberFormat("en");

class FrameProbe implements Probe {
  #state: ResponsesUpdate | undefined;
  #api: ReturnType<AcquireVsCodeApi> | undefined;
  readonly #acquire: AcquireVsCodeApi;
  readonly #painted: Promise<Milestones>;
  #rowsAt: number | undefined;
  #gaps: number[] | undefined;
  #scrolls = 0;
  #expected: Promise<Painted> | undefined;

  constructor(acquire: AcquireVsCodeApi) {
    this.#acquire = acquire;
    addEventListener("message", ({ data }: MessageEvent<ResponsesMessage>) => {
      if (data.kind === "state") {
        this.#state = data;
      } else if (data.kind === "rows") {
        this.#rowsAt ??= Date.now();
      }
    });
    addEventListener("scroll", () => this.#scrolls++, { capture: true, passive: true });
    const script = Date.now();
    this.#painted = framePainted(
      () => document.querySelector("#empty") !== null || isFilled(),
      longestOpeningMs,
    ).then(() => ({ script, rows: this.#rowsAt, painted: Date.now() }));
    // Who asks for it is told.
    this.#painted.catch(() => undefined);
  }

  /** For the panel, which may acquire it once; requests of ours go the same way. */
  readonly acquire: AcquireVsCodeApi = () => {
    this.#api = this.#acquire();
    return this.#api;
  };

  painted(): Promise<Milestones> {
    return this.#painted;
  }

  async loaded(responses: number): Promise<number> {
    await framePainted(() => {
      const { content, reading, error } = this.#state ?? {};
      if (error) {
        throw new Error(error.message);
      }
      return (
        content?.isComplete === true && content.loaded === responses && reading?.state === "idle"
      );
    }, longestLoadingMs);
    return Date.now();
  }

  async scrollTo(share: number): Promise<Painted> {
    const before = rowsInSight()[0]?.position;
    const scroller = grid();
    const from = performance.now();
    scroller.scrollTop = share * (scroller.scrollHeight - scroller.clientHeight);
    await framePainted(() => rowsInSight()[0]?.position !== before && isFilled());
    return painted(from);
  }

  async request(request: object, matching: number): Promise<Painted> {
    const isPainted = otherView(matching);
    const from = performance.now();
    this.#api?.postMessage(request);
    await framePainted(isPainted);
    return painted(from);
  }

  async expect(type: string, matching: number | "other cells"): Promise<void> {
    const isPainted = matching === "other cells" ? otherCells() : otherView(matching);
    const begun = new Promise<number>((resolve) => {
      const options = { capture: true, once: true };
      addEventListener(type, ({ timeStamp }) => resolve(timeStamp), options);
    });
    this.#expected = begun.then(async (from) => {
      await framePainted(isPainted);
      return painted(from);
    });
    this.#expected.catch(() => undefined);
  }

  async expected(): Promise<Painted> {
    if (!this.#expected) {
      throw new Error("Nothing is expected.");
    }
    return this.#expected;
  }

  async revealColumn(name: string): Promise<void> {
    const scroller = grid();
    const { left, right } = scroller.getBoundingClientRect();
    const deadline = performance.now() + longestWaitMs;
    scroller.scrollLeft = 0;
    while (performance.now() < deadline) {
      // A step at a time: the grid may still be putting its scroll bar to its place.
      await framePainted(() => true);
      const found = header(name)?.getBoundingClientRect();
      // Not under what stands still at the left.
      if (found && found.right < right && found.left > left + 0.2 * (right - left)) {
        return;
      }
      const isAtEnd = scroller.scrollLeft >= scroller.scrollWidth - scroller.clientWidth - 1;
      scroller.scrollLeft = isAtEnd ? 0 : scroller.scrollLeft + 100;
    }
    throw new Error(`There is no column ${name}.`);
  }

  beginFrames(): void {
    const gaps: number[] = [];
    this.#gaps = gaps;
    this.#scrolls = 0;
    let before: number | undefined;
    const frame = (at: number): void => {
      if (this.#gaps === gaps) {
        if (before !== undefined) {
          gaps.push(at - before);
        }
        before = at;
        requestAnimationFrame(frame);
      }
    };
    requestAnimationFrame(frame);
  }

  endFrames(): Frames {
    const gaps = this.#gaps ?? [];
    this.#gaps = undefined;
    return { gaps, scrolls: this.#scrolls };
  }

  place(): GridPlace {
    const element = grid();
    const { left, top, width, height } = element.getBoundingClientRect();
    return { left, top, width, height, scrollBar: element.offsetWidth - element.clientWidth };
  }

  describe(): string {
    const rows = document.querySelector("[role=grid]") ? rowsInSight().slice(0, 5) : [];
    const counts = document.querySelector(".counts")?.textContent;
    const { error, content, reading } = this.#state ?? {};
    return JSON.stringify({
      rows: rows.map(({ position, serial }) => `${position} ${serial}`),
      counts,
      error,
      reading,
      ...(content && { matching: content.matching, loaded: content.loaded }),
      mode: cellMode(),
    });
  }
}

/**
 * Resolves when what holds is painted: at the frame after the one that began with it.
 * @throws when it does not come to hold
 */
async function framePainted(holds: () => boolean, limitMs = longestWaitMs): Promise<void> {
  const deadline = performance.now() + limitMs;
  do {
    await new Promise(requestAnimationFrame);
    if (performance.now() > deadline) {
      throw new Error(`Never came: ${window.probe?.describe() ?? ""}`);
    }
  } while (!holds());
  await new Promise(requestAnimationFrame);
}

function grid(): HTMLElement {
  const found = document.querySelector<HTMLElement>("[role=grid]");
  if (!found) {
    throw new Error("The panel shows no grid.");
  }
  return found;
}

interface RowInSight {
  readonly position: number;
  /** Empty as long as the row is not there. */
  readonly serial: string;
  readonly cells: readonly HTMLElement[];
}

function rowsInSight(): RowInSight[] {
  const element = grid();
  const top = headerEnd(element);
  const bottom = element.getBoundingClientRect().top + element.clientHeight;
  return [...element.querySelectorAll<HTMLElement>("[role=row]")]
    .flatMap((row) => {
      const cells = [...row.querySelectorAll<HTMLElement>("[role=gridcell]")];
      const [first] = cells;
      const box = row.getBoundingClientRect();
      return first && box.bottom > top + 1 && box.top < bottom - 1
        ? [{ position: Number(first.dataset["row"]), serial: textOf(first), cells }]
        : [];
    })
    .sort((a, b) => a.position - b.position);
}

function headerEnd(element: HTMLElement): number {
  const headers = element.querySelectorAll("[role=columnheader]");
  return Math.max(0, ...[...headers].map((it) => it.getBoundingClientRect().bottom));
}

/** Whether all rows that fit are there, with their cells. */
function isFilled(): boolean {
  const element = document.querySelector<HTMLElement>("[role=grid]");
  const rows = element ? rowsInSight() : [];
  const [first, last] = [rows[0], rows.at(-1)];
  if (!element || !first || !last || rows.some((it) => it.serial === "")) {
    return false;
  }
  const edge = element.getBoundingClientRect().top + element.clientHeight;
  const end = last.cells[0]?.getBoundingClientRect().bottom ?? 0;
  const areAllRows = last.position - first.position === rows.length - 1;
  return areAllRows && (last.position === rowCount() - 1 || end >= edge - 1);
}

function rowCount(): number {
  const headers = new Set(
    [...grid().querySelectorAll("[role=columnheader]")].map((it) => it.closest("[role=row]")),
  );
  return Number(grid().getAttribute("aria-rowcount")) - headers.size;
}

function painted(from: number): Painted {
  const milliseconds = performance.now() - from;
  const rows = rowsInSight();
  return { milliseconds, first: rows[0]?.position ?? -1, serials: rows.map((it) => it.serial) };
}

/** @returns whether a view of so many responses is in sight, and not that of now */
function otherView(matching: number): () => boolean {
  const inSight = (): string =>
    `${rowCount()} ${rowsInSight()
      .map((it) => it.serial)
      .join()}`;
  const before = inSight();
  return () => {
    const counts = document.querySelector(".counts")?.textContent ?? "";
    return (
      rowCount() === matching &&
      counts.includes(numbers.format(matching)) &&
      isFilled() &&
      inSight() !== before
    );
  };
}

/** @returns whether the coded cells in sight are written otherwise than now */
function otherCells(): () => boolean {
  const before = cellMode();
  return () => {
    const mode = cellMode();
    return mode !== undefined && mode !== before;
  };
}

/** How the coded cells in sight are written; undefined where they are not written the same way. */
function cellMode(): string | undefined {
  const coded = new Set(
    [...document.querySelectorAll<HTMLElement>("[role=columnheader][data-column]")]
      .filter((it) => /^Q(0[1-6]|0[89]|1\d|2[0-6])\b/.test(it.getAttribute("aria-label") ?? ""))
      .map((it) => it.dataset["column"]),
  );
  const texts = rowsInSight()
    .flatMap((it) => it.cells)
    .filter((it) => coded.has(it.dataset["column"]))
    .map(textOf)
    .filter((text) => text !== "");
  const forms = { codes: /^\d$/, labels: /^[A-Z]/, both: /^\d\s*[A-Z]/ };
  return Object.entries(forms).find(
    ([, form]) => texts.length > 0 && texts.every((text) => form.test(text)),
  )?.[0];
}

function header(name: string): HTMLElement | undefined {
  const headers = document.querySelectorAll<HTMLElement>("[role=columnheader][data-column]");
  return [...headers].find((it) => it.getAttribute("aria-label")?.startsWith(`${name},`) === true);
}

function textOf(element: HTMLElement): string {
  return element.textContent.trim();
}

// VS Code writes a webview's document over another one, which takes listeners away: only when it gives the API has ours begun.
if (window !== window.top) {
  let probe: FrameProbe | undefined;
  Object.defineProperty(window, "acquireVsCodeApi", {
    configurable: true,
    get: () => probe?.acquire,
    set: (acquire: AcquireVsCodeApi) => {
      probe = new FrameProbe(acquire);
      window.probe = probe;
    },
  });
}

// Runs in every frame of VS Code's window before the frame's own scripts, and looks on from inside of webviews: the clock that
// counts is the one beside what is painted.
import type { CallMessage } from "../../../src/rpc/messages.ts";
import type { Painted, Probe } from "../panel.ts";

interface PanelApi {
  postMessage(message: object): void;
}

let api: PanelApi | undefined;
let whenPainted: Promise<number> = Promise.resolve(Number.NaN);

const probe: Probe = {
  painted: () => whenPainted,

  async loaded(responses) {
    const count = responses.toLocaleString("en");
    await framePainted(
      () => textOf(document.querySelector(".counts")).startsWith(`${count} of ${count}, `),
      3.6e6,
    );
  },

  scrollTo: (share) => otherSight(() => scrollTo(share)),

  // Negative: the panel's own calls have other numbers.
  request: (name, question) =>
    otherSight(() =>
      api?.postMessage({
        id: -1,
        name,
        values: [question],
        isCancellable: false,
      } satisfies CallMessage),
    ),

  press: (key) =>
    otherSight(() =>
      cellOf(rowsInSight()[0])?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true })),
    ),

  async frames(milliseconds, isMoving) {
    const gaps: number[] = [];
    const begun = performance.now();
    for (let before = begun; before - begun < milliseconds;) {
      const at = await new Promise<number>(requestAnimationFrame);
      gaps.push(at - before);
      before = at;
      if (isMoving) {
        scrollTo(1 - Math.abs(1 - (2 * (at - begun)) / milliseconds));
      }
    }
    return gaps.slice(1);
  },
};

/**
 * Resolves when what holds is painted: at the frame after the one that began with it.
 * @throws when it does not come to hold
 */
async function framePainted(holds: () => boolean, limitMs = 60_000): Promise<void> {
  const deadline = performance.now() + limitMs;
  do {
    await new Promise(requestAnimationFrame);
    if (performance.now() > deadline) {
      throw new Error(`Never came: ${document.body.innerText.slice(0, 1000)}`);
    }
  } while (!holds());
  await new Promise(requestAnimationFrame);
}

const grid = () => document.querySelector<HTMLElement>("[role=grid]") ?? document.body;
const cellOf = (row?: Element) => row?.querySelector<HTMLElement>("[role=gridcell]");
const positionOf = (row: Element) => Number(cellOf(row)?.dataset["row"]);
const textOf = (element: Element | null | undefined) => element?.textContent.trim() ?? "";

function scrollTo(share: number): void {
  grid().scrollTop = share * (grid().scrollHeight - grid().clientHeight);
}

function rowsInSight(): Element[] {
  const headers = [...document.querySelectorAll("[role=columnheader]")];
  const top = Math.max(0, ...headers.map((it) => it.getBoundingClientRect().bottom));
  const bottom = grid().getBoundingClientRect().top + grid().clientHeight;
  const rows = [...grid().querySelectorAll("[role=row]:has([role=gridcell])")].filter((row) => {
    const box = row.getBoundingClientRect();
    return box.bottom > top + 1 && box.top < bottom - 1;
  });
  return rows.sort((a, b) => positionOf(a) - positionOf(b));
}

/** Whether all rows that fit are there, with their cells. */
function isFilled(): boolean {
  const rows = rowsInSight();
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last || rows.some((it) => textOf(cellOf(it)) === "")) {
    return false;
  }
  const headers = document.querySelectorAll("[role=row]:has([role=columnheader])").length;
  const isLast = positionOf(last) === Number(grid().getAttribute("aria-rowcount")) - headers - 1;
  const edge = grid().getBoundingClientRect().top + grid().clientHeight;
  const areAllRows = positionOf(last) - positionOf(first) === rows.length - 1;
  return areAllRows && (isLast || last.getBoundingClientRect().bottom >= edge - 1);
}

const sight = () =>
  rowsInSight()
    .map((it) => `${positionOf(it)} ${textOf(it)}`)
    .join("\n");

/** Until something else is in sight. */
async function otherSight(change: () => unknown): Promise<Painted> {
  const before = sight();
  const from = performance.now();
  change();
  await framePainted(() => sight() !== before && isFilled());
  const milliseconds = performance.now() - from;
  const rows = rowsInSight();
  const serials = rows.map((it) => textOf(cellOf(it)));
  return { milliseconds, first: rows[0] ? positionOf(rows[0]) : -1, serials };
}

// VS Code writes a webview's document over another one, which takes listeners away: only when it gives the API has ours begun.
if (window !== window.top) {
  let acquire: (() => PanelApi) | undefined;
  Object.defineProperty(window, "acquireVsCodeApi", {
    configurable: true,
    // The panel may acquire it once; requests of ours go the same way.
    get: () => acquire && (() => (api = acquire?.())),
    set: (given: () => PanelApi) => {
      acquire = given;
      const isThere = () => document.querySelector("#empty") !== null || isFilled();
      whenPainted = framePainted(isThere).then(() => Date.now());
      whenPainted.catch(() => undefined);
      Object.assign(window, { probe });
    },
  });
}

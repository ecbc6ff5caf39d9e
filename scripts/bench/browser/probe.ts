// Runs in every frame of VS Code's window before the frame's own scripts. It measures inside webviews, because only there it
// is known when something is painted.
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

  // The id is negative, so that it differs from those of the panel's own calls.
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
 * Resolves when the condition holds and its frame has been painted: one frame after the first that began with it.
 * @throws Error if the condition does not hold within the limit
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

/** Returns true if all rows that fit into the grid are there, with their cells. */
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

/** Makes a change, and waits until other rows or cells are painted. */
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

// VS Code replaces a webview's document, which removes listeners. The final document has begun when VS Code sets the API.
if (window !== window.top) {
  let acquire: (() => PanelApi) | undefined;
  Object.defineProperty(window, "acquireVsCodeApi", {
    configurable: true,
    // The API can be acquired only once. Keep what the panel gets, to send the probe's requests with it.
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

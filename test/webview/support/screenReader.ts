import assert from "node:assert/strict";
import type { CDPSession, Frame, Page } from "playwright-core";
import { eventually } from "./eventually.ts";

interface AxValue {
  readonly value?: unknown;
  readonly relatedNodes?: readonly { readonly backendDOMNodeId: number }[];
}

/** A node of the accessibility tree, as Chromium hands it to screen readers. */
interface AxNode {
  readonly nodeId: string;
  readonly ignored: boolean;
  readonly parentId?: string;
  readonly backendDOMNodeId?: number;
  readonly role?: AxValue;
  readonly name?: AxValue;
  readonly description?: AxValue;
  readonly value?: AxValue;
  readonly properties?: readonly { readonly name: string; readonly value: AxValue }[];
}

/** What a screen reader says of the element with the focus. */
export interface Spoken {
  readonly role: string;
  readonly name: string;
  readonly description: string;
  readonly states: readonly string[];
  /** Containers that the focus has just entered, outermost first: name and role. */
  readonly inside: readonly string[];
  readonly places: readonly number[];
  /** All of it as one line. */
  readonly line: string;
}

/** Roles of containers that are said, with their name, when the focus enters them. */
const places = new Set([
  ...["alertdialog", "complementary", "dialog", "form", "grid", "group", "list", "listbox"],
  ...["main", "menu", "navigation", "radiogroup", "region", "search", "table", "tablist"],
  ...["tabpanel", "toolbar", "tree"],
]);

const spokenStates: Record<string, (value: unknown) => string | undefined> = {
  checked: (it) => (it === "true" ? "checked" : "not checked"),
  disabled: (it) => (it === true ? "unavailable" : undefined),
  expanded: (it) => (it === true ? "expanded" : "collapsed"),
  hasPopup: (it) => (it === "menu" ? "has menu" : undefined),
  invalid: (it) => (it === "true" ? "invalid" : undefined),
  keyshortcuts: (it) => (typeof it === "string" && it !== "" ? it : undefined),
  level: (it) => `level ${String(it)}`,
  pressed: (it) => (it === "true" ? "pressed" : "not pressed"),
  selected: (it) => (it === true ? "selected" : undefined),
};

/**
 * Says what a screen reader such as NVDA would: of each element that gets the focus its name, role, states and description
 * as Chromium computes them, and the texts of live regions as they change. Fails on what nobody could make sense of.
 */
export class ScreenReader {
  readonly #page: Page;
  readonly #frames = new Set<Frame>();
  readonly #heard: string[] = [];
  readonly #sessions = new Map<Frame, Promise<CDPSession>>();
  #places: readonly number[] = [];

  private constructor(page: Page) {
    this.#page = page;
  }

  static async of(page: Page): Promise<ScreenReader> {
    const reader = new ScreenReader(page);
    await page.exposeBinding("screenReaderHears", (_, text: string) => {
      // VS Code's lists announce how much they have found.
      if (!/^\d+ Results$/.test(text)) {
        reader.#heard.push(text);
      }
    });
    await reader.listen(page.mainFrame());
    return reader;
  }

  /** Starts to listen to the live regions of a frame. */
  async listen(frame: Frame): Promise<void> {
    this.#frames.add(frame);
    await frame.evaluate(listen);
  }

  /** Returns what live regions have said since the last call. What comes later is returned by the next call. */
  async heard(): Promise<string[]> {
    for (const frame of this.#frames) {
      // Polls by time, because a hidden frame draws nothing.
      await frame
        .waitForFunction(() => unheard === 0, undefined, { polling: 50 })
        .catch((error: unknown) => assert.ok(frame.isDetached(), String(error)));
    }
    return this.#heard.splice(0);
  }

  /** Waits for a text of a live region. @returns all that was heard up to it, and directly after it */
  async hears(text: RegExp): Promise<string[]> {
    await eventually(`the text ${String(text)}`, async () =>
      this.#heard.some((it) => text.test(it)),
    ).catch((error: unknown) => assert.fail(`${String(error)} Heard: ${this.#heard.join(" | ")}`));
    return this.heard();
  }

  /** Presses a key, and waits until this is said. */
  async press(key: string, expected: RegExp): Promise<Spoken> {
    await this.#page.keyboard.press(key);
    return this.says(expected);
  }

  /** Presses a key until this is said. */
  async pressTo(key: string, expected: RegExp, most = 60): Promise<Spoken> {
    const said: string[] = [];
    for (let times = 0; times < most; times++) {
      await this.#page.keyboard.press(key);
      const it = await this.focused();
      // VS Code's menus have the focus themselves before one of their entries gets it.
      if (it && it.role !== "menu") {
        this.#accept(it);
        if (isSaid(it, expected)) {
          return it;
        }
        said.push(it.line);
      }
    }
    return assert.fail(`${key} does not lead to ${String(expected)}, but to\n${said.join("\n")}`);
  }

  /** Waits until this is said of the element with the focus. */
  async says(expected: RegExp, timeoutMs?: number): Promise<Spoken> {
    let last: Spoken | undefined;
    const look = async (): Promise<Spoken | undefined> => {
      last = await this.focused();
      return last && isSaid(last, expected) ? last : undefined;
    };
    const said = await eventually(String(expected), look, timeoutMs).catch((error: unknown) =>
      assert.fail(`${String(error)} Last spoken: ${last?.line ?? ""}`),
    );
    this.#accept(said);
    return said;
  }

  /** Checks what is said, and remembers its containers, which are said only when the focus enters them. */
  #accept(said: Spoken): void {
    checkSense(said);
    this.#places = said.places;
  }

  async focused(): Promise<Spoken | undefined> {
    const frame = await this.#focusedFrame();
    return frame && this.#speak(frame).catch(() => undefined);
  }

  /** Returns the roles of all elements in a frame that can have the focus and have no name. */
  async nameless(frame: Frame): Promise<string[]> {
    const session = await this.#session(frame);
    const { frameTree } = await session.send("Page.getFrameTree");
    const frameId = panelIn(frameTree, frame.parentFrame()?.name() ?? "");
    assert.ok(frameId);
    const { nodes } = await ax(session, "Accessibility.getFullAXTree", { frameId });
    return nodes
      .filter((it) => !it.ignored && property(it, "focusable") === true && text(it.name) === "")
      .map((it) => text(it.role))
      .filter((it) => it !== "RootWebArea" && it !== "Iframe");
  }

  async #focusedFrame(): Promise<Frame | undefined> {
    for (const frame of this.#page.frames()) {
      const isIt = frame
        .evaluate(
          () => document.hasFocus() && !(document.activeElement instanceof HTMLIFrameElement),
        )
        .catch(() => false);
      if (await isIt) {
        return frame;
      }
    }
    return undefined;
  }

  /** Returns a session with the process that draws the frame. */
  async #session(frame: Frame): Promise<CDPSession> {
    const context = this.#page.context();
    for (let it: Frame | null = frame; it; it = it.parentFrame()) {
      const known = this.#sessions.get(it);
      const session = await (known ?? context.newCDPSession(it)).catch(() => undefined);
      if (session) {
        this.#sessions.set(it, Promise.resolve(session));
        return session;
      }
    }
    return context.newCDPSession(this.#page);
  }

  async #speak(frame: Frame): Promise<Spoken | undefined> {
    const session = await this.#session(frame);
    const { result } = await session.send("Runtime.evaluate", { expression: `(${deepest})()` });
    const { objectId } = result;
    if (objectId === undefined) {
      return undefined;
    }
    const chain = await this.#chain(session, { objectId });
    const [focus] = chain;
    const active = focus && related(focus, "activedescendant");
    const [node] =
      active === undefined ? chain : await this.#chain(session, { backendNodeId: active });
    if (!node) {
      return undefined;
    }
    const around = chain
      .slice(1)
      .filter((it) => !it.ignored && places.has(text(it.role)) && text(it.name) !== "");
    const known = this.#places;
    const inside = around
      .filter((it) => !known.includes(it.backendDOMNodeId ?? 0))
      .map((it) => `${text(it.name)} ${text(it.role)}`)
      .reverse();
    const place = await placeInGrid(session, objectId);
    return { ...spoken(node, inside, place), places: around.map((it) => it.backendDOMNodeId ?? 0) };
  }

  /** Returns a node, its parent, and so on. */
  async #chain(session: CDPSession, of: object): Promise<AxNode[]> {
    const { nodes } = await ax(session, "Accessibility.getPartialAXTree", {
      ...of,
      fetchRelatives: true,
    });
    const byId = new Map(nodes.map((it) => [it.nodeId, it]));
    const chain: AxNode[] = [];
    for (let it = nodes[0]; it; it = byId.get(it.parentId ?? "")) {
      chain.push(it);
    }
    return chain;
  }
}

function spoken(
  node: AxNode,
  inside: readonly string[],
  place: readonly string[],
): Omit<Spoken, "places"> {
  const [role, name, description] = [text(node.role), text(node.name), text(node.description)];
  const states = (node.properties ?? []).flatMap(
    (it) => spokenStates[it.name]?.(it.value.value) ?? [],
  );
  const value = text(node.value);
  const parts = [
    ...inside,
    name,
    role,
    ...(value === name ? [] : [value]),
    ...states,
    ...place,
    description,
  ];
  return {
    role,
    name,
    description,
    states,
    inside,
    line: parts.filter((it) => it !== "").join(", "),
  };
}

/** True if this is said, with or without the containers that the focus has entered. */
function isSaid({ line, inside }: Spoken, expected: RegExp): boolean {
  const own = line.slice(inside.map((it) => `${it}, `).join("").length);
  return expected.test(line) || expected.test(own);
}

/** Fails on what nobody could make sense of. */
function checkSense({ role, name, description, line }: Spoken): void {
  assert.notEqual(name, "", `No name: ${line}`);
  assert.doesNotMatch(
    line,
    /[\ue000-\uf8ff]|codicon|\$\(|undefined|\[object|NaN/,
    `No word: ${line}`,
  );
  assert.doesNotMatch(name, /[0-9a-f]{8}-[0-9a-f]{4}|^[a-z]+:[\w-]+$/, `A raw id: ${line}`);
  if (role !== "gridcell") {
    assert.doesNotMatch(name, /^[\d.,%\s]+$/, `A bare number: ${line}`);
  }
  if (description !== "") {
    const rest = description.startsWith(name) ? description.slice(name.length) : undefined;
    assert.ok(rest === undefined || /^ \w/.test(rest), `Said twice: ${line}`);
  }
  const parts = name.split(", ");
  assert.equal(new Set(parts).size, parts.length, `Said twice: ${line}`);
}

function text(it: AxValue | undefined): string {
  return typeof it?.value === "string" || typeof it?.value === "number"
    ? String(it.value).trim()
    : "";
}

function property(node: AxNode, name: string): unknown {
  return node.properties?.find((it) => it.name === name)?.value.value;
}

function related(node: AxNode, name: string): number | undefined {
  return node.properties?.find((it) => it.name === name)?.value.relatedNodes?.[0]?.backendDOMNodeId;
}

interface FrameTree {
  readonly frame: { readonly id: string; readonly name?: string };
  readonly childFrames?: readonly FrameTree[];
}

/**
 * Finds the frame in the frame of that name. The name is used because addresses differ between Playwright and the protocol.
 */
function panelIn({ frame, childFrames = [] }: FrameTree, name: string): string | undefined {
  return frame.name === name
    ? childFrames.at(-1)?.frame.id
    : childFrames.map((it) => panelIn(it, name)).find((it) => it !== undefined);
}

/** Sends a command whose method not all versions of the types declare. */
async function ax(
  session: CDPSession,
  method: "Accessibility.getFullAXTree" | "Accessibility.getPartialAXTree",
  parameters: object,
): Promise<{ readonly nodes: readonly AxNode[] }> {
  return session.send(method, parameters);
}

/** Expression that finds the element with the focus, in whichever frame of the process. */
const deepest = `() => {
  let { activeElement: it } = document;
  while (it?.contentDocument) it = it.contentDocument.activeElement;
  return it;
}`;

/** Returns what a screen reader works out from a grid's attributes, which Chromium does not report here. */
async function placeInGrid(session: CDPSession, objectId: string): Promise<readonly string[]> {
  const { result } = await session.send("Runtime.callFunctionOn", {
    objectId,
    returnByValue: true,
    functionDeclaration: String(placeOf),
    arguments: [{ objectId }],
  });
  return Array.isArray(result.value) ? result.value.map(String) : [];
}

/** Runs in a frame. @returns of a header how it is sorted, of a cell its column's name, its row and its column */
function placeOf(it: Element): string[] {
  const sort = it.getAttribute("aria-sort");
  const column = it.getAttribute("aria-colindex") ?? "";
  const row = it.closest("[aria-rowindex]")?.getAttribute("aria-rowindex") ?? "";
  if (it.getAttribute("role") !== "gridcell") {
    return sort === null ? [] : [`sorted ${sort}`];
  }
  const heads = it
    .closest("[role=grid]")
    ?.querySelectorAll(`[role=columnheader][aria-colindex="${column}"]:not([aria-colspan])`);
  const name = heads?.[0]?.getAttribute("aria-label") ?? "";
  return [name, `row ${row}`, `column ${column}`];
}

declare global {
  /** Number of live regions that have changed and are not announced yet. */
  var unheard: number;
  function screenReaderHears(text: string): Promise<void>;
}

/** Runs in a frame. Announces the texts of live regions once they have stopped changing. */
function listen(): void {
  if ("unheard" in globalThis) {
    return;
  }
  globalThis.unheard = 0;
  const regions =
    "[aria-live=polite], [aria-live=assertive], [role=status]:not([aria-live=off]), [role=alert], [role=log]";
  const said = new WeakMap<Element, string>();
  const timers = new WeakMap<Element, number>();
  const textOf = (it: Element): string => it.textContent.replace(/\s+/g, " ").trim();
  const tell = async (region: Element): Promise<void> => {
    timers.delete(region);
    const now = textOf(region);
    if (now !== (said.get(region) ?? "") && region.checkVisibility()) {
      said.set(region, now);
      if (now !== "") {
        await screenReaderHears(now);
      }
    }
    unheard--;
  };
  const changed = (region: Element): void => {
    const timer = timers.get(region);
    if (timer === undefined) {
      unheard++;
    }
    clearTimeout(timer);
    timers.set(
      region,
      window.setTimeout(() => void tell(region), 100),
    );
  };
  for (const region of document.querySelectorAll(regions)) {
    said.set(region, textOf(region));
  }
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      const around = (target instanceof Element ? target : target.parentElement)?.closest(regions);
      if (around) {
        changed(around);
      }
      for (const node of addedNodes) {
        // A region that is added together with its text is read out only if it is an alert.
        for (const region of node instanceof Element ? [node, ...node.querySelectorAll("*")] : []) {
          if (region.matches("[role=alert]")) {
            changed(region);
          } else if (region.matches(regions)) {
            said.set(region, textOf(region));
          }
        }
      }
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { build } from "esbuild";
import type { CDPSession, Frame, Locator } from "playwright-core";
import type { Bench, Lag } from "./bench.ts";
import type { HostJob, JobDone } from "./hostAgent.ts";
import type { Probe } from "./panelProbe.ts";
import { startVsCode, type VsCode } from "./vsCode.ts";

/** What a process or a page takes, in megabytes. */
export interface Memory {
  /** JavaScript, document and buffers of the window with its panels, after the garbage collector. */
  readonly page: number;
  /** Private to the process that draws the window; absent where the system does not tell. */
  readonly renderer: number | undefined;
}

const appearsWithinMs = 30_000;

/** A window of VS Code that can be asked to do things, and whose panels can be looked into. */
export class PanelWindow implements AsyncDisposable {
  readonly vsCode: VsCode;
  readonly #tell: (job: HostJob) => Promise<JobDone>;
  readonly #devTools: CDPSession;

  private constructor(
    vsCode: VsCode,
    tell: (job: HostJob) => Promise<JobDone>,
    devTools: CDPSession,
  ) {
    this.vsCode = vsCode;
    this.#tell = tell;
    this.#devTools = devTools;
  }

  static async open(bench: Bench): Promise<PanelWindow> {
    const hub = createServer();
    hub.listen(0, "127.0.0.1");
    await once(hub, "listening");
    const address = hub.address();
    if (address === null || typeof address === "string") {
      throw new Error("The bench has no port.");
    }
    const vsCode = await startVsCode(bench, {
      runs: `import { serve } from "./scripts/bench/hostAgent.ts";
export const run = () => serve(${address.port});`,
      script: await probeScript(),
      scrollBars: true,
    });
    const [socket] = (await Promise.race([
      once(hub, "connection"),
      vsCode.ended.then(() => {
        throw new Error("VS Code ended before it began.");
      }),
    ])) as [Socket];
    const lines = createInterface(socket)[Symbol.asyncIterator]();
    const tell = async (job: HostJob): Promise<JobDone> => {
      socket.write(`${JSON.stringify(job)}\n`);
      const { value } = (await lines.next()) as { value?: string };
      const done = JSON.parse(value ?? '{"error":"It has ended."}') as JobDone;
      if (done.error !== undefined) {
        throw new Error(`VS Code could not do ${JSON.stringify(job)}: ${done.error}`);
      }
      return done;
    };
    await vsCode.page.setViewportSize({ width: 1600, height: 900 });
    return new PanelWindow(vsCode, tell, await vsCode.page.context().newCDPSession(vsCode.page));
  }

  /** @returns when it was called, in epoch milliseconds */
  async command(id: string, argument?: object): Promise<number> {
    return (await this.#tell({ do: "command", id, ...(argument && { argument }) })).begun;
  }

  async openEmptyPanel(): Promise<number> {
    return (await this.#tell({ do: "openEmptyPanel" })).begun;
  }

  async watchLag(): Promise<void> {
    await this.#tell({ do: "watchLag" });
  }

  async lag(): Promise<Lag> {
    const { lag } = await this.#tell({ do: "tellLag" });
    if (!lag) {
      throw new Error("Nobody watched the event loop.");
    }
    return lag;
  }

  /** The only panel that is open, once there is one. */
  async panel(): Promise<Panel> {
    const deadline = performance.now() + appearsWithinMs;
    while (performance.now() < deadline) {
      for (const frame of this.vsCode.page.frames()) {
        const isPanel = await frame.evaluate(() => "probe" in globalThis).catch(() => false);
        if (isPanel) {
          return new Panel(this.vsCode, frame);
        }
      }
      await setTimeout(5);
    }
    throw new Error("No panel came.");
  }

  async closePanels(): Promise<void> {
    await this.command("workbench.action.closeAllEditors");
    while (this.vsCode.page.frames().some((it) => it.url().includes("/webview/"))) {
      await setTimeout(10);
    }
  }

  async memory(): Promise<Memory> {
    await this.#devTools.send("HeapProfiler.enable");
    for (let time = 0; time < 3; time++) {
      await this.#devTools.send("HeapProfiler.collectGarbage");
    }
    await this.#devTools.send("HeapProfiler.disable");
    const heap = await this.#devTools.send("Runtime.getHeapUsage");
    const { usedSize, embedderHeapUsedSize, backingStorageSize } = heap;
    return {
      page: (usedSize + embedderHeapUsedSize + backingStorageSize) / 1e6,
      renderer: await privateMegabytes(await this.#rendererPid()),
    };
  }

  /** Resident, with the worker that keeps the tables, and the most it has been; absent where the system does not tell. */
  async hostMemory(): Promise<{ now: number; peak: number } | undefined> {
    const { pid } = await this.#tell({ do: "nothing" });
    const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
    const [now, peak] = ["VmRSS", "VmHWM"].map((it) => kilobytesOf(status, it) / 1000);
    return now && peak ? { now, peak } : undefined;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.vsCode[Symbol.asyncDispose]();
  }

  async #rendererPid(): Promise<number> {
    const session = await this.vsCode.browser.newBrowserCDPSession();
    const { processInfo } = await session.send("SystemInfo.getProcessInfo");
    await session.detach();
    const renderers = processInfo.filter((it) => it.type === "renderer");
    return renderers.toSorted((a, b) => b.cpuTime - a.cpuTime)[0]?.id ?? 0;
  }
}

/** A webview, looked at from inside. */
export class Panel {
  readonly frame: Frame;
  readonly #vsCode: VsCode;

  constructor(vsCode: VsCode, frame: Frame) {
    this.#vsCode = vsCode;
    this.frame = frame;
  }

  /** Asks the probe inside. */
  ask<K extends keyof Probe>(
    method: K,
    ...args: Parameters<Probe[K]>
  ): Promise<Awaited<ReturnType<Probe[K]>>> {
    return this.frame.evaluate(
      ([name, given]) => {
        const { probe } = globalThis as unknown as {
          probe: Record<string, (...args: readonly unknown[]) => unknown>;
        };
        return probe[name]?.(...given);
      },
      [method, args] as const,
    ) as Promise<Awaited<ReturnType<Probe[K]>>>;
  }

  header(column: string): Locator {
    return this.frame.locator(`[role=columnheader][aria-label^="${column},"]`);
  }

  button(name: string): Locator {
    return this.frame.getByRole("button", { name, exact: true });
  }

  /** Of the first column, in sight. */
  cell(): Locator {
    return this.frame.locator('[role=gridcell][data-column="0"]').nth(5);
  }

  /** Where the grid is in the window. */
  async gridPlace(): Promise<ReturnType<Probe["place"]>> {
    const place = await this.ask("place");
    const element = await this.frame.frameElement();
    const box = await element.boundingBox();
    return { ...place, left: place.left + (box?.x ?? 0), top: place.top + (box?.y ?? 0) };
  }

  /** Takes the thumb of the scroll bar down to the end and up again, for so long. */
  async dragThumb(milliseconds: number): Promise<void> {
    const { mouse } = this.#vsCode.page;
    const { left, top, width, height, scrollBar } = await this.gridPlace();
    const x = left + width - scrollBar / 2;
    // At the ends are the buttons of the scroll bar.
    const [from, to] = [top + 1.5 * scrollBar, top + height - 1.5 * scrollBar];
    await mouse.move(x, from);
    await mouse.down();
    const begun = performance.now();
    for (let share = 0; share < 1; share = (performance.now() - begun) / milliseconds) {
      const down = share < 0.5 ? 2 * share : 2 - 2 * share;
      await mouse.move(x, from + down * (to - from));
      // Mice tell of themselves 125 times a second.
      await setTimeout(8);
    }
    await mouse.up();
  }
}

async function probeScript(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, "browser", "probe.ts")],
    bundle: true,
    format: "iife",
    write: false,
    logLevel: "error",
  });
  return outputFiles[0]?.text ?? "";
}

async function privateMegabytes(pid: number): Promise<number | undefined> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, "utf8").catch(() => undefined);
  return rollup === undefined
    ? undefined
    : (kilobytesOf(rollup, "Private_Clean") + kilobytesOf(rollup, "Private_Dirty")) / 1000;
}

function kilobytesOf(text: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(text)?.[1] ?? 0);
}

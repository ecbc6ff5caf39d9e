import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { Cleanup } from "../host/cleanup.ts";
import type { Bench, Section } from "./bench.ts";
import { labelledFigures, loadingFigures, openingFigures, type Space } from "./panelLoading.ts";
import { usingFigures } from "./panelUse.ts";
import { PanelWindow } from "./panelWindow.ts";
import { tell } from "./report.ts";
import { startReplay } from "./servers.ts";

/** Of those that say in each response what the structure says already. */
const labelledResponses = 20_000;

/** The responses panel in a real VS Code, with the survey of 40 variables. */
export async function panelSection(bench: Bench): Promise<Section> {
  const cleanup = new Cleanup();
  const start = async (name: string, responses: number, delayMs = 0): Promise<Space> => {
    const folder = join(bench.folder, name);
    await mkdir(folder);
    const server = await startReplay(folder, responses, { delayMs });
    cleanup.add(async () => server[Symbol.asyncDispose]());
    const { baseUrl, caFile, spaceId, apiKey } = server;
    return { name, access: { baseUrl, caFile, spaceId, apiKey }, delayMs, responses };
  };
  try {
    const { responses } = bench;
    const fast = await start("Bench", responses);
    const slow = [
      await start("Bench 100", responses, 100),
      await start("Bench 1000", responses, 1000),
    ];
    const labelled = await start("Bench labelled", Math.min(labelledResponses, responses));
    const window = await PanelWindow.open(bench);
    cleanup.add(() => window[Symbol.asyncDispose]());
    for (const { name, access } of [fast, ...slow, labelled]) {
      await window.command("surveyExplorer.addDataSpace", { name, version: "v3", ...access });
    }
    const opening = tell(await openingFigures(bench, window, [fast, ...slow]));
    const store = tell(await labelledFigures(window, labelled));
    await window.closePanels();
    const before = await window.memory();
    const loading = tell(await loadingFigures(bench, window, fast));
    const using = await usingFigures(window, responses, before);
    return {
      title: `Responses panel, replaying server, ${responses.toLocaleString("en")} responses of 40 variables`,
      figures: [...opening, ...loading, ...store, ...using],
    };
  } finally {
    await cleanup.run();
  }
}

// Runs inside the extension host: VS Code calls what the bench bundles around `measure`.
import { writeFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import * as vscode from "vscode";
import type { Lag } from "./bench.ts";
import { watchLag } from "./lag.ts";
import { surveyId } from "./responses.ts";
import type { Access } from "./servers.ts";

export interface HostTask {
  readonly access: Access;
  /** To export to. */
  readonly file: string;
  /** For what was measured. */
  readonly resultFile: string;
}

export interface HostMeasured {
  readonly idle: Lag;
  readonly exporting: Lag;
  readonly seconds: number;
}

const idleMs = 5000;

export async function measure({ access, file, resultFile }: HostTask): Promise<void> {
  const dataSpace = "Bench";
  const added = { name: dataSpace, version: "v3", ...access };
  await vscode.commands.executeCommand("surveyExplorer.addDataSpace", added);
  // What VS Code starts by itself comes first.
  await delay(idleMs);
  const idle = await during(() => delay(idleMs));
  const exporting = await during(() =>
    vscode.commands.executeCommand("surveyExplorer.exportResponses", {
      dataSpace,
      surveyId,
      file,
      format: "json",
    }),
  );
  const measured: HostMeasured = {
    idle: idle.lag,
    exporting: exporting.lag,
    seconds: exporting.seconds,
  };
  await writeFile(resultFile, JSON.stringify(measured));
}

async function during(
  work: () => PromiseLike<unknown>,
): Promise<{ readonly lag: Lag; readonly seconds: number }> {
  const end = watchLag();
  const started = performance.now();
  await work();
  return { seconds: (performance.now() - started) / 1000, lag: end() };
}

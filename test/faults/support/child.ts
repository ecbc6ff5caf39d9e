import { join } from "node:path";
import type { ExportResult } from "../../export/support/exporting.ts";
import type { FaultyServer } from "./faultyServer.ts";
import type { Job } from "./jobs.ts";

/** What exportChild.ts does. */
export interface ChildTask {
  readonly server: Pick<FaultyServer, "baseUrl" | "ca">;
  readonly job: Job;
  readonly file: string;
  readonly resume: boolean;
}

/** The command that does it, to be started as it is or through another. */
export function childCommand({ server: { baseUrl, ca }, ...task }: ChildTask): string[] {
  const argument = JSON.stringify({ ...task, server: { baseUrl, ca } });
  return [process.execPath, join(import.meta.dirname, "exportChild.ts"), argument];
}

/** How it ended, from all that it said. */
export interface ChildOutcome {
  readonly result?: ExportResult;
  readonly error?: { readonly code: string; readonly message: string };
}

export function outcomeOf(said: string): ChildOutcome {
  const last = said.trimEnd().split("\n").at(-1) ?? "";
  return last.startsWith("{") ? (JSON.parse(last) as ChildOutcome) : {};
}

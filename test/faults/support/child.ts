import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Fresh } from "../../../src/export/fresh.ts";
import type { ExportResult } from "../../export/support/exporting.ts";
import type { FaultyServer } from "./faultyServer.ts";
import type { Job } from "./jobs.ts";

/** What exportChild.ts does. */
export interface ChildTask {
  readonly server: Pick<FaultyServer, "baseUrl" | "ca">;
  readonly job: Job;
  readonly file: string;
  readonly resume: boolean;
  /** Folder of the copies of surveys. */
  readonly copies: string;
  /** Absent: no copy of the survey is kept. */
  readonly fresh?: Fresh | undefined;
  /** Where it says "stopped", and goes no further: the copy is whole, or the file is written and has not its name yet. */
  readonly stopAt?: "whole" | "written" | undefined;
}

/** The command that does it, to be started as it is or through another. */
export function childCommand({ server: { baseUrl, ca }, ...task }: ChildTask): string[] {
  const argument = JSON.stringify({ ...task, server: { baseUrl, ca } });
  return [process.execPath, join(import.meta.dirname, "exportChild.ts"), argument];
}

export interface RunningChild {
  /** Resolves when it has ended. */
  readonly kill: () => Promise<unknown>;
  readonly ended: Promise<{ readonly wasKilled: boolean; readonly said: string }>;
}

/** @param onSaid is told all that the child has said so far */
export function startChild(
  task: ChildTask,
  onSaid: (said: string) => void = () => undefined,
): RunningChild {
  const [node = "", ...args] = childCommand(task);
  const child = spawn(node, args, { stdio: ["ignore", "pipe", "inherit"] });
  const closed = once(child, "close");
  let said = "";
  child.stdout.on("data", (chunk: Buffer) => {
    said += chunk.toString();
    onSaid(said);
  });
  return {
    kill: () => {
      child.kill("SIGKILL");
      return closed;
    },
    ended: closed.then(() => ({ wasKilled: child.signalCode === "SIGKILL", said })),
  };
}

export function pagesIn(said: string): number {
  return said.split("page").length - 1;
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

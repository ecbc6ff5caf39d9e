import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Fresh } from "../../../src/export/fresh.ts";
import type { ExportResult } from "../../export/support/exporting.ts";
import type { FaultyServer } from "./faultyServer.ts";
import type { Job } from "./jobs.ts";

/** Task of exportChild.ts. */
export interface ChildTask {
  readonly server: Pick<FaultyServer, "baseUrl" | "ca">;
  readonly job: Job;
  readonly file: string;
  readonly resume: boolean;
  /** Folder of the copies of surveys. */
  readonly copies: string;
  /** Default: no copy of the survey is kept. */
  readonly fresh?: Fresh | undefined;
  /** Where the child prints "stopped" and waits: the copy is whole, or the file is written but not yet renamed. */
  readonly stopAt?: "whole" | "written" | undefined;
}

/** Returns the command that runs the task, to be started directly or through another command. */
export function childCommand({ server: { baseUrl, ca }, ...task }: ChildTask): string[] {
  const argument = JSON.stringify({ ...task, server: { baseUrl, ca } });
  return [process.execPath, join(import.meta.dirname, "exportChild.ts"), argument];
}

export interface RunningChild {
  /** Kills the child. Resolves when it has ended. */
  readonly kill: () => Promise<unknown>;
  readonly ended: Promise<{ readonly wasKilled: boolean; readonly said: string }>;
}

/** @param onSaid called with all that the child has printed so far */
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

/** How the child ended, according to what it printed. */
export interface ChildOutcome {
  readonly result?: ExportResult;
  readonly error?: { readonly code: string; readonly message: string };
}

export function outcomeOf(said: string): ChildOutcome {
  const last = said.trimEnd().split("\n").at(-1) ?? "";
  return last.startsWith("{") ? (JSON.parse(last) as ChildOutcome) : {};
}

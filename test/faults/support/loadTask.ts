import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { LoadSurveyOptions } from "../../../src/warehouse/loadSurvey.ts";
import type { TestServer } from "../../client/support/testServer.ts";

/** Task of loadChild.ts. */
export interface LoadTask extends Pick<
  LoadSurveyOptions,
  "surveyId" | "schema" | "table" | "fresh"
> {
  readonly server: Pick<TestServer, "baseUrl" | "ca">;
  readonly copy: NonNullable<LoadSurveyOptions["copy"]>;
  /** Folder of the copies of surveys. */
  readonly copies: string;
}

/** @returns a function that kills the child, and a promise of whether it ended that way */
export function startLoad({ server: { baseUrl, ca }, ...task }: LoadTask, WAREHOUSE: string) {
  const argument = JSON.stringify({ ...task, server: { baseUrl, ca } });
  const child = spawn(process.execPath, [join(import.meta.dirname, "loadChild.ts"), argument], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, WAREHOUSE },
  });
  return {
    kill: () => void child.kill("SIGKILL"),
    ended: once(child, "close").then(() => child.signalCode === "SIGKILL"),
  };
}

// Runs inside the extension host and executes jobs that the bench sends over a socket. Each line is a JSON array of a job's
// name and its arguments.
import { once } from "node:events";
import { connect } from "node:net";
import { createInterface } from "node:readline";
import * as vscode from "vscode";
import { watchLag } from "./statistics.ts";
import { treeJobs } from "./treeJobs.ts";

export interface Done {
  /** Start time, in milliseconds since 1970. */
  readonly begun: number;
  readonly value?: number | undefined;
  /** The job's error if it failed. */
  readonly error?: string;
}

let lag: (() => number) | undefined;

const jobs = {
  command: (id: string, ...args: unknown[]) => vscode.commands.executeCommand(id, ...args),
  emptyPanel: () => {
    const { One } = vscode.ViewColumn;
    // With scripts, like all panels of the extension.
    const panel = vscode.window.createWebviewPanel("bench", "Empty", One, { enableScripts: true });
    panel.webview.html = `<!DOCTYPE html><p id="empty">Empty</p>`;
  },
  watchLag: () => void (lag = watchLag()),
  lag: () => lag?.(),
  ...treeJobs,
};

export type AgentJob = keyof typeof jobs;

/** Executes jobs until the bench closes the socket. */
export async function serve(port: number): Promise<void> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  for await (const line of createInterface(socket)) {
    const [name, ...args] = JSON.parse(line) as [AgentJob, ...unknown[]];
    const begun = Date.now();
    const job = jobs[name] as (...args: unknown[]) => unknown;
    const done: Done = await Promise.resolve(job(...args)).then(
      (value) => ({ begun, ...(typeof value === "number" && { value }) }),
      (error: unknown) => ({ begun, error: String(error) }),
    );
    socket.write(`${JSON.stringify(done)}\n`);
  }
}

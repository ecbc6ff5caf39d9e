// Runs inside the extension host and does there what the bench asks for over a socket: one JSON text a line, a name and arguments.
import { once } from "node:events";
import { connect } from "node:net";
import { createInterface } from "node:readline";
import * as vscode from "vscode";
import { watchLag } from "./statistics.ts";
import { treeJobs } from "./treeJobs.ts";

export interface Done {
  /** When it was begun, in epoch milliseconds. */
  readonly begun: number;
  readonly value?: number | undefined;
  /** Why it could not be done. */
  readonly error?: string;
}

let lag: (() => number) | undefined;

const jobs = {
  command: (id: string, ...args: unknown[]) => vscode.commands.executeCommand(id, ...args),
  emptyPanel: () => {
    const { One } = vscode.ViewColumn;
    // With scripts, as every panel of ours has them.
    const panel = vscode.window.createWebviewPanel("bench", "Empty", One, { enableScripts: true });
    panel.webview.html = `<!DOCTYPE html><p id="empty">Empty</p>`;
  },
  watchLag: () => void (lag = watchLag()),
  lag: () => lag?.(),
  ...treeJobs,
};

export type AgentJob = keyof typeof jobs;

/** Until the bench closes the socket. */
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

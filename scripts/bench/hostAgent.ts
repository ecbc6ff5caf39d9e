// Runs inside the extension host and does there what the bench asks for over a socket, one JSON text a line.
import { once } from "node:events";
import { connect } from "node:net";
import { createInterface } from "node:readline";
import * as vscode from "vscode";
import type { Lag } from "./bench.ts";
import { watchLag } from "./lag.ts";

export type HostJob =
  /** But to say which process this is. */
  | { readonly do: "nothing" }
  | { readonly do: "command"; readonly id: string; readonly argument?: object }
  /** Opens a webview panel with nothing but an element of the id "empty". */
  | { readonly do: "openEmptyPanel" }
  /** Begins to watch how late the event loop is. */
  | { readonly do: "watchLag" }
  /** Ends it. */
  | { readonly do: "tellLag" };

export interface JobDone {
  /** When it was begun, in epoch milliseconds. */
  readonly begun: number;
  readonly pid: number;
  readonly lag?: Lag | undefined;
  /** Why it could not be done. */
  readonly error?: string;
}

/** Until the bench closes the socket. */
export async function serve(port: number): Promise<void> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  for await (const line of createInterface(socket)) {
    const { pid } = process;
    const begun = Date.now();
    const done: JobDone = await work(JSON.parse(line) as HostJob).then(
      (lag) => ({ begun, pid, lag }),
      (error: unknown) => ({ begun, pid, error: String(error) }),
    );
    socket.write(`${JSON.stringify(done)}\n`);
  }
}

let tellLag: (() => Lag) | undefined;

async function work(job: HostJob): Promise<Lag | undefined> {
  switch (job.do) {
    case "nothing":
      return undefined;
    case "command":
      await vscode.commands.executeCommand(job.id, job.argument);
      return undefined;
    case "openEmptyPanel":
      // With scripts, as every panel of ours has them.
      vscode.window.createWebviewPanel("bench", "Empty", vscode.ViewColumn.One, {
        enableScripts: true,
      }).webview.html = `<!DOCTYPE html><p id="empty">Empty</p>`;
      return undefined;
    case "watchLag":
      tellLag = watchLag();
      return undefined;
    case "tellLag":
      return tellLag?.();
  }
}

// Runs one program, and everything that it starts, for as long as standard input stays open: a parent that was killed leaves
// no process behind, and no folder. Arguments: the folder to remove at the end or nothing, the program, its arguments.
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";

const [folder = "", program = "", ...args] = process.argv.slice(2);

// In a process group of its own, all of its descendants can be ended at once.
const child = spawn(program, args, {
  detached: process.platform !== "win32",
  stdio: ["ignore", "inherit", "inherit"],
});

// The parent decides when to end; a signal to the whole terminal is for the parent.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => undefined);
}

process.stdin.resume();
const parentEnded = once(process.stdin, "close");
const childEnded = once(child, "exit");
await Promise.race([parentEnded, childEnded]);
endGroup(child);
if (child.exitCode === null && child.signalCode === null) {
  await childEnded;
}
if (folder !== "") {
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}
process.exit(child.exitCode ?? 1);

function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) {
    return;
  }
  try {
    if (process.platform === "win32") {
      execFileSync("taskkill", ["/pid", String(pid), "/T", "/F"], { stdio: "ignore" });
    } else {
      process.kill(-pid, "SIGKILL");
    }
  } catch {
    // Nothing of it is left.
  }
}

// Runs a program until it ends or standard input closes, then kills all processes that it started and removes its folder. So
// nothing is left behind even if the parent is killed. Arguments: the folder to remove or an empty string, the program, its
// arguments.
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";

const [folder = "", program = "", ...args] = process.argv.slice(2);

// With a process group of its own, the program and its descendants can be killed at once.
const child = spawn(program, args, {
  detached: process.platform !== "win32",
  stdio: ["ignore", "inherit", "inherit"],
});

// Ignore signals, which a terminal sends to all its processes: the parent decides when to end.
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
    // All its processes have ended already.
  }
}

import { readFileSync } from "node:fs";
import { cancelled } from "../client/waiting.ts";
import type { Words } from "../model/words.ts";
import { shellTranslations } from "./language.ts";
import { runProgram, type ProgramOptions } from "./program.ts";
import { exits } from "./usage.ts";

/** Commands of the program, and where its files are. */
export interface ProcessOptions extends Pick<ProgramOptions, "commands" | "programs"> {
  /** The folder that has `package.json` and the translations. */
  readonly root: URL;
  /** Left out if VS Code starts the program: its messages name the settings that the options come from. */
  readonly shellTexts?: Words["shellTexts"];
}

function versionOf(text: string): string {
  const read: unknown = JSON.parse(text);
  const isNamed = typeof read === "object" && read !== null && "version" in read;
  return isNamed ? String(read.version) : "";
}

/** Runs the command that this process's arguments name, and ends the process. */
export async function runProcess(options: ProcessOptions): Promise<void> {
  const { commands, programs, root, shellTexts } = options;
  // Node warns that node:sqlite is experimental. Hide that warning, as the workers do.
  process.removeAllListeners("warning");
  process.on("warning", (it) => {
    if (it.name !== "ExperimentalWarning") {
      process.stderr.write(`${it.name}: ${it.message}\n`);
    }
  });

  const abort = new AbortController();
  const args = process.argv.slice(2);
  if (args[0] !== "serve") {
    for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      process.on(name, () => {
        // End at once on the second signal. An unfinished export can be resumed.
        if (abort.signal.aborted) {
          process.exit(exits.cancelled);
        }
        abort.abort(cancelled());
      });
    }
  }
  // The reader has closed the pipe, so nothing more can be written.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", () => process.exit(exits.failed));
  }

  const exit = await runProgram({
    ...{ args, commands, programs },
    environment: process.env,
    input: process.stdin,
    out: process.stdout,
    err: process.stderr,
    signal: abort.signal,
    translations: {
      ...shellTranslations(process.env, new URL("l10n/bundle.l10n.ko.json", root)),
      shellTexts,
    },
    toolVersion: versionOf(readFileSync(new URL("package.json", root), "utf8")),
  });
  // Exit although connections may still be open, but only after all output has been written.
  process.stdout.write("", (fault) => {
    // If the disk is full, this is called before the handler above. A reader that has seen enough, such as head, is no fault.
    const isClosed = fault && "code" in fault && fault.code === "EPIPE";
    const said = fault && !isClosed ? `${fault.message}\n` : "";
    process.stderr.write(said, () => process.exit(fault ? exits.failed : exit));
  });
}

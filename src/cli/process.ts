import { readFileSync } from "node:fs";
import * as z from "zod";
import { cancelled } from "../client/waiting.ts";
import { fileFault } from "../export/fileFaults.ts";
import { textOf } from "../model/errors.ts";
import { localizable, translated, wordsOf } from "../model/localizable.ts";
import type { Translations, Words } from "../model/words.ts";
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

const manifest = z.object({ version: z.string() });

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
  const translations: Translations = {
    ...shellTranslations(process.env, new URL("l10n/bundle.l10n.ko.json", root)),
    shellTexts,
  };
  const fail = failure(translations);
  process.stdout.on("error", fail);
  process.stderr.on("error", () => process.exit(exits.failed));

  const exit = await runProgram({
    ...{ args, commands, programs },
    environment: process.env,
    input: process.stdin,
    out: process.stdout,
    err: process.stderr,
    signal: abort.signal,
    translations,
    toolVersion: manifest.parse(JSON.parse(readFileSync(new URL("package.json", root), "utf8")))
      .version,
  });
  // Exit although connections may still be open, but only after all output has been written.
  process.stdout.write("", (fault) => (fault ? fail(fault) : process.exit(exit)));
}

/** Returns a function that says, once, why standard output cannot be written, and ends the process. */
function failure(translations: Translations): (fault: Error) => void {
  let isSaid = false;
  return (fault) => {
    if (isSaid) {
      return;
    }
    isSaid = true;
    // A reader that has seen enough, such as head, is no fault.
    const isClosed = "code" in fault && fault.code === "EPIPE";
    const error = fileFault(fault, localizable("Standard output"));
    const said = isClosed ? "" : `${translated(textOf(error), wordsOf(translations))}\n`;
    process.stderr.write(said, () => process.exit(exits.failed));
  };
}

// Programs that read our files with code of their own. scripts/witnesses.sh installs them.
import { spawnSync } from "node:child_process";
import type Mocha from "mocha";
import { skip } from "../../scripts/testing/skip.ts";

export function needsPspp(test: Mocha.Context): void {
  needs(test, "PSPP", "pspp", "--version");
}

export function needsOffice(test: Mocha.Context): void {
  needs(test, "LibreOffice", "soffice", "--version");
}

export function needsPython(test: Mocha.Context, ...modules: readonly string[]): void {
  const list = modules.join(", ");
  needs(test, `Python with ${list}`, "python3", "-c", `import ${list}`);
}

export function needsR(test: Mocha.Context, ...packages: readonly string[]): void {
  const name = `R with ${packages.join(", ")}`;
  const loaded = packages.map((it) => `requireNamespace("${it}")`).join(", ");
  needs(test, name, "Rscript", "-e", `stopifnot(${loaded})`);
}

/** Programs that have been installed for the tests: where one of them does not run, something is broken. */
const required = new Set(process.env["SURVEY_EXPLORER_WITNESSES"]?.split(" "));
const known = new Map<string, boolean>();

function needs(test: Mocha.Context, name: string, program: string, ...args: string[]): void {
  const runs = known.get(name) ?? spawnSync(program, args).status === 0;
  known.set(name, runs);
  if (runs) {
    return;
  }
  if (required.has(program)) {
    throw new Error(`There is no ${name}, although ${program} was installed for the tests.`);
  }
  skip(test, `there is no ${name}`);
}

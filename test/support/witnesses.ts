// Programs of others that read our files. scripts/witnesses.sh installs them.
import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { basename, dirname, join } from "node:path";
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

/** Not in every package index, so scripts/witnesses.sh does not install it. */
export function needsPyreadstat(test: Mocha.Context): void {
  if (!runs("pyreadstat", "python3", "-c", "import pandas, pyreadstat")) {
    skip(test, "Python with pandas and pyreadstat is not installed");
  }
}

export function needsR(test: Mocha.Context, ...packages: readonly string[]): void {
  const name = `R with ${packages.join(", ")}`;
  const loaded = packages.map((it) => `requireNamespace("${it}")`).join(", ");
  needs(test, name, "Rscript", "-e", `stopifnot(${loaded})`);
}

/** @returns the folder of its programs; empty if they are on the path */
export function needsPostgres(test: Mocha.Context): string {
  const programs = postgresPrograms();
  needs(test, "PostgreSQL", join(programs, "postgres"), "--version");
  return programs;
}

/** Returns the folder of PostgreSQL's server programs, which Debian does not put on the path. */
export function postgresPrograms(): string {
  const [newest] = globSync("/usr/lib/postgresql/*/bin/postgres").sort().reverse();
  return newest === undefined ? "" : dirname(newest);
}

/** Programs that were installed for the tests: if one of them does not run, something is broken. */
const required = new Set(process.env["SURVEY_EXPLORER_WITNESSES"]?.split(" "));
const known = new Map<string, boolean>();

function needs(test: Mocha.Context, name: string, program: string, ...args: string[]): void {
  if (runs(name, program, ...args)) {
    return;
  }
  if (required.has(basename(program))) {
    throw new Error(
      `${name} does not run, although ${basename(program)} was installed for the tests.`,
    );
  }
  skip(test, `${name} is not installed`);
}

function runs(name: string, program: string, ...args: string[]): boolean {
  const isThere = known.get(name) ?? spawnSync(program, args).status === 0;
  known.set(name, isThere);
  return isThere;
}

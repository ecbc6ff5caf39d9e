import mocharc from "../../../.mocharc.json" with { type: "json" };
import { faultKinds, faults, type FaultKind } from "./faults.ts";

/** Counts of the whole suite, printed at its end. */
export const figures = {
  exports: 0,
  resumes: 0,
  pauses: 0,
  pages: 0,
  requests: 0,
  /** Of the requests, those with the cursor of a deleted response. */
  deletedAnchors: 0,
  given: new Map<FaultKind, number>(),
};

export function faultsGiven(): number {
  return [...figures.given.values()].reduce((sum, it) => sum + it, 0);
}

/** True for the whole suite; otherwise a part of it that takes a few seconds, for `npm test` (scripts/testing/suites.ts). */
export const isWholeSuite = process.env["SURVEY_EXPLORER_FAULTS"] === "whole";

/** Timeout of a test; a whole run has none. */
export const timeoutMs = isWholeSuite ? 0 : mocharc.timeout;

/** Prints a table after a whole run only: the figures of a quick run mean nothing. */
export function printTable(title: string, rows: readonly (readonly [string, string | number])[]) {
  if (!isWholeSuite) {
    return;
  }
  const width = Math.max(...rows.map(([name]) => name.length));
  console.log(`\n  ${title}`);
  for (const [name, value] of rows) {
    console.log(`    ${name.padEnd(width)}  ${String(value).padStart(7)}`);
  }
}

export function printFigures(): void {
  printTable("Faults by kind", [
    ...faultKinds.map((it) => [`${faults[it].group}: ${it}`, figures.given.get(it) ?? 0] as const),
    ["all", faultsGiven()],
  ]);
  const { exports, resumes, pauses, pages, requests, deletedAnchors } = figures;
  printTable("Exports", [
    ["exports", exports],
    ["resumes", resumes],
    ["pauses", pauses],
    ["pages written", pages],
    ["requests", requests],
    ["  by the cursor of a deleted response", deletedAnchors],
  ]);
}

import mocharc from "../../../.mocharc.json" with { type: "json" };
import { faultKinds, faults, type FaultKind } from "./faults.ts";

/** What the whole suite did, to be printed behind it. */
export const figures = {
  exports: 0,
  resumes: 0,
  pauses: 0,
  pages: 0,
  requests: 0,
  /** Of these, by the cursor of a response that was deleted. */
  deletedAnchors: 0,
  given: new Map<FaultKind, number>(),
};

export function faultsGiven(): number {
  return [...figures.given.values()].reduce((sum, it) => sum + it, 0);
}

/** Else a part of a few seconds, for `npm test` (scripts/testing/suites.ts). */
export const isWhole = process.env["SURVEY_EXPLORER_FAULTS"] === "whole";

/** Of a test: a whole run takes what it takes. */
export const timeoutMs = isWhole ? 0 : mocharc.timeout;

/** Prints only what a whole run did: a quick one's figures say nothing. */
export function printTable(title: string, rows: readonly (readonly [string, string | number])[]) {
  if (!isWhole) {
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
    ...faultKinds.map((it) => [`${faults[it].row}: ${it}`, figures.given.get(it) ?? 0] as const),
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

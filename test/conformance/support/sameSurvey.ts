import assert from "node:assert/strict";
import type { SurveyClient } from "../../../src/client/surveyClient.ts";
import {
  gridCells,
  structureColumns,
  withResponseColumns,
  type Cell,
  type Column,
} from "../../../src/model/grid.ts";
import { fieldsNotProvided } from "../../../src/model/metadataColumns.ts";
import type { Answer } from "../../../src/model/response.ts";
import type { Survey } from "../../../src/model/survey.ts";
import { collect } from "../../client/support/collect.ts";

/** A survey as a panel shows it: the codebook, and the grid of all responses. */
export interface Shown {
  readonly survey: Survey;
  readonly columns: readonly Column[];
  /** A row per response, with a cell per column. */
  readonly rows: readonly (readonly Cell[])[];
}

export async function shownBy(client: SurveyClient, surveyId: string): Promise<Shown> {
  const survey = await client.getSurvey(surveyId);
  const responses = await collect(client.responses(surveyId));
  const columns = withResponseColumns(structureColumns(survey), responses);
  return { survey, columns, rows: responses.map((it) => gridCells(columns, it)) };
}

/** The only reasons why a cell of v1 or v2 may differ from the cell of v3. */
export const reasons = {
  noColumn: "metadata of a response that v1 and v2 do not have: not provided",
  code: "code of an option: its rank instead of its name",
  name: "name of a question without answers: its rank instead of its name",
  onlyInResponses: "type, text and options of questions that only responses contain: not provided",
  embeddedLabel: "label of embedded data: not provided",
  valueLabels: "value labels of embedded data: not provided",
  otherText: "text of an answer that is not an option: a separate answer",
  lastValue: "embedded data that a response has twice: only the last value",
} as const;
type Reason = keyof typeof reasons;

/** Result of comparing codebook and grid cell by cell. */
export interface Comparison {
  /** Number of codebook cells that were compared. */
  readonly codebook: number;
  readonly grid: number;
  readonly differing: ReadonlyMap<Reason, number>;
}

/** @throws AssertionError if a cell differs for any other reason */
export function compare(newest: Shown, older: Shown): Comparison {
  const counts = { codebook: 0, grid: 0 };
  const differing = new Map<Reason, number>();
  const differs = (reason: Reason) => differing.set(reason, (differing.get(reason) ?? 0) + 1);
  const missing: readonly string[] = fieldsNotProvided(older.survey.apiVersion);
  const questions = newest.survey.questions;
  const structure = new Map(questions.map((it) => [it.name, it]));
  const ranks = (name: string) =>
    new Map(structure.get(name)?.options.map((it, index) => [it.name, String(index + 1)]));

  const isIn = (column: Column) => column.kind !== "metadata" || !missing.includes(column.name);
  const kept = newest.columns.filter(isIn);
  assert.equal(older.columns.length, kept.length);
  assert.equal(older.rows.length, newest.rows.length);

  /** Compares a cell of the codebook; if it differs, `reason` counts only if `isExplained`. */
  const cell = (left: unknown, right: unknown, reason?: Reason, isExplained = false): void => {
    counts.codebook++;
    if (left !== right) {
      assert.ok(reason !== undefined && isExplained, `${String(left)} is not ${String(right)}`);
      differs(reason);
    }
  };

  for (const column of newest.columns.filter((it) => !isIn(it))) {
    differs("noColumn");
    assert.ok(!older.columns.some((it) => it.name === column.name));
  }
  for (const [index, column] of kept.entries()) {
    const other = older.columns[index] ?? assert.fail();
    assert.equal(other.kind, column.kind);
    const { name, kind } = column;
    const isUnknown = kind === "variable" && !structure.has(name);
    const nobody = newest.rows.every((row) => row[newest.columns.indexOf(column)] === null);
    cell(name, other.name, "name", nobody && other.name === String(other.rank));
    cell(column.type, other.type, "onlyInResponses", isUnknown && other.type === undefined);
    const lost = kind === "embedded" ? "embeddedLabel" : "onlyInResponses";
    cell(column.text, other.text, lost, (kind === "embedded" || isUnknown) && other.text === "");
    const known = kind === "variable" ? (structure.get(name)?.options.length ?? 0) : 0;
    assert.equal(other.options.length, known);
    for (const [position, option] of column.options.entries()) {
      const otherOption = other.options[position];
      if (otherOption) {
        cell(option.label, otherOption.label);
        cell(option.name, otherOption.name, "code", otherOption.name === String(position + 1));
      } else {
        differs(kind === "embedded" ? "valueLabels" : "onlyInResponses");
      }
    }
  }

  const places = kept.map((column) => ({
    at: newest.columns.indexOf(column),
    rankOf: column.kind === "variable" ? ranks(column.name) : new Map<string, string>(),
    kind: column.kind,
  }));
  for (const [number, row] of newest.rows.entries()) {
    const otherRow = older.rows[number] ?? assert.fail();
    for (const [index, { at, rankOf, kind }] of places.entries()) {
      counts.grid++;
      const left = row[at] ?? null;
      const right = otherRow[index] ?? null;
      if (text(left) === text(right)) {
        continue;
      }
      if (left && kind === "embedded" && text(left.slice(-1)) === text(right)) {
        differs("lastValue");
        continue;
      }
      assert.ok(left && kind === "variable", `${text(left)} is not ${text(right)}`);
      const coded = left.map(({ value, etcValue }) => ({
        value: rankOf.get(value) ?? value,
        etcValue,
      }));
      if (text(coded) === text(right)) {
        differs("code");
        continue;
      }
      const apart = left.flatMap(({ value, etcValue }): Answer[] => {
        const rank = rankOf.get(value);
        return rank !== undefined || etcValue === undefined
          ? [{ value: rank ?? value, etcValue }]
          : [{ value }, { value: etcValue }];
      });
      assert.equal(text(apart), text(right));
      differs("otherText");
    }
  }
  return { ...counts, differing };
}

function text(cell: Cell): string {
  return JSON.stringify(cell);
}

/** Lists the counts by the text of the reason. */
export function listed({ differing }: Comparison): Record<string, number> {
  return Object.fromEntries(
    Object.entries(reasons).flatMap(([key, reason]) => {
      const count = differing.get(key as Reason);
      return count === undefined ? [] : [[reason, count]];
    }),
  );
}

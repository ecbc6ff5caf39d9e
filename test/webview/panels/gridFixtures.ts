import { defaultColumnLayout } from "../../../src/model/columnLayout.ts";
import type { Cell, Column, Row } from "../../../src/model/grid.ts";
import type { GridState } from "./gridHarness.ts";

/** 40 columns: facts of the response, 32 questions in 4 blocks, and embedded data. */

const metadata = ["serial", "finishedAt", "startedAt", "completedStatus", "collectGroupId"];

const scale = [
  { name: "1", label: "Strongly disagree" },
  { name: "2", label: "Disagree" },
  { name: "3", label: "Neither agree nor disagree" },
  { name: "4", label: "Agree" },
  { name: "5", label: "Strongly agree" },
  { name: "9", label: "Other" },
];

const columns: readonly Column[] = [
  ...metadata.map((name): Column => ({ kind: "metadata", name, text: "", options: [] })),
  ...Array.from({ length: 32 }, (_, index): Column => ({
    kind: "variable",
    name: `Q${index + 1}`,
    type: index % 4 === 3 ? "LONG_TEXT" : index % 4 === 2 ? "MULTI_SELECT" : "SINGLE_CHOICE",
    text: `Statement ${index + 1}: to what extent do you agree that this applies to you?`,
    options: index % 4 === 3 ? [] : scale,
    block: `Part ${Math.floor(index / 8) + 1}`,
  })),
  { kind: "embedded", name: "segment", text: "Customer segment", options: [] },
  { kind: "embedded", name: "source", text: "", options: [] },
  { kind: "metadata", name: "responseId", text: "", options: [] },
];

const texts = ["Shorter waiting times on the phone.", "배송이 더 빨랐으면 좋겠습니다", "Nothing"];

function cellOf({ kind, name, type }: Column, column: number, row: number): Cell {
  const time = `2025-03-${String((row % 28) + 1).padStart(2, "0")}T09:14:${String(row % 60).padStart(2, "0")}`;
  const code = String(((row + column) % 5) + 1);
  switch (kind) {
    case "metadata":
      return [{ value: name.endsWith("At") ? time : `${name}-${row}` }];
    case "embedded":
      return row % 3 === 0 ? null : [{ value: row % 2 === 0 ? "b2b" : "b2c" }];
    case "variable":
      if ((row + column) % 11 === 0) {
        return null;
      }
      if ((row + column) % 13 === 0) {
        return [];
      }
      return type === "LONG_TEXT"
        ? [{ value: texts[(row + column) % texts.length] ?? "" }]
        : type === "MULTI_SELECT"
          ? [{ value: code }, { value: "9", etcValue: `other ${row}` }]
          : [{ value: code }];
  }
}

const rows: readonly Row[] = Array.from({ length: 997 }, (_, id) => ({
  id,
  cells: columns.map((column, index) => cellOf(column, index, id)),
}));

export function gridState(change: Partial<GridState> = {}): GridState {
  return {
    kind: "grid",
    columns,
    rows,
    count: 1000,
    isHeld: false,
    mode: "labels",
    layout: defaultColumnLayout,
    ...change,
  };
}

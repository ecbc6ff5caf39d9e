import { apiVersions, type ApiVersion } from "../../../src/model/survey.ts";
import {
  operationNames,
  pathParameters,
  type Operation,
  type OperationName,
} from "../../../src/protocol/operation.ts";
import { protocols } from "../../../src/protocol/versions.ts";
import { itemCounts } from "./spaces.ts";
import { lastPageSignals, type LastPageSignal } from "../../../src/service/dataSpace.ts";

/** An operation in a version. */
export interface Row {
  readonly version: ApiVersion;
  readonly name: OperationName;
  readonly operation: Operation;
}

/** All that the reference has: 8 operations in v1, 7 in v2, 6 in v3. */
export const rows: readonly Row[] = apiVersions.flatMap((version) =>
  operationNames.flatMap((name): Row[] => {
    const operation = protocols[version][name];
    return operation ? [{ version, name, operation }] : [];
  }),
);

/** What the operation is asked with: in the path, in the query, in the body. */
export function inputsOf({ operation }: Row): string[] {
  return [
    ...pathParameters(operation.path),
    ...Object.keys(operation.query),
    ...(operation.body ? ["body"] : []),
  ];
}

/** What was checked of a row. Numbers are items on a page border. */
export type Dimension = "input" | "pages" | "times";

/** What passed; said only once it did. */
export class Matrix {
  readonly #passed = new Map<string, Set<LastPageSignal>>();
  #count = 0;

  /** How many checks there were. */
  get count(): number {
    return this.#count;
  }

  passed(
    { version, name }: Row,
    signal: LastPageSignal,
    facts: Partial<Record<Dimension, readonly (string | number)[]>>,
  ): void {
    this.#count++;
    for (const dimension of ["input", "pages", "times"] as const) {
      for (const value of facts[dimension] ?? []) {
        const key = keyOf({ version, name }, dimension, value);
        this.#passed.set(key, (this.#passed.get(key) ?? new Set()).add(signal));
      }
    }
  }

  /** Those of the values that passed whatever the last page's signal was. */
  with<T extends string | number>(row: Row, dimension: Dimension, values: readonly T[]): T[] {
    return values.filter((value) =>
      lastPageSignals.every((it) => this.#passed.get(keyOf(row, dimension, value))?.has(it)),
    );
  }

  /** Those of the signals with which every number of items passed. */
  #signals(row: Row): LastPageSignal[] {
    return row.operation.paging
      ? lastPageSignals.filter((signal) =>
          pageBorders(row).every((it) => this.#passed.get(keyOf(row, "pages", it))?.has(signal)),
        )
      : [];
  }

  /** Markdown. A row without a check has empty cells. */
  table(): string {
    const lines = rows.map((row) => {
      const found = [
        this.with(row, "input", inputsOf(row)),
        this.#signals(row),
        this.with(row, "pages", pageBorders(row)),
        this.with(row, "times", timeBorders(row)),
      ];
      return [row.version, row.name, ...found.map((it) => it.join(", "))];
    });
    const head = ["API", "Operation", "Asked with", "Last page", "Items", "Times"];
    return [head, head.map(() => "---"), ...lines].map((it) => `| ${it.join(" | ")} |`).join("\n");
  }
}

/** Items that one answer or several together hold. */
export function pageBorders({ version, name, operation }: Row): number[] {
  if (name === "listSurveys" && version === "v3") {
    return [0, 1, 99, 100, 101, 200];
  }
  return operation.paging || operation.body ? itemCounts : [];
}

/** A response submitted in the second of the start is out, one in that of the end is in; each has several. */
export function timeBorders({ operation }: Row): string[] {
  return "startDateTime" in operation.query
    ? ["start out", "end in", "open start", "open end"]
    : [];
}

function keyOf({ version, name }: Pick<Row, "version" | "name">, ...rest: (string | number)[]) {
  return JSON.stringify([version, name, ...rest]);
}

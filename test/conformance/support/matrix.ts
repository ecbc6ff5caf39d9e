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

/** An operation in a version of the API. */
export interface Row {
  readonly version: ApiVersion;
  readonly name: OperationName;
  readonly operation: Operation;
}

/** All operations of the protocol table. */
export const rows: readonly Row[] = apiVersions.flatMap((version) =>
  operationNames.flatMap((name): Row[] => {
    const operation = protocols[version][name];
    return operation ? [{ version, name, operation }] : [];
  }),
);

/** Returns the operation's inputs: path parameters, query parameters, and the body. */
export function inputsOf({ operation }: Row): string[] {
  return [
    ...pathParameters(operation.path),
    ...Object.keys(operation.query),
    ...(operation.body ? ["body"] : []),
  ];
}

/** Kinds of checks of a row. Values of "pages" are numbers of items around a page border. */
export type Dimension = "input" | "pages" | "times";

/** Records which checks have passed. */
export class Matrix {
  readonly #passed = new Map<string, Set<LastPageSignal>>();
  #count = 0;

  /** Number of checks that passed. */
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

  /** Returns the values that passed with every signal of the last page. */
  with<T extends string | number>(row: Row, dimension: Dimension, values: readonly T[]): T[] {
    return values.filter((value) =>
      lastPageSignals.every((it) => this.#passed.get(keyOf(row, dimension, value))?.has(it)),
    );
  }

  /** Returns the signals with which every number of items passed. */
  #signals(row: Row): LastPageSignal[] {
    return row.operation.paging
      ? lastPageSignals.filter((signal) =>
          pageBorders(row).every((it) => this.#passed.get(keyOf(row, "pages", it))?.has(signal)),
        )
      : [];
  }

  /** Returns the matrix as Markdown. A row without checks has empty cells. */
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

/** Numbers of items around page borders; of an operation with a body, in one request. */
export function pageBorders({ version, name, operation }: Row): number[] {
  if (name === "listSurveys" && version === "v3") {
    return [0, 1, 99, 100, 101, 200];
  }
  return operation.paging || operation.body ? itemCounts : [];
}

/**
 * Borders of ranges. A response in the second of the start is out, one in the second of the end is in; both seconds have
 * several.
 */
export function timeBorders({ operation }: Row): string[] {
  return "startDateTime" in operation.query
    ? ["start out", "end in", "open start", "open end"]
    : [];
}

function keyOf({ version, name }: Pick<Row, "version" | "name">, ...rest: (string | number)[]) {
  return JSON.stringify([version, name, ...rest]);
}

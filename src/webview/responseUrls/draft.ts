import {
  isBlank,
  rowChecker,
  withParameters,
  type RowProblem,
  type UrlParameter,
  type UrlRow,
  type UrlTable,
} from "../../model/urlTable.ts";

const longestHistory = 100;

export interface Summary {
  readonly rows: number;
  /** Blank rows, which are not sent. */
  readonly blank: number;
  /** Rows with problems. */
  readonly wrong: number;
  /** Problems by kind. */
  readonly missing: number;
  readonly unknown: number;
  readonly wrongType: number;
  /** Rows that have a URL. */
  readonly urls: number;
}

/** The rows as a person edits them, with undo, the problems of each row, and the URL created for it. */
export class Draft {
  #table: UrlTable;
  #history: readonly UrlTable[] = [];
  #parameters: readonly UrlParameter[] = [];
  #check: (row: UrlRow) => readonly RowProblem[];
  // Rows are replaced rather than modified, so what is known of one stays valid, even after undo.
  #problems = new WeakMap<UrlRow, readonly RowProblem[]>();
  readonly #urls = new WeakMap<UrlRow, string>();
  #summary: Summary | undefined;

  constructor(table: UrlTable = { columns: [], rows: [[]] }) {
    this.#table = table;
    this.#check = rowChecker(table.columns, []);
  }

  get table(): UrlTable {
    return this.#table;
  }

  get canUndo(): boolean {
    return this.#history.length > 0;
  }

  /** Parameters of the survey. Each always has a column. */
  set parameters(parameters: readonly UrlParameter[]) {
    this.#parameters = parameters;
    this.#show(this.#table);
    this.#recheck();
  }

  isKnown(column: string): boolean {
    return this.#parameters.length === 0 || this.#parameters.some((it) => it.name === column);
  }

  isRequired(column: string): boolean {
    return this.#parameters.some((it) => it.name === column && it.required);
  }

  change(table: UrlTable): void {
    if (isSame(table, this.#table)) {
      return;
    }
    this.#history = [...this.#history, this.#table].slice(-longestHistory);
    this.#show(table);
  }

  undo(): void {
    const before = this.#history.at(-1);
    if (before) {
      this.#history = this.#history.slice(0, -1);
      this.#show(before);
    }
  }

  problems(row: UrlRow): readonly RowProblem[] {
    if (!this.isSent(row)) {
      return [];
    }
    let found = this.#problems.get(row);
    if (!found) {
      found = this.#check(row);
      this.#problems.set(row, found);
    }
    return found;
  }

  /** A blank row is not sent, unless there are no columns to fill in. */
  isSent(row: UrlRow): boolean {
    return this.#table.columns.length === 0 || !isBlank(row);
  }

  url(row: UrlRow): string | undefined {
    return this.#urls.get(row);
  }

  sentRows(): UrlRow[] {
    return this.#table.rows.filter((row) => this.isSent(row));
  }

  /** @param urls of the first sent rows, which must not have changed since */
  setUrls(urls: readonly string[]): void {
    const rows = this.sentRows();
    for (const [index, url] of urls.entries()) {
      const row = rows[index];
      if (row) {
        this.#urls.set(row, url);
      }
    }
    this.#summary = undefined;
  }

  rowsWithUrls(): { readonly row: UrlRow; readonly url: string }[] {
    return this.#table.rows.flatMap((row) => {
      const url = this.#urls.get(row);
      return url === undefined ? [] : [{ row, url }];
    });
  }

  /** Returns the first problem below the row, searching from the top again at the end. */
  nextProblem(after: number): { readonly row: number; readonly problem: RowProblem } | undefined {
    const { rows } = this.#table;
    for (let step = 1; step <= rows.length; step++) {
      const row = (after + step) % rows.length;
      const [problem] = this.problems(rows[row] ?? []);
      if (problem) {
        return { row, problem };
      }
    }
    return undefined;
  }

  summary(): Summary {
    this.#summary ??= this.#summarised();
    return this.#summary;
  }

  /** Returns the rows and URLs to save. */
  kept(): KeptDraft {
    return {
      columns: this.#table.columns,
      rows: this.#table.rows.map((row) => [row, this.#urls.get(row) ?? null]),
    };
  }

  static of({ columns, rows }: KeptDraft): Draft {
    const draft = new Draft({ columns, rows: rows.map(([row]) => row) });
    for (const [row, url] of rows) {
      if (url !== null) {
        draft.#urls.set(row, url);
      }
    }
    return draft;
  }

  #show(table: UrlTable): void {
    const before = this.#table;
    this.#table = withParameters(table, this.#parameters);
    this.#summary = undefined;
    if (this.#table.columns !== before.columns) {
      this.#keepUrls(before);
      this.#recheck();
    }
  }

  /** Other columns make other rows. Those that have the same values keep their URLs. */
  #keepUrls(before: UrlTable): void {
    const { columns, rows } = this.#table;
    for (const [index, row] of rows.entries()) {
      const own = before.rows[index] ?? [];
      const url = this.#urls.get(own);
      if (url !== undefined && valuesText(row, columns) === valuesText(own, before.columns)) {
        this.#urls.set(row, url);
      }
    }
  }

  #recheck(): void {
    this.#check = rowChecker(this.#table.columns, this.#parameters);
    this.#problems = new WeakMap();
    this.#summary = undefined;
  }

  #summarised(): Summary {
    const { rows } = this.#table;
    let [blank, wrong, urls] = [0, 0, 0];
    const counts = { missing: 0, unknown: 0, "wrong-type": 0 };
    for (const row of rows) {
      const problems = this.problems(row);
      blank += this.isSent(row) ? 0 : 1;
      wrong += problems.length > 0 ? 1 : 0;
      urls += this.#urls.has(row) ? 1 : 0;
      for (const { kind } of problems) {
        counts[kind]++;
      }
    }
    const { missing, unknown, "wrong-type": wrongType } = counts;
    return { rows: rows.length, blank, wrong, missing, unknown, wrongType, urls };
  }
}

/** Returns a text that is the same for rows with the same values, whatever the order of the columns. */
function valuesText(row: UrlRow, columns: readonly string[]): string {
  const values = columns.flatMap((name, index) => {
    const cell = row[index] ?? null;
    return cell === null ? [] : [JSON.stringify([name, cell])];
  });
  return values.sort().join("\n");
}

/** Edits share the rows and columns that they leave as they are. */
function isSame(a: UrlTable, b: UrlTable): boolean {
  return (
    a.columns === b.columns &&
    a.rows.length === b.rows.length &&
    a.rows.every((it, index) => it === b.rows[index])
  );
}

export interface KeptDraft {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly [UrlRow, string | null])[];
}

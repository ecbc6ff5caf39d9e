import { isSameColumn } from "../sameColumn.ts";
import type { Question, Survey } from "../survey.ts";
import type { TableColumn, TableDescription, TableVariable, TextReason } from "./tableColumn.ts";

/** A row of a codebook: one per option, and one for each question or field without options (EXPORTS.md, "Codebook"). */
export interface CodebookRow {
  /** Label or name of the block; undefined if the version has no blocks (v1, v2) or the column is not a question's. */
  readonly block?: string | undefined;
  /**
   * Place of the question in the questionnaire, from 1; questions that it does not have follow. Others are numbered by kind.
   */
  readonly order: number;
  readonly kind: "metadata" | "variable" | "embedded";
  /** The question's name, or the field's. */
  readonly question: string;
  readonly type?: string | undefined;
  /** Plain text. */
  readonly label: string;
  /** The label as the service sent it. */
  readonly html?: string | undefined;
  readonly optionValue?: string | undefined;
  /** Plain text; undefined if no option has the code. */
  readonly optionLabel?: string | undefined;
  /** Names of the columns that were made of it, that of the value first. */
  readonly columns: readonly string[];
  /** Type of the first of these columns, and why it is text. */
  readonly dataType: TableColumn["type"];
  readonly textReason?: TextReason | undefined;
  /** Number of responses that gave the code; undefined if an option has it. */
  readonly unknownCount?: number | undefined;
  /** True if the code was declared to be no answer. */
  readonly isMissing?: true | undefined;
}

/**
 * Returns rows for metadata, then questions, then embedded data, as they stand in the table. In the long layout, `columns`
 * has the name that rows of the table have as `variable`.
 * @param table as `TableScan.table` made it
 */
export function codebookRows(
  { questions }: Pick<Survey, "questions">,
  { variables = [], unknownCodes }: Pick<TableDescription, "variables" | "unknownCodes">,
): CodebookRow[] {
  const unknown = Map.groupBy(unknownCodes, (it) => it.variable);
  const orderOf = orders(questions);
  return variables.flatMap((variable): CodebookRow[] => {
    const { kind, name, tableName, type, block, text, columns } = variable;
    const { order, question } = orderOf(variable);
    const missing = new Set(variable.missing);
    const row = (code: string | undefined): CodebookRow => {
      const made = columns.filter((it) => isOf(it, code));
      const { type: dataType = "text", textReason } = made[0] ?? {};
      return {
        ...(block === undefined ? {} : { block }),
        order,
        kind,
        question: name,
        ...(type === undefined ? {} : { type }),
        label: text,
        ...(question === undefined ? {} : { html: question.label }),
        columns: columns.length === 0 ? [tableName] : made.map((it) => it.name),
        dataType,
        ...(textReason === undefined ? {} : { textReason }),
      };
    };
    const coded = (code: string) => ({
      ...row(code),
      optionValue: code,
      ...(missing.has(code) ? { isMissing: true as const } : {}),
    });
    const listed = [
      ...variable.options.map((it) => ({ ...coded(it.name), optionLabel: it.label })),
      ...(unknown.get(tableName) ?? []).map(({ code, count }) => ({
        ...coded(code),
        unknownCount: count,
      })),
    ];
    const known = new Set(listed.map((it) => it.optionValue));
    const rows = [...listed, ...[...missing].filter((it) => !known.has(it)).map(coded)];
    return rows.length === 0 ? [row(undefined)] : rows;
  });
}

/** Returns whether the column is made of the option, or of the question as a whole. */
function isOf({ origin }: TableColumn, option: string | undefined): boolean {
  return origin?.code === undefined || origin.code === option;
}

/**
 * Returns a function that gives the place of a question in the questionnaire. Variables without one are numbered by kind.
 */
function orders(questions: readonly Question[]) {
  const left = questions.map((question, index) => ({ question, order: index + 1 }));
  const last = { metadata: 0, variable: questions.length, embedded: 0 };
  return (variable: TableVariable): { order: number; question?: Question | undefined } => {
    const index =
      variable.kind === "variable"
        ? left.findIndex(({ question }) => isSameColumn(question, variable))
        : -1;
    // In v1 and v2, a question that has two names in responses goes to the first.
    return left.splice(index, index < 0 ? 0 : 1)[0] ?? { order: ++last[variable.kind] };
  };
}

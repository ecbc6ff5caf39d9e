import type { Report } from "../charts/report.ts";
import { reportHtml } from "../charts/reportHtml.ts";
import { reportMarkdown } from "../charts/reportMarkdown.ts";
import { orCancelled } from "../client/waiting.ts";
import type { ReportFormat, SummaryView } from "../messages/summary.ts";
import { invalidInput } from "../model/errors.ts";
import { columnKey } from "../model/grid.ts";
import type { Summaries, SummaryQuery } from "../model/summary.ts";
import type { Words } from "../model/words.ts";
import type { TableClient } from "../table/tableClient.ts";

/** Columns per request: few, so that progress shows, and a cancel takes effect soon. */
const columnsAtOnce = 8;

/** What a report is about, and which responses it counts. */
export interface ReportSubject extends Pick<
  Report,
  "survey" | "dataSpace" | "columns" | "collectGroups" | "filter"
> {
  /** Keys of the columns that the report has, in its order. */
  readonly asked: readonly string[];
  readonly view: Pick<
    SummaryView,
    "base" | "weight" | "split" | "measure" | "statistics" | "compared"
  >;
  readonly format: ReportFormat;
  /** Codes that do not count as answers. */
  readonly missing?: SummaryQuery["missing"];
}

export interface ReportTable {
  readonly tables: Pick<TableClient, "summarise">;
  readonly table: number;
}

export interface ReportOptions {
  readonly toolVersion: string;
  readonly words: Words;
  readonly signal: AbortSignal;
  readonly onProgress: (columns: number, all: number) => void;
}

/**
 * Returns the report's text.
 * @throws SurveyError "cancelled"; "invalid-input" if the weight or the split cannot be used; and what the table throws
 */
export async function makeReport(
  table: ReportTable,
  { asked, view, format, missing, ...subject }: ReportSubject,
  { toolVersion, words, signal, onProgress }: ReportOptions,
): Promise<string> {
  const { compared, weight, split } = view;
  const ask = async (columns: readonly string[]): Promise<Parts> => {
    const of = (filter: SummaryQuery["filter"]): Promise<Summaries> =>
      table.tables.summarise(table.table, { columns, filter, weight, split, missing });
    // Both are requested without a pause: more responses come between them only while columns are prepared, and the report
    // says how many responses each has.
    const both = Promise.all([of(subject.filter), compared ? of(compared) : undefined]);
    const [summaries, other] = await orCancelled(both, signal);
    return { summaries, other };
  };
  if (split !== undefined && asked.every((it) => it === split)) {
    throw invalidInput(
      "A question cannot be split by itself. Choose another one for the split, or more questions.",
    );
  }
  const { summaries, other } = await inBatches(asked, ask, onProgress);
  if (weight !== undefined && !summaries.weighting && summaries.loaded > 0) {
    // Otherwise unweighted figures would be taken for weighted ones.
    throw invalidInput(
      "Responses cannot be weighted by {0}: it has no numbers. Choose another field, or no weight.",
      subject.columns.find((it) => columnKey(it) === weight)?.name ?? weight,
    );
  }
  if (split !== undefined && !subject.columns.some((it) => columnKey(it) === split)) {
    throw invalidInput(
      "The survey has no column {0} to split the summary by. Choose another question, or remove the split.",
      split,
    );
  }
  const report: Report = {
    ...subject,
    ...view,
    summaries,
    compared: compared && other ? { filter: compared, summaries: other } : undefined,
    madeAt: Date.now(),
    toolVersion,
  };
  return format === "md" ? reportMarkdown(report, words) : reportHtml(report, words);
}

/** Summaries of the filter, and of the one that it is compared with. */
interface Parts {
  readonly summaries: Summaries;
  readonly other?: Summaries | undefined;
}

/** All figures of a report must be of the same responses: if more came meanwhile, asks again for all columns at once. */
async function inBatches(
  columns: readonly string[],
  ask: (columns: readonly string[]) => Promise<Parts>,
  onProgress: ReportOptions["onProgress"],
): Promise<Parts> {
  const part = (from: number): Promise<Parts> => {
    onProgress(from, columns.length);
    return ask(columns.slice(from, from + columnsAtOnce));
  };
  let parts = await part(0);
  for (let done = columnsAtOnce; done < columns.length; done += columnsAtOnce) {
    const next = await part(done);
    if (stateOf(parts) !== stateOf(next)) {
      return ask(columns);
    }
    parts = joined(parts, next);
  }
  return parts;
}

/**
 * Identifies the responses that were counted. Columns and options may change without more responses, but not their figures.
 */
function stateOf({ summaries }: Parts): string {
  const { loaded, isComplete, readAt } = summaries;
  return JSON.stringify([loaded, isComplete, readAt]);
}

function joined(a: Parts, b: Parts): Parts {
  return {
    summaries: behind(a.summaries, b.summaries),
    other: a.other && b.other && behind(a.other, b.other),
  };
}

function behind(a: Summaries, b: Summaries): Summaries {
  return { ...a, summaries: [...a.summaries, ...b.summaries], took: a.took + b.took };
}

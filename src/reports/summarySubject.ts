import * as z from "zod";
import { responseFilter } from "../messages/requests/schemas.ts";
import { reportFormats } from "../messages/summary.ts";
import { invalidInput } from "../model/errors.ts";
import { columnKey, type Column } from "../model/grid.ts";
import { localizable } from "../model/localizable.ts";
import type { MissingCodes } from "../model/missingCodes.ts";
import { oneLine } from "../model/oneLine.ts";
import { summaryBases } from "../model/summary.ts";
import type { ReportSubject } from "./makeReport.ts";
import type { ReadSurvey } from "./readTable.ts";

const column = z.string().min(1);

/** Fields of a request for a summary, whichever door it comes through. */
export const summaryFields = {
  format: z
    .enum(reportFormats, { error: `must be one of ${reportFormats.join(", ")}` })
    .describe(localizable("Format of the document.").text),
  filter: responseFilter
    .optional()
    .describe(localizable("Only responses that fulfil all of it.").text),
  columns: z
    .array(column)
    .optional()
    .describe(
      localizable("Names of the columns that it is about, as in an export's codebook; absent: all.")
        .text,
    ),
  weight: column
    .optional()
    .describe(localizable("Name of the embedded data by which responses are weighted.").text),
  split: column
    .optional()
    .describe(localizable("Name of the column by which figures are compared.").text),
  base: z
    .enum(summaryBases)
    .optional()
    .describe(
      localizable(
        "What percentages refer to: those who answered (default), those who were asked, or all responses.",
      ).text,
    ),
};

/** A request for a summary, with what only the panel can show. Columns are given by name. */
export type SummaryArgument = z.infer<z.ZodObject<typeof summaryFields>> &
  Pick<ReportSubject["view"], "compared" | "measure" | "statistics">;

/** Finds the columns that the request names. @throws SurveyError "invalid-input" if the survey does not have one of them */
export function summarySubject(
  { dataSpace, missing }: { readonly dataSpace: string; readonly missing: MissingCodes },
  argument: SummaryArgument,
  { survey, columns, collectGroups }: ReadSurvey,
): ReportSubject {
  const { format, filter = {}, columns: asked, weight, split, base } = argument;
  const { compared, measure, statistics = {} } = argument;
  const all = columns.filter((it) => it.kind !== "metadata");
  const embedded = columns.filter((it) => it.kind === "embedded");
  const key = (name: string, among: readonly Column[]): string =>
    keyOf(name, among, survey.surveyId);
  return {
    survey: { ...survey, label: oneLine(survey.label) },
    dataSpace,
    columns,
    collectGroups,
    filter,
    missing,
    format,
    asked: asked ? asked.map((it) => key(it, columns)) : all.map(columnKey),
    view: {
      base: base ?? "answered",
      weight: weight && key(weight, embedded),
      split: split && key(split, columns),
      compared,
      measure,
      statistics: Object.fromEntries(
        Object.entries(statistics).map(([name, isShown]) => [key(name, columns), isShown]),
      ),
    },
  };
}

/** Finds a column by its name, or by its key if a question and embedded data have the same name. */
function keyOf(name: string, columns: readonly Column[], surveyId: string): string {
  const found =
    columns.find((it) => columnKey(it) === name) ?? columns.find((it) => it.name === name);
  if (!found) {
    throw invalidInput(
      'There is no column "{0}" for that in the survey {1}. Columns are named as in an export\'s codebook.',
      name,
      surveyId,
    );
  }
  return columnKey(found);
}

import type { ReportFormat, SummaryView } from "../../messages/summary.ts";
import { columnKey, type Column } from "../../model/grid.ts";
import { labelText } from "../../model/label.ts";
import type { ResponseFilter } from "../../model/responseFilter.ts";
import type { CodebookFormat, TableForm } from "../../model/tabular/tableForm.ts";
import { stepFileName, type StepDraft } from "../../recipe/writtenStep.ts";
import type { SurveyChoice } from "../commands/ask.ts";
import type { ExportParts } from "../exports/exportParts.ts";
import { preferredForm } from "../exports/preferredForm.ts";
import { nameAmong } from "../responses/columnNames.ts";

/*
 * Steps of recipes for all that can be exported of a survey. A step includes what would otherwise come from the settings and
 * panels of this machine.
 */

type Declared = Pick<ExportParts, "missingCodes">;

export function codebookDraft(
  { missingCodes }: Declared,
  { dataSpace, surveyId, label }: SurveyChoice,
  choice: {
    readonly format: CodebookFormat;
    readonly preset?: TableForm["preset"] | undefined;
  },
): StepDraft {
  return {
    fields: {
      kind: "codebook",
      dataSpace,
      survey: surveyId,
      ...choice,
      ...preferredForm(),
      missingCodes: missingCodes.declared(dataSpace, surveyId),
      overwrite: true,
    },
    file: stepFileName(labelText(`${label} codebook`), choice.format),
  };
}

export function summaryDraft(
  { missingCodes }: Declared,
  { dataSpace, surveyId, label }: SurveyChoice,
  {
    format,
    filter,
  }: { readonly format: ReportFormat; readonly filter?: ResponseFilter | undefined },
): StepDraft {
  return {
    fields: {
      kind: "summary",
      dataSpace,
      survey: surveyId,
      format,
      filter: filter && said(filter),
      missingCodes: missingCodes.declared(dataSpace, surveyId),
      overwrite: true,
    },
    file: stepFileName(labelText(`${label} summary`), format),
  };
}

interface ShownReport {
  readonly format: ReportFormat;
  readonly filter: ResponseFilter;
  readonly columns: readonly Column[];
  /** Keys of the columns in the report, in their order. */
  readonly asked: readonly string[];
  readonly view: SummaryView;
}

/** Returns the step for the summary that a panel shows. It refers to columns by name. */
export function reportDraft(
  { missingCodes }: Declared,
  { dataSpace, surveyId, label }: SurveyChoice,
  { format, filter, columns, asked, view }: ShownReport,
): StepDraft {
  const { base, weight, split, measure, compared, statistics = {} } = view;
  const name = (key: string): string => nameAmong(columns, key);
  const all = columns.filter((it) => it.kind !== "metadata").map(columnKey);
  const isAll = all.length === asked.length && all.every((it, index) => it === asked[index]);
  const shown = Object.entries(statistics);
  return {
    fields: {
      kind: "report",
      dataSpace,
      survey: surveyId,
      format,
      filter: said(filter),
      columns: isAll ? undefined : asked.map(name),
      weight:
        weight === undefined
          ? undefined
          : nameAmong(
              columns.filter((it) => it.kind === "embedded"),
              weight,
            ),
      split: split === undefined ? undefined : name(split),
      base,
      measure: split === undefined ? undefined : measure,
      compared: split === undefined ? compared : undefined,
      statistics:
        shown.length === 0
          ? undefined
          : Object.fromEntries(shown.map(([key, isShown]) => [name(key), isShown])),
      missingCodes: missingCodes.declared(dataSpace, surveyId),
      overwrite: true,
    },
    file: stepFileName(labelText(`${label} report`), format),
  };
}

/** Returns `undefined` if all responses pass the filter. */
function said(filter: ResponseFilter): ResponseFilter | undefined {
  const { conditions = [], ...others } = filter;
  const isEmpty = conditions.length === 0 && Object.values(others).every((it) => it === undefined);
  return isEmpty ? undefined : filter;
}

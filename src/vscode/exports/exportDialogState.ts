import type { ExportRequest } from "../../export/exportRequest.ts";
import type { Fresh } from "../../export/fresh.ts";
import type { ContentFilter } from "../../model/responseFilter.ts";
import type { ApiVersion } from "../../model/survey.ts";
import type { Words } from "../../model/words.ts";
import type { ExportOption, FormatVariant } from "../../formats/kinds/format.ts";
import {
  exportFormats,
  isTableFormat,
  type ExportFormat,
  formats,
  optionsOf,
} from "../../formats/kinds/formats.ts";
import { plainForm, type CodebookFormat, type TableForm } from "../../model/tabular/tableForm.ts";

/** All that the dialog asks for. */
export interface ExportDialogState extends Pick<
  ExportRequest,
  "kind" | "query" | "fresh" | "format" | "codebook"
> {
  /** The range is of so many days, up to the newest response when it was chosen. */
  readonly days?: number | undefined;
  /** An earlier export, since which the new ones are wanted: the path of its manifest, and where it ended. */
  readonly since?: { readonly manifest: string; readonly end?: string | undefined } | undefined;
  readonly form: TableForm;
  readonly verify: boolean;
  /** Absolute path, where it was chosen already. */
  readonly file?: string | undefined;
}

/** What of the query it does not name stays. */
export type Change = Partial<ExportDialogState>;

export function changedBy(state: ExportDialogState, change: Change): ExportDialogState {
  return { ...state, ...change, query: { ...state.query, ...change.query } };
}

/** How many responses there are to export. */
export type KnownCount =
  | { readonly state: "reading" | "unknown" }
  /** `isMore`: reading ended before all were counted. */
  | { readonly state: "known"; readonly count: number; readonly isMore: boolean };

/** What is known of the survey, or of several, where only some of it can be asked. */
export interface ExportSubject {
  readonly version?: ApiVersion | undefined;
  /** Of several surveys: how many. */
  readonly surveys?: number | undefined;
  /** Plain text by id; absent while they are read, or where they cannot be. */
  readonly groups?: ReadonlyMap<string, string> | undefined;
  /** Names, of a survey's structure; absent in the same way. */
  readonly variables?: readonly string[] | undefined;
  readonly embeddedData?: readonly string[] | undefined;
  /** When the whole copy that is kept of the survey was read, in ms since 1970; absent where there is none. */
  readonly keptSince?: number | undefined;
  /** Earlier exports since which the new ones can be asked for. */
  readonly hasEarlier?: boolean | undefined;
}

/** A format as a person chooses it. */
export interface FormatChoice extends FormatVariant {
  readonly format: ExportFormat;
}

export function formatChoices({ t }: Words): FormatChoice[] {
  return exportFormats.flatMap((format) =>
    formats[format].variants(t).map((it) => ({ ...it, format })),
  );
}

export function formatChoiceOf(state: ExportDialogState, language: Words): FormatChoice {
  const found = formatChoices(language).find(
    ({ format, form }) =>
      format === state.format &&
      (form?.preset ?? state.form.preset) === state.form.preset &&
      (form?.partition ?? state.form.partition) === state.form.partition,
  );
  return found ?? { label: state.format, detail: "", format: state.format };
}

/** What the format, and what is exported, has a choice of. `preset` and `partition` are chosen as formats. */
export function formKeys({ format, form, kind }: ExportDialogState): ReadonlySet<ExportOption> {
  const keys = new Set(optionsOf(format));
  // Metadata have no answers.
  if (kind === "metadata") {
    keys.delete("layout");
  }
  if (kind === "metadata" || form.layout === "long") {
    keys.delete("multiSelect");
  }
  return keys;
}

/** The form with what the format has no choice of as it is by itself. */
export function effectiveForm(state: ExportDialogState): TableForm {
  const keys = formKeys(state);
  const chosen = Object.entries(state.form).filter(([key]) => keys.has(key as ExportOption));
  return { ...plainForm, ...Object.fromEntries(chosen) };
}

/** What is asked for of the table; of a format that is none, nothing. */
export function chosenTable(
  state: ExportDialogState,
): Pick<ExportRequest, "format" | "form" | "codebook"> {
  const { format, codebook } = state;
  return isTableFormat(format) ? { format, form: effectiveForm(state), codebook } : { format };
}

/** What is asked of the service. Some variables only are asked of it again in any case: the copy has all. */
export function freshOf(
  { kind, fresh = "new", query: { variables, embeddedData } }: ExportDialogState,
  { keptSince }: ExportSubject,
): Fresh {
  const isOfCopy = kind === "responses" && variables === undefined && embeddedData === undefined;
  return keptSince !== undefined && isOfCopy ? fresh : "all";
}

export function codebookName(format: CodebookFormat): string {
  return { csv: "CSV", json: "JSON", md: "Markdown" }[format];
}

export function conditionCount({ duration, conditions = [] }: ContentFilter = {}): number {
  return conditions.length + (duration === undefined ? 0 : 1);
}

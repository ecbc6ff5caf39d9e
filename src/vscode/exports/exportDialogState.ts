import type { ExportRequest } from "../../export/exportRequest.ts";
import type { Fresh } from "../../export/fresh.ts";
import type { ContentFilter } from "../../model/responseFilter.ts";
import type { ApiVersion, CollectGroup, Survey } from "../../model/survey.ts";
import type { ReadQuery } from "../../reader/readQuery.ts";
import type { Words } from "../../model/words.ts";
import type { ExportOption, FormatVariant } from "../../formats/kinds/format.ts";
import {
  exportFormats,
  isTableFormat,
  type ExportFormat,
  formats,
  optionsOf,
} from "../../formats/kinds/formats.ts";
import {
  defaultTableForm,
  type CodebookFormat,
  type TableForm,
} from "../../model/tabular/tableForm.ts";

/** All that the dialog asks for. */
export interface ExportDialogState extends Pick<
  ExportRequest,
  "kind" | "query" | "fresh" | "format" | "codebook"
> {
  /** Length of the range in days, if it was chosen as the last days up to the newest response. */
  readonly days?: number | undefined;
  /** Earlier export, if only responses since then are wanted: path of its manifest, and end of its time range. */
  readonly since?: { readonly manifest: string; readonly end?: string | undefined } | undefined;
  readonly form: TableForm;
  readonly verify: boolean;
  /** Absolute path; `undefined` until it is chosen. */
  readonly file?: string | undefined;
}

/** Parts of the state to replace. Parts of the query that it does not name stay. */
export type Change = Partial<ExportDialogState>;

export function changedBy(state: ExportDialogState, change: Change): ExportDialogState {
  const next = { ...state, ...change };
  const { parameterField, ...query } = { ...state.query, ...change.query };
  // The dialog does not ask for this field. Only an earlier export that is continued can have it.
  return { ...next, query: next.since ? { ...query, parameterField } : query };
}

/**
 * Removes variables and embedded data of an earlier choice that the survey is known not to have. What continues an earlier
 * export keeps them, because it must ask for the same.
 */
export function withoutGone(state: ExportDialogState, known: ExportSubject): ExportDialogState {
  if (state.since) {
    return state;
  }
  const query = {
    variables: stillThere(state.query.variables, known.variables),
    embeddedData: stillThere(state.query.embeddedData, known.embeddedData),
  };
  return changedBy(state, { query });
}

function stillThere(
  chosen: readonly string[] | undefined,
  known: readonly string[] | undefined,
): readonly string[] | undefined {
  const left = known ? chosen?.filter((it) => known.includes(it)) : chosen;
  return left?.length === 0 ? undefined : left;
}

/** The number of responses to export, as far as it is known. */
export type KnownCount =
  | { readonly state: "reading" | "unknown" }
  /** `isMore`: true if reading stopped before all were counted. */
  | { readonly state: "known"; readonly count: number; readonly isMore: boolean };

/** What is known of the survey, or of several surveys, for which fewer options are offered. */
export interface ExportSubject {
  readonly version?: ApiVersion | undefined;
  /** Number of surveys; `undefined` if it is one. */
  readonly surveys?: number | undefined;
  /** Labels of the collect groups as plain text, keyed by ID; `undefined` while they load, or if they cannot be loaded. */
  readonly groups?: ReadonlyMap<string, string> | undefined;
  /** Names of the questions in the structure; `undefined` in the same cases. */
  readonly variables?: readonly string[] | undefined;
  readonly embeddedData?: readonly string[] | undefined;
  /** Time as of which the survey's copy on this machine is complete, in ms since 1970; `undefined` if it is not. */
  readonly copyAsOf?: number | undefined;
}

/** What the dialog's questions need to know about the survey. */
export interface DialogSurvey {
  readonly survey: () => Promise<Survey>;
  readonly groups: () => Promise<readonly CollectGroup[]>;
  /** Submission time of the survey's newest response. */
  readonly newest: () => Promise<string | undefined>;
  /** See ExportSubject. */
  readonly copyAsOf: () => number | undefined;
  /** Earlier exports of the same kind, newest first. */
  readonly earlier: readonly EarlierExport[];
}

/** An earlier export, so that only the responses since then can be exported. */
export interface EarlierExport {
  readonly name: string;
  readonly manifest: string;
  readonly end?: string | undefined;
  /** Its query without the time range, which an export of the responses since then must repeat. */
  readonly asked: ReadQuery;
}

/** A format, or a variant of one, as the person chooses it. */
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

/** Returns the options of the format and the kind of export. `preset` and `partition` are chosen as formats. */
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

/** Returns the form, with the default for each option that does not apply. */
export function effectiveForm(state: ExportDialogState): TableForm {
  const keys = formKeys(state);
  const chosen = Object.entries(state.form).filter(([key]) => keys.has(key as ExportOption));
  return { ...defaultTableForm, ...Object.fromEntries(chosen) };
}

/** Returns the format and, if it is a table, form and codebook. */
export function chosenTable(
  state: ExportDialogState,
): Pick<ExportRequest, "format" | "form" | "codebook"> {
  const { format, codebook } = state;
  return isTableFormat(format) ? { format, form: effectiveForm(state), codebook } : { format };
}

/** Returns what to load from the service. Chosen variables or embedded data are always loaded, as the copy has all. */
export function freshOf(
  { kind, fresh = "new", query: { variables, embeddedData, parameterField } }: ExportDialogState,
  { copyAsOf }: ExportSubject,
): Fresh {
  const isWhole = [variables, embeddedData, parameterField].every((it) => it === undefined);
  const isOfCopy = kind === "responses" && isWhole;
  return copyAsOf !== undefined && isOfCopy ? fresh : "all";
}

export function codebookName(format: CodebookFormat): string {
  return { csv: "CSV", json: "JSON", md: "Markdown" }[format];
}

export function conditionCount({ duration, conditions = [] }: ContentFilter = {}): number {
  return conditions.length + (duration === undefined ? 0 : 1);
}

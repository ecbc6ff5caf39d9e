import type { Fresh } from "../../export/fresh.ts";
import type { ContentFilter } from "../../model/responseFilter.ts";
import type { CellMode } from "../../model/responseView.ts";
import type { ApiVersion } from "../../model/survey.ts";
import type { ExportOption, FormatVariant } from "../../formats/kinds/format.ts";
import {
  exportFormats,
  formats,
  optionsOf,
  type ExportFormat,
} from "../../formats/kinds/formats.ts";
import { plainForm, type CodebookFormat, type TableForm } from "../../model/tabular/tableForm.ts";
import { formatDateTime, formatMoment } from "../../model/time.ts";
import type { ItemKind } from "../../reader/responseSource.ts";
import { countText, type Language } from "./progressText.ts";

/** All that the dialog asks for. */
export interface ExportDialogState {
  readonly kind: ItemKind;
  /** What is asked of the service, where a whole copy of the survey is kept. */
  readonly fresh?: Fresh | undefined;
  readonly startDateTime?: string | undefined;
  readonly endDateTime?: string | undefined;
  /** The range is of so many days, up to the newest response when it was chosen. */
  readonly days?: number | undefined;
  /** An earlier export, since which the new ones are wanted: the path of its manifest, and where it ended. */
  readonly since?: { readonly manifest: string; readonly end?: string | undefined } | undefined;
  readonly collectGroupId?: string | undefined;
  /** Absent: all. */
  readonly variables?: readonly string[] | undefined;
  readonly embeddedData?: readonly string[] | undefined;
  readonly filter?: ContentFilter | undefined;
  readonly format: ExportFormat;
  readonly form: TableForm;
  readonly codebook?: CodebookFormat | undefined;
  readonly verify: boolean;
  /** Absolute path, where it was chosen already. */
  readonly file?: string | undefined;
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

export type HubChoice =
  | "export"
  | "fresh"
  | "range"
  | "group"
  | "variables"
  | "embeddedData"
  | "filter"
  | "format"
  | "cells"
  | "layout"
  | "multiSelect"
  | "labelRow"
  | "codebook"
  | "verify"
  | "preview"
  | "copyAs";

export interface HubEntry {
  readonly choice: HubChoice;
  readonly label: string;
  readonly description?: string | undefined;
  /** There is nothing to choose; the description says why. */
  readonly isFixed?: boolean;
}

export interface HubGroup {
  /** Of the separator above; the first group has none. */
  readonly title?: string | undefined;
  readonly entries: readonly HubEntry[];
}

/** A format as a person chooses it. */
export interface FormatChoice extends FormatVariant {
  readonly format: ExportFormat;
}

export function formatChoices({ t }: Language): FormatChoice[] {
  return exportFormats.flatMap((format) =>
    formats[format].variants(t).map((it) => ({ ...it, format })),
  );
}

export function formatChoiceOf(state: ExportDialogState, language: Language): FormatChoice {
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

/** All lines of the hub: what will be exported, how, and what can be done before. */
export function hubGroups(
  state: ExportDialogState,
  subject: ExportSubject,
  count: KnownCount,
  language: Language,
): HubGroup[] {
  const { t } = language;
  const keys = formKeys(state);
  const { form, filter, verify } = state;
  const what: HubEntry[] = [
    ...freshEntry(state, subject, language),
    { choice: "range", label: t("Time range"), description: rangeText(state, language) },
  ];
  if (subject.surveys === undefined) {
    if (state.kind === "responses") {
      what.push(
        {
          choice: "group",
          label: t("Collect group"),
          description:
            state.collectGroupId === undefined
              ? t("all")
              : (subject.groups?.get(state.collectGroupId) ?? state.collectGroupId),
        },
        {
          choice: "variables",
          label: t("Variables"),
          description: someText(state.variables, subject.variables, subject, language),
          isFixed: isFixed(subject.variables, subject),
        },
        {
          choice: "embeddedData",
          label: t("Embedded data"),
          description: someText(state.embeddedData, subject.embeddedData, subject, language),
          isFixed: isFixed(subject.embeddedData, subject),
        },
      );
    }
    const conditions = conditionCount(filter);
    if (conditions > 0) {
      what.push({
        choice: "filter",
        label: t("Filter"),
        description: filterText(conditions, language),
      });
    }
  }
  const how: HubEntry[] = [
    { choice: "format", label: t("Format"), description: formatChoiceOf(state, language).label },
  ];
  if (keys.has("cells")) {
    how.push({ choice: "cells", label: t("Cells"), description: cellsText(form.cells, language) });
  }
  if (keys.has("layout")) {
    const description =
      form.layout === "wide" ? t("wide, one row per response") : t("long, one row per answer");
    how.push({ choice: "layout", label: t("Layout"), description });
  }
  if (keys.has("multiSelect")) {
    const description =
      form.multiSelect === "columns"
        ? t("a 0/1 column per option")
        : t("one column with the chosen codes");
    how.push({ choice: "multiSelect", label: t("Multi-select questions"), description });
  }
  if (keys.has("labelRow")) {
    const description = form.labelRow ? t("yes") : t("no");
    how.push({ choice: "labelRow", label: t("Second row with question texts"), description });
  }
  if (keys.has("codebook")) {
    how.push({
      choice: "codebook",
      label: t("Codebook beside the file"),
      description: state.codebook === undefined ? t("none") : codebookName(state.codebook),
    });
  }
  if (subject.surveys === undefined) {
    how.push({
      choice: "verify",
      label: t("Verify afterwards"),
      description: verify ? t("yes") : t("no"),
    });
  }
  const groups: HubGroup[] = [
    {
      entries: [
        {
          choice: "export",
          label: exportText(state.kind, subject, count, language),
          description: state.file,
        },
      ],
    },
    { title: t("Scope"), entries: what },
    { title: t("File"), entries: how },
  ];
  if (subject.surveys === undefined) {
    groups.push({
      title: t("More"),
      entries: [
        { choice: "preview", label: t("Preview the first rows") },
        { choice: "copyAs", label: t("Copy as Python, R or SQL") },
      ],
    });
  }
  return groups;
}

/** What is asked of the service. Some variables only are asked of it again in any case: the copy has all. */
export function freshOf(
  { kind, fresh = "new", variables, embeddedData }: ExportDialogState,
  { keptSince }: ExportSubject,
): Fresh {
  const isOfCopy = kind === "responses" && variables === undefined && embeddedData === undefined;
  return keptSince !== undefined && isOfCopy ? fresh : "all";
}

function freshEntry(
  state: ExportDialogState,
  subject: ExportSubject,
  { t, locale }: Language,
): HubEntry[] {
  const { keptSince } = subject;
  if (keptSince === undefined || state.kind !== "responses") {
    return [];
  }
  const texts: Readonly<Record<Fresh, string>> = {
    new: t("what is new, and every ID compared"),
    all: t("everything"),
    none: t("nothing, as of {0}", formatMoment(keptSince, locale)),
  };
  const fresh = freshOf(state, subject);
  const isFixed = freshOf({ ...state, fresh: "none" }, subject) !== "none";
  const description = isFixed ? t("everything, because of the chosen variables") : texts[fresh];
  return [{ choice: "fresh", label: t("What is read"), description, isFixed }];
}

export function codebookName(format: CodebookFormat): string {
  return { csv: "CSV", json: "JSON", md: "Markdown" }[format];
}

function cellsText(cells: CellMode, { t }: Language): string {
  switch (cells) {
    case "codes":
      return t("codes");
    case "labels":
      return t("labels");
    case "both":
      return t("codes and labels");
  }
}

function exportText(
  kind: ItemKind,
  { surveys }: ExportSubject,
  count: KnownCount,
  language: Language,
): string {
  const { t, locale } = language;
  if (surveys !== undefined) {
    return t("Export {0} surveys", surveys.toLocaleString(locale));
  }
  if (count.state === "known") {
    const said = countText(count.count, language);
    if (kind === "metadata") {
      return count.isMore
        ? t("Export the metadata of more than {0}", said)
        : t("Export the metadata of {0}", said);
    }
    return count.isMore ? t("Export more than {0}", said) : t("Export {0}", said);
  }
  const what = kind === "responses" ? t("Export responses") : t("Export response metadata");
  return count.state === "reading" ? what : `${what} (${t("number unknown")})`;
}

function rangeText(
  { startDateTime, endDateTime, days, since }: ExportDialogState,
  { t, locale }: Language,
): string {
  const time = (text: string) => formatDateTime(text, locale, true);
  if (since) {
    return since.end === undefined
      ? t("since the last export")
      : t("since the last export, {0}", time(since.end));
  }
  if (startDateTime === undefined) {
    return endDateTime === undefined ? t("whole survey") : t("up to {0}", time(endDateTime));
  }
  if (endDateTime !== undefined) {
    return t("after {0}, up to {1}", time(startDateTime), time(endDateTime));
  }
  const after = t("after {0}", time(startDateTime));
  return days === undefined
    ? after
    : `${t("last {0} days", days.toLocaleString(locale))}, ${after}`;
}

function isFixed(known: readonly string[] | undefined, { version = "v3" }: ExportSubject): boolean {
  return version !== "v3" || known?.length === 0;
}

function someText(
  chosen: readonly string[] | undefined,
  known: readonly string[] | undefined,
  { version }: ExportSubject,
  { t, locale }: Language,
): string {
  if (version !== undefined && version !== "v3") {
    return t("all; a choice is not provided by {0}", version);
  }
  if (known?.length === 0) {
    return t("none");
  }
  if (chosen === undefined) {
    return known === undefined ? t("all") : t("all {0}", known.length.toLocaleString(locale));
  }
  const count = chosen.length.toLocaleString(locale);
  return known === undefined
    ? t("{0} chosen", count)
    : t("{0} of {1}", count, known.length.toLocaleString(locale));
}

export function conditionCount({ duration, conditions = [] }: ContentFilter = {}): number {
  return conditions.length + (duration === undefined ? 0 : 1);
}

function filterText(count: number, { t, locale }: Language): string {
  return count === 1 ? t("1 filter") : t("{0} filters", count.toLocaleString(locale));
}

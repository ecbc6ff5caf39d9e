import type { Fresh } from "../../export/fresh.ts";
import type { ExportOption } from "../../formats/kinds/format.ts";
import { plural, translated } from "../../model/localizable.ts";
import { formatDateTime, formatMoment } from "../../model/time.ts";
import type { Words } from "../../model/words.ts";
import type { ItemKind } from "../../client/queries.ts";
import {
  codebookName,
  conditionCount,
  formatChoiceOf,
  formKeys,
  freshOf,
  type ExportDialogState,
  type ExportSubject,
  type KnownCount,
} from "./exportDialogState.ts";
import { countText } from "../../jobs/progressText.ts";

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
  | "copyAs"
  | "recipe";

export interface HubEntry {
  readonly choice: HubChoice;
  readonly label: string;
  readonly description?: string | undefined;
  /** True if there is nothing to choose; the description says why. Default: false. */
  readonly isFixed?: boolean;
}

export interface HubGroup {
  /** Text of the separator above; `undefined` for the first group. */
  readonly title?: string | undefined;
  readonly entries: readonly HubEntry[];
}

/** Returns all lines of the hub: what will be exported, how, and further actions. */
export function hubGroups(
  state: ExportDialogState,
  subject: ExportSubject,
  count: KnownCount,
  language: Words,
): HubGroup[] {
  const { t } = language;
  const label = exportText(state.kind, subject, count, language);
  const groups: HubGroup[] = [
    { entries: [{ choice: "export", label, description: state.file }] },
    { title: t("Scope"), entries: scopeEntries(state, subject, language) },
    { title: t("File"), entries: fileEntries(state, subject, language) },
  ];
  return subject.surveys === undefined ? [...groups, moreGroup(language)] : groups;
}

function moreGroup({ t }: Words): HubGroup {
  return {
    title: t("More"),
    entries: [
      { choice: "preview", label: t("Preview the first rows") },
      { choice: "copyAs", label: t("Copy As Python, R or SQL") },
      { choice: "recipe", label: t("Save as Recipe") },
    ],
  };
}

function scopeEntries(
  state: ExportDialogState,
  subject: ExportSubject,
  language: Words,
): HubEntry[] {
  const { t } = language;
  const entries: HubEntry[] = [
    ...freshEntry(state, subject, language),
    { choice: "range", label: t("Time range"), description: rangeText(state, language) },
  ];
  if (subject.surveys !== undefined) {
    return entries;
  }
  if (state.kind === "responses") {
    entries.push(...contentEntries(state, subject, language));
  }
  const conditions = conditionCount(state.query.filter);
  if (conditions > 0) {
    const description = filterText(conditions, language);
    entries.push({ choice: "filter", label: t("Filter"), description });
  }
  return entries;
}

/** Returns the lines for the collect group, and for which variables and embedded data of each response. */
function contentEntries(
  { query: { collectGroupId, variables, embeddedData } }: ExportDialogState,
  subject: ExportSubject,
  language: Words,
): HubEntry[] {
  const { t } = language;
  return [
    {
      choice: "group",
      label: t("Collect group"),
      description:
        collectGroupId === undefined
          ? t("all")
          : (subject.groups?.get(collectGroupId) ?? collectGroupId),
    },
    {
      choice: "variables",
      label: t("Variables"),
      description: someText(variables, subject.variables, subject, language),
      isFixed: isFixed(subject.variables, subject),
    },
    {
      choice: "embeddedData",
      label: t("Embedded data"),
      description: someText(embeddedData, subject.embeddedData, subject, language),
      isFixed: isFixed(subject.embeddedData, subject),
    },
  ];
}

function fileEntries(
  state: ExportDialogState,
  subject: ExportSubject,
  language: Words,
): HubEntry[] {
  const { t } = language;
  const { form, codebook, verify } = state;
  const keys = formKeys(state);
  const yesNo = (value: boolean): string => (value ? t("yes") : t("no"));
  const cells = { codes: t("codes"), labels: t("labels"), both: t("codes and labels") };
  const options: (HubEntry & { readonly choice: ExportOption })[] = [
    { choice: "cells", label: t("Cells"), description: cells[form.cells] },
    {
      choice: "layout",
      label: t("Layout"),
      description:
        form.layout === "wide" ? t("wide, one row per response") : t("long, one row per answer"),
    },
    {
      choice: "multiSelect",
      label: t("Multi-select questions"),
      description:
        form.multiSelect === "columns"
          ? t("a 0/1 column per option")
          : t("one column with the chosen codes"),
    },
    {
      choice: "labelRow",
      label: t("Second row with question texts"),
      description: yesNo(form.labelRow),
    },
    {
      choice: "codebook",
      label: t("Codebook beside the file"),
      description: codebook === undefined ? t("none") : codebookName(codebook),
    },
  ];
  const verifying: HubEntry = {
    choice: "verify",
    label: t("Verify afterwards"),
    description: yesNo(verify),
  };
  return [
    { choice: "format", label: t("Format"), description: formatChoiceOf(state, language).label },
    ...options.filter(({ choice }) => keys.has(choice)),
    ...(subject.surveys === undefined ? [verifying] : []),
  ];
}

function freshEntry(
  state: ExportDialogState,
  subject: ExportSubject,
  { t, locale }: Words,
): HubEntry[] {
  const { copyAsOf } = subject;
  if (copyAsOf === undefined || state.kind !== "responses") {
    return [];
  }
  const texts: Readonly<Record<Fresh, string>> = {
    new: t("new responses; all IDs compared"),
    all: t("all responses"),
    none: t("nothing, as of {0}", formatMoment(copyAsOf, locale)),
  };
  const fresh = freshOf(state, subject);
  const isFixed = freshOf({ ...state, fresh: "none" }, subject) !== "none";
  const description = isFixed ? t("all responses, because of the chosen variables") : texts[fresh];
  return [{ choice: "fresh", label: t("Responses to load"), description, isFixed }];
}

function exportText(
  kind: ItemKind,
  { surveys }: ExportSubject,
  count: KnownCount,
  language: Words,
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
  { query: { startDateTime, endDateTime }, days, since }: ExportDialogState,
  { t, locale }: Words,
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
  { t, locale }: Words,
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

function filterText(count: number, language: Words): string {
  return translated(plural(count, { one: "{0} filter", other: "{0} filters" }), language);
}

import * as z from "zod";
import { itemFields, responseFields } from "../export/exportFields.ts";
import { filterProblem } from "../export/exportQuery.ts";
import type { ExportOption } from "../formats/kinds/format.ts";
import {
  exportFormats,
  tableFormats,
  type ExportFormat,
  optionsOf,
} from "../formats/kinds/formats.ts";
import { localizable, type LocalizableText } from "../model/localizable.ts";
import { missingCodesSchema } from "../model/missingCodesSchema.ts";
import { readQuery } from "../reader/readQuery.ts";
import type { ItemKind } from "../client/queries.ts";
import { fileTarget, type FieldIssue, type RawStep } from "./stepKind.ts";

const missingCodes = missingCodesSchema()
  .optional()
  .describe(
    localizable("Tables only. Codes that are no answers, for the survey and for single questions.")
      .text,
  );

export const metadataSchema = z.strictObject({
  kind: z.literal("metadata").describe("Writes the metadata of responses to a file."),
  ...fileTarget,
  ...itemFields,
  missingCodes,
});

export const exportSchema = z.strictObject({
  ...metadataSchema.shape,
  kind: z.literal("export").describe("Writes responses to a file."),
  ...responseFields,
  since: z
    .string()
    .min(1)
    .optional()
    .describe(
      localizable("Manifest of an earlier export: export only responses that came after it.").text,
    ),
});

/** Returns contradictions between the fields of an export. */
export function exportContradictions(kind: ItemKind, raw: RawStep): FieldIssue[] {
  return [...ofFormat(raw), ...rangeContradictions(raw), ...ofFilter(kind, raw), ...ofSource(raw)];
}

const tableOptions = [...new Set(tableFormats.flatMap((it) => optionsOf(it)))];

/** Returns issues for options that do not apply to the format. */
function ofFormat(raw: RawStep): FieldIssue[] {
  const format = exportFormats.find((it) => it === raw["format"]);
  if (!format) {
    return [];
  }
  const issues = tableOptions
    .filter((it) => raw[it] !== undefined && !optionsOf(format).includes(it))
    .map((it): FieldIssue => ({ path: [it], text: notWith(it, format) }));
  if (raw["missingCodes"] !== undefined && optionsOf(format).length === 0) {
    const text = localizable(
      "applies to exports as {0}, not as {1}",
      tableFormats.join(", "),
      format,
    );
    issues.push({ path: ["missingCodes"], text });
  }
  return issues;
}

function notWith(option: ExportOption, format: ExportFormat): LocalizableText {
  const able = exportFormats.filter((it) => optionsOf(it).includes(option));
  return localizable("applies to exports as {0}, not as {1}", able.join(", "), format);
}

const { startDateTime, endDateTime } = exportSchema.shape;

/** Returns an issue if the time range ends before it begins. */
export function rangeContradictions(raw: RawStep): FieldIssue[] {
  const [start, end] = [
    startDateTime.safeParse(raw["startDateTime"]).data,
    endDateTime.safeParse(raw["endDateTime"]).data,
  ];
  return start !== undefined && end !== undefined && end <= start
    ? [
        {
          path: ["endDateTime"],
          text: localizable("must be later than {0}", "startDateTime"),
          fields: ["startDateTime"],
        },
      ]
    : [];
}

/** Returns an issue if the filter needs data that the export does not read. */
function ofFilter(kind: ItemKind, raw: RawStep): FieldIssue[] {
  const query = readQuery.safeParse(raw);
  if (!query.success) {
    return [];
  }
  const text = filterProblem(kind, query.data);
  const fields = ["variables", "embeddedData", "parameterField"];
  return text ? [{ path: ["filter"], text, fields }] : [];
}

/** An export with `since` always reads into a copy of its own, so that `fresh` does not apply. */
function ofSource({ since, fresh }: RawStep): FieldIssue[] {
  return since !== undefined && fresh !== undefined && fresh !== "all"
    ? [
        {
          path: ["fresh"],
          text: localizable('must be "all", or be left out, where {0} is given', "since"),
          fields: ["since"],
        },
      ]
    : [];
}

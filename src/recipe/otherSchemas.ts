import * as z from "zod";
import { inFormats, presetText } from "../export/exportFields.ts";
import { exportRequest } from "../export/exportRequest.ts";
import { responseFilter } from "../messages/requests/schemas.ts";
import { crossMeasures } from "../model/crossTable.ts";
import { localizable } from "../model/localizable.ts";
import { missingCodesSchema } from "../model/missingCodesSchema.ts";
import { codebookFormats } from "../model/tabular/tableForm.ts";
import { tableFormSchema } from "../model/tabular/tableFormSchema.ts";
import { summaryFields } from "../reports/summarySubject.ts";
import { fileTarget, stepTarget, type FieldIssue, type RawStep } from "./stepKind.ts";

export const structureSchema = z.strictObject({
  kind: z
    .literal("structure")
    .describe("Writes a survey and its collect groups to a file, as the service sends them."),
  ...fileTarget,
});

const missingCodes = missingCodesSchema()
  .optional()
  .describe("Codes that are no answers, for the survey and for single questions.");

const { layout, cells, preset } = tableFormSchema.shape;

const ofTable = localizable("Of the table that the codebook describes (default: the first).").text;

export const codebookSchema = z.strictObject({
  kind: z.literal("codebook").describe("Writes what the columns of an export mean to a file."),
  ...fileTarget,
  format: z
    .enum(codebookFormats, { error: `must be one of ${codebookFormats.join(", ")}` })
    .describe(localizable("Format of the file.").text),
  preset: inFormats(preset.optional(), ["csv"], presetText),
  layout: layout.optional().describe(ofTable),
  cells: cells.optional().describe(ofTable),
  missingCodes,
});

export function ofPreset({ format, preset: asked }: RawStep): FieldIssue[] {
  return asked === "excel" && format !== "csv"
    ? [{ path: ["preset"], text: localizable("applies to csv only") }]
    : [];
}

export const summarySchema = z.strictObject({
  kind: z.literal("summary").describe("Writes the summary of responses to a file."),
  ...fileTarget,
  ...summaryFields,
  missingCodes,
});

export const reportSchema = z.strictObject({
  ...summarySchema.shape,
  kind: z
    .literal("report")
    .describe("Writes the summary of responses to a file, with what the panel can show beside it."),
  compared: responseFilter
    .optional()
    .describe("Other responses, with which those of the filter are compared."),
  measure: z.enum(crossMeasures).optional().describe("What the cells of cross tables say."),
  statistics: z
    .record(z.string(), z.boolean())
    .optional()
    .describe("By name of a column whether its statistics are shown."),
});

export function ofSplit({ split, compared, measure }: RawStep): FieldIssue[] {
  return [
    ...(split !== undefined && compared !== undefined
      ? [{ path: ["compared"], text: localizable("cannot be combined with split") }]
      : []),
    ...(split === undefined && measure !== undefined
      ? [{ path: ["measure"], text: localizable("is of cross tables, which split makes") }]
      : []),
  ];
}

const identifier = z.string().min(1);

export const loadSchema = z.strictObject({
  kind: z.literal("load").describe("Keeps tables of a PostgreSQL database up to date."),
  ...stepTarget,
  connection: z
    .string()
    .regex(
      /^[A-Z_][A-Z0-9_]*$/,
      localizable("must be the name of an environment variable, such as WAREHOUSE_URL").text,
    )
    .describe(
      "Name of the environment variable that has the connection, such as WAREHOUSE_URL. The connection itself never stands in a recipe.",
    ),
  schema: identifier.optional().describe("Schema of the tables."),
  table: identifier
    .optional()
    .describe("Name of the table with a row a response; those of the others begin with it."),
  fresh: exportRequest.shape.fresh.describe(
    "What to read from the service: all, or what is new (default).",
  ),
  missingCodes,
});

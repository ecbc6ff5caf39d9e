import * as z from "zod";
import type { ExportOption } from "../formats/kinds/format.ts";
import { exportFormats, optionsOf } from "../formats/kinds/formats.ts";
import { contentFilter } from "../model/filterSchema.ts";
import { tableFormSchema } from "../model/tabular/tableFormSchema.ts";
import { inEnglish, localizable, type LocalizableText } from "../model/localizable.ts";
import { isDateTime } from "../model/time.ts";
import { readQuery } from "../reader/readQuery.ts";
import { exportRequest } from "./exportRequest.ts";
import { freshness } from "./fresh.ts";

/*
 * The options of an export as flat fields, the same for every door: a command's argument, a recipe, the shell. Editors show
 * the descriptions, and so does the shell's help.
 */

const time = z
  .string()
  .refine(isDateTime, localizable("must be a time like 2025-03-01T09:00:00").text)
  .describe("A time as the service has it, such as 2025-03-01T09:00:00.");

const { layout, cells, multiSelect, labelRow, preset, partition } = tableFormSchema.shape;

/** Descriptions with words in them, to be translated. The others are in the bundle as they are. */
export const descriptions = z.registry<LocalizableText>();

/** Returns the field with a description of what it is in some formats. */
export function inFormats<T extends z.ZodType>(
  field: T,
  formats: readonly string[],
  text: LocalizableText,
): T {
  const description = localizable("For {0}: {1}", formats.join(", "), text);
  const described = field.describe(inEnglish(description));
  descriptions.add(described, description);
  return described;
}

/** Returns the formats that leave the option open. */
function formatsWith(option: ExportOption): string[] {
  return exportFormats.filter((it) => optionsOf(it).includes(option));
}

export const presetText = localizable(
  "excel has a byte order mark, and formulas neutralized (default: plain).",
);

/** Fields for table formats: how responses become a table. */
const formFields = {
  layout: layout
    .optional()
    .describe(
      localizable("For tables. wide (default): one row per response; long: one row per answer.")
        .text,
    ),
  cells: cells
    .optional()
    .describe(localizable("For tables: codes (default), labels, or both in the cells.").text),
  multiSelect: multiSelect
    .optional()
    .describe(
      localizable(
        "For tables: questions with several answers as a 0/1 column per option (default), or as one column with the chosen codes.",
      ).text,
    ),
  labelRow: inFormats(
    labelRow.optional(),
    formatsWith("labelRow"),
    localizable("a second row with the labels of the columns."),
  ),
  preset: inFormats(preset.optional(), formatsWith("preset"), presetText),
  partition: inFormats(
    partition.optional(),
    formatsWith("partition"),
    localizable("day makes a folder with files by day (default: none)."),
  ),
  codebook: exportRequest.shape.codebook.describe(
    localizable("For tables: a codebook beside the file (default: none).").text,
  ),
};

/** Fields for exports of responses and of metadata. */
export const itemFields = {
  format: z
    .enum(exportFormats, { error: `must be one of ${exportFormats.join(", ")}` })
    .describe(localizable("Format of the file.").text),
  ...formFields,
  startDateTime: time
    .optional()
    .describe(
      localizable("Responses submitted after this time, such as 2025-03-01T09:00:00.").text,
    ),
  endDateTime: time
    .optional()
    .describe(localizable("Responses submitted until this time, inclusive.").text),
  filter: contentFilter
    .optional()
    .describe(localizable("Only responses of this duration that fulfil all conditions.").text),
  verify: z
    .boolean()
    .optional()
    .describe(localizable("Compare the file with the data space when it is written.").text),
};

/** Fields for exports of responses only. Each door adds `since`, with paths of its own kind. */
export const responseFields = {
  collectGroupId: z
    .string()
    .min(1)
    .optional()
    .describe(localizable("Responses of this collect group.").text),
  variables: z
    .array(z.string().min(1))
    .readonly()
    .optional()
    .describe(localizable("v3. Names of the variables to export.").text),
  embeddedData: z
    .array(z.string().min(1))
    .readonly()
    .optional()
    .describe(localizable("v3. Names of the embedded data to export.").text),
  parameterField: readQuery.shape.parameterField.describe(
    localizable("v2. Where the service puts the parameters.").text,
  ),
  fresh: z
    .enum(freshness, { error: `must be one of ${freshness.join(", ")}` })
    .optional()
    .describe(
      localizable(
        "all (default): load everything again; new: load what is new into the survey's copy; none: use the copy as it is.",
      ).text,
    ),
};

import type { SurveyClient } from "../client/surveyClient.ts";
import type { TableConversion } from "../export/conversion.ts";
import type { ExportRequest } from "../export/exportRequest.ts";
import { codebookFile } from "../export/targetFiles.ts";
import type { MissingCodes } from "../model/missingCodes.ts";
import type { Translations } from "../model/words.ts";
import type { TableForm } from "../model/tabular/tableForm.ts";
import type { Formats } from "./calls.ts";
import { itemSource } from "./itemSource.ts";
import type { TableFormat } from "./kinds/formats.ts";

export interface TableConversionOptions extends Pick<
  ExportRequest,
  "kind" | "query" | "file" | "codebook"
> {
  readonly formats: Pick<Formats, "convert">;
  readonly client: Pick<SurveyClient, "dataSpace" | "version">;
  readonly format: TableFormat;
  readonly form: TableForm;
  /** Codes that stand for no answer. */
  readonly missingCodes?: MissingCodes | undefined;
  /** For a codebook that people read. */
  readonly translations: Translations;
  readonly toolVersion: string;
}

/** Returns how an export becomes a table, with the worker of the formats. */
export function tableConversion(options: TableConversionOptions): TableConversion {
  const { formats, client, kind, query, format, form, missingCodes, toolVersion } = options;
  const { codebook } = options;
  return {
    isFolder: form.partition === "day",
    codebook: codebook && codebookFile(options.file, codebook),
    prepare: (structure) => {
      const source = { ...itemSource(client, structure, kind, query), missingCodes };
      return async ({ items, target, codebook: file, ...converting }) => {
        const its = codebook && { file, format: codebook, translations: options.translations };
        const job = { source, items, target, format, form, codebook: its, toolVersion };
        const { description, files, ...written } = await formats.convert(job, converting);
        const { responses: _, ...facts } = description;
        return {
          ...written,
          table: { ...facts, form, codebook, missingCodes, files },
        };
      };
    },
  };
}

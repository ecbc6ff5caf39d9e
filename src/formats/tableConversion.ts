import type { SurveyClient } from "../client/surveyClient.ts";
import type { TableConversion } from "../export/conversion.ts";
import type { MissingCodes } from "../model/missingCodes.ts";
import type { CodebookFormat, TableForm } from "../model/tabular/tableForm.ts";
import type { ReadQuery } from "../reader/readQuery.ts";
import type { ItemKind } from "../reader/responseSource.ts";
import type { Formats } from "./calls.ts";
import { itemSource } from "./itemSource.ts";
import type { TableFormat } from "./kinds/formats.ts";

export interface TableConversionOptions {
  readonly formats: Pick<Formats, "convert">;
  readonly client: Pick<SurveyClient, "dataSpace" | "version">;
  readonly kind: ItemKind;
  readonly query: ReadQuery;
  readonly format: TableFormat;
  readonly form: TableForm;
  /** To be written beside the table. */
  readonly codebook?: { readonly file: string; readonly format: CodebookFormat } | undefined;
  /** Codes that are no answers. */
  readonly missingCodes?: MissingCodes | undefined;
  readonly toolVersion: string;
}

/** How an export becomes a table, by the formats' worker. */
export function tableConversion(options: TableConversionOptions): TableConversion {
  const { formats, client, kind, query, format, form, codebook, missingCodes, toolVersion } =
    options;
  return {
    isFolder: form.partition === "day",
    codebook: codebook?.file,
    prepare: (structure) => {
      const source = { ...itemSource(client, structure, kind, query), missingCodes };
      return async ({ items, target, codebook: file, startedAt: createdAt, ...converting }) => {
        const its = codebook && { file, format: codebook.format };
        const job = { source, items, target, format, form, codebook: its, createdAt, toolVersion };
        const { description, files, ...written } = await formats.convert(job, converting);
        const { responses: _, ...facts } = description;
        return {
          ...written,
          table: { ...facts, form, codebook: codebook?.format, missingCodes, files },
        };
      };
    },
  };
}

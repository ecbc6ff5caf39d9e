import { SurveyError } from "../model/errors.ts";
import { tableFormats, type TableFormat } from "../formats/kinds/formats.ts";
import type { TableFacts } from "./conversion.ts";
import type { ReadQuery } from "../reader/readQuery.ts";
import type { ItemKind, ResponseSource } from "../reader/responseSource.ts";
import { readableFormats, type ReadableFormat } from "./exportedItems.ts";
import type { Manifest } from "./manifest.ts";

/** The manifest of an export that can be compared with the service. */
export interface VerifiableManifest extends Manifest {
  readonly kind: ItemKind;
  readonly format: ReadableFormat;
  readonly query: ReadQuery;
  /** What was read, (start, end]. */
  readonly range: NonNullable<Manifest["range"]>;
  readonly table?: undefined;
}

/** The manifest of a table that can be made again. */
export interface VerifiableTable extends Omit<VerifiableManifest, "format" | "table"> {
  readonly format: TableFormat;
  readonly table: TableFacts;
}

/** @throws SurveyError "invalid-input" that says why the export cannot be verified with this client */
export function verifiable(
  file: string,
  manifest: Manifest,
  client: Pick<ResponseSource, "dataSpace" | "baseUrl" | "version">,
): VerifiableManifest | VerifiableTable {
  const {
    kind,
    apiVersion,
    dataSpace,
    baseUrl,
    query = {},
    range = { ...query, frozen: false },
    table,
  } = manifest;
  const format = readableFormats.find((it) => it === manifest.format);
  const tableFormat = tableFormats.find((it) => it === manifest.format);
  const how = format
    ? { format, table: undefined }
    : tableFormat && table && { format: tableFormat, table };
  if (kind === "survey" || !how) {
    throw new SurveyError(
      "invalid-input",
      `${file} cannot be verified: it holds ${kind === "survey" ? "a survey" : `${kind} in the format ${manifest.format}`}. Exports of responses and metadata can, if their manifest is whole.`,
    );
  }
  // Either may have changed since: a local data space has another address each time, and people rename things.
  if (dataSpace !== client.dataSpace && baseUrl !== client.baseUrl) {
    throw new SurveyError(
      "invalid-input",
      `${file} was exported from the data space "${dataSpace}" (${baseUrl}), so it cannot be compared with "${client.dataSpace}" (${client.baseUrl}). Verify it with the data space that it comes from.`,
    );
  }
  if (apiVersion !== client.version) {
    throw new SurveyError(
      "invalid-input",
      `${file} was exported with API ${apiVersion}, but the data space "${client.dataSpace}" speaks ${client.version}, which sends other fields. Verify it with a data space set to ${apiVersion}.`,
    );
  }
  return { ...manifest, kind, query, range, ...how };
}

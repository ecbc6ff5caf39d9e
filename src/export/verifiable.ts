import { SurveyError } from "../model/errors.ts";
import { localizable, sentences, type LocalizableText } from "../model/localizable.ts";
import { wording } from "../model/wordings.ts";
import { tableFormats, type TableFormat } from "../formats/kinds/formats.ts";
import type { TableFacts } from "./conversion.ts";
import type { ReadQuery } from "../reader/readQuery.ts";
import type { ItemKind } from "../client/queries.ts";
import type { ResponseSource } from "../reader/responseSource.ts";
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

/** What a comparison with the service has found. */
export interface VerifyResult {
  /**
   * True if the file has what the service has, once each, and is as it was written. After a repair: of the repaired file.
   */
  readonly ok: boolean;
  /** Responses in the file; after a repair, in the repaired file. */
  readonly responses: number;
  /** Responses that the service has and the file lacks. This and the facts below are those found before a repair. */
  readonly missing: number;
  /** Responses in the file that the service does not have, or no longer has. */
  readonly extra: number;
  /** Duplicates in the file beyond what the service has. 0 for a table, where this is unknown. */
  readonly doubled: number;
  /** True if the file is byte for byte what the export wrote. */
  readonly intact: boolean;
  readonly repaired: boolean;
  /**
   * A sentence that says where the file cannot be read; what is there counts as missing. For a table: what is known about a
   * difference that the numbers do not show. Undefined if there is nothing to say.
   */
  readonly damage?: LocalizableText | undefined;
}

/** @throws SurveyError "invalid-input" that says why the export cannot be verified with this client */
export function verifiable(
  file: string,
  manifest: Manifest,
  client: Pick<ResponseSource, "dataSpace" | "baseUrl" | "version">,
): VerifiableManifest | VerifiableTable {
  const { kind, query = {}, range: loaded = { ...query, frozen: false }, table } = manifest;
  // The range of an empty export has no newest time, but what was asked for may have an end.
  const range = { ...loaded, endDateTime: loaded.endDateTime ?? query.endDateTime };
  const format = readableFormats.find((it) => it === manifest.format);
  const tableFormat = tableFormats.find((it) => it === manifest.format);
  const how = format
    ? { format, table: undefined }
    : tableFormat && table && { format: tableFormat, table };
  if (kind === "survey" || !how) {
    throw new SurveyError(
      "invalid-input",
      sentences(
        kind === "survey"
          ? localizable("{0} cannot be verified: it contains a survey, not responses.", file)
          : localizable(
              "{0} cannot be verified: it is an export in the format {1}.",
              file,
              manifest.format,
            ),
        localizable(
          "Only exports of responses or metadata with a complete manifest can be verified.",
        ),
      ),
    );
  }
  checkSource(file, manifest, client);
  return { ...manifest, kind, query, range, ...how };
}

export function changedMeanwhile(file: string): SurveyError {
  return SurveyError.of(
    "file-fault",
    "{0} was changed by another program while it was being repaired, and was not replaced. Verify it again.",
    file,
  );
}

/** Checks that the client is for the data space of the export, and for the version that read it. */
function checkSource(
  file: string,
  { dataSpace, baseUrl, apiVersion }: Manifest,
  client: Pick<ResponseSource, "dataSpace" | "baseUrl" | "version">,
): void {
  // One of name and address may have changed since: a local data space has another address each time, and people rename
  // things.
  if (dataSpace !== client.dataSpace && baseUrl !== client.baseUrl) {
    throw new SurveyError(
      "invalid-input",
      sentences(
        localizable(
          '{0} was exported from the data space "{1}" ({2}), not from "{3}" ({4}).',
          file,
          dataSpace,
          baseUrl,
          client.dataSpace,
          client.baseUrl,
        ),
        wording("verifyThere", baseUrl),
      ),
    );
  }
  if (apiVersion !== client.version) {
    throw new SurveyError(
      "invalid-input",
      sentences(
        localizable(
          '{0} was exported with API {1}, but the data space "{2}" is set to {3}, which has other fields.',
          file,
          apiVersion,
          client.dataSpace,
          client.version,
        ),
        wording("verifyInVersion", apiVersion),
      ),
    );
  }
}

import { metadataFields } from "../../model/metadataColumns.ts";
import type { ResponseMetadata } from "../../model/response.ts";
import type { CopyKey } from "../../copy/copyFolders.ts";
import type { ResponseTables } from "./responseTables.ts";

const rowsAtOnce = 1000;

/**
 * Passes the metadata of the kept responses to `onItems`.
 * @returns the time when they were read, epoch milliseconds; `undefined` if they are not all of the survey
 */
export async function readCopiedMetadata(
  tables: Pick<ResponseTables, "has" | "using" | "close">,
  key: CopyKey,
  dataSpace: string,
  onItems: (items: readonly ResponseMetadata[]) => void,
): Promise<number | undefined> {
  if (!tables.has(key)) {
    return undefined;
  }
  return tables.using(async (calls) => {
    const { table } = await calls.open(key, dataSpace);
    try {
      const { view, loaded, isComplete, readAt, structure } = await calls.view(table, {
        filter: {},
      });
      const columns = structure?.columns ?? [];
      const places = metadataFields.map(
        (name) =>
          [name, columns.findIndex((it) => it.kind === "metadata" && it.name === name)] as const,
      );
      for (let first = 0; isComplete && first < loaded; first += rowsAtOnce) {
        const rows = await calls.rows(table, view, first, rowsAtOnce);
        if (!rows) {
          // Another window has replaced the responses.
          return undefined;
        }
        const items = rows.map(({ cells }) =>
          Object.fromEntries(places.map(([name, place]) => [name, cells[place]?.[0]?.value])),
        );
        onItems(items);
      }
      return isComplete ? readAt : undefined;
    } finally {
      await tables.close(table);
    }
  });
}

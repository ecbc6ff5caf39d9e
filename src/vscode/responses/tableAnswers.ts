import type { ResponsesMessage, ResponsesRequest } from "../../messages/responses.ts";
import type { MissingCodes } from "../../model/missingCodes.ts";
import type { ResponseFilter } from "../../model/responseFilter.ts";
import type { TableClient } from "../../table/tableClient.ts";
import type { TableKey } from "../../table/tables.ts";

/** The table that a panel shows. */
export interface ShownTable {
  readonly key: TableKey;
  readonly tables: TableClient;
  readonly table: number;
}

/** What a panel asks of its table. */
export type TableRequest = Extract<
  ResponsesRequest,
  { readonly kind: "rows" | "locate" | "values" | "find" | "summarise" }
>;

/**
 * `undefined` where it was asked of a view that is gone.
 * @param panel what holds for the whole panel
 */
export async function tableAnswer(
  { tables, table }: ShownTable,
  request: TableRequest,
  panel: { readonly filter: ResponseFilter; readonly missingCodes: MissingCodes },
): Promise<ResponsesMessage | undefined> {
  switch (request.kind) {
    case "rows": {
      const { view, first, count } = request;
      const rows = await tables.rows(table, view, first, count);
      return rows && { kind: "rows", view, first, rows };
    }
    case "locate": {
      const { view, ids } = request;
      const positions = await tables.locate(table, view, ids);
      return positions && { kind: "located", view, ids, positions };
    }
    case "values": {
      const { column } = request;
      return { kind: "values", column, ...(await tables.values(table, column, panel.filter)) };
    }
    case "find": {
      const { kind, run, view, ...query } = request;
      const found = await tables.find(table, view, query);
      return found && { kind: "found", run, view, ...found };
    }
    case "summarise": {
      const { kind, run, ...query } = request;
      const missing = panel.missingCodes;
      return { kind: "summaries", run, ...(await tables.summarise(table, { ...query, missing })) };
    }
  }
}

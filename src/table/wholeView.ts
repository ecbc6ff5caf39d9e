import { orCancelled } from "../client/waiting.ts";
import type { TableClient } from "./tableClient.ts";
import type { View } from "./tables.ts";

/**
 * Returns a view of all responses of a table. An export keeps responses without their columns: they are made a part at a
 * time, so the first views may not have all responses.
 * @throws SurveyError "cancelled", and what the table throws
 */
export async function wholeView(
  { view }: Pick<TableClient, "view">,
  table: number,
  signal: AbortSignal,
): Promise<View> {
  for (;;) {
    const made = await orCancelled(view(table, { filter: {} }), signal);
    if (!made.isBehind) {
      return made;
    }
  }
}

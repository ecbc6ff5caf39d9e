import type { HandlerTable } from "./operation.ts";
import { v3 } from "./v3.ts";

/** What the service does for each operation of the protocol table. */
export const handlers: HandlerTable = { v3 };

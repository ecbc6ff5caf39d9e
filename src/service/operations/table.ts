import type { HandlerTable } from "./operation.ts";
import { v1, v2 } from "./v1v2.ts";
import { v3 } from "./v3.ts";

/** The service's handler for each operation of the protocol table. */
export const handlers: HandlerTable = { v1, v2, v3 };

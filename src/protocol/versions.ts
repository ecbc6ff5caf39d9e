import type { ApiVersion } from "../model/survey.ts";
import type { VersionProtocol } from "./operation.ts";
import { v3 } from "./v3.ts";

/** The one table that the client, the service and the OpenAPI document read. */
export const protocols: Readonly<Partial<Record<ApiVersion, VersionProtocol>>> = { v3 };

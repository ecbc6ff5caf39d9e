import type { ApiVersion } from "../model/survey.ts";
import type { VersionProtocol } from "./operation.ts";
import { v1 } from "./v1.ts";
import { v2 } from "./v2.ts";
import { v3 } from "./v3.ts";

/** The table of operations that the client, the service and the OpenAPI document share. */
export const protocols: Readonly<Record<ApiVersion, VersionProtocol>> = { v1, v2, v3 };

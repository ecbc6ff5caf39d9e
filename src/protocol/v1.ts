import type { ProtocolOf } from "./operation.ts";
import { collectGroupSerial, commonOperations } from "./v1v2.ts";

/** API v1: what it shares with v2, and the serial of a collect group. */
export const v1 = {
  ...commonOperations("v1"),
  getCollectGroupSerial: {
    summary: "Get the serial of a collect group",
    method: "GET",
    path: "/v1/collect-groups/{collectGroupId}/serial",
    query: {},
    answer: collectGroupSerial,
    publicLinkOnly: true,
  },
} as const satisfies ProtocolOf<"v1">;

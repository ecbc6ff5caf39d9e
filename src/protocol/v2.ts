import type { ProtocolOf } from "./operation.ts";
import { commonOperations } from "./v1v2.ts";

const common = commonOperations("v2");

/** API v2: what it shares with v1, and a choice of where a response has its parameters. */
export const v2 = {
  ...common,
  getResponses: {
    ...common.getResponses,
    query: {
      ...common.getResponses.query,
      parameterField: {
        kind: "choice",
        values: ["ANSWERS", "PARAMETERS"],
        description:
          "Where the keys and values of parameters stand: inside answers, or in the field parameters. Omitted, the local data space takes PARAMETERS.",
      },
    },
  },
} as const satisfies ProtocolOf<"v2">;

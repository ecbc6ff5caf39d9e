import {
  createSurveyClient,
  type SurveyClient,
  type SurveyClientOptions,
} from "../../../src/client/surveyClient.ts";
import type { DataSpaceAddress } from "../../../src/client/address.ts";
import type { ApiVersion } from "../../../src/model/survey.ts";
import type { Clock } from "../../../src/client/waiting.ts";
import { cancelled } from "../../../src/client/waiting.ts";
import type { TestServer } from "./testServer.ts";

export const spaceId = "space-0001";
export const apiKey = "k3y:한글+/?";

/** A clock that waits for nothing and writes down what it was asked to wait. */
export function testClock(now = 0): Clock & { readonly waits: number[] } {
  const waits: number[] = [];
  return {
    waits,
    now: () => now,
    random: () => 0.5,
    delay: async (milliseconds, signal) => {
      waits.push(milliseconds);
      if (signal.aborted) {
        throw cancelled();
      }
    },
  };
}

/** A client of the server in another version, or with routes of its own. */
export function clientOf(
  server: Pick<TestServer, "baseUrl" | "ca">,
  version: ApiVersion,
  routes?: DataSpaceAddress["routes"],
): SurveyClient {
  const { baseUrl, ca } = server;
  return clientFor(server, { address: { name: "Test", baseUrl, version, ca, routes } });
}

/** @param server without a `ca`, the machine's certificates count */
export function clientFor(
  server: Pick<TestServer, "baseUrl"> & { readonly ca?: string | undefined },
  options: Partial<SurveyClientOptions> = {},
): SurveyClient {
  return createSurveyClient({
    address: { name: "Test", baseUrl: server.baseUrl, version: "v3", ca: server.ca },
    credentials: async () => ({ spaceId, apiKey }),
    clock: testClock(),
    ...options,
    // Where a machine or its disk is slow, more lanes would be tried, which ask otherwise. Who tests lanes asks for them.
    request: { concurrency: 1, ...options.request },
  });
}

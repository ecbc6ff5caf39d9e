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

/** A clock that never waits, and records the waits it was asked for. */
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

/** Returns a client of the server in a version, optionally with other routes. */
export function clientOf(
  server: Pick<TestServer, "baseUrl" | "ca">,
  version: ApiVersion,
  routes?: DataSpaceAddress["routes"],
): SurveyClient {
  const { baseUrl, ca } = server;
  return clientFor(server, { address: { name: "Test", baseUrl, version, ca, routes } });
}

/** @param server if it has no `ca`, the machine's certificates are trusted */
export function clientFor(
  server: Pick<TestServer, "baseUrl"> & { readonly ca?: string | undefined },
  options: Partial<SurveyClientOptions> = {},
): SurveyClient {
  return createSurveyClient({
    address: { name: "Test", baseUrl: server.baseUrl, version: "v3", ca: server.ca },
    credentials: async () => ({ spaceId, apiKey }),
    clock: testClock(),
    ...options,
    // On a slow machine or disk, more lanes would be tried, and requests would differ. Tests of lanes ask for them.
    request: { concurrency: 1, ...options.request },
  });
}

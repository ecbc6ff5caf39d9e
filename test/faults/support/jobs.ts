import {
  createSurveyClient,
  type SurveyClient,
  type SurveyClientOptions,
} from "../../../src/client/surveyClient.ts";
import type { CopyKey } from "../../../src/copy/copyFolders.ts";
import type { ExportResponsesOptions } from "../../export/support/exporting.ts";
import { apiVersions, type ApiVersion } from "../../../src/model/survey.ts";
import type { ItemKind } from "../../../src/client/queries.ts";
import { lastPageSignals, type LastPageSignal } from "../../../src/service/dataSpace.ts";
import { Random } from "../../../src/service/sample/random.ts";
import { apiKey, spaceId } from "../../client/support/clients.ts";
import { LeapingClock } from "./clock.ts";
import type { FaultyServer } from "./faultyServer.ts";

/** Parameters of one export, all determined by its seed. */
export interface Job {
  readonly seed: number;
  readonly version: ApiVersion;
  readonly kind: ItemKind;
  readonly format: "json" | "ndjson";
  readonly lanes: number;
  readonly cursor: "position" | "item";
  readonly lastPage: LastPageSignal;
  readonly pageSize: number;
  readonly rows: number;
  readonly year: number;
  /** Content of a file that already has the final name, and is replaced at the end; undefined: there is none. */
  readonly older: string | undefined;
  /** True if somebody solves what an export cannot go on with, so that it pauses instead of ending. */
  readonly isAttended: boolean;
}

export const laneCounts = [1, 2, 4, 8] as const;

/** @param pages approximate number of pages */
export function jobOf(seed: number, pages: number, fixed: Partial<Job> = {}): Job {
  const random = new Random(seed);
  const one = <T>(list: readonly [T, ...T[]]): T => list[random.below(list.length)] ?? list[0];
  const pageSize = one([11, 17, 25]);
  return {
    seed,
    version: one(apiVersions),
    kind: one(["responses", "responses", "responses", "metadata"]),
    format: one(["json", "ndjson"]),
    lanes: one(laneCounts),
    cursor: one(["position", "item"]),
    lastPage: one(lastPageSignals),
    pageSize,
    rows: rowCount(random, pageSize, pages),
    year: one([1999, 2025, 2061]),
    older: random.chance(0.5) ? "older" : undefined,
    isAttended: random.chance(0.5),
    ...fixed,
  };
}

/** Some surveys have almost no rows, and every fourth has only full pages. */
function rowCount(random: Random, pageSize: number, pages: number): number {
  switch (random.pick([4, 25, 71])) {
    case 0:
      return random.below(3);
    case 1:
      return pageSize * pages;
    default:
      return pageSize * pages - random.below(pageSize);
  }
}

/** Key of the copy of the job's survey. */
export function keyOf({ version }: Job): CopyKey {
  return { space: spaceId, version, surveyId: "S1" };
}

/** Returns the options of the job's export. */
export function exportOptions(job: Job, file: string, client: SurveyClient) {
  const { seed, kind, format, lanes, older } = job;
  return {
    client,
    surveyId: "S1",
    kind,
    file,
    format,
    lanes,
    // With 1, more lanes are used only once they prove to be faster.
    minLanes: seed % 2 === 0 ? 1 : lanes,
    overwrite: older !== undefined,
    toolVersion: "1",
  } satisfies ExportResponsesOptions & { lanes: number; minLanes: number };
}

interface ClientOptions {
  /** True if the client gives up slow answers after a moment. */
  readonly isImpatient?: boolean;
  readonly clock?: LeapingClock;
  readonly log?: SurveyClientOptions["log"];
}

export function clientOf(
  { baseUrl, ca }: Pick<FaultyServer, "baseUrl" | "ca">,
  { version, seed }: Pick<Job, "version" | "seed">,
  { isImpatient = false, clock = new LeapingClock(0, seed), log }: ClientOptions = {},
): SurveyClient {
  return createSurveyClient({
    address: { name: "Faulty", baseUrl, version, ca },
    credentials: async () => ({ spaceId, apiKey }),
    clock,
    log,
    request: {
      maximumBytes: 2_000_000,
      ...(isImpatient && { timeoutSeconds: 0.4, leastRate: { bytes: 100, overSeconds: 0.2 } }),
    },
  });
}

import { SurveyError, type ErrorCode } from "../model/errors.ts";
import { apiVersions, type ApiVersion } from "../model/survey.ts";
import type { DataSpaceAddress } from "./address.ts";
import { createSurveyClient, type SurveyClientOptions } from "./surveyClient.ts";

/** What has to be right for a data space to be read, in the order in which it shows. */
export const connectionStages = ["address", "TLS", "credentials", "version", "first page"] as const;
export type ConnectionStage = (typeof connectionStages)[number];

export type ConnectionOutcome =
  | {
      readonly ok: true;
      /** On the first page. */ readonly surveys: number;
      readonly more: boolean;
    }
  | {
      readonly ok: false;
      readonly error: SurveyError;
      /** What is wrong; the stages after it are not known. */
      readonly failedAt: ConnectionStage;
      /** How many stages are known to be right. */
      readonly known: number;
    };

type ConnectionOptions = Omit<SurveyClientOptions, "address">;

const stageOfCode: Readonly<Partial<Record<ErrorCode, ConnectionStage>>> = {
  "insecure-address": "address",
  "invalid-input": "address",
  unreachable: "address",
  "proxy-sign-in": "address",
  timeout: "address",
  redirect: "address",
  certificate: "TLS",
  "signed-out": "credentials",
  unauthorized: "credentials",
  forbidden: "credentials",
  // Nothing else of a list of surveys could not be found.
  "not-found": "version",
};

/** A service that fails by itself has said nothing of who asks, and of what. */
const silent: ReadonlySet<ErrorCode> = new Set(["server-fault", "rate-limited", "rejected"]);

/** Reads the first page of surveys, once. Rejects only when it is cancelled. */
export async function tryConnection(
  address: DataSpaceAddress,
  options: ConnectionOptions,
  signal?: AbortSignal,
): Promise<ConnectionOutcome> {
  try {
    const request = { ...options.request, attempts: 1 };
    const client = createSurveyClient({ ...options, address, request });
    const page = await client.surveyPage({ signal });
    return { ok: true, surveys: page.items.length, more: page.cursor !== undefined };
  } catch (error) {
    if (!(error instanceof SurveyError) || error.code === "cancelled") {
      throw error;
    }
    const failedAt = stageOfCode[error.code] ?? "first page";
    const known = connectionStages.indexOf(silent.has(error.code) ? "credentials" : failedAt);
    return { ok: false, error, failedAt, known };
  }
}

export interface VersionOutcome {
  readonly version: ApiVersion;
  readonly outcome: ConnectionOutcome;
}

/** Tries the versions, and tells the newest first. Rejects only when it is cancelled. */
export function tryVersions(
  address: Omit<DataSpaceAddress, "version" | "routes">,
  options: ConnectionOptions,
  signal?: AbortSignal,
  versions: readonly ApiVersion[] = apiVersions,
): Promise<VersionOutcome[]> {
  return Promise.all(
    versions.toReversed().map(async (version) => ({
      version,
      outcome: await tryConnection({ ...address, version }, options, signal),
    })),
  );
}

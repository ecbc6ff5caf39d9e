import { SurveyError, type ErrorCode } from "../model/errors.ts";
import { apiVersions, type ApiVersion } from "../model/survey.ts";
import type { DataSpaceAddress } from "./address.ts";
import { createSurveyClient, type SurveyClientOptions } from "./surveyClient.ts";

/** What must be right for a data space to be read, in the order in which it is found out. */
export const connectionStages = ["address", "TLS", "credentials", "version", "first page"] as const;
export type ConnectionStage = (typeof connectionStages)[number];

export type ConnectionOutcome =
  | {
      readonly ok: true;
      /** Number of surveys on the first page. */ readonly surveys: number;
      readonly more: boolean;
    }
  | {
      readonly ok: false;
      readonly error: SurveyError;
      /** The stage that failed; those after it are unknown. */
      readonly failedAt: ConnectionStage;
      /** Number of stages that are known to be right. */
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
  // For a list of surveys, nothing but the path can be missing.
  "not-found": "version",
};

/** Errors of the service itself, which do not tell if the credentials and the version are right. */
const silent: ReadonlySet<ErrorCode> = new Set(["server-fault", "rate-limited", "rejected"]);

/** Reads the first page of surveys, in a single attempt. Rejects only if it is cancelled. */
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
    return { ok: false, error, failedAt, known: knownBefore(error.code, failedAt) };
  }
}

/** Returns the number of stages that are known to be right after a failure. */
function knownBefore(code: ErrorCode, failedAt: ConnectionStage): number {
  // Without credentials, nothing was sent.
  if (code === "signed-out") {
    return 0;
  }
  return connectionStages.indexOf(silent.has(code) ? "credentials" : failedAt);
}

export interface VersionOutcome {
  readonly version: ApiVersion;
  readonly outcome: ConnectionOutcome;
}

/** Tries the versions and returns the outcomes, newest version first. Rejects only if it is cancelled. */
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

import { parseArgs } from "node:util";
import { messageOf, SurveyError } from "../model/errors.ts";
import { sentences } from "../model/localizable.ts";
import { lastPageSignals, type LastPageSignal } from "./dataSpace.ts";

const usage = `Usage: npm run serve -- [--directory DIR] [--port N] [--last-page SIGNAL] [--state DIR] [--json]

  --directory DIR     serve this data space directory; without it, the built-in sample
  --port N            listen on this port; without it, on any that is free
  --last-page SIGNAL  how the last page of a list is signalled: ${lastPageSignals.join(", ")}
  --state DIR         where the certificate authority is kept (or SURVEY_EXPLORER_STATE)
  --json              print one line of JSON when ready, or why not, and end when standard input closes`;

export interface ServiceOptions {
  readonly directory: string | undefined;
  /** 0: any free port. */
  readonly port: number;
  readonly lastPage: LastPageSignal;
  readonly state: string | undefined;
  readonly json: boolean;
}

/** @throws SurveyError "invalid-input" that names the invalid option */
export function parseOptions(args: readonly string[]): ServiceOptions {
  const { directory, port, "last-page": lastPage, state, json } = parse(args);
  return {
    directory: nonEmpty("--directory", directory),
    port: portNumber(port),
    lastPage: lastPageSignal(lastPage),
    state: nonEmpty("--state", state),
    json,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        directory: { type: "string" },
        port: { type: "string", default: "0" },
        "last-page": { type: "string", default: "absent" },
        state: { type: "string" },
        json: { type: "boolean", default: false },
      },
    }).values;
  } catch (cause) {
    throw invalid(messageOf(cause), cause);
  }
}

function nonEmpty(option: string, value: string | undefined): string | undefined {
  if (value?.trim() === "") {
    throw invalid(`${option} needs a folder.`);
  }
  return value;
}

function portNumber(value: string): number {
  if (!/^\d{1,5}$/.test(value) || Number(value) > 65535) {
    throw invalid(`--port needs a number from 0 to 65535, not "${value}".`);
  }
  return Number(value);
}

function lastPageSignal(value: string): LastPageSignal {
  const found = lastPageSignals.find((it) => it === value);
  if (!found) {
    throw invalid(`--last-page takes ${lastPageSignals.join(", ")}, not "${value}".`);
  }
  return found;
}

/** Returns an error for the terminal, in English only. */
function invalid(message: string, cause?: unknown): SurveyError {
  return new SurveyError("invalid-input", sentences(`${message}\n\n${usage}`), { cause });
}

import { basename } from "node:path";
import * as z from "zod";
import * as vscode from "vscode";
import { hasMoreThanPath } from "../../client/address.ts";
import { tryVersions, type VersionOutcome } from "../../client/connection.ts";
import { isUntrusted } from "../../client/failures.ts";
import { orCancelled } from "../../client/waiting.ts";
import { isUnreachable, neededSignIn, type SurveyError } from "../../model/errors.ts";
import { localizable } from "../../model/localizable.ts";
import { apiVersions, type ApiVersion } from "../../model/survey.ts";
import { chooseCertificateFile } from "./certificateFile.ts";
import { readCertificate, type DataSpaces } from "./dataSpaces.ts";
import { errorText } from "../platform/language.ts";
import { plain, type SafeText } from "../platform/plainText.ts";
import { withShortProgress } from "../platform/progress.ts";
import { checkRoutes, dataSpaceSchema } from "../platform/settings.ts";
import { showWarning, t, type PickItem } from "../platform/window.ts";
import { versionItems } from "../connection/connectionCommands.ts";
import {
  askChoice,
  askField,
  askInSteps,
  back,
  start,
  type Frame,
  type Step,
} from "../commands/steps.ts";

const secret = z.string().min(1, "must not be empty");
export const credentialFields = {
  spaceId: secret.refine((it) => !it.includes(":"), localizable("must not contain a colon").text),
  apiKey: secret,
};
export const addDataSpaceArgument = z
  .strictObject({ ...dataSpaceSchema().shape, ...credentialFields })
  .superRefine(checkRoutes);
export type AddDataSpace = z.infer<typeof addDataSpaceArgument>;

export const askSpaceId: Step<{ spaceId: string }> = async (state, frame) =>
  askField(frame, (spaceId) => ({ spaceId }), {
    prompt: t("Space ID (data space settings, Integration, API)"),
    value: state.spaceId,
    validate: (text) => {
      if (text.trim() === "") {
        return t("The Space ID must not be empty");
      }
      return text.includes(":") ? t("A Space ID has no colon") : undefined;
    },
  });

export const askApiKey: Step<{ apiKey: string }> = async (state, frame) =>
  askField(frame, (apiKey) => ({ apiKey }), {
    prompt: t("API key (stored in VS Code's secret storage)"),
    password: true,
    value: state.apiKey,
    validate: (text) => (text.trim() === "" ? t("The API key must not be empty") : undefined),
  });

/** Asks step by step, then tries the connection. After a failure, what was typed is kept for another try. */
export async function askNewDataSpace(dataSpaces: DataSpaces): Promise<AddDataSpace | undefined> {
  const tries = new ConnectionTries(dataSpaces);
  let typed: Partial<AddDataSpace> = {};
  for (;;) {
    const answers = await askInSteps<AddDataSpace>(t("Add Data Space"), typed, [
      askBaseUrl,
      askSpaceId,
      askApiKey,
      (state, frame) => askVersion(state, frame, tries),
      (state, frame) => askName(state, frame, dataSpaces),
    ]);
    if (!answers) {
      return undefined;
    }
    const argument = addDataSpaceArgument.parse(answers);
    const failure = await withShortProgress(t("Connecting to {0}", argument.name), (signal) =>
      tries.failure(argument, signal),
    );
    if (failure === undefined) {
      return argument;
    }
    const change = vscode.l10n.t("Change");
    const addAnyway = vscode.l10n.t("Add Anyway");
    const choice = await showWarning(plain(failure), change, addAnyway);
    if (choice === addAnyway) {
      return argument;
    }
    if (choice !== change) {
      return undefined;
    }
    typed = argument;
  }
}

type Typed = Pick<AddDataSpace, "baseUrl" | "spaceId" | "apiKey" | "caFile">;

/** Tries the versions of the API with the typed address and credentials, and keeps the outcome. */
class ConnectionTries {
  readonly #dataSpaces: DataSpaces;
  #last: { readonly key: string; readonly found: Promise<VersionOutcome[]> } | undefined;
  /** Address that the person chose to add without a check, because no version is available there. */
  uncheckedUrl: string | undefined;

  constructor(dataSpaces: DataSpaces) {
    this.#dataSpaces = dataSpaces;
  }

  /** Forgets the outcome: on the way back, the person may also mend the network or the certificate file. */
  forget(): void {
    this.#last = undefined;
  }

  /** Returns the outcome for each version. Tries the same address and credentials once, until it is forgotten. */
  found(typed: Typed): Promise<VersionOutcome[]> {
    const key = JSON.stringify([typed.baseUrl, typed.spaceId, typed.apiKey, typed.caFile]);
    if (this.#last?.key !== key) {
      this.#last = { key, found: this.#try(typed) };
    }
    return this.#last.found;
  }

  async #try({ baseUrl, spaceId, apiKey, caFile }: Typed): Promise<VersionOutcome[]> {
    const name = new URL(baseUrl).hostname;
    const credentials = async () => ({ spaceId, apiKey });
    const options = { ...this.#dataSpaces.requestOptions(), credentials };
    const ca = caFile === undefined ? {} : { ca: await readCertificate(caFile, name) };
    return tryVersions({ name, baseUrl, ...ca }, options);
  }

  /** Returns what is wrong with the chosen version; `undefined` if nothing is, or the person knows it already. */
  async failure(argument: AddDataSpace, signal: AbortSignal): Promise<string | undefined> {
    const found = await orCancelled(this.found(argument), signal);
    const isTold = commonFault(found) !== undefined && this.uncheckedUrl === argument.baseUrl;
    const outcome = found.find((it) => it.version === argument.version)?.outcome;
    return outcome?.ok === false && !isTold ? errorText(outcome.error) : undefined;
  }
}

/** Kinds of failure, each with its own remedy. */
type Fault = "refused" | "untrusted" | "certificate" | "unreachable";

interface CommonFault {
  readonly why: string;
  readonly fault: Fault;
}

/** Returns why no version is available if all have the same reason: the service is unreachable, or refuses the key. */
function commonFault(found: readonly VersionOutcome[]): CommonFault | undefined {
  const errors = found.flatMap(({ outcome }) => (outcome.ok ? [] : [outcome.error]));
  const [fault, ...others] = new Set(errors.map(faultOf));
  return fault && others.length === 0 && errors.length === found.length && errors[0]
    ? { why: errorText(errors[0]), fault }
    : undefined;
}

function faultOf(error: SurveyError): Fault | undefined {
  if (neededSignIn(error) === "signIn") {
    return "refused";
  }
  if (isUnreachable(error)) {
    return "unreachable";
  }
  if (isUntrusted(error)) {
    return "untrusted";
  }
  return error.code === "certificate" ? "certificate" : undefined;
}

const askBaseUrl: Step<AddDataSpace> = async (state, frame) => {
  const answer = await askField(frame, (it) => ({ baseUrl: it.replace(/\/+$/, "") }), {
    prompt: t("Address of the API, without the version"),
    placeholder: plain("https://api.example.com"),
    value: state.baseUrl,
    validate: (text) => {
      if (!text.trim().startsWith("https://")) {
        return t("The address must begin with https://");
      }
      if (hasMoreThanPath(text.trim())) {
        return t("Enter host, port and path only; Space ID and API key come next");
      }
      return URL.canParse(text.trim()) ? undefined : t("Enter a complete address");
    },
  });
  // A certificate that was chosen before is for another address.
  return typeof answer === "object" && answer.baseUrl !== state.baseUrl
    ? { ...answer, caFile: undefined }
    : answer;
};

interface VersionChoice extends PickItem {
  readonly version?: ApiVersion;
  /** Where to go back to, to correct what was typed. */
  readonly step?: typeof back | typeof start;
  readonly isCertificateMissing?: true;
  readonly isUnchecked?: true;
}

/** Returns remedies for an address or a key that no version accepts, and then the versions, to add without a check. */
function faultItems({ why, fault }: CommonFault): VersionChoice[] {
  return [
    ...mendingItems(fault, plain(why)),
    ...apiVersions.toReversed().map((version) => ({
      label: plain(version),
      version,
      isUnchecked: true as const,
      description: t("Add without a check, in this version"),
    })),
  ];
}

function mendingItems(fault: Fault, detail: SafeText): VersionChoice[] {
  const correctAddress: VersionChoice = { label: t("Correct the address"), step: start };
  switch (fault) {
    case "refused":
      return [{ label: t("Correct the API key"), step: back, detail }];
    case "untrusted":
      return [
        {
          label: t("Choose Certificate File…"),
          detail: t("If the service has a certificate authority of its own: its PEM file"),
          isCertificateMissing: true,
        },
        correctAddress,
      ];
    case "certificate":
    case "unreachable":
      return [{ ...correctAddress, detail }];
  }
}

/** Returns what is wrong with the address or the key in all versions. It is shown in place of the question. */
function faultText(fault: Fault, { baseUrl, caFile }: Pick<Typed, "baseUrl" | "caFile">): SafeText {
  const { host } = new URL(baseUrl);
  switch (fault) {
    case "refused":
      return t("{0} refused the Space ID or API key", host);
    case "untrusted":
      return caFile === undefined
        ? t("The certificate of {0} is not trusted on this machine", host)
        : t("The certificate of {0} is not one of {1}", host, basename(caFile));
    case "certificate":
      return t("The certificate of {0} is not valid", host);
    case "unreachable":
      return t("{0} cannot be reached", host);
  }
}

/** Asks for the version. Shows what each answered as soon as it is known, and proposes the newest that is available. */
const askVersion = async (
  state: Partial<AddDataSpace>,
  frame: Frame,
  tries: ConnectionTries,
  problem?: SafeText,
): ReturnType<Step<AddDataSpace>> => {
  const { baseUrl = "", spaceId = "", apiKey = "", caFile } = state;
  const items: VersionChoice[] = apiVersions
    .toReversed()
    .map((version) => ({ label: plain(version), version }));
  const chosen = await askChoice(items, t("API version"), frame, {
    active: items.find((it) => it.version === state.version),
    later: tries.found({ baseUrl, spaceId, apiKey, caFile }).then((found) => {
      const common = commonFault(found);
      if (common !== undefined) {
        const placeholder = problem ?? faultText(common.fault, { baseUrl, caFile });
        return { items: faultItems(common), active: 0, placeholder };
      }
      const newest = found.findIndex((it) => it.outcome.ok);
      return { items: versionItems(found), active: Math.max(0, newest) };
    }),
  });
  if (chosen === undefined || chosen === back || chosen.version === undefined) {
    tries.forget();
  }
  if (chosen === undefined || chosen === back) {
    return chosen;
  }
  if (chosen.isCertificateMissing) {
    const file = await chooseCertificateFile();
    return file && "problem" in file
      ? askVersion(state, frame, tries, file.problem)
      : askVersion({ ...state, ...file }, frame, tries);
  }
  tries.uncheckedUrl = chosen.isUnchecked ? baseUrl : undefined;
  return chosen.version === undefined ? chosen.step : { version: chosen.version, caFile };
};

const askName = async (
  state: Partial<AddDataSpace>,
  frame: Frame,
  dataSpaces: DataSpaces,
): ReturnType<Step<AddDataSpace>> => {
  const taken = new Set(dataSpaces.list().map((it) => it.name));
  return askField(frame, (name) => ({ name }), {
    prompt: t("Name of the data space in VS Code"),
    value: state.name ?? (state.baseUrl === undefined ? "" : new URL(state.baseUrl).hostname),
    validate: (text) => {
      if (text.trim() === "") {
        return t("The name must not be empty");
      }
      return taken.has(text.trim()) ? t("There is a data space of this name already") : undefined;
    },
  });
};

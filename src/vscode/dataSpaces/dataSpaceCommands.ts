import * as z from "zod";
import * as vscode from "vscode";
import { hasMoreThanPath } from "../../client/address.ts";
import { tryVersions, type VersionOutcome } from "../../client/connection.ts";
import { orCancelled } from "../../client/waiting.ts";
import { isUnreachable } from "../../model/errors.ts";
import { localizable } from "../../model/localizable.ts";
import { apiVersions, type ApiVersion } from "../../model/survey.ts";
import type { CredentialStore } from "../connection/credentials.ts";
import type { DataSpaces } from "./dataSpaces.ts";
import { errorText } from "../platform/language.ts";
import { plain } from "../platform/plainText.ts";
import { checkRoutes, dataSpaceSetting } from "../platform/settings.ts";
import { showInformation, showWarning, t, type PickItem } from "../platform/window.ts";
import type { ResponseTables } from "../responses/responseTables.ts";
import type { Clicked } from "../surveys/node.ts";
import { askRemoteDataSpace } from "../commands/ask.ts";
import { versionItems } from "../connection/connectionCommands.ts";
import { withShortProgress } from "../platform/progress.ts";
import { nextStep, offerNext } from "../commands/nextStep.ts";
import type { Command } from "../commands/registry.ts";
import {
  as,
  askChoice,
  askInSteps,
  askText,
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
const addDataSpaceArgument = z
  .strictObject({ ...dataSpaceSetting().shape, ...credentialFields })
  .superRefine(checkRoutes);
type AddDataSpace = z.infer<typeof addDataSpaceArgument>;

const dataSpaceArgument = z.strictObject({ dataSpace: z.string() });
type DataSpaceArgument = z.infer<typeof dataSpaceArgument>;

export interface DataSpaceParts {
  readonly dataSpaces: DataSpaces;
  readonly credentials: CredentialStore;
  readonly tables: ResponseTables;
}

export function addDataSpaceCommand(
  parts: DataSpaceParts,
): Command<AddDataSpace, { name: string }> {
  return {
    argument: addDataSpaceArgument,
    ask: () => askNewDataSpace(parts.dataSpaces),
    async run({ spaceId, apiKey, ...setting }) {
      await parts.dataSpaces.add(setting, () =>
        parts.credentials.set(setting, { spaceId, apiKey }),
      );
      return { name: setting.name };
    },
    async notify() {
      await vscode.commands.executeCommand("surveyExplorer.surveys.focus");
    },
  };
}

/** A data space that is not served by this machine. */
async function askRemote(
  { dataSpaces }: DataSpaceParts,
  clicked: Clicked | undefined,
): Promise<DataSpaceArgument | undefined> {
  const dataSpace = await askRemoteDataSpace(dataSpaces, clicked);
  return dataSpace === undefined ? undefined : { dataSpace };
}

export function removeDataSpaceCommand(
  parts: DataSpaceParts,
): Command<DataSpaceArgument, undefined> {
  // What undo needs, kept for as long as the message that offers it.
  let removed: (() => Promise<void>) | undefined;
  return {
    argument: dataSpaceArgument,
    ask: (clicked) => askRemote(parts, clicked),
    async run({ dataSpace }) {
      const setting = parts.dataSpaces.setting(dataSpace);
      const credentials = await parts.credentials.get(setting);
      const proxyCredentials = await parts.credentials.getProxy(setting);
      const index = await parts.dataSpaces.entries.remove(dataSpace);
      await parts.credentials.delete(setting);
      // What people have answered does not stay behind.
      await parts.tables.tidy();
      removed = async () => {
        if (credentials) {
          await parts.credentials.set(setting, credentials);
        }
        if (proxyCredentials) {
          await parts.credentials.setProxy(setting, proxyCredentials);
        }
        await parts.dataSpaces.entries.restore(setting, index);
      };
      return undefined;
    },
    async notify(_result, { dataSpace }) {
      const restore = removed;
      const undo = vscode.l10n.t("Undo");
      const choice = await showInformation(
        t('The data space "{0}" and its key were removed from VS Code.', dataSpace),
        undo,
      );
      if (choice === undo) {
        await restore?.();
      }
    },
  };
}

export function signOutCommand(parts: DataSpaceParts): Command<DataSpaceArgument, undefined> {
  return {
    argument: dataSpaceArgument,
    ask: async (clicked) => {
      const chosen = await askRemote(parts, clicked);
      return chosen && !(await parts.dataSpaces.isSignedIn(chosen.dataSpace))
        ? offerNext(
            t('You are not signed in to "{0}".', chosen.dataSpace),
            nextStep(t("Sign In…"), "signIn"),
          )
        : chosen;
    },
    async run({ dataSpace }) {
      await parts.credentials.delete(parts.dataSpaces.setting(dataSpace));
      await parts.tables.tidy();
      return undefined;
    },
  };
}

export const askSpaceId: Step<{ spaceId: string }> = async (state, frame) =>
  as(
    "spaceId",
    await askText(
      {
        prompt: t("Space ID (data space settings, Integration, API)"),
        value: state.spaceId,
        validate: (text) => {
          if (text.trim() === "") {
            return t("The Space ID must not be empty");
          }
          return text.includes(":") ? t("A Space ID has no colon") : undefined;
        },
      },
      frame,
    ),
    (it) => it,
  );

export const askApiKey: Step<{ apiKey: string }> = async (_state, frame) =>
  as(
    "apiKey",
    await askText(
      {
        prompt: t("API key (stored in VS Code's secret storage)"),
        password: true,
        validate: (text) => (text.trim() === "" ? t("The API key must not be empty") : undefined),
      },
      frame,
    ),
    (it) => it,
  );

/** Asks step by step and tries the connection; on failure, what was typed is kept for another try. */
async function askNewDataSpace(dataSpaces: DataSpaces): Promise<AddDataSpace | undefined> {
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
    const { apiKey, ...kept } = argument;
    typed = kept;
  }
}

type Typed = Pick<AddDataSpace, "baseUrl" | "spaceId" | "apiKey">;

/** What the versions of the API answered to what was typed. */
class ConnectionTries {
  readonly #dataSpaces: DataSpaces;
  #last: { readonly key: string; readonly found: Promise<VersionOutcome[]> } | undefined;
  /** The address that a person wants to add although nobody answers there. */
  uncheckedUrl: string | undefined;

  constructor(dataSpaces: DataSpaces) {
    this.#dataSpaces = dataSpaces;
  }

  /** Asked once for the same address and credentials. */
  found({ baseUrl, spaceId, apiKey }: Typed): Promise<VersionOutcome[]> {
    const key = JSON.stringify([baseUrl, spaceId, apiKey]);
    if (this.#last?.key !== key) {
      const name = new URL(baseUrl).hostname;
      const credentials = async () => ({ spaceId, apiKey });
      const options = { ...this.#dataSpaces.requestOptions(), credentials };
      this.#last = { key, found: tryVersions({ name, baseUrl }, options) };
    }
    return this.#last.found;
  }

  /** What is wrong with the version chosen, if anything that the person does not know. */
  async failure(argument: AddDataSpace, signal: AbortSignal): Promise<string | undefined> {
    const found = await orCancelled(this.found(argument), signal);
    const isTold = unreachable(found) !== undefined && this.uncheckedUrl === argument.baseUrl;
    const outcome = found.find((it) => it.version === argument.version)?.outcome;
    return outcome?.ok === false && !isTold ? errorText(outcome.error) : undefined;
  }
}

/** Why no version says anything, where that is for all the same: nobody is there. */
function unreachable(found: readonly VersionOutcome[]): string | undefined {
  const errors = found.flatMap(({ outcome }) => (outcome.ok ? [] : [outcome.error]));
  return errors.every(isUnreachable) && errors.length === found.length && errors[0]
    ? errorText(errors[0])
    : undefined;
}

const askBaseUrl: Step<AddDataSpace> = async (state, frame) =>
  as<AddDataSpace, "baseUrl", string>(
    "baseUrl",
    await askText(
      {
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
      },
      frame,
    ),
    (it) => it.replace(/\/+$/, ""),
  );

interface VersionChoice extends PickItem {
  /** Absent: the address is to be corrected. */
  readonly version?: ApiVersion;
  readonly isUnchecked?: true;
}

/** What to do about an address at which nobody answers: that matters more than what no version can say. */
function unreachableItems(why: string): VersionChoice[] {
  return [
    { label: t("Correct the address"), detail: plain(why) },
    ...apiVersions.toReversed().map((version) => ({
      label: plain(version),
      version,
      isUnchecked: true as const,
      description: t("Add without a check, in this version"),
    })),
  ];
}

/** The versions, with what each answered as soon as that is known; the newest that answers is proposed. */
const askVersion = async (
  state: Partial<AddDataSpace>,
  frame: Frame,
  tries: ConnectionTries,
): ReturnType<Step<AddDataSpace>> => {
  const { baseUrl = "", spaceId = "", apiKey = "" } = state;
  const items: VersionChoice[] = apiVersions
    .toReversed()
    .map((version) => ({ label: plain(version), version }));
  const chosen = await askChoice(items, t("API version"), frame, {
    active: items.find((it) => it.version === state.version),
    later: tries.found({ baseUrl, spaceId, apiKey }).then((found) => {
      const why = unreachable(found);
      if (why !== undefined) {
        const placeholder = t("{0} cannot be reached", new URL(baseUrl).host);
        return { items: unreachableItems(why), active: 0, placeholder };
      }
      const newest = found.findIndex((it) => it.outcome.ok);
      return { items: versionItems(found), active: Math.max(0, newest) };
    }),
  });
  if (chosen === undefined || chosen === back) {
    return chosen;
  }
  tries.uncheckedUrl = chosen.isUnchecked ? baseUrl : undefined;
  return chosen.version === undefined ? start : { version: chosen.version };
};

const askName = async (
  state: Partial<AddDataSpace>,
  frame: Frame,
  dataSpaces: DataSpaces,
): ReturnType<Step<AddDataSpace>> => {
  const taken = new Set(dataSpaces.list().map((it) => it.name));
  return as<AddDataSpace, "name", string>(
    "name",
    await askText(
      {
        prompt: t("Name of the data space in VS Code"),
        value: state.name ?? (state.baseUrl === undefined ? "" : new URL(state.baseUrl).hostname),
        validate: (text) => {
          if (text.trim() === "") {
            return t("The name must not be empty");
          }
          return taken.has(text.trim())
            ? t("There is a data space of this name already")
            : undefined;
        },
      },
      frame,
    ),
    (it) => it,
  );
};

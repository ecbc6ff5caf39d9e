import { readFile } from "node:fs/promises";
import * as vscode from "vscode";
import type { SurveyClient, SurveyClientOptions } from "../../client/surveyClient.ts";
import { invalidInput, SurveyError } from "../../model/errors.ts";
import { localizable } from "../../model/localizable.ts";
import type { ApiVersion } from "../../model/survey.ts";
import type { AnswerFiles } from "../../store/answerFiles.ts";
import { copySpaceOf } from "../../copy/copySpace.ts";
import {
  haveSameSecrets,
  type CredentialStore,
  type Credentials,
} from "../connection/credentials.ts";
import { nameTaken, type DataSpaceEntries } from "./dataSpaceEntries.ts";
import { DisposableStore } from "../platform/disposables.ts";
import type { LocalDataSpaces } from "./localDataSpaces.ts";
import { loaded } from "../platform/loaded.ts";
import { logRequest } from "../platform/log.ts";
import {
  dataSpacesSettingId,
  readDataSpaces,
  readPreferences,
  type DataSpaceSetting,
} from "../platform/settings.ts";

/** A data space as views show it. */
export interface DataSpace {
  readonly name: string;
  readonly version: ApiVersion;
  /** Address in the settings; `undefined` for local data spaces. */
  readonly baseUrl?: string | undefined;
  readonly local: boolean;
}

/** A survey that a service has just sent. */
export interface ReadSurvey {
  readonly client: SurveyClient;
  readonly bytes: Uint8Array;
}

/** All data spaces, those of the settings and the local ones, and a client for each. */
export class DataSpaces implements vscode.Disposable {
  readonly #store = new DisposableStore();
  readonly #credentials: CredentialStore;
  readonly #local: LocalDataSpaces;
  readonly #answers: AnswerFiles;
  readonly #log: vscode.LogOutputChannel;
  readonly #changed = this.#store.add(new vscode.EventEmitter<void>());
  readonly #answered = this.#store.add(new vscode.EventEmitter<string>());
  readonly #surveyRead = this.#store.add(new vscode.EventEmitter<ReadSurvey>());
  readonly #clients = new Map<string, { readonly key: string; readonly client: SurveyClient }>();

  readonly onDidChange = this.#changed.event;
  /** Fires with the name of a data space when its service has answered a request. */
  readonly onDidAnswer = this.#answered.event;
  readonly onDidReadSurvey = this.#surveyRead.event;
  /** The data spaces of the settings. */
  readonly entries: DataSpaceEntries;

  constructor(
    credentials: CredentialStore,
    local: LocalDataSpaces,
    entries: DataSpaceEntries,
    answers: AnswerFiles,
    log: vscode.LogOutputChannel,
  ) {
    this.#answers = answers;
    this.entries = entries;
    this.#credentials = credentials;
    this.#local = local;
    this.#log = log;
    this.#store.add(
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration(dataSpacesSettingId)) {
          this.#changed.fire();
        } else if (event.affectsConfiguration("surveyExplorer.request")) {
          this.#clients.clear();
        }
      }),
    );
    this.#store.add(local.onDidChange(() => this.#changed.fire()));
    this.#store.add(credentials.onDidChange(() => this.#changed.fire()));
  }

  list(): DataSpace[] {
    const configured = readDataSpaces().dataSpaces.map((it): DataSpace => {
      const { name, version, baseUrl } = it;
      return { name, version, baseUrl, local: false };
    });
    const names = new Set(configured.map((it) => it.name));
    const local = this.#local
      .names()
      .filter((name) => !names.has(name))
      .map((name): DataSpace => ({ name, version: this.#local.version(name), local: true }));
    return [...configured, ...local];
  }

  get(name: string): DataSpace {
    const found = this.list().find((it) => it.name === name);
    if (!found) {
      throw unknownDataSpace(name, this.list());
    }
    return found;
  }

  /** Returns the data space's entry in the settings. @throws SurveyError "invalid-input" if it is local */
  setting(name: string): DataSpaceSetting {
    const found = readDataSpaces().dataSpaces.find((it) => it.name === name);
    if (!found) {
      if (this.#local.names().includes(name)) {
        throw invalidInput(
          '"{0}" is a local data space and needs no sign-in. To stop it, run "Stop Local Data Space".',
          name,
        );
      }
      throw unknownDataSpace(name, this.list());
    }
    return found;
  }

  /**
   * Returns the entry in the settings for which a person was asked for a secret, as it is now.
   * @throws SurveyError "invalid-input" if the secret would go to another address than the person was asked for
   */
  sameSetting(asked: DataSpaceSetting): DataSpaceSetting {
    const now = this.setting(asked.name);
    if (!haveSameSecrets(asked, now)) {
      throw invalidInput(
        'The address of the data space "{0}" was changed in the settings meanwhile, so what you typed was not stored. Sign in again.',
        asked.name,
      );
    }
    return now;
  }

  /**
   * Adds a data space to the settings.
   * @param before called when the name is known to be free, before anything shows the data space
   * @throws SurveyError "invalid-input" if the name is taken
   */
  async add(setting: DataSpaceSetting, before: () => Promise<void>): Promise<void> {
    if (this.list().some((it) => it.name === setting.name)) {
      throw nameTaken(setting.name);
    }
    await this.entries.add(setting, before);
  }

  /** Switches the data space to another version of the API. */
  async setVersion(name: string, version: ApiVersion): Promise<void> {
    if (this.get(name).local) {
      await this.#local.setVersion(name, version);
    } else {
      await this.entries.setVersion(this.setting(name).name, version);
    }
  }

  /** Returns false for a data space that is gone: an export that waits for a sign-in would otherwise try again at once. */
  async isSignedIn(name: string): Promise<boolean> {
    const setting = readDataSpaces().dataSpaces.find((it) => it.name === name);
    return setting === undefined
      ? this.#local.names().includes(name)
      : (await this.#credentials.get(setting)) !== undefined;
  }

  /** Returns true if there is such a data space, or an entry of that name in the settings that a person has yet to correct. */
  isKnown(name: string): boolean {
    const { problems } = readDataSpaces();
    return [...this.list(), ...problems].some((it) => it.name === name);
  }

  /** Returns the origin of the address if the data space is signed in to or, for a local one, is running. */
  async reachableOrigin(name: string): Promise<string | undefined> {
    const found = this.list().find((it) => it.name === name);
    const baseUrl = found?.local === true ? await this.#local.runningAt(name) : found?.baseUrl;
    const isReachable = baseUrl !== undefined && (await this.isSignedIn(name));
    return isReachable ? new URL(baseUrl).origin : undefined;
  }

  /** Returns the client of the data space, which is the same one until the data space's settings change. */
  async client(name: string): Promise<SurveyClient> {
    const { createSurveyClient } = await clientPart();
    const options = await this.connection(name);
    const key = JSON.stringify([options.address, options.request]);
    const known = this.#clients.get(name);
    if (known?.key === key) {
      return known.client;
    }
    const client: SurveyClient = createSurveyClient({
      ...options,
      findStoredAnswer: async (request) =>
        this.#answers.find((await copySpaceOf(client)).space, request),
    });
    this.#clients.set(name, { key, client });
    return client;
  }

  /**
   * Returns a client for this version of the API, whichever version the data space is set to. Routes in the settings apply
   * only to the version in the settings; another version is asked at its default paths.
   */
  async clientIn(name: string, version: ApiVersion): Promise<SurveyClient> {
    const client = await this.client(name);
    if (client.version === version) {
      return client;
    }
    const { createSurveyClient } = await clientPart();
    const { address, ...options } = await this.connection(name);
    return createSurveyClient({ ...options, address: { ...address, version, routes: undefined } });
  }

  /** Returns a client that sends one request at a time, and whose answers do not fire `onDidAnswer`. */
  async backgroundClient(name: string): Promise<SurveyClient> {
    const { createSurveyClient } = await clientPart();
    const { request, ...options } = await this.connection(name);
    return createSurveyClient({
      ...options,
      request: { ...request, concurrency: 1 },
      log: (entry) => logRequest(this.#log, entry),
    });
  }

  /** Returns the options for creating a client of the data space. */
  async connection(name: string): Promise<SurveyClientOptions> {
    const connection = this.get(name).local
      ? await this.#localAddress(name)
      : await this.#configuredAddress(this.setting(name));
    const onSurvey: SurveyClientOptions["onSurvey"] = (client, bytes) =>
      this.#surveyRead.fire({ client, bytes });
    return { ...connection, ...this.requestOptions(), onSurvey };
  }

  /** Returns how requests to any data space are sent and logged. */
  requestOptions(): Pick<SurveyClientOptions, "request" | "log"> {
    const { request } = readPreferences();
    return {
      request: {
        timeoutSeconds: request.timeout,
        attempts: request.retries + 1,
        concurrency: request.concurrency,
      },
      log: (entry) => {
        logRequest(this.#log, entry);
        if (entry.error === undefined) {
          this.#answered.fire(entry.dataSpace);
        }
      },
    };
  }

  dispose(): void {
    this.#store.dispose();
  }

  async #configuredAddress(setting: DataSpaceSetting) {
    const { caFile, ...address } = setting;
    const ca = caFile === undefined ? undefined : await readCertificate(caFile, setting.name);
    return {
      address: { ...address, ...(ca === undefined ? {} : { ca }) },
      credentials: () => this.#credentials.get(setting),
      proxyCredentials: () => this.#credentials.getProxy(setting),
    };
  }

  async #localAddress(name: string) {
    const { baseUrl, caFile, spaceId, apiKey } = await this.#local.address(name);
    const credentials: Credentials = { spaceId, apiKey };
    return {
      address: {
        name,
        baseUrl,
        version: this.#local.version(name),
        ca: await readCertificate(caFile, name),
      },
      credentials: async () => credentials,
    };
  }
}

function unknownDataSpace(name: string, known: readonly DataSpace[]): SurveyError {
  const names = known.map((it) => `"${it.name}"`).join(", ");
  return new SurveyError(
    "unknown-data-space",
    known.length > 0
      ? localizable('There is no data space "{0}". Data spaces: {1}.', name, names)
      : localizable(
          'There is no data space "{0}". Add one with "Survey Explorer: Add Data Space".',
          name,
        ),
  );
}

function clientPart() {
  return loaded(import("../../client/surveyClient.ts"));
}

export async function readCertificate(file: string, dataSpace: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    throw new SurveyError(
      "certificate",
      localizable(
        'The certificate file of the data space "{0}", {1}, cannot be read. Check its path in the setting surveyExplorer.dataSpaces.',
        dataSpace,
        file,
      ),
      { cause: error },
    );
  }
}

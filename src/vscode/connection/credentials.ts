import * as z from "zod";
import type * as vscode from "vscode";
import type { ProxyCredentials } from "../../client/proxyTunnel.ts";
import { parseJsonText } from "../../model/jsonText.ts";
import { lazy } from "../../model/lazy.ts";
import { StoredList } from "../platform/storedList.ts";

const credentials = lazy(() =>
  z.strictObject({ spaceId: z.string().min(1), apiKey: z.string().min(1) }),
);
export type Credentials = z.infer<ReturnType<typeof credentials>>;

const proxyCredentials = lazy(() => z.strictObject({ user: z.string(), password: z.string() }));

/** What a secret belongs to. If the host or port changes, the same name does not find it. */
export interface CredentialOwner {
  readonly name: string;
  readonly baseUrl: string;
  readonly proxy?: string | undefined;
}

const notedKey = lazy(() =>
  z.strictObject({
    key: z.string(),
    dataSpace: z.string(),
    /** Epoch milliseconds; `undefined` while the settings have the data space. */
    goneAt: z.number().optional(),
  }),
);
export type NotedKey = z.infer<ReturnType<typeof notedKey>>;

/** Returns the keys of stored secrets, in VS Code's global state, because VS Code cannot list them. */
export function notedKeys(state: vscode.Memento): StoredList<NotedKey> {
  return new StoredList(state, "secretKeys", notedKey);
}

/** Space ID and API key of each data space and the credentials of its proxy, only in VS Code's secret storage. */
export class CredentialStore {
  readonly #secrets: vscode.SecretStorage;
  readonly #noted: StoredList<NotedKey>;
  readonly onDidChange: vscode.Event<vscode.SecretStorageChangeEvent>;

  constructor(secrets: vscode.SecretStorage, state: vscode.Memento) {
    this.#secrets = secrets;
    this.#noted = notedKeys(state);
    this.onDidChange = secrets.onDidChange;
  }

  get(owner: CredentialOwner): Promise<Credentials | undefined> {
    return this.#read(keyOf(owner), credentials());
  }

  async set(owner: CredentialOwner, value: Credentials): Promise<void> {
    await this.#store(keyOf(owner), owner, value);
  }

  async getProxy(owner: CredentialOwner): Promise<ProxyCredentials | undefined> {
    const key = proxyKeyOf(owner);
    return key === undefined ? undefined : this.#read(key, proxyCredentials());
  }

  async setProxy(owner: CredentialOwner, value: ProxyCredentials): Promise<void> {
    const key = proxyKeyOf(owner);
    if (key !== undefined) {
      await this.#store(key, owner, value);
    }
  }

  /** Deletes the credentials of the proxy, too. */
  async delete(owner: CredentialOwner): Promise<void> {
    const proxyKey = proxyKeyOf(owner);
    await this.#secrets.delete(keyOf(owner));
    if (proxyKey !== undefined) {
      await this.#secrets.delete(proxyKey);
    }
  }

  /** Notes the key first: the data space may be renamed in the settings before the next start. */
  async #store(key: string, { name }: CredentialOwner, value: object): Promise<void> {
    const noted = this.#noted.list();
    if (!noted.some((it) => it.key === key)) {
      await this.#noted.set([...noted, { key, dataSpace: name }]);
    }
    await this.#secrets.store(key, JSON.stringify(value));
  }

  async #read<T>(key: string, schema: z.ZodType<T>): Promise<T | undefined> {
    const stored = await this.#secrets.get(key);
    return stored === undefined ? undefined : schema.safeParse(parseJsonText(stored)).data;
  }
}

/** Returns true if both have the same secrets, because neither the name nor a host or port differs. */
export function haveSameSecrets(a: CredentialOwner, b: CredentialOwner): boolean {
  return keyOf(a) === keyOf(b) && proxyKeyOf(a) === proxyKeyOf(b);
}

/** Returns the keys under which secrets of the owner may be stored. */
export function secretKeysOf(owner: CredentialOwner): string[] {
  return [keyOf(owner), proxyKeyOf(owner)].filter((it) => it !== undefined);
}

function keyOf(owner: CredentialOwner): string {
  return JSON.stringify(["credentials", owner.name, new URL(owner.baseUrl).origin]);
}

function proxyKeyOf({ name, proxy }: CredentialOwner): string | undefined {
  return proxy === undefined ? undefined : JSON.stringify(["proxy", name, new URL(proxy).origin]);
}

import * as z from "zod";
import type * as vscode from "vscode";
import { parseJsonText } from "../platform/json.ts";
import { once } from "../../model/once.ts";

const credentials = once(() =>
  z.strictObject({ spaceId: z.string().min(1), apiKey: z.string().min(1) }),
);
export type Credentials = z.infer<ReturnType<typeof credentials>>;

/** What a secret belongs to: with another address, the same name finds none. */
export interface CredentialOwner {
  readonly name: string;
  readonly baseUrl: string;
}

/** Space ID and API key of each data space, in VS Code's secret storage and nowhere else. */
export class CredentialStore {
  readonly #secrets: vscode.SecretStorage;
  readonly onDidChange: vscode.Event<vscode.SecretStorageChangeEvent>;

  constructor(secrets: vscode.SecretStorage) {
    this.#secrets = secrets;
    this.onDidChange = secrets.onDidChange;
  }

  async get(owner: CredentialOwner): Promise<Credentials | undefined> {
    const stored = await this.#secrets.get(keyOf(owner));
    if (stored === undefined) {
      return undefined;
    }
    const result = credentials().safeParse(parseJsonText(stored));
    return result.success ? result.data : undefined;
  }

  async set(owner: CredentialOwner, value: Credentials): Promise<void> {
    await this.#secrets.store(keyOf(owner), JSON.stringify(value));
  }

  async delete(owner: CredentialOwner): Promise<void> {
    await this.#secrets.delete(keyOf(owner));
  }
}

function keyOf(owner: CredentialOwner): string {
  return JSON.stringify(["credentials", owner.name, new URL(owner.baseUrl).origin]);
}

import assert from "node:assert/strict";
import { CredentialStore } from "../../../src/vscode/connection/credentials.ts";
import { tidySecrets } from "../../../src/vscode/connection/tidySecrets.ts";
import { memento } from "../../support/memento.ts";

const day = 24 * 3600 * 1000;
const acme = { name: "Acme", baseUrl: "https://acme.example", version: "v3" } as const;
const renamed = { ...acme, name: "Acme research" };
const credentials = { spaceId: "space", apiKey: "key" };

describe("secrets of data spaces that the settings do not have any more", () => {
  let secrets: Map<string, string>;
  let start: (
    at: number,
    dataSpaces: readonly (typeof renamed)[],
    problem?: string,
  ) => Promise<void>;
  let store: CredentialStore;

  beforeEach(async () => {
    secrets = new Map();
    const storage = {
      onDidChange: () => ({ dispose: () => undefined }),
      keys: async () => [...secrets.keys()],
      get: async (key: string) => secrets.get(key),
      store: async (key: string, value: string) => void secrets.set(key, value),
      delete: async (key: string) => void secrets.delete(key),
    };
    const state = memento();
    start = (at, dataSpaces, problem) => {
      const problems = problem === undefined ? [] : [{ name: problem, message: "mistyped" }];
      return tidySecrets(storage, state, { dataSpaces, problems }, at * day);
    };
    store = new CredentialStore(storage, state);
    await store.set(acme, credentials);
    await start(0, [acme]);
  });

  it("are deleted if they are missing at every start for 30 days", async () => {
    await store.set(renamed, credentials);
    for (const at of [1, 30]) {
      await start(at, [renamed]);
      assert.deepEqual(await store.get(acme), credentials);
    }
    await start(31, [renamed]);
    assert.equal(await store.get(acme), undefined);
    assert.deepEqual(await store.get(renamed), credentials);
  });

  it("are deleted, too, if the data space was added and renamed between two starts", async () => {
    const added = { ...acme, name: "Added" };
    await store.set(added, credentials);
    await start(1, [acme]);
    assert.deepEqual(await store.get(added), credentials);
    await start(31, [acme]);
    assert.equal(await store.get(added), undefined);
  });

  it("stay if the data space comes back in between, or is only mistyped", async () => {
    await start(1, []);
    await start(20, [acme]);
    await start(40, []);
    await start(60, [], "Acme");
    await start(80, [renamed]);
    assert.deepEqual(await store.get(acme), credentials);
  });

  it("are told apart from those that stay when only the proxy changes", async () => {
    const proxied = { ...acme, proxy: "http://proxy.example:1" };
    await store.setProxy(proxied, { user: "user", password: "password" });
    await start(1, [proxied]);
    await start(2, [acme]);
    await start(40, [acme]);
    assert.equal(await store.getProxy(proxied), undefined);
    assert.deepEqual(await store.get(acme), credentials);
  });
});

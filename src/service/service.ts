import { randomBytes } from "node:crypto";
import { openTemporaryStore, type SurveyStore } from "../store/sqlite.ts";
import { ensureIdentity } from "./certificates/identity.ts";
import { StateFolder } from "./certificates/state.ts";
import { createApp } from "./http/app.ts";
import { listen } from "./http/server.ts";
import { loadDirectory, type LoadedDataSpace } from "./load/directory.ts";
import type { ServiceOptions } from "./options.ts";
import { loadSample } from "./sample/sample.ts";

const day = 24 * 60 * 60 * 1000;

/** A running local data space. */
export interface Service {
  readonly label: string;
  readonly baseUrl: string;
  /** Path of the PEM file with the certificate to trust. */
  readonly caFile: string;
  readonly spaceId: string;
  readonly apiKey: string;
  close(): Promise<void>;
}

/**
 * Loads the data space and starts the server.
 * @throws SurveyError if the directory, the state folder or the port cannot be used
 */
export async function startService(
  options: ServiceOptions,
  onFault: (fault: Error) => void,
): Promise<Service> {
  const store = openTemporaryStore();
  const state = await StateFolder.open(options.state);
  const [loaded, urlKey, identity] = await Promise.all([
    load(options.directory, store, state),
    keptKey(state, "response-urls.key"),
    ensureIdentity(state, new Date()),
  ]);
  await store.finish();
  const app = createApp({
    dataSpace: { ...loaded, store, urlKey },
    lastPage: options.lastPage,
    onFault,
  });
  const server = await listen(app, identity, options.port);
  const renewal = setInterval(() => {
    ensureIdentity(state, new Date()).then((it) => server.renew(it), onFault);
  }, day).unref();
  return {
    label: loaded.label,
    baseUrl: server.baseUrl,
    caFile: identity.authorityFile,
    spaceId: loaded.spaceId,
    apiKey: loaded.apiKey,
    close: async () => {
      clearInterval(renewal);
      await server.close();
      await store.close();
    },
  };
}

async function load(
  directory: string | undefined,
  store: SurveyStore,
  state: StateFolder,
): Promise<LoadedDataSpace> {
  return directory === undefined
    ? { ...(await loadSample(store)), apiKey: await keptKey(state, "sample.key") }
    : loadDirectory(directory, store);
}

// Kept between starts, so that the API key of a data space on a fixed port and the signatures of URLs stay valid.
async function keptKey(state: StateFolder, name: string): Promise<string> {
  const kept = async () => {
    const text = await state.read(name);
    return text !== undefined && /^[\w-]{43}$/.test(text) ? text : undefined;
  };
  return (
    (await kept()) ??
    state.exclusively(async () => {
      const found = await kept();
      if (found !== undefined) {
        return found;
      }
      const made = randomBytes(32).toString("base64url");
      await state.write(name, made);
      return made;
    })
  );
}

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { startExtensionFiles } from "../../../scripts/host/greeter.ts";
import type { VsCodeServer } from "../../../scripts/host/server.ts";
import type { ApiVersion } from "../../../src/model/survey.ts";
import type { TestServer } from "../../client/support/testServer.ts";
import { temporaryFolder } from "../../support/folders.ts";
import { startWindowServer } from "./windowServer.ts";

/** A VS Code server with a data space at a service of the tests, which ends with it. */
export interface ServedSpace extends AsyncDisposable {
  readonly server: VsCodeServer;
  /** Has the service's certificate; and room for exports. */
  readonly folder: string;
}

interface SpaceChoices {
  readonly version?: ApiVersion;
  readonly credentials?: { readonly spaceId: string; readonly apiKey: string };
}

export async function serveSpace(
  name: string,
  service: TestServer,
  { version = "v3", credentials = { spaceId: "space", apiKey: "key" } }: SpaceChoices = {},
): Promise<ServedSpace> {
  const folder = await temporaryFolder();
  const caFile = join(folder.path, "ca.pem");
  await writeFile(caFile, service.ca);
  const access = { baseUrl: service.baseUrl, caFile, ...credentials };
  const server = await startWindowServer({
    files: await startExtensionFiles(name, access, version),
  });
  return {
    server,
    folder: folder.path,
    async [Symbol.asyncDispose]() {
      await server.stop();
      await service[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

import { readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { DataSpaceAccess } from "../../../scripts/host/data-space.ts";
import { dataSpaceFile, startExtensionFiles } from "../../../scripts/host/greeter.ts";
import type { VsCodeServer } from "../../../scripts/host/server.ts";
import { eventually } from "./eventually.ts";
import { cleanup, sampleAccess } from "./host.ts";
import { startWindowServer } from "./windowServer.ts";
import { Workbench } from "./workbench.ts";

let started: Promise<VsCodeServer> | undefined;

/**
 * Returns a VS Code server whose windows get this data space, in exchange for the one before: starting a server and a window
 * for each takes longer than most tests.
 */
export async function guestServer(
  name: string,
  access: DataSpaceAccess,
  version = "v3",
): Promise<VsCodeServer> {
  if (started === undefined) {
    started = start(name, access, version);
    return started;
  }
  const server = await started;
  for (const [path, text] of Object.entries(dataSpaceFile(name, access, version))) {
    const file = join(dirname(server.folder), path);
    await writeFile(`${file}.new`, text, { mode: 0o600 });
    await rename(`${file}.new`, file);
  }
  return server;
}

/** Returns a window that tests share, with this data space alone. The name is one that no other test file uses. */
export async function openDataSpace(
  name: string,
  access: DataSpaceAccess,
  version = "v3",
): Promise<Workbench> {
  const server = await guestServer(name, access, version);
  const workbench = await Workbench.shared({ server });
  for (const [path, text] of Object.entries(dataSpaceFile(name, access, version))) {
    const connected = join(dirname(server.folder), dirname(path), "connected.json");
    await eventually(`the data space ${name}`, async () => {
      const found = await readFile(connected, "utf8").catch(() => "");
      return found === text;
    });
  }
  await workbench.runCommand("Notifications: Clear All Notifications");
  return workbench;
}

async function start(
  name: string,
  access: DataSpaceAccess,
  version: string,
): Promise<VsCodeServer> {
  const server = await startWindowServer({
    files: await startExtensionFiles(name, access, version),
    // The certificate of the sample is trusted here, as one that the machine trusts.
    environment: { NODE_EXTRA_CA_CERTS: (await sampleAccess()).caFile },
  });
  cleanup.add(server.stop);
  return server;
}

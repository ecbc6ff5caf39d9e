import { fewBuiltins } from "../../../scripts/host/builtins.ts";
import { currentRelease, provisionVsCode } from "../../../scripts/host/provision.ts";
import {
  startServer,
  type ServerOptions,
  type Settings,
  type VsCodeServer,
} from "../../../scripts/host/server.ts";

/** A restored panel takes the focus when it has loaded; on a busy machine that is long after a test opened a list. */
const settings: Settings = { "workbench.quickOpen.closeOnFocusLost": false };

/** Starts VS Code with few built-in extensions, for tests of what its windows show. */
export async function startWindowServer(options: ServerOptions = {}): Promise<VsCodeServer> {
  const installation = await provisionVsCode(currentRelease, console.log);
  return startServer(installation, {
    builtins: fewBuiltins,
    ...options,
    settings: { ...settings, ...options.settings },
  });
}

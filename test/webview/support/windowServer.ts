import { fewBuiltins } from "../../../scripts/host/builtins.ts";
import { currentRelease, provisionVsCode } from "../../../scripts/host/provision.ts";
import {
  startServer,
  type ServerOptions,
  type Settings,
  type VsCodeServer,
} from "../../../scripts/host/server.ts";

/** A panel that a window restores takes the focus when it has loaded: on a busy machine that is long after a test opened a list. */
const settings: Settings = { "workbench.quickOpen.closeOnFocusLost": false };

/** Windows for what is seen in them; the suite inside VS Code runs beside all that starts with one. */
export async function startWindowServer(options: ServerOptions = {}): Promise<VsCodeServer> {
  const installation = await provisionVsCode(currentRelease, console.log);
  return startServer(installation, {
    builtins: fewBuiltins,
    ...options,
    settings: { ...settings, ...options.settings },
  });
}

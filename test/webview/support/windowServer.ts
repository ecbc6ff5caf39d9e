import { currentRelease, provisionVsCode } from "../../../scripts/host/provision.ts";
import {
  startServer,
  type ServerOptions,
  type VsCodeServer,
} from "../../../scripts/host/server.ts";

/** Windows for what is seen in them; the suite inside VS Code runs beside all that starts with one. */
export async function startWindowServer(options: ServerOptions = {}): Promise<VsCodeServer> {
  const installation = await provisionVsCode(currentRelease, console.log);
  return startServer(installation, { hasAllBuiltins: false, ...options });
}

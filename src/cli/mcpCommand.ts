import { localizable } from "../model/localizable.ts";
import type { Commands } from "./shellCommand.ts";

/** The only command of the command line that the extension ships. */
export const mcpCommand: Commands = {
  mcp: {
    summary: localizable("Serve figures to assistants (Model Context Protocol)"),
    load: () => import("./commands/mcp.ts"),
  },
};

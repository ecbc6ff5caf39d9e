import { localizable } from "../model/localizable.ts";
import type { Commands } from "./shellCommand.ts";

/** The one command that the extension brings along. */
export const mcpCommand: Commands = {
  mcp: {
    summary: localizable("Serve figures to assistants (Model Context Protocol)"),
    load: () => import("./commands/mcp.ts"),
  },
};

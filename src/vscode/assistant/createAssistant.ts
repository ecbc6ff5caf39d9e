import { FiguresStore } from "../../assistant/figuresStore.ts";
import { TextsConsent } from "../../assistant/textsConsent.ts";
import type { CredentialStore } from "../connection/credentials.ts";
import { readAssistantSettings } from "../platform/settings.ts";
import { askForTexts } from "./askForTexts.ts";
import { AssistantTools } from "./assistantTools.ts";
import { editorToolHost, type ToolHostParts } from "./editorToolHost.ts";
import { McpServers } from "./mcpServers.ts";
import type { AssistantParts } from "./toolRegistrations.ts";

export interface AssistantOptions extends Omit<ToolHostParts, "consent"> {
  readonly credentials: CredentialStore;
  readonly isTrusted: () => boolean;
  readonly extensionId: string;
  /** Path of the program that serves the tools to clients other than VS Code's own chat. */
  readonly mcpProgram: string;
}

/** Creates the tools for VS Code's own chat, and the servers for other clients. */
export function createAssistant(options: AssistantOptions): AssistantParts {
  const { credentials, isTrusted, extensionId, mcpProgram, log } = options;
  const { disclosureFolder, toolVersion: version } = options;
  return {
    tools: new AssistantTools({
      host: editorToolHost({ ...options, consent: new TextsConsent(askForTexts) }),
      figures: new FiguresStore(disclosureFolder),
      isEnabled: () => readAssistantSettings().enabled,
      ...{ isTrusted, extensionId, log },
    }),
    servers: new McpServers({ credentials, program: mcpProgram, disclosureFolder, version }),
  };
}

import { surveyRow, type CommandDeclarations } from "../commands/declaration.ts";

export const connectionCommands: CommandDeclarations = {
  signIn: {
    icon: "key",
    places: [surveyRow(/\bsignIn\b/, "inline@1"), surveyRow(/\bsignIn\b/, "1_account@1")],
    load: async (parts, handle) =>
      handle((await import("./signInCommand.ts")).signInCommand(parts)),
  },
  /** `signIn` under another title, for data spaces that are signed in to. */
  changeApiKey: {
    icon: "key",
    places: [surveyRow(/\bsignOut\b/, "1_account@1")],
    load: async (parts, handle) =>
      handle((await import("./signInCommand.ts")).signInCommand(parts)),
  },
  signInToProxy: {
    icon: "key",
    places: [surveyRow(/\bsignInToProxy\b/, "inline@1")],
    load: async (parts, handle) =>
      handle((await import("./proxyCommand.ts")).signInToProxyCommand(parts)),
  },
  checkConnection: {
    icon: "plug",
    places: [
      surveyRow(/^dataSpace\b/, "0_connection@1"),
      surveyRow(/^failure\b/, "0_connection@1"),
    ],
    load: async (parts, handle) =>
      handle((await import("./connectionCommands.ts")).checkConnectionCommand(parts)),
  },
  changeVersion: {
    icon: "versions",
    places: [surveyRow(/^dataSpace\b/, "0_connection@2")],
    load: async (parts, handle) =>
      handle((await import("./connectionCommands.ts")).changeVersionCommand(parts)),
  },
};

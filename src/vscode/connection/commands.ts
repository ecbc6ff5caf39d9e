import { type CommandDeclarations, commandOf } from "../commands/declaration.ts";

export const connectionCommands: CommandDeclarations<typeof connectionLoaders> = {
  signIn: {
    title: { en: "Sign In…", ko: "로그인…" },
    argument: "`{dataSpace, spaceId, apiKey, keepAnyway?}`",
    icon: "key",
    places: [
      { surveyRow: /\bsignIn\b/, group: "inline@1" },
      { surveyRow: /\bsignIn\b/, group: "1_account@1" },
    ],
  },
  /** `signIn` under another title, for data spaces that are signed in to. */
  changeApiKey: {
    title: { en: "Change API Key…", ko: "API 키 바꾸기…" },
    argument: "as `signIn`",
    icon: "key",
    places: [{ surveyRow: /\bsignOut\b/, group: "1_account@1" }],
  },
  signInToProxy: {
    title: { en: "Sign In to Proxy…", ko: "프록시에 로그인…" },
    argument: "`{dataSpace, user, password}`",
    icon: "key",
    places: [{ surveyRow: /\bsignInToProxy\b/, group: "inline@1" }],
  },
  checkConnection: {
    title: { en: "Check Connection", ko: "연결 확인" },
    argument: "`{dataSpace}`",
    result: "`{ok, checks: [{name, ok, message}]}`",
    icon: "plug",
    places: [
      { surveyRow: /^dataSpace\b/, group: "0_connection@1" },
      { surveyRow: /^failure\b/, group: "0_connection@1" },
    ],
  },
  changeVersion: {
    title: { en: "Change API Version…", ko: "API 버전 바꾸기…" },
    argument: "`{dataSpace, version}`",
    icon: "versions",
    places: [{ surveyRow: /^dataSpace\b/, group: "0_connection@2" }],
  },
};

const signIn = () => import("./signInCommand.ts");
const connection = () => import("./connectionCommands.ts");

export const connectionLoaders = {
  signIn: commandOf(async () => (await signIn()).signInCommand),
  changeApiKey: commandOf(async () => (await signIn()).signInCommand),
  signInToProxy: commandOf(async () => (await import("./proxyCommand.ts")).signInToProxyCommand),
  checkConnection: commandOf(async () => (await connection()).checkConnectionCommand),
  changeVersion: commandOf(async () => (await connection()).changeVersionCommand),
};

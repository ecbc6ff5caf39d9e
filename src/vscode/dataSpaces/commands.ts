import { type CommandDeclarations, commandOf } from "../commands/declaration.ts";

export const dataSpaceCommands: CommandDeclarations<typeof dataSpaceLoaders> = {
  addDataSpace: {
    title: { en: "Add Data Space…", ko: "데이터 스페이스 추가…" },
    argument: "`{name, baseUrl, version, spaceId, apiKey, caFile?, routes?, proxy?}`",
    result: "`{name}`",
    icon: "add",
    places: [{ viewTitle: "surveys", group: "navigation@1" }],
  },
  removeDataSpace: {
    title: { en: "Remove Data Space", ko: "데이터 스페이스 제거" },
    argument: "`{dataSpace}`",
    icon: "trash",
    places: [{ surveyRow: /\bremove\b/, group: "2_remove@1" }],
  },
  signOut: {
    title: { en: "Sign Out", ko: "로그아웃" },
    argument: "`{dataSpace}`",
    icon: "sign-out",
    places: [{ surveyRow: /\bsignOut\b/, group: "1_account@2" }],
  },
  startLocalDataSpace: {
    title: { en: "Try the Sample Data Space", ko: "샘플 데이터 스페이스 사용해 보기" },
    argument: "`{directory?}`",
    result: "`{name, baseUrl}`",
    icon: "beaker",
    places: [{ viewTitle: "surveys", group: "1_local@1" }],
  },
  openLocalDataSpace: {
    title: { en: "Open Data Space Directory…", ko: "데이터 스페이스 디렉터리 열기…" },
    argument: "as `startLocalDataSpace`",
    result: "as `startLocalDataSpace`",
    icon: "folder-opened",
    places: [{ viewTitle: "surveys", group: "1_local@2" }],
  },
  stopLocalDataSpace: {
    title: { en: "Stop Local Data Space", ko: "로컬 데이터 스페이스 중지" },
    argument: "`{dataSpace?}`; without `dataSpace`, all",
    icon: "debug-stop",
    places: [
      { viewTitle: "surveys", group: "1_local@3", when: "surveyExplorer.localRunning" },
      { surveyRow: /\bstop\b/, group: "1_account@3" },
    ],
  },
};

const dataSpace = () => import("./dataSpaceCommands.ts");
const local = () => import("./localCommands.ts");

export const dataSpaceLoaders = {
  addDataSpace: commandOf(async () => (await dataSpace()).addDataSpaceCommand),
  removeDataSpace: commandOf(async () => (await dataSpace()).removeDataSpaceCommand),
  signOut: commandOf(async () => (await dataSpace()).signOutCommand),
  startLocalDataSpace: commandOf(async () => (await local()).startLocalDataSpaceCommand),
  openLocalDataSpace: commandOf(async () => (await local()).openLocalDataSpaceCommand),
  stopLocalDataSpace: commandOf(async () => (await local()).stopLocalDataSpaceCommand),
};

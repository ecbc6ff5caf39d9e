import { type CommandDeclarations, commandOf } from "../commands/declaration.ts";

export const offlineCommands: CommandDeclarations<typeof offlineLoaders> = {
  keepOffline: {
    title: { en: "Keep Offline", ko: "오프라인으로 보관" },
    argument: "`{dataSpace, surveyId?}`; without `surveyId`, all surveys",
    result: "`{surveys, responses, asOf}`",
    icon: "cloud-download",
    places: [{ surveyRow: /\bkeep\b/, group: "2_offline@1" }],
  },
  stopKeeping: {
    title: { en: "Stop Keeping Offline", ko: "오프라인 보관 중지" },
    argument: "as `keepOffline`",
    result: "as `keepOffline`, for the removed copies",
    icon: "cloud",
    places: [{ surveyRow: /\bkept\b/, group: "2_offline@2" }],
  },
};

const offline = () => import("./offlineCommands.ts");

export const offlineLoaders = {
  keepOffline: commandOf(async () => (await offline()).keepOfflineCommand),
  stopKeeping: commandOf(async () => (await offline()).stopKeepingCommand),
};

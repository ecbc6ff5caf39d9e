import * as z from "zod";
import { plural } from "../../model/localizable.ts";
import { joined, plain, type SafeText } from "../platform/plainText.ts";
import type { DataSpaces } from "../dataSpaces/dataSpaces.ts";
import { withProgress } from "../platform/progress.ts";
import { pickOne, showInformation, t, say } from "../platform/window.ts";
import type { OfflineStatus, OfflineSync } from "./offlineSync.ts";
import type { KeepingProgress } from "./offlineReader.ts";
import type { CommandSource } from "../surveys/node.ts";
import { clickedSurvey, findSurvey } from "../commands/ask.ts";
import { addDataSpace, nextStep, offerNext } from "../commands/nextStep.ts";
import type { CommandParts } from "../commands/commandParts.ts";
import type { Command } from "../commands/registry.ts";

const offlineArgument = z.strictObject({
  dataSpace: z.string(),
  surveyId: z.string().min(1).optional(),
});
/** `label` is that of the clicked item; callers of the public contract do not give it. */
type OfflineSubject = z.infer<typeof offlineArgument> & { readonly label?: string | undefined };

type OfflineParts = Pick<CommandParts, "dataSpaces" | "offline">;

/** Keeps a survey, or a whole data space, for use without network. */
export function keepOfflineCommand({
  dataSpaces,
  offline,
}: OfflineParts): Command<OfflineSubject, OfflineStatus> {
  return {
    argument: offlineArgument,
    ask: async (clicked) => clickedDataSpace(clicked) ?? askKeepable(dataSpaces, clicked),
    run: (subject) =>
      withProgress(t('Keeping "{0}" offline', nameOf(subject)), (signal, progress) =>
        offline.keep(subject.dataSpace, subject.surveyId, signal, (it) =>
          progress.report({ message: progressText(it) }),
        ),
      ),
    async notify({ surveys, responses }, subject) {
      const what = joined(
        [
          subject.surveyId === undefined ? surveysText(surveys) : undefined,
          responsesText(responses),
        ],
        ", ",
      );
      await showInformation(t('"{0}" is kept offline: {1}.', nameOf(subject), what));
    },
  };
}

/** Stops keeping a survey or a data space offline. */
export function stopKeepingCommand({
  offline,
}: OfflineParts): Command<OfflineSubject, OfflineStatus> {
  return {
    argument: offlineArgument,
    ask: async (clicked) => clickedDataSpace(clicked) ?? clickedSurvey(clicked) ?? askKept(offline),
    run: ({ dataSpace, surveyId }) => offline.stop(dataSpace, surveyId),
    async notify(_, subject) {
      await showInformation(t('"{0}" is no longer kept offline.', nameOf(subject)));
    },
  };
}

/** Asks for a survey of a remote data space. Local ones need no network. */
async function askKeepable(
  dataSpaces: DataSpaces,
  clicked: CommandSource | undefined,
): Promise<OfflineSubject | undefined> {
  const survey = clickedSurvey(clicked);
  if (survey) {
    return survey;
  }
  const known = dataSpaces.list();
  const remote = known.filter((it) => !it.local).map((it) => it.name);
  return known.length > 0 && remote.length === 0
    ? offerNext(
        t(
          "There are only local data spaces. They need no network, so there is nothing to keep offline.",
        ),
        addDataSpace,
      )
    : findSurvey(dataSpaces, remote, { title: t("Keep Offline") });
}

function clickedDataSpace(clicked: CommandSource | undefined): OfflineSubject | undefined {
  return clicked?.kind === "dataSpace" ? { dataSpace: clicked.dataSpace } : undefined;
}

async function askKept(offline: OfflineSync): Promise<OfflineSubject | undefined> {
  const kept = offline.list();
  if (kept.length === 0) {
    return offerNext(t("No survey is kept offline."), nextStep(t("Keep Offline"), "keepOffline"));
  }
  const items = kept.map((it) => ({
    label: plain(nameOf(it)),
    description: it.surveyId === undefined ? t("all surveys") : plain(it.dataSpace),
    subject: it,
  }));
  const placeHolder = t("Choose what to remove from offline use");
  return (await pickOne(items, { placeHolder }))?.subject;
}

function nameOf({ dataSpace, surveyId, label }: OfflineSubject): string {
  return label ?? surveyId ?? dataSpace;
}

function progressText({ surveys, responses }: KeepingProgress): SafeText {
  const place = surveys && t("survey {0} of {1}", surveys.done + 1, surveys.of);
  return joined([place, responsesText(responses)], ", ");
}

function surveysText(count: number): SafeText {
  return say(plural(count, { one: "{0} survey", other: "{0} surveys" }));
}

function responsesText(count: number): SafeText {
  return say(plural(count, { one: "{0} response", other: "{0} responses" }));
}

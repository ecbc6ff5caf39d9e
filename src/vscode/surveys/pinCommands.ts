import * as z from "zod";
import { askSurvey, type SurveyChoice } from "../commands/ask.ts";
import { nextStep, offerDataSpace, offerNext } from "../commands/nextStep.ts";
import type { Command } from "../commands/registry.ts";
import { plain } from "../platform/plainText.ts";
import { pickOne, showStatus, t } from "../platform/window.ts";
import type { CommandSource } from "./node.ts";
import type { ViewParts } from "./viewCommands.ts";
import { bringToSight } from "./viewCommands.ts";

const argument = z.strictObject({
  dataSpace: z.string(),
  surveyId: z.string(),
  label: z.string().optional(),
});
type Argument = z.infer<typeof argument>;

export function pinSurveyCommand(parts: ViewParts): Command<Argument, void> {
  return pinning(parts, true, async (clicked) => {
    const survey = await askSurvey(parts.dataSpaces, clicked, { title: t("Pin a survey") });
    // The label of a clicked collect group is not that of its survey.
    return survey && clicked?.kind === "collectGroup" ? { ...survey, label: undefined } : survey;
  });
}

export function unpinSurveyCommand(parts: ViewParts): Command<Argument, void> {
  return pinning(parts, false, (clicked) => askPinned(parts, clicked));
}

function pinning(
  { dataSpaces, tree, view }: ViewParts,
  isPinned: boolean,
  ask: (clicked: CommandSource | undefined) => Promise<Argument | undefined>,
): Command<Argument, void> {
  return {
    argument,
    ask,
    async run({ dataSpace, surveyId, label }, interactive) {
      const { name } = dataSpaces.get(dataSpace);
      await bringToSight(view, interactive);
      await tree.setPinned(name, { surveyId, label }, isPinned);
      if (interactive) {
        const survey = label ?? surveyId;
        showStatus(isPinned ? t("Pinned {0}", survey) : t("Unpinned {0}", survey), 3000);
      }
    },
  };
}

async function askPinned(
  { dataSpaces, tree }: ViewParts,
  clicked: CommandSource | undefined,
): Promise<SurveyChoice | undefined> {
  if (clicked?.kind === "survey" || clicked?.kind === "panel" || clicked?.kind === "gone") {
    const { surveyId, label } = clicked.survey;
    return { dataSpace: clicked.dataSpace, surveyId, label };
  }
  const names = dataSpaces.list().map((it) => it.name);
  if (names.length === 0) {
    return offerDataSpace();
  }
  const items = names.flatMap((dataSpace) =>
    tree.choices.pins(dataSpace).map(({ surveyId, label }) => ({
      label: plain(label) || plain(surveyId),
      description: plain(surveyId),
      detail: plain(dataSpace),
      survey: { dataSpace, surveyId, label },
    })),
  );
  if (items.length === 0) {
    return offerNext(t("No survey is pinned."), nextStep(t("Pin Survey"), "pinSurvey"));
  }
  const title = t("Unpin a survey");
  const chosen = await pickOne(items, { title, placeHolder: t("Choose a survey") });
  return chosen?.survey;
}

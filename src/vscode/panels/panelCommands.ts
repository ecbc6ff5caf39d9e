import * as z from "zod";
import type { ResponsesTab } from "../../messages/responses.ts";
import type { DataSpaces } from "../dataSpaces/dataSpaces.ts";
import type { Panels } from "./panels.ts";
import { askSurvey } from "../commands/ask.ts";
import type { Command } from "../commands/registry.ts";

const openSurveyArgument = z.strictObject({ dataSpace: z.string(), surveyId: z.string().min(1) });
/** `label` is what a person clicked on; callers of the contract do not give it. */
type OpenSurvey = z.infer<typeof openSurveyArgument> & { readonly label?: string | undefined };

const openResponsesArgument = z.strictObject({
  ...openSurveyArgument.shape,
  collectGroupId: z.string().min(1).optional(),
});
type OpenResponses = z.infer<typeof openResponsesArgument> & Pick<OpenSurvey, "label">;

export interface PanelParts {
  readonly panels: Panels;
  readonly dataSpaces: DataSpaces;
}

export function openSurveyCommand({
  panels,
  dataSpaces,
}: PanelParts): Command<OpenSurvey, undefined> {
  return openCommand(dataSpaces, (survey) => panels.openStructure(survey));
}

export function openResponsesCommand({
  panels,
  dataSpaces,
}: PanelParts): Command<OpenResponses, undefined> {
  return {
    argument: openResponsesArgument,
    showsFailures: true,
    ask: async (clicked) => {
      const chosen = await askSurvey(dataSpaces, clicked);
      if (!chosen) {
        return undefined;
      }
      const group = clicked?.kind === "collectGroup" ? clicked.group.collectGroupId : undefined;
      return { ...chosen, ...(group === undefined ? {} : { collectGroupId: group }) };
    },
    async run({ dataSpace, surveyId, label, collectGroupId }) {
      dataSpaces.get(dataSpace);
      await panels.openResponses({ dataSpace, surveyId, label }, { collectGroupId });
      return undefined;
    },
  };
}

/** Opens the responses panel at a tab. */
export function openTabCommand(
  { panels, dataSpaces }: PanelParts,
  tab: ResponsesTab,
): Command<OpenSurvey, undefined> {
  return openCommand(dataSpaces, (survey) => panels.openResponses(survey, { tab }));
}

function openCommand(
  dataSpaces: DataSpaces,
  open: (survey: OpenSurvey) => Promise<void>,
): Command<OpenSurvey, undefined> {
  return {
    argument: openSurveyArgument,
    showsFailures: true,
    ask: (clicked) => askSurvey(dataSpaces, clicked),
    async run({ dataSpace, surveyId, label }) {
      dataSpaces.get(dataSpace);
      await open({ dataSpace, surveyId, label });
      return undefined;
    },
  };
}

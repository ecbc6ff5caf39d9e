import * as z from "zod";
import type { ResponsesTab } from "../../messages/responses.ts";
import { askSurvey } from "../commands/ask.ts";
import type { CommandParts } from "../commands/commandParts.ts";
import type { Command } from "../commands/registry.ts";
import type { CommandSource } from "../surveys/node.ts";
import { PlaceNotFoundError } from "./placeNotFound.ts";
import { isInView, notInView, responsesPlace, structurePlace, tabOf } from "./places.ts";

const surveyArgument = z.strictObject({ dataSpace: z.string(), surveyId: z.string().min(1) });
/** `label` is that of the clicked item; callers of the public contract do not give it. */
type OfSurvey = z.infer<typeof surveyArgument> & { readonly label?: string | undefined };

const openSurveyArgument = z.strictObject({ ...surveyArgument.shape, ...structurePlace });
type OpenSurvey = z.infer<typeof openSurveyArgument> & OfSurvey;

const openResponsesArgument = z
  .strictObject({
    ...surveyArgument.shape,
    collectGroupId: z.string().min(1).optional(),
    ...responsesPlace,
  })
  .refine(isInView, notInView);
type OpenResponses = z.infer<typeof openResponsesArgument> & OfSurvey;

type PanelParts = Pick<CommandParts, "panels" | "dataSpaces">;

export function openSurveyCommand(parts: PanelParts): Command<OpenSurvey, void> {
  const { panels } = parts;
  return openCommand<OpenSurvey>(parts, {
    argument: openSurveyArgument,
    place: (clicked) => (clicked?.kind === "panel" ? { question: clicked.place?.question } : {}),
    open: ({ question, ...survey }) => panels.structures.open(survey, question),
  });
}

export function openResponsesCommand(parts: PanelParts): Command<OpenResponses, void> {
  const { panels } = parts;
  return openCommand<OpenResponses>(parts, {
    argument: openResponsesArgument,
    place: (clicked) => {
      if (clicked?.kind === "collectGroup") {
        return { collectGroupId: clicked.group.collectGroupId };
      }
      return clicked?.kind === "panel" ? (clicked.place ?? {}) : {};
    },
    open: ({ dataSpace, surveyId, label, view, ...place }) =>
      panels.openResponses({ dataSpace, surveyId, label }, { ...place, tab: tabOf(view) }),
  });
}

export function openSummaryCommand(parts: PanelParts): Command<OfSurvey, void> {
  return openTabCommand(parts, "summary");
}

export function openFieldworkCommand(parts: PanelParts): Command<OfSurvey, void> {
  return openTabCommand(parts, "fieldwork");
}

/** Opens the responses panel at a tab. */
function openTabCommand(parts: PanelParts, tab: ResponsesTab): Command<OfSurvey, void> {
  return openCommand<OfSurvey>(parts, {
    argument: surveyArgument,
    place: () => ({}),
    open: (survey) => parts.panels.openResponses(survey, { tab }),
  });
}

interface Opening<Argument> {
  readonly argument: z.ZodType<Argument>;
  /** Returns the place in the survey that was clicked. */
  readonly place: (clicked: CommandSource | undefined) => Omit<Argument, keyof OfSurvey>;
  readonly open: (argument: Argument) => Promise<void>;
}

function openCommand<Argument extends OfSurvey>(
  { dataSpaces, panels }: PanelParts,
  { argument, place, open }: Opening<Argument>,
): Command<Argument, void> {
  return {
    argument,
    showsFailure: (error) => !(error instanceof PlaceNotFoundError),
    ask: async (clicked) => {
      const survey = await askSurvey(dataSpaces, clicked, { proposed: panels.shownSurvey });
      return survey && ({ ...place(clicked), ...survey } as Argument);
    },
    async run(given) {
      dataSpaces.get(given.dataSpace);
      await open(given);
    },
  };
}

import {
  sharedLevels,
  type FoundQuestion,
  type FoundQuestions,
  type SharedLevel,
  type ToolHost,
} from "../../assistant/toolHost.ts";
import type { TextsConsent } from "../../assistant/textsConsent.ts";
import { orCancelled } from "../../client/waiting.ts";
import { oneLine } from "../../model/oneLine.ts";
import type { CommandParts } from "../commands/commandParts.ts";
import { searchOnce, type FindParts } from "../find/findParts.ts";
import { translations } from "../platform/language.ts";
import { readAssistantSettings, type AssistantSettings } from "../platform/settings.ts";
import { withSurvey } from "../reports/readSurvey.ts";
import { runRecipeOfFolder } from "./recipeOfFolder.ts";

export interface ToolHostParts
  extends
    FindParts,
    Pick<
      CommandParts,
      "tables" | "missingCodes" | "loadRecipes" | "toolVersion" | "log" | "disclosureFolder"
    > {
  readonly consent: TextsConsent;
}

/** Maximum number of hits of each kind. */
const maxFound = 50;

/** Returns the `ToolHost` of the editor. */
export function editorToolHost(parts: ToolHostParts): ToolHost {
  const { dataSpaces, missingCodes, consent, log, disclosureFolder, toolVersion } = parts;
  return {
    client: (dataSpace) => dataSpaces.client(dataSpace),
    withTable: (subject, options, use) => withSurvey(parts, subject, options, use),
    translations: translations(),
    toolVersion,
    dataSpaces: async () => {
      const settings = readAssistantSettings();
      return Promise.all(
        dataSpaces.list().map(async ({ name, version }) => ({
          name,
          version,
          isSignedIn: await dataSpaces.isSignedIn(name),
          level: levelOf(settings, name),
        })),
      );
    },
    get leastCount() {
      return readAssistantSettings().leastCount;
    },
    disclosureFolder,
    missingCodes: async (dataSpace, surveyId) => missingCodes.get(dataSpace, surveyId),
    findQuestions: (text, names, signal) => orCancelled(find(parts, text, names), signal),
    allowsTexts: (request, signal) => consent.allows(request, signal),
    runRecipe: (file, step, signal) =>
      runRecipeOfFolder(parts, { file, step, signal }, (name) =>
        levelOf(readAssistantSettings(), name),
      ),
    shared: ({ tool, dataSpace, surveyId, what }) =>
      log.info(
        oneLine(
          ["Shared with an assistant", tool, dataSpace, surveyId, what]
            .filter((it) => it !== undefined)
            .join(" · "),
        ),
      ),
  };
}

/** Returns what the person allows for a data space. It is never "texts" if open answers are turned off in general. */
export function levelOf(
  { sharing, openAnswers }: Pick<AssistantSettings, "sharing" | "openAnswers">,
  dataSpace: string,
): SharedLevel {
  if (sharing === null) {
    return "nothing";
  }
  const level = Object.hasOwn(sharing, dataSpace) ? sharing[dataSpace] : undefined;
  const allowed = level ?? "figures";
  return !openAnswers && sharedLevels.indexOf(allowed) > sharedLevels.indexOf("figures")
    ? "figures"
    : allowed;
}

async function find(
  parts: FindParts,
  text: string,
  names: readonly string[],
): Promise<FoundQuestions> {
  const kinds = ["question", "option"] as const;
  // One more of each kind shows whether there are more.
  const sought = { text, kinds, limit: maxFound + 1 };
  const { hits, unread } = await searchOnce(parts, sought, (it) => names.includes(it.dataSpace));
  const shown = kinds.flatMap((kind) => hits.filter((it) => it.kind === kind).slice(0, maxFound));
  const found: FoundQuestion[] = [];
  for (const hit of shown) {
    const { dataSpace, surveyId, survey, question, kind, code = "", text: label } = hit;
    if (question !== undefined) {
      const place = { dataSpace, surveyId, survey, question };
      found.push(
        kind === "question"
          ? { ...place, label }
          : {
              ...place,
              label: (await parts.index.question(hit))?.text ?? "",
              option: { code, label },
            },
      );
    }
  }
  return { found, isCut: hits.length > shown.length, unread };
}

import * as z from "zod";
import { FiguresStore, figuresHashSchema } from "../../assistant/figuresStore.ts";
import { figuresQuerySchema, type FiguresQuery } from "../../assistant/figuresQuery.ts";
import { clearDisclosureRecord } from "../../assistant/ledgerFile.ts";
import { localizable } from "../../model/localizable.ts";
import { askSurvey } from "../commands/ask.ts";
import type { CommandParts } from "../commands/commandParts.ts";
import type { Command } from "../commands/registry.ts";
import { linkParts } from "../links/linkParts.ts";
import { linkedFigures } from "../links/figuresLink.ts";
import { PlaceNotFoundError } from "../panels/placeNotFound.ts";
import { askLine, confirmed, showStatus, t } from "../platform/window.ts";

type FiguresParts = Pick<
  CommandParts,
  "dataSpaces" | "panels" | "disclosureFolder" | "extensionId"
>;

/** The hash in a tool's answer, or the query of the figures. */
const showArgument = z.union([z.strictObject({ hash: z.string() }), figuresQuerySchema()]);
type ShowFigures = z.infer<typeof showArgument>;

/** Opens the summary with the figures that an assistant was told. */
export function showFiguresCommand({
  dataSpaces,
  panels,
  disclosureFolder,
  extensionId,
}: FiguresParts): Command<ShowFigures, void> {
  return {
    argument: showArgument,
    showsFailure: (error) => !(error instanceof PlaceNotFoundError),
    ask: async () => {
      const text = await askLine({
        title: t("Show These Figures"),
        prompt: t("Paste the hash of an assistant's answer, or its link"),
      });
      return text === undefined || text.trim() === ""
        ? undefined
        : { hash: hashIn(extensionId, text.trim()) };
    },
    async run(asked) {
      const query = "hash" in asked ? await foundBy(disclosureFolder, asked.hash) : asked;
      dataSpaces.get(query.dataSpace);
      await panels.showFigures(query);
    },
  };
}

function hashIn(extensionId: string, text: string): string {
  return figuresHashSchema().safeParse(text).success
    ? text
    : (linkedFigures(extensionId, linkParts(text)) ?? text);
}

async function foundBy(disclosureFolder: string, hash: string): Promise<FiguresQuery> {
  const found = await new FiguresStore(disclosureFolder).find(hash);
  if (!found) {
    throw new PlaceNotFoundError(
      localizable(
        'No figures are known by "{0}" on this machine. Ask the assistant for them again, in this VS Code.',
        hash,
      ),
    );
  }
  return found;
}

const forgetArgument = z.strictObject({ dataSpace: z.string(), surveyId: z.string().min(1) });
type ForgetTold = z.infer<typeof forgetArgument>;

/**
 * Deletes the record of what assistants were told of a survey. This record keeps small counts from them: without it, an
 * assistant may combine new answers with the earlier ones.
 */
export function forgetToldCommand({
  dataSpaces,
  tables,
  disclosureFolder,
}: FiguresParts & Pick<CommandParts, "tables">): Command<ForgetTold, void> {
  return {
    argument: forgetArgument,
    ask: async (clicked) => {
      const survey = await askSurvey(dataSpaces, clicked, {
        title: t("Forget what assistants were told"),
      });
      if (!survey) {
        return undefined;
      }
      const { dataSpace, surveyId, label } = survey;
      const isSure = await confirmed(
        t("Forget what assistants were told of {0}?", label),
        t(
          "Counts are withheld if they and earlier answers would reveal small groups. Once the earlier answers are forgotten, anyone who still has them may compute such counts from new answers.",
        ),
        t("Forget"),
      );
      return isSure ? { dataSpace, surveyId } : undefined;
    },
    async run({ dataSpace, surveyId }) {
      const space = await tables.spaceOf(await dataSpaces.client(dataSpace));
      await clearDisclosureRecord(disclosureFolder, { space, surveyId });
    },
    notify: async () => showStatus(t("Forgot what assistants were told"), 3000),
  };
}

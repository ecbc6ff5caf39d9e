import * as z from "zod";
import * as vscode from "vscode";
import type { StructureChange } from "../../analysis/structureChanges.ts";
import { localizable } from "../../model/localizable.ts";
import { oneLine } from "../../model/oneLine.ts";
import { askSurvey } from "../commands/ask.ts";
import type { Command } from "../commands/registry.ts";
import { plain } from "../platform/plainText.ts";
import { withShortProgress } from "../platform/progress.ts";
import { t } from "../platform/window.ts";
import { localMoment, readEarlier, readSeen, sideOf, type ComparingParts } from "./compared.ts";
import { pickCompared } from "./pickCompared.ts";
import { areInTime, changesUri, codebookUri, type StructureSide } from "./structureDocuments.ts";
import { changesBetween } from "./structureReading.ts";

const changesArgument = z.strictObject({
  dataSpace: z.string(),
  surveyId: z.string().min(1),
  since: z
    .string()
    .refine(
      (it) => localMoment(it) !== undefined,
      localizable("must be YYYY-MM-DDThh:mm:ss or YYYY-MM-DD").text,
    )
    .optional(),
});
type Changes = z.infer<typeof changesArgument>;

/** Returns the changes of a survey's structure since a time, or since it was first seen. */
export function structureChangesCommand(
  parts: ComparingParts,
): Command<Changes, readonly StructureChange[]> {
  return {
    argument: changesArgument,
    ask: async (clicked) => askSurvey(parts.dataSpaces, clicked),
    run: ({ dataSpace, surveyId, since }) =>
      withShortProgress(t("Comparing the structures of {0}", surveyId), async (signal) => {
        const seen = await readSeen(parts, { dataSpace, surveyId }, { signal });
        const earlier = await readEarlier(parts, seen, momentOf(since));
        const changes = earlier ? changesBetween(earlier.survey, seen.survey) : [];
        return changes.map(({ text: _, ...told }) => told);
      }),
  };
}

type Show = Changes & { readonly older?: StructureSide | undefined };

/** Opens VS Code's comparison of two codebooks, and on top of it a list of the differences in words. */
export function showStructureChangesCommand(parts: ComparingParts): Command<Show, void> {
  return {
    argument: changesArgument,
    ask: async (clicked) => {
      const survey = await askSurvey(parts.dataSpaces, clicked);
      if (!survey) {
        return undefined;
      }
      const { dataSpace, surveyId } = survey;
      const title = t("Loading the structure of {0}", survey.label);
      const seen = await withShortProgress(title, (signal) => readSeen(parts, survey, { signal }));
      const older = await pickCompared(parts, seen);
      return older && { dataSpace, surveyId, older };
    },
    async run({ dataSpace, surveyId, since, older }) {
      const seen = await readSeen(parts, { dataSpace, surveyId });
      const earlier = older ?? (await earlierSide(parts, seen, since));
      const newest = sideOf(seen.of, seen.newest);
      const label = oneLine(seen.survey.label) || surveyId;
      await vscode.commands.executeCommand(
        "vscode.diff",
        codebookUri(earlier, label),
        codebookUri(newest, label),
        plain(`${label}: ${earlier.title} ↔ ${newest.title}`),
        { preview: false },
      );
      await vscode.commands.executeCommand("vscode.open", changesUri(earlier, newest, label), {
        preview: false,
      });
      if (areInTime(earlier, newest)) {
        await parts.structures.look(seen.of);
      }
    },
  };
}

async function earlierSide(
  parts: ComparingParts,
  seen: Awaited<ReturnType<typeof readSeen>>,
  since: string | undefined,
): Promise<StructureSide> {
  const earlier = await readEarlier(parts, seen, momentOf(since));
  return sideOf(seen.of, earlier?.version ?? seen.newest);
}

function momentOf(since: string | undefined): number | undefined {
  return since === undefined ? undefined : localMoment(since);
}

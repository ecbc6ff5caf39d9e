import * as z from "zod";
import * as vscode from "vscode";
import { labelText } from "../../model/label.ts";
import { recipeSchema } from "../../recipe/recipeSchema.ts";
import {
  stepFileName,
  writtenStep,
  type StepDraft,
  type WrittenStep,
} from "../../recipe/writtenStep.ts";
import { askSurvey, type SurveyChoice } from "../commands/ask.ts";
import { localPath, pathOrUri } from "../commands/paths.ts";
import type { CommandParts } from "../commands/commandParts.ts";
import type { Command } from "../commands/registry.ts";
import { codebookChoices } from "../exports/codebookCommand.ts";
import type { ExportParts } from "../exports/exportParts.ts";
import { pickOne, t } from "../platform/window.ts";
import { filterOf, summaryFormats } from "../reports/summaryExportCommand.ts";
import { surveySelection, type CommandSource } from "../surveys/node.ts";
import { codebookDraft, summaryDraft } from "./drafts.ts";
import { addStep, askRecipeFile, type SavedStep } from "./saveAsRecipe.ts";

const saveAsRecipeArgument = z
  .strictObject({ file: pathOrUri, step: recipeSchema.shape.steps.element })
  .transform(({ file, step }) => ({ file: localPath(file), step }));

interface SaveStep {
  /** Absolute path of the recipe. */
  readonly file: string;
  readonly step: WrittenStep;
}

type SaveAsRecipeParts = Pick<CommandParts, "panels" | "loadExportParts">;

/** Adds an export of a survey to a recipe, as a step. */
export function saveAsRecipeCommand(parts: SaveAsRecipeParts): Command<SaveStep, SavedStep> {
  return {
    argument: saveAsRecipeArgument,
    ask: async (clicked) => {
      const draft =
        clicked?.kind === "recipeStep"
          ? clicked.draft
          : await askDraft(await parts.loadExportParts(), clicked ?? parts.panels.shownPlace);
      const file = draft && (await askRecipeFile());
      return draft && file !== undefined ? { file, step: writtenStep(draft, file) } : undefined;
    },
    run: ({ file, step }) => addStep(file, step),
  };
}

type Exported = "exportResponses" | "exportMetadata" | "codebook" | "structure" | "summary";

/** Returns `undefined` if the person cancels, or another dialog asks the further questions. */
async function askDraft(
  exports: ExportParts,
  clicked: CommandSource | undefined,
): Promise<StepDraft | undefined> {
  const title = t("Save as recipe");
  const survey = await askSurvey(exports.dataSpaces, clicked, { title });
  if (!survey) {
    return undefined;
  }
  const kinds: { label: ReturnType<typeof t>; exported: Exported }[] = [
    { label: t("Responses"), exported: "exportResponses" },
    { label: t("Response metadata"), exported: "exportMetadata" },
    { label: t("Summary"), exported: "summary" },
    { label: t("Codebook"), exported: "codebook" },
    { label: t("Structure"), exported: "structure" },
  ];
  const placeHolder = t("Choose what the recipe exports");
  const picked = await pickOne(kinds, { title, placeHolder });
  switch (picked?.exported) {
    case undefined:
      return undefined;
    case "exportResponses":
    case "exportMetadata":
      // The export dialog can save as a recipe itself.
      await vscode.commands.executeCommand(
        `surveyExplorer.${picked.exported}`,
        clicked?.kind === "collectGroup" || clicked?.kind === "panel"
          ? clicked
          : surveySelection(survey),
      );
      return undefined;
    case "codebook": {
      const format = await pickOne(codebookChoices(exports, survey), {
        title,
        placeHolder: t("Choose a format"),
      });
      return format && codebookDraft(exports, survey, format.choice);
    }
    case "summary": {
      const format = await pickOne(summaryFormats(), {
        title,
        placeHolder: t("Choose a format"),
      });
      return (
        format && summaryDraft(exports, survey, { ...format.choice, filter: filterOf(clicked) })
      );
    }
    case "structure":
      return structureDraft(survey);
  }
}

function structureDraft({ dataSpace, surveyId, label }: SurveyChoice): StepDraft {
  return {
    fields: { kind: "structure", dataSpace, survey: surveyId, overwrite: true },
    file: stepFileName(labelText(`${label} structure`), "json"),
  };
}

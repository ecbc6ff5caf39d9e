import * as z from "zod";
import { invalidInput } from "../../model/errors.ts";
import { columnKey, structureColumns, type Column } from "../../model/grid.ts";
import { localizable } from "../../model/localizable.ts";
import { isSameColumn } from "../../model/sameColumn.ts";
import {
  codesOfText,
  missingCodesOf,
  withMissingCodes,
  type MissingCodes,
} from "../../model/missingCodes.ts";
import { plain, type SafeText } from "../platform/plainText.ts";
import { askLine, pickMany, pickOne, showStatus, t } from "../platform/window.ts";
import { askSurvey } from "../commands/ask.ts";
import type { CommandParts } from "../commands/commandParts.ts";
import type { Command } from "../commands/registry.ts";

const missingCodesArgument = z
  .strictObject({
    dataSpace: z.string(),
    surveyId: z.string().min(1),
    /** Name of the question, or key of its column. Default: all questions without codes of their own. */
    question: z.string().min(1).optional(),
    /** An empty list declares that no code is missing. `undefined`: the codes of all questions apply to this one again. */
    codes: z.array(z.string().min(1)).optional(),
  })
  .refine(
    ({ question, codes }) => (question ?? codes) !== undefined,
    localizable("must have codes").text,
  );
type SetMissingCodes = z.infer<typeof missingCodesArgument>;

type MissingCodesParts = Pick<CommandParts, "dataSpaces" | "missingCodes" | "panels">;

/** Declares missing codes, for one question or for all questions of a survey. */
export function setMissingCodesCommand(
  parts: MissingCodesParts,
): Command<SetMissingCodes, MissingCodes> {
  const { dataSpaces, missingCodes, panels } = parts;
  const questionsOf = async (dataSpace: string, surveyId: string): Promise<Column[]> => {
    const client = await dataSpaces.client(dataSpace);
    const columns = structureColumns(await client.getSurvey(surveyId));
    return columns.filter((it) => it.kind === "variable");
  };
  return {
    argument: missingCodesArgument,
    ask: async (clicked) => {
      const survey = await askSurvey(dataSpaces, clicked, {
        title: t("Missing codes"),
        proposed: panels.shownSurvey,
      });
      if (!survey) {
        return undefined;
      }
      const { dataSpace, surveyId } = survey;
      const declared = missingCodes.get(dataSpace, surveyId);
      const questions = await questionsOf(dataSpace, surveyId);
      const key = clicked?.kind === "panel" ? clicked.question : undefined;
      const declaration = await askDeclaration(questions, declared, key);
      return declaration && { dataSpace, surveyId, ...declaration };
    },
    async run({ dataSpace, surveyId, question: name, codes }) {
      dataSpaces.get(dataSpace);
      const question =
        name === undefined
          ? undefined
          : questionNamed(name, await questionsOf(dataSpace, surveyId), surveyId);
      const declared = missingCodes.get(dataSpace, surveyId);
      const changed = withMissingCodes(declared, question, codes);
      await missingCodes.set(dataSpace, surveyId, changed);
      panels.missingCodesChanged();
      return changed;
    },
    notify: async ({ survey }, { codes = survey }) => {
      const text =
        codes.length === 0 ? t("No code is missing") : t("Missing codes: {0}", codes.join(", "));
      showStatus(text, 3000);
    },
  };
}

/** @param key key of the clicked question's column */
async function askDeclaration(
  questions: readonly Column[],
  declared: MissingCodes,
  key: string | undefined,
): Promise<Pick<SetMissingCodes, "question" | "codes"> | undefined> {
  const known = questions.find((it) => columnKey(it) === key);
  const chosen = known ? { question: known } : await askQuestion(questions, declared);
  if (!chosen) {
    return undefined;
  }
  const { question } = chosen;
  const codes = question
    ? await askCodesOf(question, declared)
    : await askCodes(t("Missing codes of all questions"), declared.survey);
  if (!codes) {
    return undefined;
  }
  const isSurveys = question !== undefined && isSame(codes, ofSurvey(question, declared));
  return {
    ...(question ? { question: columnKey(question) } : {}),
    ...(isSurveys ? {} : { codes }),
  };
}

function questionNamed(name: string, questions: readonly Column[], surveyId: string): Column {
  const found = questions.find((it) => columnKey(it) === name || it.name === name);
  if (!found) {
    throw invalidInput(
      'The survey {0} has no question "{1}". Questions are named as in its structure.',
      surveyId,
      name,
    );
  }
  return found;
}

/** Returns those of the survey's missing codes that the question can have. */
function ofSurvey({ options }: Column, { survey }: MissingCodes): readonly string[] {
  return options.length === 0
    ? survey
    : survey.filter((code) => options.some((it) => it.name === code));
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((it) => b.includes(it));
}

async function askQuestion(
  questions: readonly Column[],
  declared: MissingCodes,
): Promise<{ readonly question: Column | undefined } | undefined> {
  const described = (codes: readonly string[]): SafeText => plain(codes.join(", "));
  const items = [
    {
      label: t("All questions"),
      description: described(declared.survey),
      question: undefined,
    },
    ...questions.map((question) => ({
      label: plain(question.name),
      description: described(missingCodesOf(declared, question)),
      detail: plain(question.text),
      question,
    })),
  ];
  const title = t("Missing codes");
  const placeHolder = t("Choose a question, or all");
  return pickOne(items, { title, placeHolder, matchOnDetail: true });
}

async function askCodesOf(question: Column, declared: MissingCodes): Promise<string[] | undefined> {
  const { name, options } = question;
  const title = t("Missing codes of {0}", name);
  const current = missingCodesOf(declared, question);
  if (options.length === 0) {
    return askCodes(title, current);
  }
  const hasOwn = declared.questions.some((it) => isSameColumn(it, question));
  const own = hasOwn ? current : ofSurvey(question, declared);
  const codes = [...new Set([...options.map((it) => it.name), ...own])];
  const items = codes.map((code) => ({
    label: plain(code),
    description: plain(options.find((it) => it.name === code)?.label ?? ""),
    picked: current.includes(code),
    code,
  }));
  const chosen = await pickMany(items, {
    title,
    placeHolder: t('Select the codes that are no answers, such as "don\'t know"'),
    matchOnDescription: true,
  });
  return chosen?.map((it) => it.code);
}

async function askCodes(
  title: SafeText,
  current: readonly string[],
): Promise<string[] | undefined> {
  const text = await askLine({
    title,
    prompt: t(
      "Codes that are no answers, separated by commas, such as 99, 98, -1. Empty for none.",
    ),
    value: current.join(", "),
  });
  return text === undefined ? undefined : codesOfText(text);
}

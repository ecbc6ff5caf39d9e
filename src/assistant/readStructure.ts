import type { SurveyClient } from "../client/surveyClient.ts";
import { invalidInput, isUnreachable } from "../model/errors.ts";
import { columnKey, structureColumns } from "../model/grid.ts";
import { localizable } from "../model/localizable.ts";
import { nearNames } from "../model/nearNames.ts";
import { oneLine } from "../model/oneLine.ts";
import type { CollectGroup, Survey } from "../model/survey.ts";
import { key } from "../messages/requests/schemas.ts";
import {
  answerPage,
  answerText,
  markdownTable,
  maxRows,
  inlineText,
  shortLabel,
} from "./answerText.ts";
import { resolveColumn } from "./resolveColumns.ts";
import { fields } from "./toolFields.ts";
import { defineTool, type ToolJob } from "./toolJob.ts";

/** Maximum number of options per question in an answer about several questions. */
const fewOptions = 12;

const input = {
  dataSpace: fields.dataSpace,
  survey: fields.survey,
  question: fields.question
    .optional()
    .describe("Name of one question, to read all of its options. Leave it out for all questions."),
  block: key
    .optional()
    .describe(
      "Name of a block, to read only its questions; not together with question. Leave it out for all blocks.",
    ),
  cursor: fields.cursor,
};

interface Structure {
  readonly dataSpace: string;
  readonly survey: Survey;
  readonly collectGroups: readonly CollectGroup[];
  readonly asOf: string;
}

interface ToldQuestion {
  readonly name: string;
  readonly label: string;
  readonly type: string | null;
  readonly block: string | null;
  readonly options: readonly { readonly code: string; readonly label: string }[];
  /** Number of all options. Undefined if `options` has all of them. */
  readonly allOptions?: number | undefined;
}

interface ToldField {
  readonly name: string;
  readonly label: string;
}

interface ToldGroup {
  readonly code: string;
  readonly label: string;
  readonly state: string | null;
}

export const readStructure = defineTool({
  name: "read_structure",
  title: localizable("Structure of a Survey"),
  summary: localizable(
    "The questions of a survey, their options, embedded data and collect groups.",
  ),
  description:
    "Reads what a survey asks: its blocks and questions in order, with names, texts, types and the codes and labels of their options; " +
    "its embedded data fields and collect groups. Call it before frequencies, statistics or cross_table to learn the names and codes " +
    "that they take. It has no answers and no counts. With question or block it reads that part alone.",
  icon: "list-tree",
  level: "structure",
  input,
  sharing: ({ survey }) =>
    localizable(
      "The questions and options of the survey {0} are shared with the assistant.",
      survey,
    ),
  tell: async (job, { dataSpace: asked, survey: surveyId, question, block, cursor }) => {
    if (question !== undefined && block !== undefined) {
      throw invalidInput("Name a question or a block to read, not both.");
    }
    const { name: dataSpace } = await job.space(asked);
    const client = await job.cancellable(job.host.client(dataSpace));
    const read = await structureOf(job, client, surveyId).catch((error: unknown) => {
      if (!isUnreachable(error)) {
        throw error;
      }
      return keptStructure(job, dataSpace, surveyId);
    });
    const of = { surveyId, question, block };
    const structure = { dataSpace, ...read };
    const answer =
      question === undefined
        ? partAnswer(structure, block, { cursor, of })
        : questionAnswer(structure, question, { cursor, of });
    return { ...answer, what: "Questions and options", dataSpace, surveyId };
  },
});

async function structureOf(
  job: ToolJob,
  client: SurveyClient,
  surveyId: string,
): Promise<Omit<Structure, "dataSpace">> {
  const { signal } = job.call;
  let readAt = Date.now();
  const onStoredAnswer = (at: number): void => {
    readAt = Math.min(readAt, at);
  };
  const [survey, collectGroups] = await job.cancellable(
    Promise.all([
      client.getSurvey(surveyId, { signal, onStoredAnswer }),
      client.listCollectGroups(surveyId, { signal, onStoredAnswer }),
    ]),
  );
  const asOf = new Date(readAt).toISOString();
  return { survey, collectGroups, asOf };
}

/** Returns the structure as of the last reading of responses. Used if the service cannot be reached. */
function keptStructure(
  job: ToolJob,
  dataSpace: string,
  surveyId: string,
): Promise<Omit<Structure, "dataSpace">> {
  return job.reading(dataSpace, surveyId, async ({ survey: it }) => ({
    survey: it.survey,
    collectGroups: it.collectGroups,
    asOf: new Date(it.readAt).toISOString(),
  }));
}

interface Paging {
  readonly cursor: string | undefined;
  readonly of: unknown;
}

/** Returns the answer about one question, with a page of its options. */
function questionAnswer(read: Structure, asked: string, { cursor, of }: Paging) {
  const { survey, collectGroups } = read;
  const columns = structureColumns(survey);
  const { column, name } = resolveColumn({ survey, columns, collectGroups }, asked);
  const page = answerPage(column.options, cursor, { size: maxRows, of });
  const options = page.items.map((it) => ({ code: it.name, label: shortLabel(it.label) }));
  return {
    page,
    text: answerText(
      [
        `${inlineText(name)}, “${inlineText(column.text)}”, of ${surveyText(read)}.`,
        `Kind: ${inlineText(column.type ?? column.kind)}. Key: ${inlineText(columnKey(column))}.`,
      ],
      options.length === 0
        ? "It has no options."
        : markdownTable(
            ["Code", "Label"],
            options.map((it) => [it.code, it.label]),
            0,
          ),
    ),
    content: {
      ...surveyContent(read),
      questions: [
        {
          name,
          label: shortLabel(column.text),
          type: column.type ?? null,
          block: column.block ?? null,
          options,
          ...(page.cursor === undefined && page.first <= 1 ? {} : { allOptions: page.all }),
        },
      ],
    },
  };
}

/** Returns a page of all questions, then all embedded data and collect groups; or of a block's questions. */
function partAnswer(read: Structure, block: string | undefined, { cursor, of }: Paging) {
  const parts = [...questionsOf(read, block), ...(block === undefined ? othersOf(read) : [])];
  const page = answerPage<ToldQuestion | ToldField | ToldGroup>(parts, cursor, {
    size: maxRows,
    of,
  });
  const questions = page.items.filter((it) => "options" in it);
  const collectGroups = page.items.filter((it) => "code" in it);
  const embeddedData = page.items.filter(
    (it): it is ToldField => !("options" in it) && !("code" in it),
  );
  // Before the last page, an empty list would say that there are none at all.
  const isLast = page.cursor === undefined && block === undefined;
  return {
    page,
    text: partText(read, { questions, embeddedData, collectGroups }),
    content: {
      ...surveyContent(read),
      blocks: (read.survey.blocks ?? []).map((it) => ({
        name: it.name,
        label: shortLabel(it.label),
      })),
      questions,
      ...(isLast || embeddedData.length > 0 ? { embeddedData } : {}),
      ...(isLast || collectGroups.length > 0 ? { collectGroups } : {}),
    },
  };
}

function othersOf({ survey, collectGroups }: Structure): (ToldField | ToldGroup)[] {
  return [
    ...survey.embeddedData.map(({ name, label = "" }) => ({ name, label: shortLabel(label) })),
    ...collectGroups.map(({ collectGroupId, label, state = null }) => ({
      code: collectGroupId,
      label: shortLabel(label),
      state,
    })),
  ];
}

function questionsOf({ survey }: Structure, block: string | undefined): ToldQuestion[] {
  const names = block === undefined ? undefined : questionsOfBlock(survey, block);
  const columns = structureColumns(survey).filter((it) => it.kind === "variable");
  return columns
    .filter((it) => !names || names.includes(it.name))
    .map(({ name, text, type, options, ...column }) => ({
      name:
        columns.filter((it) => it.name === name).length === 1
          ? name
          : columnKey({ ...column, name }),
      label: shortLabel(text),
      type: type ?? null,
      block: column.block ?? null,
      options: options
        .slice(0, fewOptions)
        .map((it) => ({ code: it.name, label: shortLabel(it.label, 100) })),
      ...(options.length > fewOptions ? { allOptions: options.length } : {}),
    }));
}

/** Returns the names of the questions of the block with the name; otherwise of all blocks with the label. */
function questionsOfBlock({ surveyId, blocks = [] }: Survey, asked: string): string[] {
  const named = blocks.filter((it) => it.name === asked);
  const found = named.length > 0 ? named : blocks.filter((it) => oneLine(it.label) === asked);
  if (found.length > 0) {
    return found.flatMap((it) => it.questions);
  }
  const names = blocks.map((it) => it.name);
  const near = nearNames(asked, names);
  throw names.length === 0
    ? invalidInput("The survey {0} has no blocks. Leave the block out.", surveyId)
    : invalidInput(
        'The survey {0} has no block "{1}". Blocks: {2}.',
        surveyId,
        asked,
        (near.length > 0 ? near : names).slice(0, 30).join(", "),
      );
}

function partText(
  read: Structure,
  {
    questions,
    embeddedData,
    collectGroups,
  }: {
    readonly questions: readonly ToldQuestion[];
    readonly embeddedData: readonly ToldField[];
    readonly collectGroups: readonly ToldGroup[];
  },
): string {
  return answerText(
    `Questions of ${surveyText(read)}.`,
    questions.length === 0 ? "" : questionTable(questions),
    listText(
      "Embedded data",
      embeddedData.map((it) => it.name),
    ),
    listText(
      "Collect groups",
      collectGroups.map((it) => `${it.code} (${it.label})`),
    ),
  );
}

function questionTable(questions: readonly ToldQuestion[]): string {
  return markdownTable(
    ["Name", "Question", "Type", "Block", "Options (code: label)"],
    questions.map(({ name, label, type, block, options, allOptions }) => [
      name,
      label,
      type ?? "",
      block ?? "",
      [
        ...options.map((it) => `${it.code}: ${it.label}`),
        ...(allOptions === undefined ? [] : [`… ${String(allOptions)} in all; read this question`]),
      ].join("; "),
    ]),
    0,
  );
}

function listText(title: string, names: readonly string[]): string {
  return names.length > 0 ? `${title}: ${names.map(inlineText).join(", ")}.` : "";
}

function surveyText({ dataSpace, survey, asOf }: Structure): string {
  return `the survey “${inlineText(survey.label)}” (${inlineText(survey.surveyId)}) in the data space ${inlineText(dataSpace)}, as of ${asOf}`;
}

function surveyContent({ dataSpace, survey, asOf }: Structure) {
  return {
    dataSpace,
    survey: survey.surveyId,
    label: shortLabel(survey.label),
    asOf,
  };
}

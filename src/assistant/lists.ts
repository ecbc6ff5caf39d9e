import * as z from "zod";
import type { Page } from "../client/queries.ts";
import { localizable } from "../model/localizable.ts";
import {
  answerPage,
  answerText,
  fitting,
  markdownTable,
  maxRows,
  inlineText,
  shortLabel,
  wrongCursor,
} from "./answerText.ts";
import { fields } from "./toolFields.ts";
import { defineTool } from "./toolJob.ts";

export const listDataSpaces = defineTool({
  name: "list_data_spaces",
  title: localizable("Data Spaces"),
  summary: localizable("Which data spaces there are, and what assistants may be told of them."),
  description:
    "Lists the data spaces that this person has set up, each with the version of its API, whether it is signed in to, and its " +
    "level: what assistants may be told of it (nothing, structure, figures, texts). Call this first where you do not know in which " +
    "data space a survey is. It does not list surveys: that is list_surveys.",
  icon: "database",
  level: "nothing",
  input: { cursor: fields.cursor },
  sharing: () => localizable("The names of your data spaces are shared with the assistant."),
  tell: async (job, { cursor }) => {
    const all = await job.cancellable(job.host.dataSpaces());
    const page = answerPage(all, cursor, { size: maxRows, of: "dataSpaces" });
    const dataSpaces = page.items.map(({ name, version, isSignedIn, level }) => ({
      name,
      version,
      signedIn: isSignedIn,
      level,
    }));
    return {
      text: answerText(
        all.length === 0
          ? "There is no data space. The person can add one in Survey Explorer."
          : "Data spaces. The level says what assistants may be told of one; the person sets it.",
        markdownTable(
          ["Data space", "API", "Signed in", "Level"],
          dataSpaces.map((it) => [it.name, it.version, it.signedIn ? "yes" : "no", it.level]),
          0,
        ),
      ),
      content: { dataSpaces },
      page,
      what: "Names of data spaces",
    };
  },
});

/** Surveys per page, if the API's version lets the client choose. Pages of the others are told in parts. */
const surveysAPage = 50;

/** Where an answer begins: behind some surveys of a page of the service. */
interface ListPlace {
  /** The service's cursor of the page. Undefined: the first page. */
  readonly page: string | undefined;
  readonly told: number;
}

function placeOf(cursor: string | undefined): ListPlace {
  if (cursor === undefined) {
    return { page: undefined, told: 0 };
  }
  const [, told, page] = /^(\d{1,9}):(.*)$/s.exec(cursor) ?? [];
  if (told === undefined) {
    throw wrongCursor();
  }
  return { page: page === "" ? undefined : page, told: Number(told) };
}

/** Returns the cursor of the next answer, as `placeOf` reads it, or `undefined` if there are no more surveys. */
function nextCursor(
  { page, told }: ListPlace,
  added: number,
  { items, cursor }: Page<unknown>,
): string | undefined {
  if (told + added < items.length) {
    return `${String(told + added)}:${page ?? ""}`;
  }
  return cursor === undefined ? undefined : `0:${cursor}`;
}

const input = {
  dataSpace: fields.dataSpace,
  running: z.boolean().optional().describe("true: only surveys that are collecting responses now."),
  cursor: fields.cursor,
};

export const listSurveys = defineTool({
  name: "list_surveys",
  title: localizable("Surveys of a Data Space"),
  summary: localizable("Which surveys a data space has."),
  description:
    "Lists the surveys of a data space with their IDs and titles, newest first, page by page. Use it to get the ID that other tools " +
    "take as survey. To find a survey by what it asks, use find_question.",
  icon: "list-unordered",
  level: "structure",
  input,
  sharing: () => localizable("The titles of surveys are shared with the assistant."),
  tell: async (job, { dataSpace: asked, running, cursor: given }) => {
    const { signal } = job.call;
    const { name: dataSpace } = await job.space(asked);
    const client = await job.cancellable(job.host.client(dataSpace));
    const place = placeOf(given);
    let asOf = Date.now();
    const page = await job.cancellable(
      client.surveyPage({
        running,
        cursor: place.page,
        size: surveysAPage,
        signal,
        onStoredAnswer: (readAt) => (asOf = readAt),
      }),
    );
    const surveys = fitting(
      page.items.slice(place.told, place.told + maxRows).map((it) => ({
        survey: it.surveyId,
        label: shortLabel(it.label),
        createdAt: it.createdAt ?? null,
        updatedAt: it.updatedAt ?? null,
      })),
    );
    const cursor = nextCursor(place, surveys.length, page);
    const time = new Date(asOf).toISOString();
    return {
      text: answerText(
        `${running === true ? "Running surveys" : "Surveys"} of the data space ${inlineText(dataSpace)}, newest first, as of ${time}.`,
        surveys.length === 0
          ? "There are none."
          : markdownTable(
              ["ID", "Title", "Created"],
              surveys.map((it) => [it.survey, it.label, it.createdAt ?? ""]),
              0,
            ),
        cursor === undefined
          ? ""
          : `There are more. Call again with the same arguments and cursor "${cursor}".`,
      ),
      content: {
        dataSpace,
        asOf: time,
        surveys,
        ...(cursor === undefined ? {} : { cursor }),
      },
      what: "Titles of surveys",
      dataSpace,
    };
  },
});

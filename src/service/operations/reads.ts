import type { Paging } from "../../protocol/operation.ts";
import type { FoundCollectGroup, Page } from "../../store/store.ts";
import { badParameter, notFound } from "../problem.ts";
import type { Query } from "../query.ts";
import type { OperationRequest } from "./operation.ts";

/*
 * Reads from the store that the operations of all versions share. A cursor is the id of the last item of the previous page,
 * so that paging continues at the right place even if items are added.
 */

/** Returns a page of the list of surveys. */
export async function surveyPage(
  { dataSpace, query }: OperationRequest,
  { cursor, size = query.size("size") }: Paging,
  running: string | undefined,
): Promise<Page> {
  const below = await positionOf(query, cursor, (it) => dataSpace.store.surveyPosition(it));
  return dataSpace.store.surveys({ runningOnly: running === "RUNNING", below, limit: size });
}

/** Returns a page of the responses of a survey, or of their metadata, in the query's time range. */
export async function responsePage(
  { dataSpace, query }: OperationRequest,
  { cursor, size = query.size("size") }: Paging,
  part: "body" | "metadata",
  surveyId: string,
): Promise<Page> {
  const { store } = dataSpace;
  if (!(await store.surveyPosition(surveyId))) {
    throw unknownSurvey(surveyId);
  }
  const below = await positionOf(query, cursor, (it) => store.responsePosition(surveyId, it));
  return store.responses(part, {
    surveyId,
    after: query.text("startDateTime"),
    through: query.text("endDateTime"),
    below,
    limit: size,
  });
}

/** Returns the detail of the survey, as stored. */
export async function surveyDetail({ dataSpace }: OperationRequest, id: string): Promise<string> {
  const found = await dataSpace.store.survey(id);
  if (found === undefined) {
    throw unknownSurvey(id);
  }
  return found;
}

/** Returns the collect groups of the survey in the path. */
export async function collectGroups(
  { dataSpace, path }: OperationRequest,
  part: "listItem" | "detail",
): Promise<string[]> {
  const id = path("surveyId");
  if (!(await dataSpace.store.surveyPosition(id))) {
    throw unknownSurvey(id);
  }
  return dataSpace.store.collectGroups(part, id);
}

/** Returns the collect group in the path, with the id of its survey. */
export async function collectGroup({
  dataSpace,
  path,
}: OperationRequest): Promise<FoundCollectGroup> {
  const id = path("collectGroupId");
  const found = await dataSpace.store.collectGroup(id);
  if (!found) {
    throw notFound(
      `There is no collect group ${id}. The list of a survey's collect groups has the ids.`,
    );
  }
  return found;
}

function unknownSurvey(id: string) {
  return notFound(`There is no survey ${id} in this data space. The list of surveys has the ids.`);
}

/** Returns the position that the sent cursor stands for; `undefined` if none was sent. */
async function positionOf<T>(
  query: Query,
  name: string,
  find: (cursor: string) => Promise<T | undefined>,
): Promise<T | undefined> {
  const sent = query.text(name);
  const found = sent === undefined ? undefined : await find(sent);
  if (sent !== undefined && !found) {
    throw badParameter(
      name,
      `The ${name} ${JSON.stringify(sent)} is not known here. Pass the ${name} of the previous result unchanged, or leave it out to begin with the newest.`,
    );
  }
  return found;
}

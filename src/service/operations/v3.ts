import { v3 as protocol } from "../../protocol/v3.ts";
import type { Page } from "../../store/store.ts";
import { Fragments } from "../joins.ts";
import { badParameter, notFound } from "../problem.ts";
import { onlyNamed } from "./filter.ts";
import type { Handlers, OperationRequest } from "./operation.ts";
import { pageFrame } from "./page.ts";

/** The operations of API v3 (API.md, "v3 operations"). */
export const v3: Handlers<typeof protocol> = {
  async listSurveys({ dataSpace, lastPage, query }) {
    const offset = query.text("offset");
    const below = offset === undefined ? undefined : await dataSpace.store.surveyPosition(offset);
    if (offset !== undefined && !below) {
      throw unknownOffset(offset);
    }
    const page = await dataSpace.store.surveys({
      runningOnly: query.text("collectGroupStatus") === "RUNNING",
      below,
      limit: query.size("size"),
    });
    return plain.expand(page.lines, ...pageFrame(protocol.listSurveys.paging, page, lastPage));
  },

  async getSurvey({ dataSpace, path }) {
    const id = path("surveyId");
    return (await dataSpace.store.survey(id)) ?? unknownSurvey(id);
  },

  async listCollectGroups(request) {
    await requireSurvey(request);
    const items = await request.dataSpace.store.collectGroups(request.path("surveyId"));
    return `[${items.join(",")}]`;
  },

  async getCollectGroup({ dataSpace, path }) {
    const id = path("collectGroupId");
    const found = await dataSpace.store.collectGroup(id);
    if (found === undefined) {
      throw notFound(
        `There is no collect group ${id}. The list of a survey's collect groups has the ids.`,
      );
    }
    return found;
  },

  async getResponses(request) {
    const page = await responsePage(request, "body");
    const fragments = request.dataSpace.fragments.get(request.path("surveyId")) ?? plain;
    const frame = pageFrame(protocol.getResponses.paging, page, request.lastPage);
    const wanted = {
      variables: request.query.names("variables"),
      embeddedData: request.query.names("embeddedData"),
    };
    if (!wanted.variables && !wanted.embeddedData) {
      return fragments.expand(page.lines, ...frame);
    }
    const items = splitLines(page.lines).map((it) => onlyNamed(fragments.expand(it), wanted));
    return plain.expand(joinLines(items), ...frame);
  },

  async getResponseMetadata(request) {
    const page = await responsePage(request, "metadata");
    const frame = pageFrame(protocol.getResponseMetadata.paging, page, request.lastPage);
    return plain.expand(page.lines, ...frame);
  },
};

// For lines that leave nothing out.
const plain = new Fragments();

async function requireSurvey({ dataSpace, path }: OperationRequest): Promise<void> {
  const id = path("surveyId");
  if (!(await dataSpace.store.surveyPosition(id))) {
    unknownSurvey(id);
  }
}

function unknownSurvey(id: string): never {
  throw notFound(`There is no survey ${id} in this data space. The list of surveys has the ids.`);
}

async function responsePage(request: OperationRequest, part: "body" | "metadata"): Promise<Page> {
  const { dataSpace, path, query } = request;
  const surveyId = path("surveyId");
  const offset = query.text("offset");
  await requireSurvey(request);
  const below =
    offset === undefined ? undefined : await dataSpace.store.responsePosition(surveyId, offset);
  if (offset !== undefined && !below) {
    throw unknownOffset(offset);
  }
  return dataSpace.store.responses(part, {
    surveyId,
    after: query.text("startDateTime"),
    through: query.text("endDateTime"),
    below,
    limit: query.size("size"),
  });
}

function unknownOffset(offset: string) {
  return badParameter(
    "offset",
    `The offset ${JSON.stringify(offset)} is not known here. Pass the offset of the previous result unchanged, or leave it out to begin with the newest.`,
  );
}

function splitLines(lines: Uint8Array): Uint8Array[] {
  const found: Uint8Array[] = [];
  let start = 0;
  while (start < lines.length) {
    const newline = lines.indexOf(0x0a, start);
    const end = newline < 0 ? lines.length : newline;
    found.push(lines.subarray(start, end));
    start = end + 1;
  }
  return found;
}

function joinLines(lines: readonly Buffer[]): Buffer {
  const newline = Buffer.from("\n");
  return Buffer.concat(lines.flatMap((it, index) => (index === 0 ? [it] : [newline, it])));
}

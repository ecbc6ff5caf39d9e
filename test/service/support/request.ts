import { Agent, request as httpsRequest } from "node:https";
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from "node:http";
import * as z from "zod";
import type { ApiVersion } from "../../../src/model/survey.ts";
import type { TestService } from "./dataSpace.ts";

const agent = new Agent({ keepAlive: true });

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface RequestOptions {
  readonly method?: string;
  /** Headers added to the Authorization that the service expects, or in place of it. */
  readonly headers?: OutgoingHttpHeaders;
  readonly anonymous?: boolean;
  readonly body?: string | Uint8Array;
}

/** Sends a request over HTTPS, with the credentials that API.md describes. */
export function ask(
  service: TestService,
  path: string,
  { method = "GET", headers = {}, anonymous = false, body }: RequestOptions = {},
): Promise<Answer> {
  const authorization = anonymous ? {} : { authorization: basic(service.spaceId, service.apiKey) };
  return new Promise((resolve, reject) => {
    const sent = httpsRequest(
      new URL(path, service.baseUrl),
      // The certificate is checked against `servername`, whatever the Host header says.
      {
        method,
        agent,
        ca: service.ca,
        servername: "localhost",
        headers: { ...authorization, ...headers },
      },
      (answer) => {
        const pieces: Buffer[] = [];
        answer.on("data", (it: Buffer) => pieces.push(it));
        answer.on("error", reject);
        answer.on("end", () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            body: Buffer.concat(pieces),
          }),
        );
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}

/** Basic credentials in the documented form: base64 without padding. */
export function basic(spaceId: string, apiKey: string): string {
  return `Basic ${Buffer.from(`${spaceId}:${apiKey}`).toString("base64").replace(/=+$/, "")}`;
}

/** Returns the text of the answer. @throws Error for any status but 200 */
export async function text(service: TestService, path: string): Promise<string> {
  const answer = await ask(service, path);
  if (answer.status !== 200) {
    throw new Error(`${path}: ${answer.status} ${answer.body.toString()}`);
  }
  return answer.body.toString();
}

/** Returns the answer as a JSON value. @throws Error for any status but 200 */
export async function json(service: TestService, path: string): Promise<unknown> {
  return JSON.parse(await text(service, path)) as unknown;
}

/** The lists that are sent in pages. */
export type List = "surveys" | "responses" | "metadata";

/** Returns the path of a list in a version; `surveyId` is for responses and metadata. */
export function listPath(version: ApiVersion, list: List, surveyId = "", query = ""): string {
  if (list === "surveys") {
    return `/${version}/surveys?${query}`;
  }
  const part = list === "metadata" ? "responses/metadata" : "responses";
  return version === "v3"
    ? `/v3/surveys/${surveyId}/${part}?${query}`
    : `/${version}/${part}?surveyId=${surveyId}&${query}`;
}

/** Posts a value as JSON, or a text unchanged. */
export function post(service: TestService, path: string, body: unknown): Promise<Answer> {
  const headers = { "content-type": "application/json" };
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return ask(service, path, { method: "POST", headers, body: text });
}

const item = z.looseObject({
  surveyId: z.string().optional(),
  responseId: z.string().optional(),
  answerUid: z.string().optional(),
  serial: z.string().nullish(),
});
const items = z.array(item).optional();
const cursor = z.string().nullish();
const page = z.looseObject({
  surveys: items,
  responses: items,
  answerSheets: items,
  offset: cursor,
  nextSurveyId: cursor,
  pageToken: cursor,
});

/** Reads a page of any version. @returns its items, their ids, and its cursor */
export async function readPage(service: TestService, path: string) {
  const found = page.parse(await json(service, path));
  const list = found.surveys ?? found.responses ?? found.answerSheets ?? [];
  const ids = list.map(
    (it) => (found.surveys ? it.surveyId : (it.responseId ?? it.answerUid ?? it.serial)) ?? "",
  );
  return { items: list, ids, cursor: found[cursorName(path)] };
}

/** Reads the ids on all pages. The last page has no cursor, an empty one, or no items. */
export async function readAll(service: TestService, path: string): Promise<string[][]> {
  const pages: string[][] = [];
  let next: string | null | undefined;
  do {
    const address = new URL(path, service.baseUrl);
    if (next) {
      address.searchParams.set(cursorName(path), next);
    }
    const found = await readPage(service, address.pathname + address.search);
    pages.push(found.ids);
    next = found.ids.length === 0 ? undefined : found.cursor;
  } while (next);
  return pages;
}

function cursorName(path: string): "offset" | "nextSurveyId" | "pageToken" {
  return path.startsWith("/v3/")
    ? "offset"
    : path.includes("/surveys")
      ? "nextSurveyId"
      : "pageToken";
}

const problem = z.strictObject({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  detail: z.string(),
  parameter: z.string().optional(),
});

/** Returns the answer as problem+json (RFC 9457). @throws Error if it is none */
export function problemOf(answer: Answer) {
  if (answer.headers["content-type"] !== "application/problem+json") {
    throw new Error(`${answer.status} ${String(answer.headers["content-type"])}`);
  }
  const found = problem.parse(JSON.parse(answer.body.toString()));
  if (found.status !== answer.status) {
    throw new Error(`The problem says ${found.status}, the answer ${answer.status}.`);
  }
  return found;
}

import { Agent, request as httpsRequest } from "node:https";
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from "node:http";
import * as z from "zod";
import type { TestService } from "./dataSpace.ts";

const agent = new Agent({ keepAlive: true });

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface RequestOptions {
  readonly method?: string;
  /** Added to, or in place of, the Authorization that the service wants. */
  readonly headers?: OutgoingHttpHeaders;
  readonly anonymous?: boolean;
  readonly body?: string;
}

/** Asks the service over HTTPS, signed in as API.md says. */
export function ask(
  service: TestService,
  path: string,
  { method = "GET", headers = {}, anonymous = false, body }: RequestOptions = {},
): Promise<Answer> {
  const authorization = anonymous ? {} : { authorization: basic(service.spaceId, service.apiKey) };
  return new Promise((resolve, reject) => {
    const sent = httpsRequest(
      new URL(path, service.baseUrl),
      // The certificate is held against this name, whatever Host says.
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

/** The answer's text. @throws Error for any status but 200 */
export async function text(service: TestService, path: string): Promise<string> {
  const answer = await ask(service, path);
  if (answer.status !== 200) {
    throw new Error(`${path}: ${answer.status} ${answer.body.toString()}`);
  }
  return answer.body.toString();
}

/** The answer as a JSON value. @throws Error for any status but 200 */
export async function json(service: TestService, path: string): Promise<unknown> {
  return JSON.parse(await text(service, path)) as unknown;
}

const item = z.looseObject({ responseId: z.string().optional(), surveyId: z.string().optional() });
const page = z.looseObject({
  responses: z.array(item).optional(),
  surveys: z.array(item).optional(),
  offset: z.string().nullish(),
});

/** A page's items as they are, their ids, and the page's offset. */
export async function readPage(service: TestService, path: string) {
  const { responses, surveys, offset } = page.parse(await json(service, path));
  const items = responses ?? surveys ?? [];
  const ids = items.map((it) => (responses ? it.responseId : it.surveyId) ?? "");
  return { items, ids, offset };
}

/** The ids on all pages, following the offset until it is absent, null or empty, or a page is empty. */
export async function readAll(service: TestService, path: string): Promise<string[][]> {
  const pages: string[][] = [];
  let offset: string | null | undefined;
  do {
    const address = new URL(path, service.baseUrl);
    if (offset) {
      address.searchParams.set("offset", offset);
    }
    const found = await readPage(service, address.pathname + address.search);
    pages.push(found.ids);
    offset = found.ids.length === 0 ? undefined : found.offset;
  } while (offset);
  return pages;
}

const problem = z.strictObject({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  detail: z.string(),
  parameter: z.string().optional(),
});

/** The answer as problem+json (RFC 9457). @throws Error where it is none */
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

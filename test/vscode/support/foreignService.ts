import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:https";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  makeIdentity,
  type MadeIdentity,
} from "../../../src/service/certificates/makeCertificates.ts";
import { answerAboutUrls } from "./foreignUrls.ts";

export const foreignSurvey = {
  surveyId: "f1",
  label: "Foreign survey",
  questions: [],
  unknownField: 17,
  createdAt: "2025-01-01T00:00:00",
  updatedAt: "2025-01-02T00:00:00",
};

/** Returns one response as text, with its own spacing and digits, which must be found again unchanged. */
export function foreignResponse(number: number): string {
  const second = String(number % 60).padStart(2, "0");
  const minute = String(Math.floor(number / 60)).padStart(2, "0");
  return `{"responseId" : "r${String(number).padStart(4, "0")}","serial":"S${number}","collectGroupId":"g${number % 2}",  "finishedAt":"2025-03-01T10:${minute}:${second}","exact":9007199254740993,"variables":[{"name":"Q1","answer":[{"value":"${number % 5}"}]}],"embeddedData":[]}`;
}

/**
 * A service of v3, and of v2's response URLs, that shares only the reference with ours: Node's own HTTPS server over text.
 * It answers with pages of 100, and keeps the headers of the requests.
 */
export class ForeignService {
  readonly authorizations: (string | undefined)[] = [];
  /** Bodies of the requests that have one. */
  readonly bodies: string[] = [];
  readonly baseUrl: string;
  readonly caFile: string;
  readonly #server: Server;
  readonly #folder: string;

  private constructor(server: Server, folder: string, caFile: string) {
    this.#server = server;
    this.#folder = folder;
    this.caFile = caFile;
    this.baseUrl = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  static async start(
    authorization: string,
    responses: number,
    identity?: MadeIdentity,
  ): Promise<ForeignService> {
    const folder = await mkdtemp(join(tmpdir(), "survey-explorer-foreign-"));
    const { authority, certificate, key } = identity ?? (await makeIdentity(new Date()));
    const caFile = join(folder, "ca.pem");
    await writeFile(caFile, authority);
    const items = Array.from({ length: responses }, (_, index) => foreignResponse(index)).reverse();
    const server = createServer({ cert: certificate, key });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const service = new ForeignService(server, folder, caFile);
    server.on("request", (request: IncomingMessage, response: ServerResponse) => {
      service.authorizations.push(request.headers.authorization);
      if (request.headers.authorization !== authorization) {
        answer(response, 401, `{"message":"who are you?"}`);
        return;
      }
      const url = new URL(request.url ?? "", service.baseUrl);
      void text(request).then((sent) => {
        if (request.method === "POST") {
          service.bodies.push(sent);
        }
        const [status, body] = answerAboutUrls(url.pathname, sent) ?? answerTo(url, items);
        answer(response, status, body);
      });
    });
    return service;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
    await rm(this.#folder, { recursive: true, force: true });
  }
}

function answerTo(url: URL, items: readonly string[]): [status: number, body: string] {
  switch (url.pathname) {
    case "/v3/surveys":
      return [200, `{"surveys":[${surveyText}]}`];
    case "/v3/surveys/f1":
      return [200, surveyText];
    case "/v3/surveys/f1/collect-groups":
      return [200, `[{"collectGroupId":"g0","surveyId":"f1","label":"Web","state":"ODD"}]`];
    case "/v3/surveys/f1/responses":
    case "/v3/surveys/f1/responses/metadata": {
      const size = Math.min(100, Number(url.searchParams.get("size") ?? 100));
      const after = url.searchParams.get("offset");
      const end = url.searchParams.get("endDateTime");
      const inRange = items.filter((it) => end === null || timeOf(it) <= end);
      const first = after === null ? 0 : inRange.findIndex((it) => it.includes(`"${after}"`)) + 1;
      const page = inRange.slice(first, first + size);
      const last = page.at(-1)?.match(/"responseId" : "(\w+)"/)?.[1];
      const offset = last !== undefined && first + size < inRange.length ? `"${last}"` : "null";
      return [200, `{"responses":[${page.join(" , ")}],"offset":${offset}}`];
    }
    default:
      return [404, `{"error":"nothing at ${url.pathname}"}`];
  }
}

const surveyText = JSON.stringify(foreignSurvey);

function timeOf(item: string): string {
  return /"finishedAt":"([^"]+)"/.exec(item)?.[1] ?? "";
}

function answer(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(body);
}

import type { ServerResponse } from "node:http";
import { sendText, startTestServer } from "../../client/support/testServer.ts";
import { serveSpace, type ServedSpace } from "./servedSpace.ts";

export const exportCredentials = { spaceId: "space-1", apiKey: "the-key" };
/** Space ID of another data space on the same service, with the same key. */
export const otherSpaceId = "another";
const labels = ["Customer satisfaction 2025", "Brand awareness 2025"];
const surveys = labels.map(
  (label, index) =>
    `{"surveyId":"S${index + 1}","label":"${label}","questions":[],"createdAt":"2025-01-01T00:00:00","updatedAt":"2025-03-01T00:00:00"}`,
);
const pageSize = 100;

/** What the service does with a request for a page of responses instead of answering at once. */
export type Disturbance = "none" | "hold" | "refuse" | "fail" | "later";

/** A VS Code server with a data space, whose answers to pages a test can hold back, refuse or let fail. */
export interface DisturbedDataSpace extends ServedSpace {
  readonly count: number;
  /** Returns the number of pages of responses that were answered. */
  readonly pages: () => number;
  /** Sets what happens to the pages after the next `after` ones (default: 0). Held requests are treated in the new way. */
  disturb(how: Disturbance, after?: number): void;
}

/** @param surveyCount number of surveys, each with the same responses; at most 2 */
export async function startDisturbedDataSpace(
  count: number,
  surveyCount = 1,
): Promise<DisturbedDataSpace> {
  const listed = surveys.slice(0, surveyCount);
  const items = Array.from({ length: count }, (_, index) => item(count - 1 - index));
  const accepted = [exportCredentials, { ...exportCredentials, spaceId: otherSpaceId }].map(
    (it) =>
      `Basic ${Buffer.from(Object.values(it).join(":")).toString("base64").replace(/=+$/, "")}`,
  );
  let pages = 0;
  let disturbance: { readonly how: Disturbance; readonly from: number } = { how: "none", from: 0 };
  const held: (() => void)[] = [];

  const answer = (url: URL, response: ServerResponse) => {
    switch (pages >= disturbance.from ? disturbance.how : "none") {
      case "none":
        pages++;
        sendText(response, pageOf(items, url.searchParams));
        break;
      case "hold":
        held.push(() => answer(url, response));
        break;
      case "refuse":
        sendText(response, `{"message":"The key was issued anew."}`, 401);
        break;
      case "fail":
        sendText(response, "", 503);
        break;
      case "later":
        sendText(response, "", 429, { "retry-after": "30" });
        break;
    }
  };
  const service = await startTestServer(({ url, headers }, response) => {
    if (!accepted.includes(headers.authorization ?? "")) {
      sendText(response, `{"message":"The key was issued anew."}`, 401);
    } else if (url.pathname.endsWith("/responses")) {
      answer(url, response);
    } else if (url.pathname.endsWith("/responses/metadata")) {
      // The export dialog counts with metadata, so they are answered at once, whatever happens to the responses.
      sendText(response, pageOf(items, url.searchParams));
    } else if (url.pathname.endsWith("/collect-groups")) {
      sendText(response, "[]");
    } else if (url.pathname.endsWith("/surveys")) {
      // Without collect groups no survey is running, so none is in the filtered list.
      const isListed = !url.searchParams.has("collectGroupStatus");
      sendText(response, `{"surveys":[${isListed ? listed.join(",") : ""}]}`);
    } else {
      const [, id = ""] = /\/surveys\/(\w+)/.exec(url.pathname) ?? [];
      sendText(response, surveys.find((it) => it.includes(`"${id}"`)) ?? "");
    }
  });
  const space = await serveSpace("Acme research", service, { credentials: exportCredentials });
  return {
    ...space,
    count,
    pages: () => pages,
    disturb(how, after = 0) {
      disturbance = { how, from: pages + after };
      for (const go of held.splice(0)) {
        go();
      }
    },
  };
}

/** Returns a response; three a second. */
function item(number: number): { readonly finishedAt: string; readonly json: string } {
  const finishedAt = new Date(Date.UTC(2025, 2, 3, 9, 0, Math.floor(number / 3)))
    .toISOString()
    .slice(0, 19);
  const id = String(number).padStart(6, "0");
  const json = `{"responseId":"r${id}","serial":"S${number}","finishedAt":"${finishedAt}","variables":[]}`;
  return { finishedAt, json };
}

function pageOf(items: readonly ReturnType<typeof item>[], query: URLSearchParams): string {
  const from = query.get("startDateTime") ?? "";
  const until = query.get("endDateTime") ?? "~";
  const range = items.filter((it) => it.finishedAt > from && it.finishedAt <= until);
  const offset = query.get("offset");
  const start = offset === null ? 0 : range.findIndex((it) => it.json.includes(`"${offset}"`)) + 1;
  const page = range.slice(start, start + Math.min(pageSize, Number(query.get("size") ?? 1000)));
  const last = /"responseId":"(\w+)"/.exec(page.at(-1)?.json ?? "")?.[1];
  const more = last !== undefined && start + page.length < range.length;
  const list = page.map((it) => it.json).join(",");
  return `{"responses":[${list}],"offset":${more ? `"${last}"` : "null"}}`;
}

import type { ServerResponse } from "node:http";
import { sendText, startTestServer, type TestServer } from "../../client/support/testServer.ts";
import { itemsJson } from "./surveyServer.ts";

export interface ForeignSurvey {
  readonly surveyId: string;
  readonly responses: number;
}

export interface ForeignSpaceOptions {
  readonly surveys: readonly ForeignSurvey[];
  /** Called for each request; if it returns true, it has answered. */
  readonly disturb?: (path: string, response: ServerResponse, request: number) => boolean;
  /** Responses that replace the usual ones. */
  readonly items?: readonly string[];
}

const pageSize = 4;

/** Returns a structure with undocumented fields, and with numbers and spaces that must be kept exactly. */
export function foreignStructure(surveyId: string): string {
  return `{ "label" : "Title of ${JSON.stringify(surveyId).slice(1, 9).replaceAll(/["\\]/g, "")} <i>&amp;</i>", "surveyId":${JSON.stringify(surveyId)},"exact":9007199254740993, "createdAt":"2025-01-01T00:00:00","__proto__":{"a":1.50} }`;
}

export function foreignGroup(surveyId: string, number: number): string {
  const id = JSON.stringify(groupId(surveyId, number));
  return `{"collectGroupId":${id} , "surveyId":${JSON.stringify(surveyId)},"channel":"${number === 0 ? "PUBLIC_LINK" : "KIOSK"}","state":"ODD","quota":[1.50]}`;
}

export function groupId(surveyId: string, number: number): string {
  return `${surveyId}|${number}`;
}

/**
 * Serves a data space of v3 that shares nothing with ours except what API.md documents. Lists of surveys have two per page.
 * v1 has only serials, made of "§" and the collect group's id.
 */
export function startForeignSpace({
  surveys,
  disturb,
  items,
}: ForeignSpaceOptions): Promise<TestServer> {
  return startTestServer(({ url }, response, request) => {
    if (disturb?.(url.pathname, response, request) === true) {
      return;
    }
    const [, version = "", kind, part, what] = url.pathname.split("/");
    const id = decodeURIComponent(part ?? "");
    const survey = surveys.find((it) => it.surveyId === id);
    if (version === "v1" && what === "serial") {
      sendText(response, JSON.stringify(`§${id}`));
    } else if (version !== "v3") {
      sendText(response, `{"error":"no ${version} here"}`, 404);
    } else if (kind === "collect-groups") {
      const at = id.lastIndexOf("|");
      sendText(response, foreignGroup(id.slice(0, at), Number(id.slice(at + 1))));
    } else if (part === undefined) {
      const start = Number(url.searchParams.get("offset") ?? 0);
      const page = surveys.slice(start, start + 2).map((it) => foreignStructure(it.surveyId));
      const next = start + 2 < surveys.length ? `"${start + 2}"` : "null";
      sendText(response, `{"surveys":[${page.join(" , ")}],"offset":${next}}`);
    } else if (!survey) {
      sendText(response, `{"error":"no such survey"}`, 404);
    } else if (what === undefined) {
      sendText(response, foreignStructure(id));
    } else if (what === "collect-groups") {
      sendText(response, `[ ${[0, 1].map((it) => foreignGroup(id, it)).join(" ,")} ]`);
    } else {
      const query = url.searchParams;
      const all = (items ?? itemsJson(survey.responses)).filter((it) => {
        const finishedAt = /"finishedAt":"([^"]*)"/.exec(it)?.[1] ?? "";
        return (
          finishedAt > (query.get("startDateTime") ?? "") &&
          finishedAt <= (query.get("endDateTime") ?? "~")
        );
      });
      const start = Number(query.get("offset") ?? 0);
      const end = start + Math.min(pageSize, Number(query.get("size") ?? pageSize));
      const offset = end < all.length ? `,"offset":"${end}"` : "";
      sendText(response, `{"responses":[${all.slice(start, end).join(" , ")}]${offset}}`);
    }
  });
}

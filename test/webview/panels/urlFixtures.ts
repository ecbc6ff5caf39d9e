import type {
  ResponseUrlsContent,
  ResponseUrlsState,
  RowText,
  UrlPreview,
  UrlsSubject,
} from "../../../src/messages/responseUrls.ts";
import type { ResponseUrlsMessage, ResponseUrlsRequest } from "../support/panelMessages.ts";
import type { PanelPage } from "../support/panelPage.ts";
import { english } from "./fixtures.ts";

/** Fixtures of the response URL panel, in the shapes that the host sends. */

export const urlsSubject: UrlsSubject = {
  dataSpace: "Acme research",
  surveyId: "csat-2025",
  collectGroupId: "grp-0001",
  label: "Website link",
};

export const parameters = [
  { name: "panelist", required: true },
  { name: "wave", required: true },
  { name: "campaign", required: false },
];

export function urlsContent(change: Partial<ResponseUrlsContent> = {}): ResponseUrlsContent {
  return {
    source: { dataSpace: "Acme research", apiVersion: "v2", readAt: Date.UTC(2025, 2, 3, 14, 5) },
    surveyLabel: "Customer satisfaction 2025",
    group: {
      collectGroupId: "grp-0001",
      surveyId: "csat-2025",
      label: "Website link",
      channel: "PUBLIC_LINK",
      state: "RUNNING",
      isUsingHmac: true,
    },
    parameters,
    ...change,
  };
}

export function urlsState(
  change: Partial<ResponseUrlsState> = {},
): ResponseUrlsState & { kind: "state" } {
  return {
    kind: "state",
    locale: english,
    subject: urlsSubject,
    title: "Website link",
    loading: false,
    content: urlsContent(),
    ...change,
  };
}

export function urlOf(panelist: string): string {
  return `https://survey.example.com/r/grp-0001?panelist=${panelist}&wave=2&sig=9f86d081884c7d659a2feaa0c55ad015`;
}

export function madeUrls(run: number, urls: readonly string[]): UrlPreview {
  return { run, total: urls.length, done: urls.length, loading: false, urls };
}

/** Chooses a file of rows. */
export async function openFile(
  panel: PanelPage<ResponseUrlsMessage, ResponseUrlsRequest>,
  rows: RowText,
): Promise<void> {
  await panel.button("Open File").click();
  await panel.answerLast("openFile", rows);
}

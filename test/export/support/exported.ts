import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { exportResponses, type ExportResponsesOptions, type ExportResult } from "./exporting.ts";
import type { ApiVersion } from "../../../src/model/survey.ts";
import type { ReadQuery } from "../../../src/reader/readQuery.ts";
import type { ItemKind } from "../../../src/client/queries.ts";
import { clientOf } from "../../client/support/clients.ts";
import type { TestServer } from "../../client/support/testServer.ts";
import { startLiveServer, type LiveItem } from "./liveServer.ts";

export const formats = ["json", "ndjson"] as const;
export type Format = (typeof formats)[number];

/**
 * Returns item `number`: three a second, in two groups. In v1 and v2 two of the three differ only in the answerUid of
 * metadata.
 */
export function liveItem(version: ApiVersion, number: number): LiveItem {
  const second = Math.floor(number / 3);
  const minute = String(Math.floor(second / 60)).padStart(2, "0");
  const finishedAt = `2025-03-27T10:${minute}:${String(second % 60).padStart(2, "0")}`;
  const serial = version === "v3" ? number : number - (number % 3 === 2 ? 1 : 0);
  const facts = `"serial":"S${serial}","collectGroupId":"g${second % 2}","startedAt":"2025-03-27T09:00:00", "finishedAt":"${finishedAt}"`;
  const id = `"${version === "v3" ? "responseId" : "answerUid"}":"i${number}", `;
  return {
    finishedAt,
    order: number,
    json: `{ ${version === "v3" ? id : ""}${facts},"n":9007199254740993, "t":"\\uac00 \\\\\\" ]}, ${serial}" }`,
    metadata: `{${id}${facts}}`,
  };
}

export function liveItems(version: ApiVersion, count: number): LiveItem[] {
  return Array.from({ length: count }, (_, number) => liveItem(version, number));
}

export function serve(version: ApiVersion, items: readonly LiveItem[]): Promise<TestServer> {
  return startLiveServer({ version, items });
}

export async function exportFrom(
  server: TestServer,
  version: ApiVersion,
  file: string,
  format: Format,
  { kind = "responses", query = {} }: { kind?: ItemKind; query?: ReadQuery } = {},
): Promise<void> {
  const client = clientOf(server, version);
  await exportResponses({ client, kind, query, file, format });
}

/** Exports the responses as ndjson, unless the options say something else. */
export function exportLines(
  server: TestServer,
  version: ApiVersion,
  options: Pick<ExportResponsesOptions, "file"> & Partial<ExportResponsesOptions>,
): Promise<ExportResult> {
  return exportResponses({
    client: clientOf(server, version),
    format: "ndjson",
    ...options,
  });
}

/** Rewrites the items of a file, as somebody with an editor might, and leaves everything else unchanged. */
export async function editItems(
  file: string,
  format: Format,
  edit: (items: readonly string[]) => readonly string[],
): Promise<void> {
  const text = await readFile(file, "utf8");
  if (format === "ndjson") {
    const lines = text.split("\n").slice(0, -1);
    await writeFile(
      file,
      edit(lines)
        .map((it) => `${it}\n`)
        .join(""),
    );
    return;
  }
  const [, head = "", list = "", tail = ""] =
    /^(.*"responses":\[)(.*)(\],"count":\d+\}\n)$/s.exec(text) ?? assert.fail(text);
  await writeFile(file, head + edit(list.split(/(?<=\}),(?=\{)/)).join(",") + tail);
}

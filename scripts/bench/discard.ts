// What an export is compared with: the same pages over one keep-alive connection, thrown away.
import { readFile } from "node:fs/promises";
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import * as https from "node:https";
import type { DiscardArgument } from "./bench.ts";
import { surveyId } from "./responses.ts";

const { baseUrl, caFile, spaceId, apiKey, operation } = JSON.parse(
  process.argv[2] ?? "",
) as DiscardArgument;
const agent = new https.Agent({ ca: await readFile(caFile), keepAlive: true, maxSockets: 1 });
const authorization = `Basic ${Buffer.from(`${spaceId}:${apiKey}`).toString("base64").replace(/=+$/, "")}`;
const path = operation === "metadata" ? "responses/metadata" : "responses";

const started = performance.now();
let offset = "";
let pages = 0;
let bytes = 0;
do {
  const query = offset === "" ? "" : `&offset=${encodeURIComponent(offset)}`;
  const tail = await download(`${baseUrl}/v3/surveys/${surveyId}/${path}?size=1000${query}`);
  offset = /"offset"\s*:\s*"([^"]*)"\s*\}?\s*$/.exec(tail)?.[1] ?? "";
  pages++;
} while (offset !== "");
const seconds = (performance.now() - started) / 1000;
const { userCPUTime, systemCPUTime } = process.resourceUsage();
const cpuSeconds = (userCPUTime + systemCPUTime) / 1e6;
console.log(JSON.stringify({ seconds, cpuSeconds, pages, bytes }));

/** Downloads and throws away; only the end of the answer, where the cursor stands, comes back. */
async function download(url: string): Promise<string> {
  const request = https.get(url, { agent, headers: { authorization } });
  const [answer] = (await once(request, "response")) as [IncomingMessage];
  let last: Buffer = Buffer.alloc(0);
  answer.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    last = chunk.length >= 300 ? chunk : Buffer.concat([last.subarray(-300), chunk]);
  });
  await once(answer, "end");
  return last.subarray(-300).toString("latin1");
}

// Exports once, in a process of its own, and tells how long it took and how much memory the process had at its peak.
import { readFile } from "node:fs/promises";
import { createSurveyClient } from "../../src/client/surveyClient.ts";
import { exportResponses } from "../../src/export/exportResponses.ts";
import { createTableClient } from "../../src/table/tableClient.ts";
import type { Exported, ExportArgument } from "./bench.ts";
import { watchLag } from "./lag.ts";
import { peakMegabytes } from "./peakMemory.ts";
import { surveyId } from "./responses.ts";

const argument = JSON.parse(process.argv[2] ?? "") as ExportArgument;
const { baseUrl, caFile, spaceId, apiKey, file, program, lanes, fresh } = argument;
let asked = 0;
const client = createSurveyClient({
  address: { name: "Bench", baseUrl, version: "v3", ca: await readFile(caFile, "utf8") },
  credentials: async () => ({ spaceId, apiKey }),
  request: { concurrency: lanes },
  log: ({ operation }) => {
    asked += Number(operation === "getResponses");
  },
});
const lag = argument.watchLag === true ? watchLag() : undefined;
const tables = createTableClient(program, argument.copies);
// The export dialog has asked what is kept before anything is exported.
await tables.size();
const started = performance.now();
const { responses, bytes } = await exportResponses({
  copies: tables.copies,
  ...(fresh && { copy: { space: spaceId, version: "v3", surveyId }, fresh }),
  lanes,
  client,
  surveyId,
  kind: "responses",
  file,
  format: argument.format ?? "json",
  overwrite: true,
  toolVersion: "bench",
});
const seconds = (performance.now() - started) / 1000;
await tables.dispose();
const { userCPUTime, systemCPUTime } = process.resourceUsage();
const exported: Exported = {
  seconds,
  cpuSeconds: (userCPUTime + systemCPUTime) / 1e6,
  peakMegabytes: await peakMegabytes(),
  responses,
  bytes,
  asked,
  ...(lag && { lag: lag() }),
};
console.log(JSON.stringify(exported));

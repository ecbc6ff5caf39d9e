// Exports once, in a process of its own, and tells how long it took and how much memory the process had at its peak.
import { readFile } from "node:fs/promises";
import { createSurveyClient } from "../../src/client/surveyClient.ts";
import { exportResponses } from "../../src/export/exportResponses.ts";
import { surveyId } from "./dataSpace.ts";

const [baseUrl = "", caFile = "", spaceId = "", apiKey = "", file = ""] = process.argv.slice(2);
const ca = await readFile(caFile, "utf8");
const client = createSurveyClient({
  address: { name: "Bench", baseUrl, version: "v3", ca },
  credentials: async () => ({ spaceId, apiKey }),
});
const started = performance.now();
const { responses, bytes } = await exportResponses({
  client,
  surveyId,
  kind: "responses",
  file,
  format: "json",
  overwrite: true,
  toolVersion: "bench",
});
const seconds = (performance.now() - started) / 1000;
const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
const cpuSeconds = (userCPUTime + systemCPUTime) / 1e6;
// Kilobytes, on every platform.
const peakMegabytes = maxRSS / 1024;
console.log(JSON.stringify({ seconds, cpuSeconds, peakMegabytes, responses, bytes }));

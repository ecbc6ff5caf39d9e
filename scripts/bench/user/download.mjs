// A simple script that a Node programmer would write to download the responses of a survey. Uses no code of this project.
// Arguments: address, CA file, Space ID, API key, survey, file.
import { readFileSync, writeFileSync } from "node:fs";
import https from "node:https";

const [baseUrl, caFile, spaceId, apiKey, surveyId, file] = process.argv.slice(2);
const options = { ca: readFileSync(caFile), auth: `${spaceId}:${apiKey}` };
const getJson = (url) =>
  new Promise((resolve, reject) => {
    const request = https.get(url, options, (answer) => {
      let body = "";
      answer.setEncoding("utf8");
      answer.on("data", (chunk) => (body += chunk));
      answer.on("end", () => resolve(JSON.parse(body)));
    });
    request.on("error", reject);
  });

const started = performance.now();
const responses = [];
let offset;
do {
  const query = offset ? `&offset=${encodeURIComponent(offset)}` : "";
  const page = await getJson(`${baseUrl}/v3/surveys/${surveyId}/responses?size=1000${query}`);
  responses.push(...page.responses);
  offset = page.offset;
} while (offset);
writeFileSync(file, JSON.stringify(responses));
console.log(JSON.stringify({ seconds: (performance.now() - started) / 1000 }));

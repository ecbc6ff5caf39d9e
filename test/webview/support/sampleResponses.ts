import { readFileSync } from "node:fs";
import { createSurveyClient } from "../../../src/client/surveyClient.ts";
import type { Response } from "../../../src/model/response.ts";
import { host, sampleName } from "./host.ts";

/** Reads all responses of a survey of the sample without the extension, newest first. */
export async function readSample(survey: string): Promise<Response[]> {
  const { baseUrl, caFile, spaceId, apiKey } = (await host()).dataSpace;
  const client = createSurveyClient({
    address: { name: sampleName, baseUrl, version: "v3", ca: readFileSync(caFile, "utf8") },
    credentials: async () => ({ spaceId, apiKey }),
  });
  for await (const { surveyId, label } of client.listSurveys()) {
    if (label === survey) {
      const responses: Response[] = [];
      for await (const response of client.responses(surveyId, {})) {
        responses.push(response);
      }
      return responses;
    }
  }
  throw new Error(`The sample has no survey ${survey}.`);
}

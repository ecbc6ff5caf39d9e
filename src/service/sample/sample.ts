import { setImmediate } from "node:timers/promises";
import type { SurveyStore } from "../../store/sqlite.ts";
import type { StoredResponse } from "../../store/store.ts";
import { SharedTexts } from "../sharedTexts.ts";
import type { LoadedDataSpace } from "../load/directory.ts";
import { ResponseLines } from "../load/responseLine.ts";
import { readCollectGroups, readSurvey } from "../load/surveyFiles.ts";
import { readSurveyWords } from "../load/surveyTexts.ts";
import { collectGroupsFile, responses, surveyFile } from "./generate.ts";
import { sampleSurveys } from "./surveys.ts";

const batchSize = 1000;

/** Fills an empty store with the built-in sample, which is the same at every start. */
export async function loadSample(store: SurveyStore): Promise<Omit<LoadedDataSpace, "apiKey">> {
  const fragmentsOf = new Map<string, SharedTexts>();
  for (const sample of sampleSurveys) {
    const file = `sample survey ${sample.code}`;
    const bytes = Buffer.from(surveyFile(sample));
    const survey = readSurvey(file, bytes);
    const { surveyId } = survey;
    const groups = readCollectGroups(file, Buffer.from(collectGroupsFile(sample)), surveyId);
    await store.addSurvey({ ...survey, running: groups.some((it) => it.running) }, groups);

    const fragments = new SharedTexts();
    fragmentsOf.set(surveyId, fragments);
    const reader = new ResponseLines(readSurveyWords(bytes), fragments);
    let batch: StoredResponse[] = [];
    for (const response of responses(sample)) {
      batch.push(reader.stored(response, Buffer.from(JSON.stringify(response))));
      if (batch.length === batchSize) {
        await store.addResponses(surveyId, batch);
        batch = [];
        // Let the process end if it is told to.
        await setImmediate();
      }
    }
    await store.addResponses(surveyId, batch);
  }
  return { label: "Sample data space", spaceId: "sample", fragments: fragmentsOf };
}

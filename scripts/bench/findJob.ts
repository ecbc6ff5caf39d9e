// The search index of a data space with 10,000 surveys: filled as in the background, and searched letter by letter.
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { SurveyClient } from "../../src/client/surveyClient.ts";
import type { Survey } from "../../src/model/survey.ts";
import { createIndexClient } from "../../src/surveyIndex/indexClient.ts";
import { indexKinds } from "../../src/surveyIndex/indexEntries.ts";
import { percentile, watchLag } from "./statistics.ts";
import { chance, drawnWord, manySurveys } from "./survey.ts";

const space = "bench";
const queries = 200;

export async function findJob(client: SurveyClient, folder: string) {
  const place = join(folder, "index");
  const index = createIndexClient(join(folder, "surveyIndex.cjs"), join(place, "surveys.db"));
  // Read all surveys once before measuring: the memory for reading does not belong to the index.
  await eachSurvey(client, () => Promise.resolve());
  await index.status([space]);
  const before = process.memoryUsage().rss;
  const lag = watchLag();
  const seconds = await eachSurvey(client, (survey) =>
    index.put(space, survey, survey.collectGroups ?? []),
  );
  const late = lag();
  const filledMemory = process.memoryUsage().rss;
  const files = await readdir(place);
  const sizes = await Promise.all(files.map(async (it) => (await stat(join(place, it))).size));
  const taken: number[] = [];
  for (let query = 0; query < queries; query++) {
    const words = [drawnWord(chance(query)), drawnWord(chance(query + 1e6))].join(" ");
    for (let length = 1; length <= words.length; length++) {
      const text = words.slice(0, length);
      const asked = performance.now();
      await index.search({ spaces: [space], text, kinds: indexKinds, limit: 10 });
      taken.push(performance.now() - asked);
    }
  }
  const grown = Math.max(filledMemory, process.memoryUsage().rss) - before;
  await index.dispose();
  return {
    seconds,
    "surveys a second": manySurveys / seconds,
    "lag while filling, 99th percentile": late,
    "on disk": sizes.reduce((sum, it) => sum + it, 0) / 1e6,
    memory: grown / 1e6,
    "a letter, 95th percentile": percentile(taken, 0.95),
  };
}

/** Reads the structures of all surveys. @returns the seconds that it takes */
async function eachSurvey(
  client: SurveyClient,
  work: (survey: Survey) => Promise<void>,
): Promise<number> {
  const begun = performance.now();
  let surveys = 0;
  for await (const { surveyId } of client.listSurveys()) {
    await work(await client.getSurvey(surveyId));
    surveys++;
  }
  if (surveys !== manySurveys) {
    throw new Error(`${surveys} surveys.`);
  }
  return (performance.now() - begun) / 1000;
}

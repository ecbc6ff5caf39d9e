import { readFile } from "node:fs/promises";
import { fieldworkFigures } from "../../src/analysis/fieldworkFigures.ts";
import { FieldworkTally, type FieldworkItem } from "../../src/analysis/fieldworkTally.ts";
import { createSurveyClient } from "../../src/client/surveyClient.ts";
import type { FieldworkAnswer, FieldworkView } from "../../src/messages/fieldwork.ts";
import { FieldworkReading } from "../../src/vscode/fieldwork/fieldworkReading.ts";
import { discard, median, type Bench, type Figure, type Section } from "./bench.ts";
import { lagFigures } from "./lagSections.ts";
import { watchLag } from "./lag.ts";
import { chance, secondOf, survey, surveyId, timeOf } from "./responses.ts";
import { startReplay, type Server } from "./servers.ts";

/** Items that are made anew for the pure figures; beyond that they repeat. */
const different = 100_000;
const view: FieldworkView = { scope: {}, rule: { share: 1 / 3 }, interval: 0 };
const groups = survey.collectGroups.map((it) => ({ ...it, targetCnt: 100 }));

/** The fieldwork of a survey from its metadata: what reckoning costs, and reading it all. */
export async function fieldworkSection(bench: Bench): Promise<Section> {
  const figures = reckoning(bench);
  await using server = await startReplay(bench.folder, bench.responses);
  const thrownAway = await discard(bench, { ...server, operation: "metadata" });
  const { first, seconds, lag } = await readAll(bench, server);
  return {
    title: `Fieldwork of ${bench.responses.toLocaleString("en")} metadata items`,
    figures: [
      ...figures,
      { name: "throwing away, replaying server", value: thrownAway.seconds, unit: "s" },
      { name: "reading all", value: seconds, unit: "s" },
      { name: "reading all to throwing away", value: seconds / thrownAway.seconds },
      { name: "first figures", value: first, unit: "ms", atMost: 1000 },
      ...lagFigures("lag", lag, 25),
    ],
  };
}

function reckoning({ responses, runs }: Bench): Figure[] {
  const count = Math.min(different, responses);
  const items = Array.from({ length: count }, (_, number) => {
    // Over some months, as fieldwork is.
    const second = 60 * secondOf(number, count);
    const startedAt = timeOf(second - Math.round(60 + 600 * chance(number)));
    return { collectGroupId: "g1", startedAt, finishedAt: timeOf(second) };
  });
  const each = (take: (item: FieldworkItem) => void) => {
    for (let number = 0; number < responses; number++) {
      take(items[number % count] ?? {});
    }
  };
  const plain: number[] = [];
  const tallying: number[] = [];
  const drawing: number[] = [];
  for (let round = 0; round < runs; round++) {
    // What a person's own script would do for the first picture.
    const days = new Map<string | undefined, number>();
    plain.push(
      milliseconds(() =>
        each(({ finishedAt }) => {
          const day = finishedAt?.slice(0, 10);
          days.set(day, (days.get(day) ?? 0) + 1);
        }),
      ),
    );
    const tally = new FieldworkTally();
    tallying.push(milliseconds(() => each((it) => tally.add(it))));
    const query = { scope: view.scope, rule: view.rule, groups, isComplete: true };
    drawing.push(milliseconds(() => fieldworkFigures(tally, query)));
  }
  return [
    { name: "a plain pass: counting by day", value: median(plain), unit: "ms" },
    { name: "tally", value: median(tallying), unit: "ms" },
    { name: "tally to plain pass", value: median(tallying) / median(plain) },
    { name: "figures of all", value: median(drawing), unit: "ms", atMost: 50 },
    { name: "figures to plain pass", value: median(drawing) / median(plain) },
  ];
}

/** Of this process, which other work on the machine does not change much. */
function milliseconds(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

async function readAll({ responses }: Bench, server: Server) {
  const { baseUrl, caFile, spaceId, apiKey } = server;
  const ca = await readFile(caFile, "utf8");
  const client = createSurveyClient({
    address: { name: "Bench", baseUrl, version: "v3", ca },
    credentials: async () => ({ spaceId, apiKey }),
  });
  let first = Number.NaN;
  let last: Omit<FieldworkAnswer, "kind"> | undefined;
  const reading = new FieldworkReading({
    surveyId,
    client: async () => client,
    view,
    onAnswer: (answer) => {
      last = answer;
      if (answer.fieldwork && Number.isNaN(first)) {
        first = performance.now() - began;
      }
    },
    onFailure: (error) => {
      throw error;
    },
    errorOf: (error) => ({ message: String(error) }),
  });
  reading.setVisible(true);
  const lagOf = watchLag();
  const began = performance.now();
  await reading.refresh();
  const seconds = (performance.now() - began) / 1000;
  const lag = lagOf();
  const read = last?.fieldwork?.all.responses ?? 0;
  if (read !== responses) {
    throw new Error(`Of ${responses} responses ${read} were counted.`);
  }
  return { first, seconds, lag };
}

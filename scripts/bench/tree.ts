// The Surveys view of a data space with 10,000 surveys.
import { job, startReplay, type Bench, type Figures } from "./measure.ts";
import { median } from "./statistics.ts";
import { openWindow } from "./window.ts";

export async function tree(bench: Bench): Promise<Figures> {
  await using window = await openWindow(bench);
  const figures: Figures = {};
  const one = async (...job: Parameters<typeof window.ask>) =>
    (await window.ask(...job)).value ?? 0;
  for (const delay of [1000, 100]) {
    await using server = await startReplay(bench, 1, delay);
    // Warm up: the first answers take longer than the others.
    await one("firstRows", server);
    const taken = { rows: [] as number[], request: [] as number[] };
    for (let run = 0; run < bench.runs; run++) {
      taken.request.push(await one("listRequest", server));
      taken.rows.push(await one("firstRows", server));
    }
    const [rows, request] = [median(taken.rows), median(taken.request)];
    figures[`first rows, answers after ${delay} ms`] = rows / request;
    figures[`one list request, answers after ${delay} ms, ms`] = request;
  }
  await using server = await startReplay(bench, 1);
  figures["list pages for the first rows"] = await one("firstRequests", server);
  const titled: number[] = [];
  const lag = await window.lagDuring(async () => {
    for (let run = 0; run < bench.runs; run++) {
      titled.push(await one("rowsByTitle", server));
    }
  });
  figures["rows of 10,000 surveys by title, ms"] = median(titled);
  figures["extension host meanwhile, 99th percentile, ms"] = lag;
  return figures;
}

/** Measures filling the search index with all of these surveys, and searching it. */
export async function find(bench: Bench): Promise<Figures> {
  await using server = await startReplay(bench, 1);
  const {
    seconds: _,
    megabytes: __,
    ...figures
  } = await job(bench, "find", {
    access: server,
    folder: bench.folder,
  });
  return figures;
}

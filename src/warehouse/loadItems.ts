import { SurveyCopy } from "../copy/surveyCopy.ts";
import type { ConversionProgress } from "../export/conversion.ts";
import { CopyItems } from "../export/copyItems.ts";
import { decodedResponses } from "../formats/decodedResponses.ts";
import { tableWarnings } from "../formats/tableWarnings.ts";
import { invalidInput } from "../model/errors.ts";
import { withWords } from "../model/localizable.ts";
import { oneLine } from "../model/oneLine.ts";
import type { Response } from "../model/response.ts";
import { codebookRows } from "../model/tabular/codebook.ts";
import { nodeSqlite } from "../store/sqliteDriver.ts";
import type { LoadedRows, LoadJob } from "./calls.ts";
import { changeWarnings } from "./changeWarnings.ts";
import {
  codebookContent,
  codebookStatement,
  putCodebook,
  type CodebookContent,
} from "./codebookTable.ts";
import { Database } from "./database.ts";
import { LoadState } from "./loadState.ts";
import { Changes, RangeWriter, type Outputs } from "./rangeWriter.ts";
import type { PlannedRange, StoredRange } from "./ranges.ts";
import { RowText } from "./rowText.ts";
import { namedAs, scanSurvey, type SurveyScan } from "./surveyScan.ts";
import { SurveyTables } from "./surveyTables.ts";
import {
  longTechnical,
  responseIdKey,
  tableTarget,
  wideTechnical,
  type StoredColumn,
  type TableTarget,
} from "./tableColumns.ts";

/**
 * Updates the tables of a database to what a table export of the items would contain. Reads all items twice: first to find
 * the columns and ranges, then to make the rows, and sends the rows that the tables do not have. Each range is written in
 * one transaction with its state, so the next load continues wherever this one ends.
 * @throws SurveyError "warehouse-fault", "malformed-answer", "file-fault"; "invalid-input" or "too-large" if the responses
 * do not fit into the tables, and then nothing is written
 */
export async function loadItems(
  job: LoadJob,
  notify: (progress: ConversionProgress) => void,
): Promise<LoadedRows> {
  const { source, items } = job;
  const copy = new SurveyCopy(nodeSqlite, { ...items, dataSpace: source.dataSpace });
  const connections: Database[] = [];
  const connect = async () => {
    const database = await Database.connect(job);
    connections.push(database);
    return database;
  };
  try {
    const database = await connect();
    const tables = await SurveyTables.of(
      database,
      job.schema,
      job.table ?? `survey_${job.surveyId}`,
    );
    const state = new LoadState(database, tables.wide, tables.inSchema);
    await state.prepare();
    await state.lock(await connect());
    const read = new CopyItems(copy, items.wanted);
    return await new Load(job, { database, tables, state, items: read, notify }).run();
  } finally {
    await Promise.all(connections.map((it) => it.close()));
    copy.close();
  }
}

interface LoadContext {
  readonly database: Database;
  readonly tables: SurveyTables;
  readonly state: LoadState;
  readonly items: CopyItems;
  readonly notify: (progress: ConversionProgress) => void;
}

/** Number of ranges whose state is read by one query. */
const rangesAtOnce = 16;

class Load {
  readonly #job: LoadJob;
  readonly #means: LoadContext;

  constructor(job: LoadJob, means: LoadContext) {
    this.#job = job;
    this.#means = means;
  }

  async run(): Promise<LoadedRows> {
    const { state, tables, database } = this.#means;
    const there = await this.#begin();
    const stored = await state.ranges();
    const isLost = await this.#isLost(there, stored);
    const scan = scanSurvey(this.#job, this.#means, isLost ? [] : stored);
    const { wide, long } = this.#targets(scan, there);
    const named = namedAs(scan.wide, wide);
    const codebook = codebookContent(codebookRows(this.#job.source.survey, named));
    await state.transaction(async () => {
      if (isLost) {
        await tables.clear(there);
        await state.forgetRanges(stored.map((it) => it.range));
      }
      await this.#make(wide, long, there);
      await this.#forget(scan.plan.obsolete.map((it) => it.range));
    });
    await database.detectCopy(tables.into(wide));
    const outputs: Outputs = {
      wide: { table: scan.wide, text: new RowText(wide), into: tables.into(wide) },
      long: { table: scan.long, text: new RowText(long), into: tables.into(long) },
    };
    const next = stored.reduce((most, { range }) => Math.max(most, range), 0) + 1;
    const changes = new Changes(isLost || stored.length === 0);
    await database.waitForDisk(false);
    await this.#write(outputs, scan.plan.ranges, next, changes);
    await database.waitForDisk(true);
    await tables.index();
    await this.#finish(codebook, there, scan.long.rows);
    const { inserted, replaced, removed } = changes;
    const doubled = inserted + replaced > 0 ? await this.#doubled(wide) : 0;
    const withNull = outputs.wide.text.withNul;
    return {
      tables: tables.names,
      inserted,
      replaced,
      removed,
      responses: scan.wide.responses,
      endDateTime: this.#means.items.facts().endDateTime,
      warnings: [
        ...tableWarnings(named, 0),
        ...changeWarnings({ removed, doubled, withNull, isLost }),
        ...database.halves.warnings,
      ].map((it) => withWords(it, oneLine)),
    };
  }

  /** @returns the columns that the database has, by table */
  async #begin(): Promise<There> {
    const { state, tables } = this.#means;
    const { surveyId, source } = this.#job;
    const owner = { surveyId, dataSpace: source.dataSpace, version: source.version };
    const isKnown = await state.takeOver(owner);
    const there = await tables.existingColumns();
    if (!isKnown) {
      const [foreign] = there.keys();
      if (foreign !== undefined) {
        throw invalidInput(
          'There is a table "{0}" already that Survey Explorer has not made. Choose another name of the table, or drop that one.',
          foreign,
        );
      }
      await state.create(owner);
    }
    return there;
  }

  /** Returns true if columns or rows that were written are gone. Then the state of the rest is not known either. */
  async #isLost(there: There, stored: readonly StoredRange[]): Promise<boolean> {
    const { state, tables } = this.#means;
    const { wide, long, answers } = state.layouts;
    const isThere = (table: string, columns: readonly StoredColumn[]) =>
      columns.every((it) => there.get(table)?.has(it.name) === true);
    if (!isThere(tables.wide, wide) || !isThere(tables.long, long)) {
      return true;
    }
    const expected = stored.reduce((sum, { responses }) => sum + responses, 0);
    if (expected > 0 && (await tables.count(tables.wide)) !== expected) {
      return true;
    }
    return answers !== undefined && (await tables.count(tables.long)) !== answers;
  }

  #targets({ wide, long, isTime }: SurveyScan, there: There) {
    const { state, tables } = this.#means;
    const { layouts } = state;
    const none: ReadonlySet<string> = new Set();
    const [inWide = none, inLong = none] = [tables.wide, tables.long].map((it) => there.get(it));
    return {
      wide: tableTarget(tables.wide, wideTechnical, wide.columns, layouts.wide, inWide, isTime),
      long: tableTarget(tables.long, longTechnical, long.columns, layouts.long, inLong, isTime),
    };
  }

  /** Creates or extends the tables. Runs inside the open transaction. */
  async #make(wide: TableTarget, long: TableTarget, there: There): Promise<void> {
    const { state, tables, database } = this.#means;
    const { layouts } = state;
    const title = oneLine(this.#job.source.survey.label);
    const statements = [
      ...tables.statements(wide, layouts.wide, there.get(tables.wide), title),
      ...tables.statements(long, layouts.long, there.get(tables.long), title),
      ...(there.has(tables.codebook) ? [] : [codebookStatement(tables.inSchema(tables.codebook))]),
    ];
    // Send all statements at once: a survey has hundreds, and each would be a round trip.
    if (statements.length > 0) {
      await database.query(statements.join("; "));
    }
    const { codebook } = layouts;
    await state.putLayouts({ codebook, wide: wide.columns, long: long.columns });
  }

  /** Removes ranges with their rows. Runs inside the open transaction. */
  async #forget(ranges: readonly number[]): Promise<void> {
    if (ranges.length > 0) {
      await this.#means.tables.clearRanges(ranges);
      await this.#means.state.forgetRanges(ranges);
    }
  }

  async #write(
    outputs: Outputs,
    ranges: readonly PlannedRange[],
    first: number,
    changes: Changes,
  ): Promise<void> {
    const { database, state, items, notify } = this.#means;
    const responses = new Lookahead(
      flat(decodedResponses(this.#job.source, items, "rows", notify)),
    );
    let next = first;
    // Send one range while the next one is made.
    let sending = Promise.resolve();
    for (let from = 0; from < ranges.length; from += rangesAtOnce) {
      const some = ranges.slice(from, from + rangesAtOnce);
      const numbers = some.flatMap((it) => it.range ?? []);
      await sending;
      const known = numbers.length > 0 ? await state.items(numbers) : new Map<number, []>();
      for (const it of some) {
        const { range = next++ } = it;
        const its = known.get(range) ?? [];
        const writer = new RangeWriter(database, state, outputs, { ...it, range }, its);
        const before = sending;
        await writer.take(
          responses.while((response) => isIn(it, response)),
          () => before,
        );
        await before;
        sending = writer.write(changes);
        // It is awaited before the next range is sent. Until then a rejection must not count as unhandled.
        sending.catch(() => undefined);
      }
    }
    await sending;
  }

  async #finish(codebook: CodebookContent, there: There, answers: number): Promise<void> {
    const { database, state, tables, items } = this.#means;
    const { source, structureHash, asOf } = this.#job;
    const { first, last } = items.facts();
    const { layouts } = state;
    const isSame = there.has(tables.codebook) && layouts.codebook === codebook.digest;
    await state.transaction(async () => {
      if (!isSame) {
        await putCodebook(database, tables.inSchema(tables.codebook), codebook);
      }
      await state.putLayouts({ ...layouts, codebook: codebook.digest, answers });
      await state.putFacts({
        title: oneLine(source.survey.label),
        structureHash,
        asOf,
        from: last?.finishedAt,
        until: first?.finishedAt,
      });
    });
  }

  /** Returns the number of responses whose ID another one has; 0 for API versions without IDs. */
  async #doubled(wide: TableTarget): Promise<number> {
    const id = wide.columns.find((it) => it.key === responseIdKey);
    return id ? this.#means.tables.doubled(id.name) : 0;
  }
}

type There = ReadonlyMap<string, ReadonlySet<string>>;

/** Returns true if the response is in the range. A range without times has all responses. */
function isIn({ after, until }: PlannedRange, { finishedAt = "" }: Response): boolean {
  return until === "" || finishedAt > after;
}

function* flat<T>(lists: Iterable<readonly T[]>): Generator<T, void, undefined> {
  for (const list of lists) {
    yield* list;
  }
}

/** Iterates over items range by range, by looking one item ahead. */
class Lookahead<T> {
  readonly #items: Iterator<T, void>;
  #next: IteratorResult<T, void> | undefined;

  constructor(items: Iterable<T, void>) {
    this.#items = items[Symbol.iterator]();
  }

  *while(isOf: (item: T) => boolean): Generator<T, void, undefined> {
    for (;;) {
      const next = (this.#next ??= this.#items.next());
      if (next.done === true || !isOf(next.value)) {
        return;
      }
      this.#next = undefined;
      yield next.value;
    }
  }
}

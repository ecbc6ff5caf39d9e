import { createHash } from "node:crypto";
import { mkdir, readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DisclosureLedger } from "../analysis/disclosure/ledger.ts";
import type { Figure } from "../analysis/disclosure/toldFigures.ts";
import { messageOf, SurveyError } from "../model/errors.ts";
import { localizable, sentences } from "../model/localizable.ts";
import { wording } from "../model/wordings.ts";
import { exclusively } from "../store/lockFile.ts";
import { writeWhole } from "../store/wholeFile.ts";

/** Identifies a survey, independently of the data space's entry and the API version. */
export interface ToldSurvey {
  /** See `CopySpace`. */
  readonly space: string;
  readonly surveyId: string;
}

/** A count of rows of the table, or a sum of the rows' values. */
export type RowFigure = Figure;

interface Told {
  /** Identities of the responses. The index is the response's number in the ledger. */
  readonly responses: BigUint64Array;
  readonly ledger: DisclosureLedger;
}

/** Cached ledgers by file. The same survey is often asked for repeatedly, and decoding a large ledger takes seconds. */
const kept = new Map<string, { readonly bytes: Uint8Array; readonly told: Told }>();
const maxKept = 4;

const header = "Survey Explorer, told figures 1\n";
const hashLength = 32;

/**
 * Lets `tell` ask the survey's ledger which figures can be told, and writes the ledger before resolving: an answer that has
 * been sent cannot be taken back.
 * @param tell called again with a new ledger if another process has written the file in the meantime
 * @param identities by row of the table, see `RowIdentities`
 * @throws SurveyError "file-fault" if the ledger's file cannot be read or written
 */
export async function withLedger<T>(
  {
    disclosureFolder,
    leastCount,
  }: { readonly disclosureFolder: string; readonly leastCount: number },
  survey: ToldSurvey,
  identities: BigUint64Array,
  tell: (ledger: DisclosureLedger, figureOf: (figure: RowFigure) => RowFigure) => T,
): Promise<T> {
  const file = fileOf(disclosureFolder, survey);
  const fault = (cause: unknown): SurveyError => toldFault(survey, cause);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 }).catch((cause: unknown) => {
    throw fault(cause);
  });
  return exclusively(
    `${file}.lock`,
    async () => {
      for (;;) {
        const before = await bytesOf(file).catch((cause: unknown) => {
          throw fault(cause);
        });
        const { responses, ledger } =
          keptOf(file, before, leastCount) ?? decoded(before, leastCount, survey);
        const known = numbered(responses, identities);
        const result = tell(ledger, (it) => withNumbers(it, known.numbers));
        const told = { responses: known.responses, ledger };
        const bytes = encoded(told);
        // If this took longer than the lock is valid, another process may have written the file.
        if (areSame(before, await bytesOf(file))) {
          await writeWhole(file, bytes).catch((cause: unknown) => {
            throw fault(cause);
          });
          keep(file, { bytes, told });
          return result;
        }
      }
    },
    fault,
  );
}

/** Deletes the ledgers of all surveys, or of one. Figures told later and those told before can then reveal small counts. */
export async function clearDisclosureRecord(
  disclosureFolder: string,
  survey?: ToldSurvey,
): Promise<void> {
  await rm(survey ? fileOf(disclosureFolder, survey) : join(disclosureFolder, "surveys"), {
    recursive: true,
    force: true,
  });
}

/**
 * Returns the cached ledger if the file has not changed since. Removes it from the cache, because the caller changes it and
 * may fail to write it.
 */
function keptOf(file: string, bytes: Uint8Array | undefined, leastCount: number): Told | undefined {
  const found = kept.get(file);
  kept.delete(file);
  const isIts = found?.told.ledger.leastCount === new DisclosureLedger(leastCount).leastCount;
  return isIts && areSame(found.bytes, bytes) ? found.told : undefined;
}

function keep(file: string, it: { readonly bytes: Uint8Array; readonly told: Told }): void {
  kept.set(file, it);
  for (const oldest of [...kept.keys()].slice(0, -maxKept)) {
    kept.delete(oldest);
  }
}

function areSame(some: Uint8Array | undefined, others: Uint8Array | undefined): boolean {
  return some && others ? Buffer.compare(some, others) === 0 : some === others;
}

function fileOf(disclosureFolder: string, { space, surveyId }: ToldSurvey): string {
  const name = createHash("sha256")
    .update(JSON.stringify([space, surveyId]))
    .digest("hex");
  return join(disclosureFolder, "surveys", `${name.slice(0, 32)}.told`);
}

async function bytesOf(file: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(file);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      return undefined;
    }
    throw error;
  }
}

interface Numbered {
  readonly responses: BigUint64Array;
  /** Numbers in the ledger, by row of the table. */
  readonly numbers: Uint32Array;
}

/** Finds the rows' numbers. New responses get the next numbers. Responses with the same identity get a number each. */
function numbered(known: BigUint64Array, identities: BigUint64Array): Numbered {
  // Tables usually have their rows in the same order: known ones first, then new ones.
  return known.every((it, at) => identities[at] === it)
    ? { responses: identities, numbers: Uint32Array.from(identities.keys()) }
    : numberedAnew(known, identities);
}

function numberedAnew(known: BigUint64Array, identities: BigUint64Array): Numbered {
  const places = new Map<bigint, number[]>();
  const add = (identity: bigint, number: number): void => {
    const its = places.get(identity);
    if (its) {
      its.push(number);
    } else {
      places.set(identity, [number]);
    }
  };
  known.forEach(add);
  const taken = new Map<bigint, number>();
  const added: bigint[] = [];
  const numbers = Uint32Array.from(identities, (identity) => {
    const turn = taken.get(identity) ?? 0;
    taken.set(identity, turn + 1);
    const number = places.get(identity)?.[turn];
    if (number !== undefined) {
      return number;
    }
    const next = known.length + added.length;
    added.push(identity);
    add(identity, next);
    return next;
  });
  const responses = new BigUint64Array(known.length + added.length);
  responses.set(known);
  responses.set(added, known.length);
  return { responses, numbers };
}

/** Returns the figure with the ledger's numbers instead of rows, in ascending order. */
function withNumbers({ rows, values }: RowFigure, numbers: Uint32Array): RowFigure {
  const its = rows.map((row) => numbers[row] ?? 0);
  if (its.every((it, at) => at === 0 || (its[at - 1] ?? 0) < it)) {
    return { rows: its, values };
  }
  if (!values) {
    return { rows: its.sort() };
  }
  const order = Uint32Array.from(its.keys()).sort((a, b) => (its[a] ?? 0) - (its[b] ?? 0));
  return {
    rows: its.slice().sort(),
    values: Float64Array.from(order, (at) => values[at] ?? 0),
  };
}

function encoded({ responses, ledger }: Told): Uint8Array {
  const count = new Uint32Array([responses.length]);
  const body = Buffer.concat([
    new Uint8Array(count.buffer),
    new Uint8Array(responses.buffer, responses.byteOffset, responses.byteLength),
    ledger.encode(),
  ]);
  return Buffer.concat([Buffer.from(header), createHash("sha256").update(body).digest(), body]);
}

function decoded(bytes: Uint8Array | undefined, leastCount: number, survey: ToldSurvey): Told {
  if (!bytes) {
    return { responses: new BigUint64Array(0), ledger: new DisclosureLedger(leastCount) };
  }
  try {
    const start = header.length + hashLength;
    const body = new Uint8Array(bytes.subarray(start));
    const hash = createHash("sha256").update(body).digest();
    if (
      Buffer.from(bytes.subarray(0, header.length)).toString() !== header ||
      Buffer.compare(hash, bytes.subarray(header.length, start)) !== 0
    ) {
      throw new Error("The hash differs.");
    }
    const [count = 0] = new Uint32Array(body.slice(0, 4).buffer);
    return {
      responses: new BigUint64Array(body.slice(4, 4 + 8 * count).buffer),
      ledger: DisclosureLedger.decode(body.subarray(4 + 8 * count), leastCount),
    };
  } catch (cause) {
    throw new SurveyError(
      "file-fault",
      sentences(
        localizable(
          "What assistants were told of the survey {0} cannot be read, so no more figures of it are told.",
          survey.surveyId,
        ),
        wording("forgetTold"),
      ),
      { cause },
    );
  }
}

/** Returns the error for a record of what was told that cannot be written. */
export function toldFault({ surveyId }: Pick<ToldSurvey, "surveyId">, cause: unknown): SurveyError {
  return new SurveyError(
    "file-fault",
    localizable(
      "What assistants are told of the survey {0} cannot be kept ({1}), so no figures of it are told. Check the disk of this machine, and ask again.",
      surveyId,
      messageOf(cause),
    ),
    { cause },
  );
}

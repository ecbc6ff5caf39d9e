import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { writeWhole } from "./wholeFile.ts";

const ending = ".json";

/** Age of a file that a process has left unfinished: writing an answer takes less than a second. */
const abandonedMilliseconds = 60_000;

/** A survey whose answers are stored; without `surveyId`, the list of surveys. */
export interface AnswersOf {
  /** The data space, as a hash. */
  readonly space: string;
  readonly surveyId?: string | undefined;
}

/**
 * Answers of services, byte for byte as they came: a file each, in a folder of its data space. File names are hashes, so
 * they reveal neither the owner nor the content.
 */
export class AnswerFiles {
  readonly #folder: string;

  /** @param folder created if missing */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Returns the stored answer to a request. `readAt` is when it came, epoch milliseconds. */
  async find(
    space: string,
    request: string,
  ): Promise<{ readAt: number; bytes: () => Promise<Uint8Array> } | undefined> {
    const end = endOf(request);
    const name = (await this.#names(space)).find((it) => it.endsWith(end));
    const file = join(this.#folder, space, name ?? "");
    const found = name === undefined ? undefined : await stat(file).catch(() => undefined);
    return found && { readAt: found.mtimeMs, bytes: () => readFile(file) };
  }

  /** Stores the answers to one round of requests, which replace those of the round before. */
  renewal(of: AnswersOf): AnswerRenewal {
    return new AnswerRenewal(this.#folder, of);
  }

  async remove({ space, surveyId }: AnswersOf): Promise<void> {
    const begin = beginOf(surveyId);
    const names = (await this.#names(space)).filter((it) => it.startsWith(begin));
    await Promise.all(names.map((it) => rm(join(this.#folder, space, it), { force: true })));
  }

  /** Removes all answers of a data space; default: of all data spaces. */
  async clear(space?: string): Promise<void> {
    await rm(join(this.#folder, space ?? ""), { recursive: true, force: true });
  }

  async #names(space: string): Promise<string[]> {
    return readdir(join(this.#folder, space)).catch(() => []);
  }
}

/** Replaces the answers of one survey, or of the list of surveys, while they are requested again. */
export class AnswerRenewal {
  readonly #folder: string;
  readonly #begin: string;
  readonly #renewed = new Set<string>();

  constructor(folder: string, { space, surveyId }: AnswersOf) {
    this.#folder = join(folder, space);
    this.#begin = beginOf(surveyId);
  }

  readonly keep = async (request: string, bytes: Uint8Array): Promise<void> => {
    const name = this.#begin + endOf(request);
    const file = join(this.#folder, name);
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await writeWhole(file, bytes);
    this.#renewed.add(name);
  };

  /** Ends the round: removes answers that were not requested again. */
  async end(): Promise<void> {
    const names = await readdir(this.#folder).catch(() => []);
    const left = names.filter((it) => it.startsWith(this.#begin) && !this.#renewed.has(it));
    await Promise.all(left.map((it) => this.#remove(it)));
  }

  /** Removes a file, unless another window may be writing it. */
  async #remove(name: string): Promise<void> {
    const file = join(this.#folder, name);
    const found = name.endsWith(ending) ? undefined : await stat(file).catch(() => undefined);
    if (!found || Math.abs(Date.now() - found.mtimeMs) > abandonedMilliseconds) {
      await rm(file, { force: true });
    }
  }
}

function beginOf(surveyId: string | undefined): string {
  return `${hash(surveyId === undefined ? "list" : `survey ${surveyId}`)}-`;
}

function endOf(request: string): string {
  return `${hash(request)}${ending}`;
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}

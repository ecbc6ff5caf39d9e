import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { SurveyError } from "../../model/errors.ts";
import { withoutByteOrderMark } from "../../protocol/json.ts";
import type { StoredResponse, SurveyWriter } from "../../store/store.ts";
import { Fragments } from "../joins.ts";
import { decodeAt, faultAt, slicingAt } from "./faults.ts";
import { readLines } from "./lines.ts";
import { ResponseLines } from "./responseLine.ts";
import { readCollectGroups, readSurvey } from "./surveyFiles.ts";
import { readSurveyWords } from "./surveyWords.ts";

const batchSize = 1000;

// HTTP Basic authentication has no place for control characters.
const printable = z.string().regex(/^\P{Cc}+$/u, "must not be empty, nor have control characters");
const dataSpaceSchema = z.looseObject({
  label: z.string().min(1),
  spaceId: printable.regex(
    /^[^:]*$/,
    "must not have a colon: it ends the Space ID when signing in",
  ),
  apiKey: printable,
});

/** What a data space directory says of itself, beside the surveys that went into the store. */
export interface LoadedDataSpace {
  readonly label: string;
  readonly spaceId: string;
  readonly apiKey: string;
  readonly fragments: ReadonlyMap<string, Fragments>;
}

/**
 * Loads a data space directory (DATASPACE_FORMAT.md) into an empty store. A survey without `collect-groups.json` or
 * `responses.ndjson` has none.
 * @throws SurveyError "invalid-input" that names file and line of the first fault; the store is of no use then
 */
export async function loadDirectory(
  directory: string,
  store: SurveyWriter,
): Promise<LoadedDataSpace> {
  return new DirectoryLoader(directory, store).load();
}

class DirectoryLoader {
  readonly #directory: string;
  readonly #store: SurveyWriter;
  readonly #fragments = new Map<string, Fragments>();
  /** The file that each surveyId was first found in. */
  readonly #surveys = new Map<string, string>();

  constructor(directory: string, store: SurveyWriter) {
    this.#directory = directory;
    this.#store = store;
  }

  async load(): Promise<LoadedDataSpace> {
    await this.#requireDirectory();
    const file = join(this.#directory, "dataspace.json");
    const bytes = await requiredFile(file);
    const { label, spaceId, apiKey } = decodeAt({ file }, bytes, dataSpaceSchema);
    const surveys = join(this.#directory, "surveys");
    for (const folder of await foldersIn(surveys)) {
      await this.#loadSurvey(join(surveys, folder));
    }
    return { label, spaceId, apiKey, fragments: this.#fragments };
  }

  async #requireDirectory(): Promise<void> {
    const found = await stat(this.#directory).catch(() => undefined);
    if (!found?.isDirectory()) {
      throw new SurveyError(
        "invalid-input",
        `There is no folder ${this.#directory}. Give --directory the folder that holds dataspace.json.`,
      );
    }
  }

  async #loadSurvey(folder: string): Promise<void> {
    const file = join(folder, "survey.json");
    const bytes = await requiredFile(file);
    const survey = readSurvey(file, bytes);
    const { surveyId } = survey;
    const earlier = this.#surveys.get(surveyId);
    if (earlier !== undefined) {
      throw faultAt({ file }, `surveyId: ${surveyId} is in ${earlier} already; it must be unique.`);
    }
    this.#surveys.set(surveyId, file);

    const groupsFile = join(folder, "collect-groups.json");
    const groupsBytes = await optionalFile(groupsFile);
    // A service may list a collect group in several surveys: nothing says that it does not.
    const groups = groupsBytes ? readCollectGroups(groupsFile, groupsBytes, surveyId) : [];
    await this.#store.addSurvey({ ...survey, running: groups.some((it) => it.running) }, groups);

    const fragments = new Fragments();
    this.#fragments.set(surveyId, fragments);
    const words = slicingAt({ file }, () => readSurveyWords(bytes));
    const responses = join(folder, "responses.ndjson");
    if (await exists(responses)) {
      await this.#loadResponses(responses, surveyId, new ResponseLines(words, fragments));
    }
  }

  async #loadResponses(file: string, surveyId: string, reader: ResponseLines): Promise<void> {
    const lineOf = new Map<string, number>();
    let batch: StoredResponse[] = [];
    for await (const lines of readLines(file)) {
      for (const { number: line, bytes } of lines) {
        const response = reader.read({ file, line }, bytes);
        const earlier = lineOf.get(response.responseId);
        if (earlier !== undefined) {
          throw faultAt(
            { file, line },
            `responseId: ${response.responseId} is in line ${earlier} already; it must be unique in a survey.`,
          );
        }
        lineOf.set(response.responseId, line);
        batch.push(response);
      }
      if (batch.length >= batchSize) {
        await this.#store.addResponses(surveyId, batch);
        batch = [];
      }
    }
    await this.#store.addResponses(surveyId, batch);
  }
}

async function foldersIn(directory: string): Promise<string[]> {
  if (!(await exists(directory))) {
    return [];
  }
  const entries = await readdir(directory, { withFileTypes: true });
  return entries
    .filter((it) => (it.isDirectory() || it.isSymbolicLink()) && !it.name.startsWith("."))
    .map((it) => it.name)
    .toSorted();
}

async function requiredFile(file: string): Promise<Buffer> {
  const bytes = await optionalFile(file);
  if (!bytes) {
    throw faultAt({ file }, "this file is missing. Every data space directory has it.");
  }
  return bytes;
}

async function optionalFile(file: string): Promise<Buffer | undefined> {
  if (!(await exists(file))) {
    return undefined;
  }
  const bytes = withoutByteOrderMark(await readFile(file));
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}

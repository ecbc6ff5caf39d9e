import { access, constants, lstat, readdir, readFile, realpath, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import * as z from "zod";
import type { SurveyError } from "../../model/errors.ts";
import { invalidInput } from "../../model/errors.ts";
import { localizable } from "../../model/localizable.ts";
import { withoutByteOrderMark } from "../../protocol/json.ts";
import type { SurveyStore } from "../../store/sqlite.ts";
import type { StoredResponse } from "../../store/store.ts";
import { SharedTexts } from "../sharedTexts.ts";
import { decodeAt, faultAt, slicingAt } from "./faults.ts";
import { readLines } from "./lines.ts";
import { ResponseLines } from "./responseLine.ts";
import { readCollectGroups, readSurvey } from "./surveyFiles.ts";
import { readSurveyWords } from "./surveyTexts.ts";

const batchSize = 1000;

// HTTP Basic authentication does not allow control characters.
const printable = z
  .string()
  .regex(/^\P{Cc}+$/u, localizable("must not be empty or have control characters").text);
/** Schema of `dataspace.json`. */
export const dataSpaceSchema = z.looseObject({
  label: z.string().min(1),
  spaceId: printable.regex(
    /^[^:]*$/,
    localizable("must not have a colon, which ends the Space ID when signing in").text,
  ),
  apiKey: printable,
});

/** What was loaded from a data space directory, apart from the surveys in the store. */
export interface LoadedDataSpace {
  readonly label: string;
  readonly spaceId: string;
  readonly apiKey: string;
  readonly fragments: ReadonlyMap<string, SharedTexts>;
}

/**
 * Loads a data space directory into an empty store. Without `collect-groups.json` or
 * `responses.ndjson`, a survey has no collect groups or no responses. Refuses links that lead out of the directory, which
 * may come from anyone, or nowhere: what they should lead to must not seem to be missing.
 * @throws SurveyError "invalid-input" that names file and line of the first fault; the store is then incomplete
 */
export async function loadDirectory(
  directory: string,
  store: SurveyStore,
): Promise<LoadedDataSpace> {
  const root = await realpath(directory).catch(() => undefined);
  if (root === undefined || !(await stat(root)).isDirectory()) {
    throw invalidInput(
      "There is no folder {0}. Give --directory the folder that contains dataspace.json.",
      directory,
    );
  }
  return new DirectoryLoader(directory, root, store).load();
}

class DirectoryLoader {
  readonly #directory: string;
  /** The directory's real path, with a separator at its end. */
  readonly #root: string;
  readonly #store: SurveyStore;
  readonly #fragments = new Map<string, SharedTexts>();
  /** The survey.json of each survey that was loaded, by surveyId. */
  readonly #surveys = new Map<string, string>();

  constructor(directory: string, root: string, store: SurveyStore) {
    this.#directory = directory;
    this.#root = root.endsWith(sep) ? root : root + sep;
    this.#store = store;
  }

  async load(): Promise<LoadedDataSpace> {
    const file = join(this.#directory, "dataspace.json");
    const bytes = await this.#requiredFile(file);
    const { label, spaceId, apiKey } = decodeAt({ file }, bytes, dataSpaceSchema);
    const surveys = join(this.#directory, "surveys");
    for (const folder of await this.#foldersIn(surveys)) {
      await this.#loadSurvey(join(surveys, folder));
    }
    return { label, spaceId, apiKey, fragments: this.#fragments };
  }

  async #loadSurvey(folder: string): Promise<void> {
    const file = join(folder, "survey.json");
    const bytes = await this.#requiredFile(file);
    const survey = readSurvey(file, bytes);
    const { surveyId } = survey;
    const earlier = this.#surveys.get(surveyId);
    if (earlier !== undefined) {
      throw faultAt(
        { file },
        localizable("surveyId: {0} is in {1} already; it must be unique.", surveyId, earlier),
      );
    }
    this.#surveys.set(surveyId, file);

    const groupsFile = join(folder, "collect-groups.json");
    const groupsBytes = await this.#optionalFile(groupsFile);
    // A collect group may be in several surveys: API.md does not exclude it.
    const groups = groupsBytes ? readCollectGroups(groupsFile, groupsBytes, surveyId) : [];
    await this.#store.addSurvey({ ...survey, running: groups.some((it) => it.running) }, groups);

    const fragments = new SharedTexts();
    this.#fragments.set(surveyId, fragments);
    const words = slicingAt({ file }, () => readSurveyWords(bytes));
    const responses = join(folder, "responses.ndjson");
    if (await this.#exists(responses, "file")) {
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
            localizable(
              "responseId: {0} is in line {1} already; it must be unique in a survey.",
              response.responseId,
              String(earlier),
            ),
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

  async #foldersIn(directory: string): Promise<string[]> {
    if (!(await this.#exists(directory, "folder"))) {
      return [];
    }
    const entries = await readdir(directory, { withFileTypes: true });
    return entries
      .filter((it) => (it.isDirectory() || it.isSymbolicLink()) && !it.name.startsWith("."))
      .map((it) => it.name)
      .toSorted();
  }

  async #requiredFile(file: string): Promise<Buffer> {
    const bytes = await this.#optionalFile(file);
    if (!bytes) {
      throw faultAt(
        { file },
        localizable("this file is missing. Every data space directory has it."),
      );
    }
    return bytes;
  }

  async #optionalFile(file: string): Promise<Buffer | undefined> {
    if (!(await this.#exists(file, "file"))) {
      return undefined;
    }
    const bytes = withoutByteOrderMark(await readFile(file));
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  /** @throws SurveyError "invalid-input" if there is something else, or a link that leads nowhere or out of the directory */
  async #exists(path: string, kind: "file" | "folder"): Promise<boolean> {
    const real = await realPath(path);
    if (real === undefined) {
      return false;
    }
    if (!real.startsWith(this.#root)) {
      throw faultAt(
        { file: path },
        localizable("this link leads out of the directory. Replace it with a copy of its target."),
      );
    }
    const found = await stat(real);
    await access(real, constants.R_OK).catch((cause: unknown) => {
      throw unreadable(path, cause);
    });
    if (kind === "file" ? !found.isFile() : !found.isDirectory()) {
      throw faultAt(
        { file: path },
        kind === "file"
          ? localizable("this is not a file. Replace it with one, or remove it.")
          : localizable("this is not a folder. Replace it with one, or remove it."),
      );
    }
    return true;
  }
}

/**
 * Returns the path that links lead to; `undefined` if there is nothing at all.
 * @throws SurveyError "invalid-input" if links lead nowhere, or if it cannot be read
 */
async function realPath(path: string): Promise<string | undefined> {
  try {
    return await realpath(path);
  } catch (cause) {
    if (!/^(ENOENT|ENOTDIR|ELOOP)$/.test(codeOf(cause))) {
      throw unreadable(path, cause);
    }
    if (!(await lstat(path).catch(() => undefined))) {
      return undefined;
    }
    throw faultAt(
      { file: path },
      localizable("this link leads nowhere. Remove it, or replace it with a copy of its target."),
    );
  }
}

function unreadable(file: string, cause: unknown): SurveyError {
  return faultAt(
    { file },
    localizable("this cannot be read ({0}). Check its permissions.", codeOf(cause)),
    cause,
  );
}

function codeOf(cause: unknown): string {
  return cause instanceof Error && "code" in cause ? String(cause.code) : "";
}

import { createHash, randomBytes, randomUUID } from "node:crypto";
import { lstat, mkdir, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import * as z from "zod";
import { invalidInput, SurveyError } from "../model/errors.ts";
import { localizable, plural, sentences, type LocalizableText } from "../model/localizable.ts";
import { withFileFaults } from "./fileFaults.ts";
import { isOfFileManager } from "./fileManagers.ts";
import { readManifest } from "./manifest.ts";
import { syncFolderOf, targetFiles, writeAtomically } from "./targetFiles.ts";

/** What is exported into a directory. An unfinished export is continued only with the same choice. */
export interface DataSpaceChoice {
  readonly dataSpace: string;
  /** See `SurveyClient.spaceMark`. */
  readonly spaceMark: string;
  /** Default: all surveys. */
  readonly surveyIds?: readonly string[] | undefined;
}

/** A survey whose folder is complete. */
export interface DoneSurvey {
  readonly surveyId: string;
  readonly label: string;
  /** Name of its folder in `surveys`. */
  readonly folder: string;
  readonly responses: number;
  readonly warnings: readonly LocalizableText[];
}

const choiceFile = z.object({
  dataSpace: z.string(),
  spaceMark: z.string(),
  surveyIds: z.array(z.string()).optional(),
});

/**
 * A directory into which a data space is exported. A survey is written in `.unfinished` and moved to `surveys` when
 * it is complete. `dataspace.json`, without which a directory is not a data space, is written last.
 */
export class DataSpaceFolder {
  readonly #directory: string;
  readonly #unfinished: string;
  readonly #surveys: string;
  readonly #done = new Map<string, DoneSurvey>();

  private constructor(directory: string) {
    this.#directory = directory;
    this.#unfinished = join(directory, unfinishedName);
    this.#surveys = join(directory, surveysName);
  }

  /**
   * Prepares the directory, or continues what an earlier export of the same choice left in it.
   * @throws SurveyError as `checkDataSpaceFolder` does
   */
  static async open(directory: string, choice: DataSpaceChoice): Promise<DataSpaceFolder> {
    await checkDataSpaceFolder(directory, choice);
    const folder = new DataSpaceFolder(directory);
    await ownFolder(directory, stat);
    await ownFolder(folder.#unfinished);
    await ownFolder(folder.#surveys);
    await writeAtomically(join(folder.#unfinished, choiceName), json(choice));
    await syncFolderOf(folder.#unfinished);
    for (const name of await ownNames(folder.#surveys)) {
      const done = await doneSurvey(join(folder.#surveys, name), name);
      folder.#done.set(done.surveyId, done);
    }
    return folder;
  }

  get done(): ReadonlyMap<string, DoneSurvey> {
    return this.#done;
  }

  /** Returns the folder in which to write the survey. What an earlier attempt wrote is still there. */
  async place(surveyId: string): Promise<string> {
    const place = join(this.#unfinished, hashOf(surveyId));
    await ownFolder(place);
    return place;
  }

  /** Moves the folder of a survey, whose files are all written, to `surveys`. */
  async keep(surveyId: string, warnings: readonly LocalizableText[]): Promise<void> {
    const taken = new Set([...this.#done.values()].map((it) => it.folder.toLowerCase()));
    const name = surveyFolderName(surveyId, taken);
    const folder = join(this.#surveys, name);
    await rename(join(this.#unfinished, hashOf(surveyId)), folder);
    await syncFolderOf(folder);
    this.#done.set(surveyId, { ...(await doneSurvey(folder, name)), warnings });
  }

  /**
   * Turns the directory into a data space, with a Space ID and a key of its own: those of the service must not be stored in
   * a file.
   */
  async finish(label: string, manifest: object): Promise<void> {
    for (const name of await ownNames(this.#unfinished)) {
      if (name !== choiceName) {
        // Left by surveys that were deleted while they were read.
        await rm(join(this.#unfinished, name), { recursive: true });
      }
    }
    const surveys = [...this.#done.values()].map(({ warnings: _, ...it }) => it);
    await writeAtomically(join(this.#directory, "manifest.json"), json({ ...manifest, surveys }));
    const apiKey = randomBytes(24).toString("base64url");
    const dataSpace = join(this.#directory, dataSpaceName);
    await writeAtomically(dataSpace, json({ label, spaceId: randomUUID(), apiKey }));
    await syncFolderOf(dataSpace);
    // The data space is complete, even if a program such as a virus scanner holds what is left of the export.
    await rm(this.#unfinished, { recursive: true }).catch(() => undefined);
  }
}

const unfinishedName = ".unfinished";
const surveysName = "surveys";
const dataSpaceName = "dataspace.json";
const choiceName = "export.json";

/** Returns true if an export into the directory was begun and not finished. */
export async function isUnfinishedDataSpace(directory: string): Promise<boolean> {
  return (await isThere(join(directory, unfinishedName, choiceName))) && !(await isDone(directory));
}

/**
 * Returns true if a new export may go into the directory, as far as can be told without asking the service.
 * @throws SurveyError "file-fault" if the path is not a folder, or the folder cannot be read
 */
export async function isFreeFolder(directory: string): Promise<boolean> {
  const there = await stat(directory).catch(() => lstat(directory).catch(() => undefined));
  if (there && !there.isDirectory()) {
    throw SurveyError.of(
      "file-fault",
      "{0} is not a folder. Choose an empty folder, or a new name.",
      directory,
    );
  }
  const names = there ? await withFileFaults(directory, () => foreignNames(directory), "read") : [];
  return names.length === 0;
}

/** Returns the names of what is no part of an export that could not write its first file. */
async function foreignNames(directory: string): Promise<string[]> {
  const parts = new Map<string, readonly string[]>([
    [unfinishedName, [targetFiles(choiceName).written]],
    [surveysName, []],
  ]);
  const foreign: string[] = [];
  for (const name of await ownNames(directory)) {
    const path = join(directory, name);
    const left = (await lstat(path)).isDirectory() ? parts.get(name) : undefined;
    if (!left || (await ownNames(path)).some((it) => !left.includes(it))) {
      foreign.push(name);
    }
  }
  return foreign;
}

async function ownNames(directory: string): Promise<string[]> {
  return (await readdir(directory)).filter((it) => !isOfFileManager(it));
}

function isDone(directory: string): Promise<boolean> {
  return isThere(join(directory, dataSpaceName));
}

async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}

/**
 * Checks that the choice can be exported into the directory.
 * @throws SurveyError "invalid-input" for a path that is not absolute, and for an unfinished export of something else;
 * "file-exists" if the directory has any other content; errors of the file system
 */
export async function checkDataSpaceFolder(
  directory: string,
  choice: DataSpaceChoice,
): Promise<void> {
  if (!isAbsolute(directory)) {
    throw invalidInput('"{0}" is not a folder\'s absolute path.', directory);
  }
  if (await isDone(directory)) {
    throw SurveyError.of(
      "file-exists",
      "{0} is a data space directory already. Choose an empty folder, or a new name.",
      directory,
    );
  }
  if (await isUnfinishedDataSpace(directory)) {
    const earlier = await readChoice(join(directory, unfinishedName, choiceName));
    if (keyOf(earlier) !== keyOf(choice)) {
      throw invalidInput(
        '{0} holds an unfinished export of other surveys, or of another data space: "{1}", {2}. Continue that one, or choose an empty folder.',
        directory,
        earlier.dataSpace,
        earlier.surveyIds
          ? plural(earlier.surveyIds.length, {
              one: "{0} chosen survey",
              other: "{0} chosen surveys",
            })
          : localizable("all surveys"),
      );
    }
  } else if (!(await isFreeFolder(directory))) {
    throw SurveyError.of(
      "file-exists",
      "{0} is not empty. Choose an empty folder, or a new name.",
      directory,
    );
  }
}

async function readChoice(file: string): Promise<DataSpaceChoice> {
  try {
    return choiceFile.parse(JSON.parse(await readFile(file, "utf8")));
  } catch (error) {
    throw new SurveyError(
      "invalid-input",
      localizable(
        "{0} is damaged: it does not say what was being exported. Export into an empty folder.",
        file,
      ),
      { cause: error },
    );
  }
}

function keyOf({ spaceMark, surveyIds }: DataSpaceChoice): string {
  return JSON.stringify([spaceMark, surveyIds && [...new Set(surveyIds)].toSorted()]);
}

async function doneSurvey(folder: string, name: string): Promise<DoneSurvey> {
  const [survey, responses] = await Promise.all(
    ["survey.json", "responses.ndjson"].map((it) =>
      readManifest(targetFiles(join(folder, it)).manifest),
    ),
  );
  if (!survey || !responses) {
    throw new TypeError("A promise has no result.");
  }
  return {
    ...survey.survey,
    folder: name,
    responses: responses.responses ?? 0,
    warnings: [...survey.warnings, ...responses.warnings].map((it) => sentences(it)),
  };
}

/**
 * Creates a folder for this account alone, if there is none. By default rejects a link in its place, which would lead to
 * files of others.
 */
async function ownFolder(path: string, look: typeof lstat | typeof stat = lstat): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    const found = await look(path).catch(() => undefined);
    if (!found?.isDirectory()) {
      throw error;
    }
  }
}

/**
 * Names that every file system stores unchanged. Names that end like a hash (`hashed`) are not used: they could be those of
 * another survey.
 */
const plainName = /^[\w-]{1,64}$/;
const hashed = /-[0-9a-f]{16}$/;
/** Device names of Windows. */
const device = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/**
 * Returns the name of a survey's folder: its id, if that is a safe name on every system and free; otherwise the safe part of
 * the id and a hash. `survey.json` has the id.
 * @param taken names in lower case: many file systems ignore case
 */
export function surveyFolderName(surveyId: string, taken: ReadonlySet<string>): string {
  const isPlain = plainName.test(surveyId) && !hashed.test(surveyId) && !device.test(surveyId);
  if (isPlain && !taken.has(surveyId.toLowerCase())) {
    return surveyId;
  }
  const left = surveyId.replace(/[^\w-]+/g, "_").slice(0, 40);
  return `${left}-${hashOf(surveyId).slice(0, 16)}`;
}

function hashOf(text: string): string {
  // UTF-16 keeps lone surrogates apart; UTF-8 encodes them all as the same character.
  return createHash("sha256").update(Buffer.from(text, "utf16le")).digest("hex").slice(0, 32);
}

function json(value: object): Buffer {
  return Buffer.from(`${JSON.stringify(value, undefined, 2)}\n`);
}

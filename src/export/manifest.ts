import { readFile, rm } from "node:fs/promises";
import { basename } from "node:path";
import * as z from "zod";
import { SurveyError } from "../model/errors.ts";
import { issueText } from "../model/issueText.ts";
import { localizable, type LocalizableText } from "../model/localizable.ts";
import { readQuery } from "../reader/readQuery.ts";
import { exportRequest } from "./exportRequest.ts";
import { fileFault } from "./fileFaults.ts";
import { count, itemMark, secondItems, text } from "./schemas.ts";
import { tableFacts } from "./tableFacts.ts";
import { syncFolderOf, targetFiles, writeAtomically } from "./targetFiles.ts";

// Editors show the descriptions: schemas/export-manifest.schema.json is generated from this.
const facts = z.object({
  dataSpace: z.string(),
  baseUrl: z.string(),
  apiVersion: z.string(),
  survey: z.object({ surveyId: z.string(), label: z.string() }),
  kind: z.enum([...exportRequest.shape.kind.options, "survey"]),
  format: z.string(),
  fresh: exportRequest.shape.fresh,
  asOf: z
    .string()
    .optional()
    .describe("When the items were all that the service had: ISO 8601, UTC."),
  query: readQuery.optional().describe("As asked for; of responses and metadata."),
  range: z
    .object({ startDateTime: text, endDateTime: text, frozen: z.boolean() })
    .optional()
    .describe(
      'What was loaded, (start, end]; "frozen": the end is the service\'s newest time when the export began.',
    ),
  structureHash: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional()
    .describe(
      "SHA-256 of what data depend on in the survey's structure: the same for the same names, codes, labels and order.",
    ),
  startedAt: z.string().describe("This machine's clock, ISO 8601, UTC."),
  finishedAt: z.string().describe("This machine's clock, ISO 8601, UTC."),
  responses: count.optional(),
  pages: count.optional(),
  first: itemMark.optional().describe("The newest item; absent where there is none."),
  last: itemMark.optional().describe("The oldest item; absent where there is none."),
  newest: secondItems
    .optional()
    .describe("The last second of the range, with which an export of what is new begins."),
  since: z
    .object({ sha256: z.string(), known: secondItems.optional() })
    .optional()
    .describe(
      "Of an export of what was new: the hash of the file that it continues, and what that has of the first second.",
    ),
  bytes: count,
  /** For a folder, see `folderHash`. */
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .describe("SHA-256 of the file, or of the hashes of a folder's files."),
  table: tableFacts.optional().describe("Of formats that are a table: its columns."),
  warnings: z.array(z.string()).readonly(),
});

/**
 * The manifest beside an export. It proves that the file is complete, and a later export continues from it (docs/export.md,
 * "How far a file can be trusted").
 */
export interface Manifest extends Readonly<z.infer<typeof facts>> {
  readonly toolVersion: string;
}

/** Returns the path of the file that the manifest is of. */
export function fileOfManifest(path: string): string {
  return path.replace(/\.manifest\.json$/, "");
}

/** Writes the manifest of a file beside it. */
export async function writeManifest(exportedFile: string, manifest: Manifest): Promise<void> {
  const { toolVersion, ...its } = manifest;
  const content = {
    manifest: 1,
    file: basename(exportedFile),
    ...its,
    tool: { name: "survey-explorer", version: toolVersion },
  };
  await writeAtomically(
    targetFiles(exportedFile).manifest,
    Buffer.from(`${JSON.stringify(content, undefined, 2)}\n`, "utf8"),
  );
}

/**
 * Writes the manifest, then puts its file in place, and syncs both names. If that fails, what is there gets its own manifest
 * and codebook back: a later export continues from what a manifest says of its file.
 * @param codebook path of the codebook that `putFile` replaces, if it does
 */
export async function replaceWithManifest(
  exportedFile: string,
  manifest: Manifest,
  putFile: () => Promise<void>,
  codebook?: string,
): Promise<void> {
  const { manifest: path } = targetFiles(exportedFile);
  const before = await contentOf(path);
  const codebookBefore = codebook === undefined ? undefined : await contentOf(codebook);
  await writeManifest(exportedFile, manifest);
  try {
    await putFile();
  } catch (error) {
    await putBack(path, before);
    if (codebook !== undefined) {
      await putBack(codebook, codebookBefore);
    }
    throw error;
  }
  await syncFolderOf(exportedFile);
}

function contentOf(path: string): Promise<Buffer | undefined> {
  return readFile(path).catch(() => undefined);
}

/** Gives a file its earlier content again, or removes it if it had none. */
async function putBack(path: string, before: Buffer | undefined): Promise<void> {
  await (before ? writeAtomically(path, before) : rm(path)).catch(() => undefined);
}

/** Schema of what `writeManifest` writes. Fields that later versions may add are kept. */
export const manifestFile = z.looseObject({
  manifest: z.literal(1),
  ...facts.shape,
  tool: z.object({ name: z.string(), version: z.string() }),
});

/**
 * Reads what `writeManifest` wrote.
 * @throws SurveyError "invalid-input" if there is none or it cannot be used, "file-fault" if it cannot be read
 */
export async function readManifest(path: string): Promise<Manifest> {
  let content: string;
  try {
    content = await readFile(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      throw new SurveyError(
        "invalid-input",
        localizable(
          "There is no manifest {0}. Every export writes one beside its file; put it back, or export again.",
          path,
        ),
        { cause: error },
      );
    }
    throw fileFault(error, path, "read");
  }
  const { manifest, file, tool, ...its } = decoded(path, content);
  return { ...its, toolVersion: tool.version };
}

function decoded(path: string, content: string): z.output<typeof manifestFile> {
  const unusable = (problem: LocalizableText, cause: unknown) =>
    new SurveyError(
      "invalid-input",
      localizable(
        "The manifest {0} cannot be used: {1}. Export again to have a new one.",
        path,
        problem,
      ),
      { cause },
    );
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch (error) {
    throw unusable(localizable("it is not JSON, or is cut off"), error);
  }
  const result = manifestFile.safeParse(value);
  if (!result.success) {
    const [issue] = result.error.issues;
    const problem = issueText(issue);
    throw unusable(
      issue?.path.length
        ? localizable('the field "{0}": {1}', issue.path.join("."), problem)
        : problem,
      result.error,
    );
  }
  return result.data;
}

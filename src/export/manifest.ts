import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import * as z from "zod";
import { SurveyError } from "../model/errors.ts";
import type { ItemKind, ReadQuery } from "../reader/responseSource.ts";
import type { TableFacts } from "./conversion.ts";
import { fileFault } from "./fileFaults.ts";
import {
  count,
  itemMark,
  readQuery,
  secondItems,
  text,
  type ItemMark,
  type SecondItems,
} from "./schemas.ts";
import { freshness, type Fresh } from "./fresh.ts";
import { tableFacts } from "./tableFacts.ts";
import { writeWhole } from "./targetFiles.ts";

/** Stands beside every export, proves its completeness, and is where a later one continues (EXPORTS.md, "Manifest"). */
export interface Manifest {
  readonly dataSpace: string;
  readonly baseUrl: string;
  readonly apiVersion: string;
  readonly survey: { readonly surveyId: string; readonly label: string };
  readonly kind: ItemKind | "survey";
  readonly format: string;
  /** What was asked of the service: everything anew, what is new and every id, or nothing. Of responses and metadata. */
  readonly fresh?: Fresh | undefined;
  /** When the items were all that the service had: ISO 8601, UTC. */
  readonly asOf?: string | undefined;
  /** As asked for; of responses and metadata. */
  readonly query?: ReadQuery | undefined;
  /** What was read, (start, end]; `frozen`: the end is the service's newest time when the export began. */
  readonly range?:
    | {
        readonly startDateTime?: string | undefined;
        readonly endDateTime?: string | undefined;
        readonly frozen: boolean;
      }
    | undefined;
  /** This machine's clock, ISO 8601, UTC. */
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly responses?: number | undefined;
  readonly pages?: number | undefined;
  /** The newest and the oldest item; absent where there is none. */
  readonly first?: ItemMark | undefined;
  readonly last?: ItemMark | undefined;
  /** The last second of the range: an export of what is new begins with it, and leaves these out. */
  readonly newest?: SecondItems | undefined;
  /**
   * Of an export of what was new: the hash of the file that it continues, and what that one has of the first second after the
   * start.
   */
  readonly since?:
    | {
        readonly sha256: string;
        readonly known: SecondItems;
      }
    | undefined;
  readonly bytes: number;
  /** Of the file; of a folder see `folderHash`. */
  readonly sha256: string;
  /** Of formats that are a table. */
  readonly table?: TableFacts | undefined;
  readonly toolVersion: string;
  readonly warnings: readonly string[];
}

export async function writeManifest(
  path: string,
  exportedFile: string,
  manifest: Manifest,
): Promise<void> {
  const { toolVersion, ...facts } = manifest;
  const content = {
    manifest: 1,
    file: basename(exportedFile),
    ...facts,
    tool: { name: "survey-explorer", version: toolVersion },
  };
  await writeWhole(path, Buffer.from(`${JSON.stringify(content, undefined, 2)}\n`, "utf8"));
}

/** As `writeManifest` writes it. What later versions may add is kept. */
const manifestFile = z.looseObject({
  manifest: z.literal(1),
  dataSpace: z.string(),
  baseUrl: z.string(),
  apiVersion: z.string(),
  survey: z.object({ surveyId: z.string(), label: z.string() }),
  kind: z.enum(["responses", "metadata", "survey"]),
  format: z.string(),
  fresh: z.enum(freshness).optional(),
  asOf: z.string().optional(),
  query: readQuery.optional(),
  range: z.object({ startDateTime: text, endDateTime: text, frozen: z.boolean() }).optional(),
  startedAt: z.string(),
  finishedAt: z.string(),
  responses: count.optional(),
  pages: count.optional(),
  first: itemMark.optional(),
  last: itemMark.optional(),
  newest: secondItems.optional(),
  since: z.object({ sha256: z.string(), known: secondItems }).optional(),
  bytes: count,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  table: tableFacts.optional(),
  tool: z.object({ name: z.string(), version: z.string() }),
  warnings: z.array(z.string()),
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
        `There is no manifest ${path}. Every export writes one beside its file; put it back there, or export again.`,
        { cause: error },
      );
    }
    throw fileFault(error, path, "read");
  }
  const { manifest, file, tool, ...facts } = decoded(path, content);
  return { ...facts, toolVersion: tool.version };
}

function decoded(path: string, content: string): z.output<typeof manifestFile> {
  const unusable = (problem: string, cause: unknown) =>
    new SurveyError(
      "invalid-input",
      `${path} is not a manifest that can be used: ${problem}. Export again to have a new one.`,
      { cause },
    );
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch (error) {
    throw unusable("it is not JSON, or is cut off", error);
  }
  const result = manifestFile.safeParse(value);
  if (!result.success) {
    const issue = result.error.issues[0];
    const field = issue && issue.path.length > 0 ? `the field "${issue.path.join(".")}": ` : "";
    throw unusable(`${field}${issue?.message ?? "it does not fit"}`, result.error);
  }
  return result.data;
}

import { basename } from "node:path";
import type { ItemKind, ReadQuery } from "../reader/responseSource.ts";
import type { ItemMark } from "./journal.ts";
import { writeWhole } from "./targetFiles.ts";

/** Stands beside every export, proves its completeness, and is where a later one continues (EXPORTS.md, "Manifest"). */
export interface Manifest {
  readonly dataSpace: string;
  readonly baseUrl: string;
  readonly apiVersion: string;
  readonly survey: { readonly surveyId: string; readonly label: string };
  readonly kind: ItemKind | "survey";
  readonly format: string;
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
  readonly bytes: number;
  readonly sha256: string;
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

import { createHash } from "node:crypto";
import { readSurveyFacts } from "../reader/surveyFacts.ts";
import type { ResponseSource } from "../reader/responseSource.ts";
import { sentStructureHash } from "./structureFacts.ts";
import { withFileFaults } from "./fileFaults.ts";
import { replaceWithManifest, type Manifest } from "./manifest.ts";
import {
  checkReplaceable,
  checkTarget,
  targetFiles,
  withFileLock,
  writeAtomically,
} from "./targetFiles.ts";

export interface ExportSurveyOptions {
  readonly client: ResponseSource;
  readonly surveyId: string;
  /** Absolute path of the file to write. */
  readonly file: string;
  readonly overwrite?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Version of this extension, for the manifest. */
  readonly toolVersion: string;
}

export interface ExportSurveyResult {
  readonly file: string;
  readonly bytes: number;
  /** Hash of the file, in hex. */
  readonly sha256: string;
}

/**
 * Writes a survey's structure and the list of its collect groups, both byte for byte as the service sent them.
 * @throws SurveyError "file-exists", "file-fault" or "invalid-input" before anything is asked; later also errors of the
 * client
 */
export async function exportSurvey(options: ExportSurveyOptions): Promise<ExportSurveyResult> {
  const { client, surveyId, file, overwrite = false, signal, toolVersion } = options;
  await checkTarget(file, overwrite);
  await checkReplaceable(targetFiles(file).manifest);
  return withFileLock(file, async () => {
    const startedAt = new Date().toISOString();
    const [survey, collectGroups] = await Promise.all([
      client.rawSurvey(surveyId, { signal }),
      client.rawCollectGroups(surveyId, { signal }),
    ]);
    const content = Buffer.concat([
      Buffer.from(`{"apiVersion":${JSON.stringify(client.version)},"survey":`),
      survey,
      Buffer.from(`,"collectGroups":`),
      collectGroups,
      Buffer.from("}\n"),
    ]);
    return withFileFaults(file, async () => {
      await checkTarget(file, overwrite);
      const { label } = readSurveyFacts(survey);
      const facts = { surveyId, label, structure: survey, content, startedAt, toolVersion };
      const manifest = surveyManifest(client, { ...facts, warnings: [] });
      await replaceWithManifest(file, manifest, () => writeAtomically(file, content));
      return { file, bytes: manifest.bytes, sha256: manifest.sha256 };
    });
  });
}

interface SurveyFile extends Pick<Manifest, "startedAt" | "toolVersion" | "warnings"> {
  readonly surveyId: string;
  readonly label: string;
  /** The survey's JSON, as sent. */
  readonly structure: Uint8Array;
  /** What the file has. */
  readonly content: Uint8Array;
}

/** Returns the manifest of a file with a survey's structure. */
export function surveyManifest(
  client: Pick<ResponseSource, "dataSpace" | "baseUrl" | "version">,
  { surveyId, label, structure, content, startedAt, toolVersion, warnings }: SurveyFile,
): Manifest {
  return {
    dataSpace: client.dataSpace,
    baseUrl: client.baseUrl,
    apiVersion: client.version,
    survey: { surveyId, label },
    kind: "survey",
    format: "json",
    structureHash: sentStructureHash(client, structure),
    startedAt,
    finishedAt: new Date().toISOString(),
    bytes: content.length,
    sha256: createHash("sha256").update(content).digest("hex"),
    toolVersion,
    warnings,
  };
}

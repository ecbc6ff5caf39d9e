import { createHash } from "node:crypto";
import { readSurveyFacts } from "../reader/surveyFacts.ts";
import type { ResponseSource } from "../reader/responseSource.ts";
import { sentStructureHash } from "./structureFacts.ts";
import { withFileFaults } from "./fileFaults.ts";
import { replaceWithManifest, type Manifest } from "./manifest.ts";
import {
  checkReplaceable,
  checkTarget,
  syncFolderOf,
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
  const { manifest } = targetFiles(file);
  await checkTarget(file, overwrite);
  await checkReplaceable(manifest);
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
    const sha256 = createHash("sha256").update(content).digest("hex");
    await withFileFaults(file, async () => {
      await checkTarget(file, overwrite);
      const facts: Manifest = {
        dataSpace: client.dataSpace,
        baseUrl: client.baseUrl,
        apiVersion: client.version,
        survey: { surveyId, label: readSurveyFacts(survey).label },
        kind: "survey",
        format: "json",
        structureHash: sentStructureHash(client, survey),
        startedAt,
        finishedAt: new Date().toISOString(),
        bytes: content.length,
        sha256,
        toolVersion,
        warnings: [],
      };
      await replaceWithManifest(manifest, file, facts, () => writeAtomically(file, content));
      await syncFolderOf(file);
    });
    return { file, bytes: content.length, sha256 };
  });
}

import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { ExportCopies } from "../../src/export/exportCopies.ts";
import { SurveyError } from "../../src/model/errors.ts";
import { clientOf } from "../client/support/clients.ts";
import { liveItems } from "./support/exported.ts";
import { copiesIn, exportResponses } from "./support/exporting.ts";
import { isResponsePage, serve } from "./support/keptSurvey.ts";
import { temporaryFolder } from "./support/surveyServer.ts";

const items = liveItems("v3", 31);
const key = { space: "space", version: "v3", surveyId: "S1" } as const;

const failed = (text: string) => new SurveyError("file-fault", { text, words: [] });

/** Exports with copies that fail in places. @returns the names of the files, and the result */
async function exported(
  change: (copies: ExportCopies) => Partial<ExportCopies>,
  isRefused?: (url: URL) => boolean,
) {
  await using folder = await temporaryFolder();
  await using copies = await temporaryFolder();
  await using server = await serve("v3", items, isRefused);
  const direct = copiesIn(copies.path);
  const result = await exportResponses({
    client: clientOf(server, "v3"),
    copies: { ...direct, ...change(direct) },
    copy: key,
    file: join(folder.path, "x"),
    format: "ndjson",
  }).catch((error: unknown) => error);
  return { result, files: (await readdir(folder.path)).sort() };
}

describe("export that fails", () => {
  it("says why its file could not be written, not that its copy is gone as well", async () => {
    let isOver = false;
    const { result } = await exported(({ copyState }) => ({
      writeItems: async () => {
        isOver = true;
        throw failed("The first error.");
      },
      copyState: async (copy) => {
        if (isOver) {
          throw failed("The second error.");
        }
        return copyState(copy);
      },
    }));
    assert.match(String(result), /The first error/);
  });

  it("says why nothing was read, not that its empty copy cannot be removed", async () => {
    const { result } = await exported(
      () => ({
        removeCopy: async () => {
          throw failed("The second error.");
        },
      }),
      isResponsePage,
    );
    assert.ok(result instanceof SurveyError, String(result));
    assert.equal(result.code, "forbidden");
  });
});

describe("export whose file is complete", () => {
  it("succeeds if its copy cannot replace the survey's", async () => {
    const { result, files } = await exported(() => ({
      adoptCopy: async () => {
        throw failed("Another program is using it.");
      },
    }));
    assert.ok(!(result instanceof Error), String(result));
    assert.deepEqual(files, ["x", "x.manifest.json"]);
  });
});

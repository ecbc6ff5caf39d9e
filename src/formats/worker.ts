// The thread in which responses become tables: that takes longer than the extension host may be blocked.
import { parentPort } from "node:worker_threads";
import { answerOnce } from "../rpc/oneShotWorker.ts";
import type { FormatCalls } from "./calls.ts";
import { codebookOf } from "./codebook.ts";
import { convertItems } from "./convert.ts";
import { notebookOf } from "./notebooks/notebook.ts";
import { previewOf } from "./preview.ts";
import { snippetOf } from "./snippet.ts";

if (parentPort) {
  answerOnce<FormatCalls>(parentPort, (notify) => ({
    convert: (job) => convertItems(job, notify),
    preview: previewOf,
    codebook: codebookOf,
    snippet: snippetOf,
    notebook: notebookOf,
  }));
}

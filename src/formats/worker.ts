// A thread of its own, in which responses become tables: that takes longer than the extension host may stall.
import { parentPort, workerData, type MessagePort } from "node:worker_threads";
import type { ConversionProgress } from "../export/conversion.ts";
import { faultOf } from "../model/fault.ts";
import { codebookOf } from "./codebook.ts";
import { convertItems } from "./convert.ts";
import type { FormatCall, FormatMessage } from "./formatMessages.ts";
import { previewOf } from "./preview.ts";
import { snippetOf } from "./snippet.ts";

/** Milliseconds between two reports. */
const interval = 100;

async function main(port: MessagePort, call: FormatCall): Promise<void> {
  const say = (message: FormatMessage) => port.postMessage(message);
  try {
    say({ value: await valueOf(call, reporter(say)) });
  } catch (error) {
    say({ error: faultOf(error) });
  }
  port.close();
}

function valueOf(call: FormatCall, tell: (progress: ConversionProgress) => void): unknown {
  switch (call.name) {
    case "convert":
      return convertItems(call.job, tell);
    case "preview":
      return previewOf(call.job);
    case "codebook":
      return codebookOf(call.job);
    case "snippet":
      return snippetOf(call.job);
  }
}

function reporter(say: (message: FormatMessage) => void): (progress: ConversionProgress) => void {
  let last = 0;
  return (progress) => {
    const now = Date.now();
    if (now - last >= interval) {
      last = now;
      say({ progress });
    }
  };
}

if (parentPort) {
  void main(parentPort, workerData as FormatCall);
}

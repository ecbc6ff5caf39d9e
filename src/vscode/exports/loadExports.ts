import { createRequire } from "node:module";
import * as vscode from "vscode";
import { SurveyError } from "../../model/errors.ts";
import type * as bundle from "./bundle.ts";

/**
 * The exports, which are loaded when they are asked for first: whoever does not export does not wait for them. The bundle
 * has what it shares with the extension's once more, so what has a state is handed to it in `host`, or is in it alone.
 * @param program path of what bundle.ts is built to
 * @returns throws SurveyError "file-fault" where it cannot be loaded
 */
export function lazyExports(program: string, host: bundle.ExportHost): () => bundle.Exports {
  let exports: bundle.Exports | undefined;
  return () => (exports ??= load(program).createExports(host));
}

function load(program: string): typeof bundle {
  try {
    return createRequire(program)(program) as typeof bundle;
  } catch (cause) {
    const message = vscode.l10n.t(
      "A part of Survey Explorer could not be loaded from {0}. Install the extension again.",
      program,
    );
    throw new SurveyError("file-fault", message, { cause });
  }
}

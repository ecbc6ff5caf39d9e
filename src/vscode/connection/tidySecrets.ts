import * as z from "zod";
import type * as vscode from "vscode";
import { lazy } from "../../model/lazy.ts";
import type { DataSpaceSettings } from "../platform/settings.ts";
import { splitGone } from "../platform/goneEntries.ts";
import { StoredList } from "../platform/storedList.ts";
import { secretKeysOf } from "./credentials.ts";

const stored = lazy(() =>
  z.strictObject({
    key: z.string(),
    dataSpace: z.string(),
    /** Epoch milliseconds; `undefined` while the settings have the data space. */
    goneAt: z.number().optional(),
  }),
);
type Stored = z.infer<ReturnType<typeof stored>>;

/**
 * Deletes the secrets of data spaces that were removed, renamed or moved by hand in the settings, when the settings have not
 * had them at any start of a window for 30 days. VS Code cannot list secrets, so their keys are stored in its global state.
 */
export async function tidySecrets(
  secrets: Pick<vscode.SecretStorage, "delete">,
  state: vscode.Memento,
  { dataSpaces, problems }: DataSpaceSettings,
  now = Date.now(),
): Promise<void> {
  const list = new StoredList(state, "secretKeys", stored);
  const current: Stored[] = dataSpaces.flatMap((it) =>
    secretKeysOf(it).map((key) => ({ key, dataSpace: it.name })),
  );
  const keys = new Set(current.map((it) => it.key));
  const others = list.list().filter((it) => !keys.has(it.key));
  const isMistyped = ({ dataSpace }: Stored) => problems.some((it) => it.name === dataSpace);
  const { kept, gone } = splitGone(others, isMistyped, now);
  for (const { key } of gone) {
    await secrets.delete(key);
  }
  await list.set([...current, ...kept]);
}

import * as z from "zod";
import type * as vscode from "vscode";
import { lazy } from "../../model/lazy.ts";
import type { DataSpaceSettings } from "../platform/settings.ts";
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

/** Milliseconds: 30 days. Names and addresses are typed by hand, so what is gone today may only be mistyped. */
const keptFor = 30 * 24 * 3600 * 1000;

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
  const before = list.list();
  const after: Stored[] = dataSpaces.flatMap((it) =>
    secretKeysOf(it).map((key) => ({ key, dataSpace: it.name })),
  );
  const current = new Set(after.map((it) => it.key));
  for (const { key, dataSpace, goneAt = now } of before.filter((it) => !current.has(it.key))) {
    if (problems.some((it) => it.name === dataSpace)) {
      after.push({ key, dataSpace });
    } else if (now - goneAt < keptFor) {
      after.push({ key, dataSpace, goneAt });
    } else {
      await secrets.delete(key);
    }
  }
  if (JSON.stringify(after) !== JSON.stringify(before)) {
    await list.set(after);
  }
}

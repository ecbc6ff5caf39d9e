import type * as vscode from "vscode";
import type { DataSpaceSettings } from "../platform/settings.ts";
import { splitGone } from "../platform/goneEntries.ts";
import { notedKeys, secretKeysOf, type NotedKey } from "./credentials.ts";

/**
 * Deletes the secrets of data spaces that were removed, renamed or moved by hand in the settings, when the settings have not
 * had them at any start of a window for 30 days.
 */
export async function tidySecrets(
  secrets: Pick<vscode.SecretStorage, "delete">,
  state: vscode.Memento,
  { dataSpaces, problems }: DataSpaceSettings,
  now = Date.now(),
): Promise<void> {
  const list = notedKeys(state);
  const current: NotedKey[] = dataSpaces.flatMap((it) =>
    secretKeysOf(it).map((key) => ({ key, dataSpace: it.name })),
  );
  const keys = new Set(current.map((it) => it.key));
  const others = list.list().filter((it) => !keys.has(it.key));
  const isMistyped = ({ dataSpace }: NotedKey) => problems.some((it) => it.name === dataSpace);
  const { kept, gone } = splitGone(others, isMistyped, now);
  for (const { key } of gone) {
    await secrets.delete(key);
  }
  await list.set([...current, ...kept]);
}

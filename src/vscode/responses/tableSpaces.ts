import { createHash } from "node:crypto";
import * as z from "zod";
import type * as vscode from "vscode";
import type { SurveyClient } from "../../client/surveyClient.ts";
import { once } from "../../model/once.ts";

const storedKey = "tableSpaces";

// What is stored comes back from disk: it is outside data.
const stored = once(() =>
  z.array(z.strictObject({ dataSpace: z.string(), origin: z.string(), space: z.string() })),
);
/** A data space that has tables, and under which name and address it was read. */
export type TableSpace = z.infer<ReturnType<typeof stored>>[number];

/** By what a data space's tables are known; neither Space ID nor address can be read from it. */
export async function tableSpaceOf(
  client: Pick<SurveyClient, "dataSpace" | "baseUrl" | "spaceMark">,
): Promise<TableSpace> {
  const { origin } = new URL(client.baseUrl);
  const hash = createHash("sha256").update(`${await client.spaceMark()} ${origin}`);
  return { dataSpace: client.dataSpace, origin, space: hash.digest("hex").slice(0, 32) };
}

/**
 * The data spaces that have tables: when one is removed or signed out, nobody could tell any more which tables were its.
 * In VS Code's global state, which all windows share.
 */
export class TableSpaces {
  readonly #state: vscode.Memento;

  constructor(state: vscode.Memento) {
    this.#state = state;
  }

  // Read again for every change: another window may have written in the meantime.
  list(): TableSpace[] {
    const result = stored().safeParse(this.#state.get(storedKey, []));
    return result.success ? result.data : [];
  }

  async add(added: TableSpace): Promise<void> {
    if (!this.list().some((it) => isSame(it, added))) {
      await this.#state.update(storedKey, [...this.list(), added]);
    }
  }

  async remove(removed: readonly TableSpace[]): Promise<void> {
    const left = this.list().filter((it) => !removed.some((other) => isSame(it, other)));
    await this.#state.update(storedKey, left);
  }
}

function isSame(a: TableSpace, b: TableSpace): boolean {
  return a.dataSpace === b.dataSpace && a.origin === b.origin && a.space === b.space;
}

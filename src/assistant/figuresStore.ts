import { mkdir, readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { lazy } from "../model/lazy.ts";
import { parseJsonText } from "../model/jsonText.ts";
import { writeWhole } from "../store/wholeFile.ts";
import { toldFault } from "./ledgerFile.ts";
import { figuresQuerySchema, type FiguresQuery } from "./figuresQuery.ts";

/** Maximum number of queries kept. The oldest are deleted first. */
const maxKept = 2000;

/** Schema of the hash by which a query is found. The hash reveals no figures. */
export const figuresHashSchema = lazy(() => z.string().regex(/^[\w-]{6,128}$/));

/** Stores the queries of figures that were told, by hash. One file per query, so that all windows and servers share them. */
export class FiguresStore {
  readonly #folder: string;
  readonly #most: number;

  /** @param disclosureFolder created if it is missing */
  constructor(disclosureFolder: string, most = maxKept) {
    this.#folder = join(disclosureFolder, "figures");
    this.#most = most;
  }

  /** @throws SurveyError "file-fault" if the query cannot be written */
  async keep(hash: string, query: FiguresQuery): Promise<void> {
    const file = this.#file(figuresHashSchema().parse(hash));
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      await writeWhole(file, JSON.stringify(query));
      await this.#limit();
    } catch (cause) {
      throw toldFault(query, cause);
    }
  }

  /** @returns `undefined` if the hash is unknown or its file is damaged */
  async find(hash: string): Promise<FiguresQuery | undefined> {
    if (!figuresHashSchema().safeParse(hash).success) {
      return undefined;
    }
    const text = await readFile(this.#file(hash), "utf8").catch(() => undefined);
    return text === undefined
      ? undefined
      : figuresQuerySchema().safeParse(parseJsonText(text)).data;
  }

  async #limit(): Promise<void> {
    const names = await readdir(this.#folder);
    if (names.length <= this.#most) {
      return;
    }
    const files = await Promise.all(
      names.map(async (it) => {
        const file = join(this.#folder, it);
        // Another process may have deleted the file.
        const found = await stat(file).catch(() => undefined);
        return { file, at: found?.mtimeMs ?? 0 };
      }),
    );
    const oldest = files.sort((a, b) => a.at - b.at).slice(0, names.length - this.#most);
    await Promise.all(oldest.map(({ file }) => rm(file, { force: true })));
  }

  #file(hash: string): string {
    return join(this.#folder, `${hash}.json`);
  }
}

import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { id, key, responseFilter } from "../messages/requests/schemas.ts";
import { once } from "../model/once.ts";
import { summaryBases } from "../model/summary.ts";
import type { FiguresQuery } from "./figuresQuery.ts";

/** More are not remembered: those that were told longest ago leave first. */
const mostRemembered = 2000;

const schema = once((): z.ZodType<FiguresQuery> =>
  z.strictObject({
    dataSpace: z.string(),
    surveyId: id,
    question: key.optional(),
    by: key.optional(),
    filter: responseFilter,
    weight: key.optional(),
    base: z.enum(summaryBases),
  }),
);

/** The same for the same figures, whoever asked for them in whichever order of fields. */
export function hashOfFigures(query: FiguresQuery): string {
  return createHash("sha256").update(canonical(query)).digest("hex").slice(0, 16);
}

/** So that `findFigures` can make the query of its hash again. */
export async function keepFigures(toldFolder: string, query: FiguresQuery): Promise<string> {
  const hash = hashOfFigures(query);
  const folder = folderOf(toldFolder);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const unfinished = join(folder, randomUUID());
  await writeFile(unfinished, canonical(query), { mode: 0o600 });
  await rename(unfinished, join(folder, `${hash}.json`));
  await forgetOldest(folder);
  return hash;
}

/** `undefined` where no answer with this hash is remembered. */
export async function findFigures(
  toldFolder: string,
  hash: string,
): Promise<FiguresQuery | undefined> {
  if (!/^[0-9a-f]{16}$/.test(hash)) {
    return undefined;
  }
  try {
    const text = await readFile(join(folderOf(toldFolder), `${hash}.json`), "utf8");
    return schema().safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function folderOf(toldFolder: string): string {
  return join(toldFolder, "figures");
}

async function forgetOldest(folder: string): Promise<void> {
  const names = await readdir(folder);
  if (names.length <= mostRemembered) {
    return;
  }
  const times = await Promise.all(
    names.map(async (name) => {
      const found = await stat(join(folder, name)).catch(() => undefined);
      return { name, at: found?.mtimeMs ?? Infinity };
    }),
  );
  times.sort((a, b) => a.at - b.at);
  await Promise.all(
    times
      .slice(0, names.length - mostRemembered)
      .map(({ name }) => rm(join(folder, name), { force: true })),
  );
}

/** JSON with fields in the order of their names, and without those that are undefined. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, it: unknown) =>
    typeof it === "object" && it !== null && !Array.isArray(it)
      ? Object.fromEntries(Object.entries(it).sort(([a], [b]) => (a < b ? -1 : 1)))
      : it,
  );
}

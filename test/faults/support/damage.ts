import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { TargetFiles } from "../../../src/export/targetFiles.ts";
import type { Random } from "../../../src/service/sample/random.ts";

/** Damages what an unfinished export left. @returns what was done, to be told */
type Damage = (files: TargetFiles, random: Random) => Promise<unknown>;

/** Of the journal's lines. */
function ofLines(change: (lines: string[], at: number, random: Random) => unknown): Damage {
  return async ({ journal }, random) => {
    const lines = (await readFile(journal, "utf8")).split("\n").slice(0, -1);
    const at = random.below(lines.length);
    const before = lines[at];
    const how = change(lines, at, random);
    await writeFile(journal, lines.map((it) => `${it}\n`).join(""));
    return { at, before, how };
  };
}

/** Of a file's bytes. */
function ofBytes(
  pathOf: (files: TargetFiles, random: Random) => Promise<string> | string,
  change: (bytes: Buffer, at: number, random: Random) => Buffer,
): Damage {
  return async (files, random) => {
    const path = await pathOf(files, random);
    const bytes = await readFile(path).catch(() => undefined);
    if (!bytes || bytes.length === 0) {
      return "nothing";
    }
    const at = random.below(bytes.length);
    await writeFile(path, change(bytes, at, random));
    return { path, at };
  };
}

const journal = ({ journal: path }: TargetFiles) => path;
const partial = ({ partial: path }: TargetFiles) => path;
const spooled = async ({ spool }: TargetFiles, random: Random) => {
  const names = (await readdir(spool).catch(() => [])).toSorted();
  return join(spool, names[random.below(names.length)] ?? "0");
};

/** Another bit in a byte. */
const turned = (bytes: Buffer, at: number, random: Random) => {
  bytes[at] = (bytes[at] ?? 0) ^ (1 << random.below(8));
  return bytes;
};
const cut = (bytes: Buffer, at: number) => bytes.subarray(0, at);
const without = (bytes: Buffer, at: number, random: Random) =>
  Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + random.below(40))]);

export const damages = {
  lineLost: ofLines((lines, at) => lines.splice(at, 1)),
  linesLost: ofLines((lines, at, random) => lines.splice(at, 1 + random.below(4))),
  lastLinesLost: ofLines((lines, at) => lines.splice(at)),
  lineDoubled: ofLines((lines, at) => lines.splice(at, 0, lines[at] ?? "")),
  lineMoved: ofLines((lines, at, random) =>
    lines.splice(random.below(lines.length), 0, ...lines.splice(at, 1)),
  ),
  digitChanged: ofLines((lines, at, random) => {
    const line = lines[at] ?? "";
    const digits = [...line.matchAll(/\d/g)].map((it) => it.index);
    const place = digits[random.below(digits.length)] ?? 0;
    const digit = (Number(line[place]) + 1 + random.below(9)) % 10;
    return (lines[at] = `${line.slice(0, place)}${digit}${line.slice(place + 1)}`);
  }),
  fieldChanged: ofLines((lines, at, random) => {
    const line = lines[at] ?? "";
    const start = line.indexOf("{");
    const record = JSON.parse(line.slice(start)) as object;
    changeField(record, random);
    return (lines[at] = line.slice(0, start) + JSON.stringify(record));
  }),
  fieldLost: ofLines((lines, at, random) => {
    const line = lines[at] ?? "";
    const start = line.indexOf("{");
    const record = JSON.parse(line.slice(start)) as object;
    const names = Object.keys(record);
    Reflect.deleteProperty(record, names[random.below(names.length)] ?? "");
    return (lines[at] = line.slice(0, start) + JSON.stringify(record));
  }),
  journalTurned: ofBytes(journal, turned),
  journalCut: ofBytes(journal, cut),
  journalWithout: ofBytes(journal, without),
  itemsTurned: ofBytes(partial, turned),
  itemsCut: ofBytes(partial, cut),
  itemsWithout: ofBytes(partial, without),
  separatorChanged: ofBytes(partial, (bytes, at) => {
    const place = bytes.indexOf("},{", at);
    bytes[place < 0 ? at : place + 1] = 0x20;
    return bytes;
  }),
  spoolTurned: ofBytes(spooled, turned),
  spoolCut: ofBytes(spooled, cut),
  spoolSeparatorChanged: ofBytes(spooled, (bytes) => {
    bytes[0] = (bytes[0] ?? 0) ^ 1;
    return bytes;
  }),
  spoolLost: async (files: TargetFiles, random: Random) => {
    const path = await spooled(files, random);
    await rm(path, { force: true });
    return path;
  },
  spoolsSwapped: async (files: TargetFiles, random: Random) => {
    const [one, other] = [await spooled(files, random), await spooled(files, random)];
    const [a, b] = await Promise.all([one, other].map((it) => readFile(it).catch(() => undefined)));
    if (a && b) {
      await writeFile(one, b);
      await writeFile(other, a);
    }
    return [one, other];
  },
} satisfies Record<string, Damage>;
export type DamageKind = keyof typeof damages;

/** Another value of the same kind, in one of its fields or theirs. */
function changeField(record: object, random: Random): void {
  const names = Object.keys(record);
  const name = names[random.below(names.length)] ?? "";
  const value: unknown = Reflect.get(record, name);
  if (typeof value === "object" && value !== null && Object.keys(value).length > 0) {
    changeField(value, random);
    return;
  }
  const other =
    typeof value === "number"
      ? Math.max(0, value + (random.chance(0.5) ? 1 : -1) * (1 + random.below(20)))
      : typeof value === "boolean"
        ? !value
        : typeof value === "string"
          ? value.replace(/\d(?=\D*$)/, (it) => String((Number(it) + 1) % 10))
          : "1";
  Reflect.set(record, name, other);
}

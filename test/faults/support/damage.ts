import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileIn } from "../../../src/copy/copyFolders.ts";
import type { Random } from "../../../src/service/sample/random.ts";
import { nodeSqlite, type SqlRow, type SqlValue } from "../../../src/store/sqliteDriver.ts";

/** Damages the copy in a folder. @returns a description of the damage for messages */
type Damage = (folder: string, random: Random) => unknown;

/** Damages the bytes of a file. */
function ofBytes(
  pathOf: (folder: string) => string,
  change: (bytes: Buffer, at: number, random: Random) => Buffer,
  placeIn = (bytes: Buffer, random: Random) => random.below(bytes.length),
): Damage {
  return (folder, random) => {
    const path = pathOf(folder);
    const bytes = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
    if (bytes.length === 0) {
      return "nothing";
    }
    const at = placeIn(bytes, random);
    writeFileSync(path, change(bytes, at, random));
    return { path, at };
  };
}

const database = fileIn;
/** SQLite's write-ahead log: what was committed last, while the process runs or after it was killed. */
const log = (folder: string) => `${fileIn(folder)}-wal`;

const lost =
  (pathOf: (folder: string) => string): Damage =>
  (folder) => {
    rmSync(pathOf(folder), { force: true });
    return pathOf(folder);
  };

/** Flips a bit of the byte. */
const bitFlipped = (bytes: Buffer, at: number, random: Random) => {
  bytes[at] = (bytes[at] ?? 0) ^ (1 << random.below(8));
  return bytes;
};
const cut = (bytes: Buffer, at: number) => bytes.subarray(0, at);
const without = (bytes: Buffer, at: number, random: Random) =>
  Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + random.below(40))]);
/** Fills a block with zeros, as if the disk had never written it. */
const blockZeroed = (bytes: Buffer, at: number) => {
  const start = at - (at % 4096);
  return bytes.fill(0, start, start + 4096);
};

/** Returns the place of a byte that is not 0: a small file has many zeros. */
function nonZeroPlace(bytes: Buffer, random: Random): number {
  const at = random.below(bytes.length);
  const found = bytes.findIndex((it, index) => index >= at && it !== 0);
  return found < 0 ? at : found;
}

/** Returns a place in the first page, where the file describes its content. */
const inHead = (bytes: Buffer, random: Random) => nonZeroPlace(bytes.subarray(0, pageSize), random);

/** Bytes of a page of the database. */
const pageSize = 16_384;

const pagesSwapped = (bytes: Buffer, _: number, random: Random) => {
  const pages = bytes.length / pageSize;
  const [one, other] = [random.below(pages) * pageSize, random.below(pages) * pageSize];
  const first = Buffer.from(bytes.subarray(one, one + pageSize));
  bytes.copyWithin(one, other, other + pageSize);
  first.copy(bytes, other);
  return bytes;
};

/** Damages a row through SQLite, so that the database stays intact for SQLite. */
function ofRows(
  change: (row: SqlRow, random: Random) => { readonly sql: string; readonly values: SqlValue[] },
): Damage {
  return (folder, random) => {
    const open = nodeSqlite.open(fileIn(folder));
    try {
      const tables = ["part", "page", "block", "window", "trail"].filter((it) =>
        open.get(`SELECT 1 FROM ${it} WHERE ${isOurs(it)}`),
      );
      const table = tables[random.below(tables.length)] ?? "part";
      const rows = open.all(`SELECT * FROM ${table} WHERE ${isOurs(table)}`);
      const row = rows[random.below(rows.length)] ?? {};
      const { sql, values } = change(row, random);
      const [key = ""] = Object.keys(row);
      open.run(sql.replace("TABLE", table).replace("KEY", key), ...values, keyOf(row));
      return table === "part" ? { part: keyOf(row), sql } : { table, key: keyOf(row), sql };
    } finally {
      open.close();
    }
  };
}

/** Nothing depends on a lease, so its row is left alone. */
function isOurs(table: string): string {
  return table === "part" ? "name <> 'lease'" : "1";
}

function keyOf(row: SqlRow): SqlValue {
  const [key] = Object.values(row);
  return typeof key === "number" ? key : String(key);
}

export const damages = {
  byteTurned: ofBytes(database, bitFlipped, nonZeroPlace),
  headTurned: ofBytes(database, bitFlipped, inHead),
  cut: ofBytes(database, cut),
  bytesLost: ofBytes(database, without),
  blockEmptied: ofBytes(database, blockZeroed, nonZeroPlace),
  pagesSwapped: ofBytes(database, pagesSwapped),
  databaseLost: lost(database),
  logTurned: ofBytes(log, bitFlipped, nonZeroPlace),
  logCut: ofBytes(log, cut),
  logWithout: ofBytes(log, without),
  logLost: lost(log),
  rowLost: ofRows(() => ({ sql: "DELETE FROM TABLE WHERE KEY = ?", values: [] })),
  valueChanged: ofRows((row, random) => {
    const names = Object.keys(row).slice(1);
    const name = names[random.below(names.length)] ?? "";
    return {
      sql: `UPDATE TABLE SET ${name} = ? WHERE KEY = ?`,
      values: [changed(row[name], random)],
    };
  }),
} satisfies Record<string, Damage>;
export type DamageKind = keyof typeof damages;

/** Returns whether the damage must be found: a row that matters has changed. @param parts the rows of `part` that matter */
export function mustBeFound(kind: DamageKind, what: unknown, parts: readonly SqlValue[]): boolean {
  const { part } = what as { readonly part?: SqlValue };
  return ["rowLost", "valueChanged"].includes(kind) && (part === undefined || parts.includes(part));
}

/** Returns another value of the same type. */
function changed(value: unknown, random: Random): SqlValue {
  if (typeof value === "number") {
    return value + 1 + random.below(20);
  }
  if (value instanceof Uint8Array) {
    return bitFlipped(Buffer.from(value), random.below(value.length), random);
  }
  const text = typeof value === "string" ? value : "";
  const digits = [...text.matchAll(/\d/g)].map((it) => it.index);
  const at = digits[random.below(digits.length)];
  return at === undefined
    ? `${text}1`
    : `${text.slice(0, at)}${(Number(text[at]) + 1 + random.below(9)) % 10}${text.slice(at + 1)}`;
}

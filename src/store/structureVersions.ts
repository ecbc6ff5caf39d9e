import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import * as zlib from "node:zlib";
import { writeWhole } from "./wholeFile.ts";

export interface SurveyOf {
  /** The data space and its Space ID, as a hash. */
  readonly space: string;
  readonly surveyId: string;
}

/** A structure that was seen, and what identifies it. */
export interface StructureVersion {
  /** The file's name. */
  readonly id: string;
  readonly apiVersion: string;
  /** Hash of what matters of the structure: the service's times, for example, do not. */
  readonly hash: string;
  /** Epoch milliseconds of this machine's clock. */
  readonly firstSeen: number;
  readonly lastSeen: number;
}

/** A structure that was just read from the service. */
export interface SeenStructure extends Pick<StructureVersion, "apiVersion" | "hash"> {
  /** The structure byte for byte as it was sent. */
  readonly bytes: Uint8Array;
  readonly at: number;
}

/** Versions kept of one survey, in one version of the API. The first and the newest are always kept. */
export const maxVersions = 50;

/** Node has zstd since 22.15, as VS Code's does; older ones use gzip instead. */
const zstd: Partial<Pick<typeof zlib, "zstdCompress" | "zstdDecompress">> = zlib;
const gzip = promisify(zlib.gzip);
const gunzip = promisify(zlib.gunzip);

/** File names: hash of the survey, time, version of the API and hash of the structure. They do not reveal the survey. */
const named = /^([0-9a-f]{32})-(\d{15})-(v\d+)-([0-9a-f]{32})\.(zst|gz)$/;

/**
 * Structures in the order in which they were seen: a file each, written once, so that two windows do not overwrite each
 * other's. A file's modification time is when the structure was last seen. Files whose names do not match are left alone.
 */
export class StructureVersions {
  readonly #folder: string;

  /** @param folder created if missing */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Returns the versions, oldest first. The same structure from two windows at once counts as one. */
  async list(of: SurveyOf): Promise<StructureVersion[]> {
    const versions: StructureVersion[] = [];
    for (const version of await this.#files(of)) {
      const before = versions.findLastIndex((it) => it.apiVersion === version.apiVersion);
      const same = versions[before];
      if (same?.hash === version.hash) {
        const lastSeen = Math.max(same.lastSeen, version.lastSeen);
        versions[before] = { ...same, lastSeen };
      } else {
        versions.push(version);
      }
    }
    return versions;
  }

  /** Stores the structure if it differs from the one before. @returns true if it does */
  async add(of: SurveyOf, { apiVersion, hash, bytes, at }: SeenStructure): Promise<boolean> {
    const files = (await this.#files(of)).filter((it) => it.apiVersion === apiVersion);
    const last = files.at(-1);
    const folder = this.#folderOf(of);
    if (last?.hash === hash) {
      const time = new Date(Math.max(at, last.lastSeen));
      await utimes(join(folder, last.id), time, time);
      return false;
    }
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // Even if this machine's clock goes back, the newest stays the last.
    const firstSeen = Math.max(at, (last?.firstSeen ?? 0) + 1);
    const begin = `${surveyHash(of)}-${`${firstSeen}`.padStart(15, "0")}-${apiVersion}-${hash}`;
    const file = join(folder, `${begin}.${zstd.zstdCompress ? "zst" : "gz"}`);
    await writeWhole(file, await compressed(bytes), new Date(firstSeen));
    const surplus = files.slice(1).slice(0, Math.max(0, files.length + 1 - maxVersions));
    await Promise.all(surplus.map((it) => rm(join(folder, it.id), { force: true })));
    return true;
  }

  /** Returns the structure as it was sent. Rejects if the file is gone or damaged. */
  async read(of: SurveyOf, id: string): Promise<Uint8Array> {
    const [, survey, , , , ending] = named.exec(id) ?? [];
    if (survey !== surveyHash(of)) {
      throw new Error("It is no structure of this survey.");
    }
    const bytes = await readFile(join(this.#folderOf(of), id));
    if (ending === "gz") {
      return gunzip(bytes);
    }
    if (!zstd.zstdDecompress) {
      throw new Error("It was compressed by a newer VS Code.");
    }
    return promisify(zstd.zstdDecompress)(bytes);
  }

  /** Removes all structures of a data space. */
  async clear(space: string): Promise<void> {
    await rm(join(this.#folder, space), { recursive: true, force: true });
  }

  /** Returns the files, oldest first; those of the same time in the same order in all windows. */
  async #files(of: SurveyOf): Promise<StructureVersion[]> {
    const folder = this.#folderOf(of);
    const names = await readdir(folder).catch(() => []);
    const versions = names.map(async (id): Promise<StructureVersion[]> => {
      const [, survey, time, apiVersion = "", hash = ""] = named.exec(id) ?? [];
      if (survey !== surveyHash(of)) {
        return [];
      }
      const firstSeen = Number(time);
      const found = await stat(join(folder, id)).catch(() => undefined);
      const lastSeen = Math.max(firstSeen, Math.round(found?.mtimeMs ?? 0));
      return found ? [{ id, apiVersion, hash, firstSeen, lastSeen }] : [];
    });
    return (await Promise.all(versions))
      .flat()
      .sort((a, b) => a.firstSeen - b.firstSeen || (a.id < b.id ? -1 : 1));
  }

  /** Surveys share 256 folders: one for each survey would be too many, and a single one would take long to read. */
  #folderOf(of: SurveyOf): string {
    return join(this.#folder, of.space, surveyHash(of).slice(0, 2));
  }
}

async function compressed(bytes: Uint8Array): Promise<Uint8Array> {
  const { zstdCompress } = zstd;
  if (!zstdCompress) {
    return gzip(bytes);
  }
  const params = { [zlib.constants.ZSTD_c_checksumFlag]: 1 };
  return promisify<Uint8Array, zlib.ZstdOptions, Uint8Array>(zstdCompress)(bytes, { params });
}

function surveyHash({ surveyId }: SurveyOf): string {
  return createHash("sha256").update(surveyId).digest("hex").slice(0, 32);
}

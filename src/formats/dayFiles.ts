import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { ConvertedFile } from "../export/conversion.ts";
import { withFileFaults } from "../export/fileFaults.ts";
import { folderHash } from "../export/folderHash.ts";
import { OutputFile } from "../export/outputFile.ts";
import { createReplacing, syncFolderOf } from "../export/targetFiles.ts";
import type { TableValue } from "../model/tabular/tableColumn.ts";
import { inEnglish, type LocalizableText } from "../model/localizable.ts";
import { isDateTime } from "../model/time.ts";
import { partitionColumn } from "./kinds/format.ts";
import type { ByteSink, TableWriter } from "./writer.ts";

/** Hive's name for the partition of rows without a value. */
const withoutDay = "__HIVE_DEFAULT_PARTITION__";

/**
 * Most files that are open at once: rows without a day may come between others, and some rows may come late. Each open file
 * has a row group in memory.
 */
const maxOpen = 3;

interface OpenFile {
  readonly path: string;
  readonly output: OutputFile;
  readonly writer: TableWriter;
  rows: number;
}

/**
 * A folder of files by day of submission, named as in Hive (`day=2025-03-01/part-0.parquet`), which DuckDB, Spark, Trino and
 * pandas read as one dataset. If a day comes again after its file was closed, it continues in the next part. A folder
 * without rows has one file without rows, so that its columns are known.
 */
export class DayFiles {
  readonly #folder: string;
  readonly #createWriter: (sink: ByteSink) => TableWriter;
  /** Open files by day; the one that was written to last comes last. */
  readonly #open = new Map<string, OpenFile>();
  /** Number of files of each day. */
  readonly #parts = new Map<string, number>();
  readonly #files: ConvertedFile[] = [];
  /** Warnings by their English text: files of many days have the same ones. */
  readonly #warnings = new Map<string, LocalizableText>();

  /** @param folder absolute path; the folder is created, and must not exist */
  constructor(folder: string, createWriter: (sink: ByteSink) => TableWriter) {
    this.#folder = folder;
    this.#createWriter = createWriter;
  }

  /**
   * Must not be called again before it has resolved. After a rejection, only `abandon` may be called.
   * @param time of submission, as the service sent it; only its day is used
   * @throws SurveyError "file-fault", and what the writer throws
   */
  async write(time: string | undefined, rows: readonly (readonly TableValue[])[]): Promise<void> {
    const file = await this.#fileOf(dayOf(time));
    file.rows += rows.length;
    await withFileFaults(join(this.#folder, file.path), () => file.writer.write(rows));
  }

  /** @returns the files in order of path, and their total size; for the hash, see `folderHash` */
  async finish() {
    if (this.#parts.size === 0) {
      await this.#fileOf(withoutDay);
    }
    for (const [day, file] of this.#open) {
      await this.#close(day, file);
    }
    for (const day of this.#parts.keys()) {
      await syncFolderOf(join(this.#folder, folderOf(day), "any"));
    }
    await syncFolderOf(join(this.#folder, "any"));
    const files = this.#files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
    return {
      files,
      bytes: files.reduce((sum, it) => sum + it.bytes, 0),
      sha256: folderHash(files),
      warnings: [...this.#warnings.values()],
    };
  }

  /** Closes open files, and leaves the folder as it is. */
  async abandon(): Promise<void> {
    await Promise.allSettled([...this.#open.values()].map((it) => it.output.abandon()));
    this.#open.clear();
  }

  async #fileOf(day: string): Promise<OpenFile> {
    const there = this.#open.get(day);
    if (there) {
      if (this.#open.size > 1) {
        this.#open.delete(day);
        this.#open.set(day, there);
      }
      return there;
    }
    const [oldest] = this.#open;
    if (oldest && this.#open.size >= maxOpen) {
      await this.#close(...oldest);
    }
    const file = await this.#create(day);
    this.#open.set(day, file);
    return file;
  }

  async #create(day: string): Promise<OpenFile> {
    const part = this.#parts.get(day) ?? 0;
    const path = `${folderOf(day)}/part-${part}.parquet`;
    const file = join(this.#folder, path);
    return withFileFaults(file, async () => {
      if (this.#parts.size === 0) {
        await mkdir(this.#folder, { mode: 0o700 });
      }
      if (part === 0) {
        await mkdir(join(this.#folder, folderOf(day)), { mode: 0o700 });
      }
      const output = new OutputFile(await createReplacing(file));
      this.#parts.set(day, part + 1);
      return { path, output, writer: this.#createWriter(output), rows: 0 };
    });
  }

  async #close(day: string, { path, output, writer, rows }: OpenFile): Promise<void> {
    await withFileFaults(join(this.#folder, path), async () => {
      await writer.finish();
      this.#files.push({ path, rows, sha256: await output.finish(), bytes: output.size });
    });
    this.#open.delete(day);
    writer.warnings.forEach((it) => this.#warnings.set(inEnglish(it), it));
  }
}

/** Returns the day of the time; `withoutDay` if the service sent no day that exists. */
function dayOf(time: string | undefined): string {
  const day = time?.slice(0, "YYYY-MM-DD".length) ?? "";
  return isDateTime(`${day}T00:00:00`) ? day : withoutDay;
}

function folderOf(day: string): string {
  return `${partitionColumn}=${day}`;
}

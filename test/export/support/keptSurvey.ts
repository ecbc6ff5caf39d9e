import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { copyFile } from "../../../src/copy/copyFolders.ts";
import { readManifest, type Manifest } from "../../../src/export/manifest.ts";
import type { ApiVersion } from "../../../src/model/survey.ts";
import { timeOfSeconds } from "../../../src/model/time.ts";
import { clientOf } from "../../client/support/clients.ts";
import type { TestServer } from "../../client/support/testServer.ts";
import { liveItem } from "./exported.ts";
import {
  copiesIn,
  exportResponses,
  itemsIn,
  type ExportResponsesOptions,
  type ExportResult,
} from "./exporting.ts";
import { newestFirst, startLiveServer, type LiveItem } from "./liveServer.ts";

/* Exports of a survey of which a copy is kept. */

export const epoch = Date.UTC(2025, 2, 27, 10) / 1000;

/** Returns item `number`: three every other minute, so that a refresh reads only the newest of them again. */
export function itemOf(version: ApiVersion, number: number): LiveItem {
  return itemAt(version, number, Math.floor(number / 3) * 120);
}

/** @param second seconds after `epoch` */
export function itemAt(version: ApiVersion, number: number, second: number): LiveItem {
  const item = liveItem(version, number);
  const time = timeOfSeconds(epoch + second);
  const timed = (json: string) => json.replace(item.finishedAt, time);
  return {
    ...item,
    finishedAt: time,
    json: timed(item.json),
    metadata: timed(item.metadata ?? assert.fail()),
  };
}

const count = 60;

export function itemsOf(version: ApiVersion, upTo = count): LiveItem[] {
  return Array.from({ length: upTo }, (_, number) => itemOf(version, number));
}

export function linesOf(items: readonly LiveItem[]): string {
  return newestFirst(items)
    .map((it) => `${it.json}\n`)
    .join("");
}

export function serve(
  version: ApiVersion,
  items: readonly LiveItem[],
  isRefused: (url: URL) => boolean = () => false,
  pageSize?: number,
  refusal = 403,
): Promise<TestServer> {
  return startLiveServer({
    version,
    items,
    pageSize,
    disturb: (url, answer) => {
      const is = isRefused(url);
      if (is) {
        answer.writeHead(refusal).end();
      }
      return is;
    },
  });
}

export const isResponsePage = (url: URL) => url.pathname.endsWith("/responses");

interface Outcome {
  readonly result: ExportResult;
  readonly text: string;
  readonly manifest: Manifest;
  /** Pages of responses that the export asked for. */
  readonly pages: readonly URL[];
}

/** Exports of a survey of which a copy is kept. */
export class KeptSurvey {
  readonly folder: string;
  readonly #version: ApiVersion;
  #exports = 0;

  constructor(folder: string, version: ApiVersion) {
    this.folder = folder;
    this.#version = version;
  }

  get #key() {
    return { space: "space", version: this.#version, surveyId: "S1" } as const;
  }

  /** File of the survey's copy. */
  get database(): string {
    return copyFile(join(this.folder, "copies"), this.#key);
  }

  get lines(): string {
    return itemsIn(this.database, this.#version)
      .map((it) => `${it}\n`)
      .join("");
  }

  get isThere(): boolean {
    return existsSync(this.database);
  }

  async export(
    server: TestServer,
    options: Partial<ExportResponsesOptions> = {},
  ): Promise<Outcome> {
    // New copies for each export, as in another process.
    const copies = copiesIn(join(this.folder, "copies"));
    return this.#export(server, { copies, copy: this.#key, ...options });
  }

  /** Exports the survey without its copy, as the service has it. */
  async exportAnew(
    server: TestServer,
    options: Partial<ExportResponsesOptions> = {},
  ): Promise<string> {
    return (await this.#export(server, options)).text;
  }

  async #export(server: TestServer, options: Partial<ExportResponsesOptions>): Promise<Outcome> {
    const file = join(this.folder, String(this.#exports++));
    const from = server.requests.length;
    const result = await exportResponses({
      client: clientOf(server, this.#version),
      format: "ndjson",
      file,
      ...options,
    });
    return {
      result,
      text: await readFile(result.file, "utf8"),
      manifest: await readManifest(`${result.file}.manifest.json`),
      pages: server.requests
        .slice(from)
        .map(({ url }) => url)
        .filter(isResponsePage),
    };
  }
}

/** Returns a late item in the second of item `number`. */
export function lateIn(version: ApiVersion, number: number, name: string): LiveItem {
  const { finishedAt, json, metadata = "", order } = itemOf(version, number);
  const named = (text: string) =>
    text.replace(`"i${number}"`, `"i-${name}"`).replace(/"serial":"\w+"/, `"serial":"${name}"`);
  return { finishedAt, order: order + 0.5, json: named(json), metadata: named(metadata) };
}

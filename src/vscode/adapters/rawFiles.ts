import sanitize from "sanitize-filename";
import * as z from "zod";
import * as vscode from "vscode";
import { SurveyError } from "../../model/errors.ts";
import { oneLine } from "../../model/label.ts";
import { readRawResponse } from "../../reader/rawResponse.ts";
import type { DataSpaces } from "./dataSpaces.ts";
import { parseJsonText } from "./json.ts";

const text = z.string().optional();

/** What is shown as the service sends it: a survey, one of its collect groups, or one of its responses. */
export const rawSubject = z.union([
  z.strictObject({ dataSpace: z.string(), collectGroupId: z.string() }),
  z.strictObject({
    dataSpace: z.string(),
    surveyId: z.string(),
    response: z
      .strictObject({
        responseId: text,
        serial: text,
        collectGroupId: text,
        startedAt: text,
        finishedAt: text,
      })
      .optional(),
  }),
]);
export type RawSubject = z.infer<typeof rawSubject>;

/** With package.json's activation event, so that an open editor comes back after a window reload. */
export const rawScheme = "survey-explorer";

/** The address of a document that shows the subject. `label` becomes its title. */
export function rawUri(subject: RawSubject, label: string): vscode.Uri {
  const name = sanitize(oneLine(label), { replacement: "_" }).slice(0, 100).trim();
  const path = `/${name === "" ? "raw" : name}.json`;
  return vscode.Uri.from({ scheme: rawScheme, path, query: JSON.stringify(subject) });
}

/** JSON exactly as it came, as read-only files that are read from the service when they are opened. */
export class RawFiles implements vscode.FileSystemProvider, vscode.Disposable {
  readonly #dataSpaces: DataSpaces;
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  /** What has been read and was not yet handed to VS Code, by address. */
  readonly #read = new Map<string, Uint8Array>();

  readonly onDidChangeFile = this.#changed.event;

  constructor(dataSpaces: DataSpaces) {
    this.#dataSpaces = dataSpaces;
  }

  /** Reads the subject from the service; VS Code is then given what was read, also where it is open already. */
  async read(uri: vscode.Uri): Promise<Uint8Array> {
    const bytes = await this.#readSubject(uri);
    this.#read.set(uri.toString(), bytes);
    this.#changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
    return bytes;
  }

  /** VS Code asks for the size first, and for the content at once after it. */
  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { length } = this.#read.get(uri.toString()) ?? (await this.read(uri));
    // A time of its own for each answer: what was read before is not taken for what is there.
    return { type: vscode.FileType.File, ctime: 0, mtime: Date.now(), size: length };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const key = uri.toString();
    const bytes = this.#read.get(key) ?? (await this.read(uri));
    this.#read.delete(key);
    return bytes;
  }

  async #readSubject(uri: vscode.Uri): Promise<Uint8Array> {
    const subject = rawSubject.safeParse(parseJsonText(uri.query));
    if (!subject.success) {
      throw vscode.FileSystemError.FileNotFound(uri);
    }
    const it = subject.data;
    const client = await this.#dataSpaces.client(it.dataSpace);
    if (!("surveyId" in it)) {
      return client.rawCollectGroup(it.collectGroupId);
    }
    return it.response
      ? readRawResponse(client, it.surveyId, it.response, new AbortController().signal)
      : client.rawSurvey(it.surveyId);
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory(): void {
    throw readOnly();
  }

  writeFile(): void {
    throw readOnly();
  }

  delete(): void {
    throw readOnly();
  }

  rename(): void {
    throw readOnly();
  }

  dispose(): void {
    this.#changed.dispose();
  }
}

function readOnly(): Error {
  return vscode.FileSystemError.NoPermissions(
    new SurveyError("invalid-input", "What the service sent cannot be changed.").message,
  );
}

import * as z from "zod";
import * as vscode from "vscode";
import { fileName } from "../../export/fileName.ts";
import { readRawResponse } from "../../reader/rawResponse.ts";
import type { DataSpaces } from "./dataSpaces.ts";
import { DisposableStore } from "./disposables.ts";
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
  const path = `/${fileName(label, "json", "raw")}`;
  return vscode.Uri.from({ scheme: rawScheme, path, query: JSON.stringify(subject) });
}

/** What was read, and when: milliseconds since 1970. */
interface RawFile {
  readonly bytes: Uint8Array;
  readonly readAt: number;
}

/**
 * JSON exactly as it came, as read-only files: of responses from what a panel has kept, otherwise read from the service when
 * they are opened.
 */
export class RawFiles implements vscode.FileSystemProvider, vscode.Disposable {
  readonly #dataSpaces: DataSpaces;
  readonly #store = new DisposableStore();
  readonly #changed = this.#store.add(new vscode.EventEmitter<vscode.FileChangeEvent[]>());
  /** By address, until the editor is closed: VS Code asks for a file more often than it has changed. */
  readonly #files = new Map<string, RawFile>();

  readonly onDidChangeFile = this.#changed.event;

  constructor(dataSpaces: DataSpaces) {
    this.#dataSpaces = dataSpaces;
    this.#store.add(
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#files.delete(uri.toString())),
    );
  }

  /** Reads the subject anew from the service, also where it is open already. */
  async refresh(uri: vscode.Uri): Promise<void> {
    await this.#read(uri);
    this.#changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }

  /** Shows what was read before, in place of reading it from the service. */
  put(uri: vscode.Uri, bytes: Uint8Array): void {
    this.#files.set(uri.toString(), { bytes, readAt: Date.now() });
    this.#changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { bytes, readAt } = await this.#file(uri);
    return { type: vscode.FileType.File, ctime: 0, mtime: readAt, size: bytes.length };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return (await this.#file(uri)).bytes;
  }

  #file(uri: vscode.Uri): Promise<RawFile> | RawFile {
    return this.#files.get(uri.toString()) ?? this.#read(uri);
  }

  async #read(uri: vscode.Uri): Promise<RawFile> {
    const file = { bytes: await this.#readSubject(uri), readAt: Date.now() };
    this.#files.set(uri.toString(), file);
    return file;
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
    this.#store.dispose();
  }
}

function readOnly(): Error {
  return vscode.FileSystemError.NoPermissions(
    vscode.l10n.t("What the service sent cannot be changed."),
  );
}

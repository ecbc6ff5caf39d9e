import * as z from "zod";
import * as vscode from "vscode";
import { fileName } from "../../export/fileName.ts";
import { formatMoment } from "../../model/time.ts";
import { layOutJson } from "../../protocol/jsonLayout.ts";
import type { DataSpaces } from "../dataSpaces/dataSpaces.ts";
import { DisposableStore } from "../platform/disposables.ts";
import { parseJsonText } from "../platform/json.ts";
import { loaded } from "../platform/loaded.ts";
import { showStatus, t } from "../platform/window.ts";
import { rawScheme } from "../registeredNames.ts";
import { once } from "../../model/once.ts";

/** What is shown as the service sends it: a survey, one of its collect groups, or one of its responses. */
export const rawSubject = once(() => {
  const text = z.string().optional();
  return z.union([
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
});
export type RawSubject = z.infer<ReturnType<typeof rawSubject>>;

/** The folder of the documents that are as they were sent. With package.json's `when` clauses. */
const sentFolder = "/as sent";

/** The address of a document that shows the subject in formatted lines. `label` becomes its title. */
export function rawUri(subject: RawSubject, label: string): vscode.Uri {
  const path = `/${fileName(label, "json", "raw")}`;
  return vscode.Uri.from({ scheme: rawScheme, path, query: JSON.stringify(subject) });
}

/** The address of the same document byte for byte as it was sent. */
export function asSent(uri: vscode.Uri): vscode.Uri {
  return isAsSent(uri) ? uri : uri.with({ path: sentFolder + uri.path });
}

/** The address of the same document in formatted lines. */
export function formatted(uri: vscode.Uri): vscode.Uri {
  return isAsSent(uri) ? uri.with({ path: uri.path.slice(sentFolder.length) }) : uri;
}

/** Whether the document is byte for byte as it was sent. */
export function isAsSent(uri: vscode.Uri): boolean {
  return uri.path.startsWith(`${sentFolder}/`);
}

/** What was read, and when: milliseconds since 1970. */
interface RawFile {
  readonly sent: Uint8Array;
  /** In formatted lines, where it is JSON. */
  readonly lines: Uint8Array;
  readonly readAt: number;
}

/**
 * JSON as read-only files, formatted or exactly as it came: of responses from what a panel has kept, otherwise read from the
 * service when they are opened.
 */
export class RawFiles implements vscode.Disposable {
  readonly #dataSpaces: DataSpaces;
  readonly #store = new DisposableStore();
  readonly #changed = this.#store.add(new vscode.EventEmitter<vscode.FileChangeEvent[]>());
  /** By subject, until no editor shows it: VS Code asks for a file more often than it has changed. */
  readonly #files = new Map<string, RawFile>();

  readonly onDidChangeFile = this.#changed.event;

  constructor(dataSpaces: DataSpaces) {
    this.#dataSpaces = dataSpaces;
    this.#store.add(
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        if (shown(uri).length === 0) {
          this.#files.delete(uri.query);
        }
      }),
    );
  }

  /** Reads the subject anew from the service, also where it is open already. */
  async refresh(uri: vscode.Uri): Promise<void> {
    this.put(uri, await this.#readSubject(uri));
  }

  /** Shows what was read before, in place of reading it from the service. */
  put(uri: vscode.Uri, sent: Uint8Array): void {
    this.#keep(uri, sent);
    const type = vscode.FileChangeType.Changed;
    this.#changed.fire(shown(uri).map((it) => ({ type, uri: it })));
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const file = await this.#file(uri);
    const size = bytesOf(file, uri).length;
    return { type: vscode.FileType.File, ctime: 0, mtime: file.readAt, size };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return bytesOf(await this.#file(uri), uri);
  }

  async #file(uri: vscode.Uri): Promise<RawFile> {
    return this.#files.get(uri.query) ?? this.#keep(uri, await this.#readSubject(uri));
  }

  #keep(uri: vscode.Uri, sent: Uint8Array): RawFile {
    const file = { sent, lines: layOutJson(sent) ?? sent, readAt: Date.now() };
    this.#files.set(uri.query, file);
    return file;
  }

  async #readSubject(uri: vscode.Uri): Promise<Uint8Array> {
    const subject = rawSubject().safeParse(parseJsonText(uri.query));
    if (!subject.success) {
      throw vscode.FileSystemError.FileNotFound(uri);
    }
    const it = subject.data;
    const client = await this.#dataSpaces.client(it.dataSpace);
    if (!("surveyId" in it)) {
      return client.rawCollectGroup(it.collectGroupId, { onStoredAnswer });
    }
    if (!it.response) {
      return client.rawSurvey(it.surveyId, { onStoredAnswer });
    }
    const { readRawResponse } = await loaded(import("../../reader/rawResponse.ts"));
    return readRawResponse(client, it.surveyId, it.response, new AbortController().signal);
  }

  dispose(): void {
    this.#store.dispose();
  }
}

function onStoredAnswer(readAt: number): void {
  showStatus(t("Offline. As of {0}.", formatMoment(readAt, vscode.env.language)), 10_000);
}

function bytesOf(file: RawFile, uri: vscode.Uri): Uint8Array {
  return isAsSent(uri) ? file.sent : file.lines;
}

/** The addresses at which the subject is open, formatted or as sent. */
function shown({ query }: vscode.Uri): vscode.Uri[] {
  return vscode.workspace.textDocuments
    .map((it) => it.uri)
    .filter((it) => it.scheme === rawScheme && it.query === query);
}

import * as z from "zod";
import * as vscode from "vscode";
import { fileName } from "../../export/fileName.ts";
import { formatMoment } from "../../model/time.ts";
import type { DataSpaces } from "../dataSpaces/dataSpaces.ts";
import { DisposableStore } from "../platform/disposables.ts";
import { parseJsonText } from "../../model/jsonText.ts";
import { loaded } from "../platform/loaded.ts";
import { showStatus, t } from "../platform/window.ts";
import { rawScheme } from "../registeredNames.ts";
import { lazy } from "../../model/lazy.ts";

/** What a document of raw JSON shows: a survey, one of its collect groups, or one of its responses. */
export const rawSubject = lazy(() => {
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

/** Folder of the documents that show the bytes as sent. The `when` clauses in package.json name it, too. */
const sentFolder = "/as sent";

/** Returns the URI of a document that shows the subject formatted. `label` becomes its title. */
export function rawUri(subject: RawSubject, label: string): vscode.Uri {
  const path = `/${fileName(label, "json", "raw")}`;
  return vscode.Uri.from({ scheme: rawScheme, path, query: JSON.stringify(subject) });
}

/** Returns the URI of the same document byte for byte as sent. */
export function asSent(uri: vscode.Uri): vscode.Uri {
  return isAsSent(uri) ? uri : uri.with({ path: sentFolder + uri.path });
}

/** Returns the URI of the same document formatted. */
export function formatted(uri: vscode.Uri): vscode.Uri {
  return isAsSent(uri) ? uri.with({ path: uri.path.slice(sentFolder.length) }) : uri;
}

/** Returns true if the document is byte for byte as sent. */
export function isAsSent(uri: vscode.Uri): boolean {
  return uri.path.startsWith(`${sentFolder}/`);
}

/** What was read, and when (epoch milliseconds). */
interface RawFile {
  readonly sent: Uint8Array;
  /** Formatted; the same as `sent` if that is not JSON. */
  readonly lines: Uint8Array;
  readonly readAt: number;
}

/**
 * JSON as read-only files, formatted or exactly as sent. It is what was given to `put`, as for a response of a panel;
 * otherwise it is read from the service when the file is opened.
 */
export class RawFiles implements vscode.Disposable {
  readonly #dataSpaces: DataSpaces;
  readonly #store = new DisposableStore();
  readonly #changed = this.#store.add(new vscode.EventEmitter<vscode.FileChangeEvent[]>());
  /** Cache by subject, until no editor shows it: VS Code reads a file more often than it changes. */
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

  /** Reads the subject from the service, even if it is open already. */
  async refresh(uri: vscode.Uri): Promise<void> {
    await this.put(uri, await this.#readSubject(uri));
  }

  /** Shows bytes that were read before, instead of reading them from the service. */
  async put(uri: vscode.Uri, sent: Uint8Array): Promise<void> {
    await this.#keep(uri, sent);
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

  async #keep(uri: vscode.Uri, sent: Uint8Array): Promise<RawFile> {
    const { layOutJson } = await loaded(import("../../protocol/jsonLayout.ts"));
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

/** Returns the URIs at which the subject is open, formatted or as sent. */
function shown({ query }: vscode.Uri): vscode.Uri[] {
  return vscode.workspace.textDocuments
    .map((it) => it.uri)
    .filter((it) => it.scheme === rawScheme && it.query === query);
}

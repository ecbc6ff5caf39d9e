import { language } from "../platform/language.ts";
import * as vscode from "vscode";
import { makeReport, type ReportSubject, type ReportTable } from "../../reports/makeReport.ts";

export type ReportProgress = vscode.Progress<{ message?: string }>;

export interface TableReportOptions {
  readonly toolVersion: string;
  readonly signal: AbortSignal;
  readonly progress: ReportProgress;
}

/** Returns a report's text in the editor's language. See `makeReport`. */
export function tableReport(
  table: ReportTable,
  subject: ReportSubject,
  { toolVersion, signal, progress }: TableReportOptions,
): Promise<string> {
  const onProgress = (columns: number, all: number): void =>
    progress.report({ message: vscode.l10n.t("{0} of {1} columns", columns, all) });
  return makeReport(table, subject, { toolVersion, words: language(), signal, onProgress });
}

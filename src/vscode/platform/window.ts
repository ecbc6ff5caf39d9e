import { logFailure } from "./log.ts";
import { isCancelled } from "../../model/errors.ts";
import * as vscode from "vscode";
import { cancelled } from "../../client/waiting.ts";
import type { Literal, LocalizableText } from "../../model/localizable.ts";
import { inLanguage, errorText } from "./language.ts";
import { plain, type SafeText } from "./plainText.ts";

/*
 * The functions that show text in VS Code's own notifications, lists, fields and status bar. VS Code reads icons or links in
 * such text, so they take only `SafeText`, in which those of foreign text are dead. A lint rule keeps the rest of the code
 * from calling VS Code directly.
 */

/** Translates text of this extension into the person's language and inserts foreign text, made safe. */
export function t<T extends string>(
  message: T & Literal<T>,
  ...words: (string | number)[]
): SafeText {
  return vscode.l10n.t(message, ...words.map((it) => plain(String(it)))) as SafeText;
}

/** Returns a text, such as one with a count, in the person's language. */
export function say(text: LocalizableText): SafeText {
  return plain(inLanguage(text));
}

/** A button of a message, and what it does. */
export interface Action extends vscode.MessageItem {
  run(): PromiseLike<unknown>;
}

interface ModalOptions {
  readonly modal: true;
  readonly detail?: SafeText;
}

interface Show {
  <T extends string | vscode.MessageItem>(
    message: SafeText,
    ...buttons: T[]
  ): Thenable<T | undefined>;
  <T extends string | vscode.MessageItem>(
    message: SafeText,
    options: ModalOptions,
    ...buttons: T[]
  ): Thenable<T | undefined>;
}

export const showInformation: Show = vscode.window.showInformationMessage;
export const showWarning: Show = vscode.window.showWarningMessage;
export const showError: Show = vscode.window.showErrorMessage;

/** Shows a message with buttons, and runs the action of the one that is pressed. */
export async function offer(
  show: Show,
  message: SafeText,
  ...actions: readonly Action[]
): Promise<void> {
  await (await show(message, ...actions))?.run();
}

/** Logs a failure and shows it, unless it is a cancellation. */
export function showFailure(log: vscode.LogOutputChannel, what: string, error: unknown): void {
  if (!isCancelled(error)) {
    logFailure(log, what, error);
    void showWarning(plain(errorText(error)));
  }
}

/** Asks a modal question with one button, besides Cancel. @returns true if the person pressed it */
export async function confirmed(
  question: SafeText,
  detail: SafeText,
  button: SafeText,
): Promise<boolean> {
  return (await showWarning(question, { modal: true, detail }, button)) === button;
}

export function showStatus(text: SafeText, milliseconds: number): void {
  vscode.window.setStatusBarMessage(text, milliseconds);
}

export interface ProgressFacts {
  readonly message?: SafeText;
  readonly increment?: number;
}

interface ProgressOptions extends vscode.ProgressOptions {
  title?: SafeText;
}

export function showProgress<T>(
  options: ProgressOptions,
  work: (progress: vscode.Progress<ProgressFacts>, token: vscode.CancellationToken) => Thenable<T>,
): Thenable<T> {
  return vscode.window.withProgress(options, work);
}

export interface PickItem extends vscode.QuickPickItem {
  label: SafeText;
  description?: SafeText;
  detail?: SafeText;
}

interface PickOptions extends vscode.QuickPickOptions {
  title?: SafeText;
  placeHolder?: SafeText;
}

export function pickOne<T extends PickItem>(
  items: readonly T[] | Promise<readonly T[]>,
  options: PickOptions,
): Thenable<T | undefined> {
  return vscode.window.showQuickPick(items, options);
}

export function pickMany<T extends PickItem>(
  items: readonly T[] | Promise<readonly T[]>,
  options: PickOptions,
): Thenable<T[] | undefined> {
  return vscode.window.showQuickPick(items, { ...options, canPickMany: true });
}

/** Shows something for which `show` reads, and aborts the reading when it is closed. */
export async function whileShown<T>(show: (signal: AbortSignal) => PromiseLike<T>): Promise<T> {
  const reading = new AbortController();
  try {
    return await show(reading.signal);
  } finally {
    reading.abort(cancelled());
  }
}

interface LineOptions extends vscode.InputBoxOptions {
  title?: SafeText;
  prompt?: SafeText;
  placeHolder?: never;
  validateInput?: never;
}

export function askLine(options: LineOptions): Thenable<string | undefined> {
  return vscode.window.showInputBox(options);
}

type Safe<Input, Texts extends keyof Input> = Omit<Input, Texts> &
  Record<Texts, SafeText | undefined>;
export type QuickPick<T extends PickItem> = Safe<vscode.QuickPick<T>, "title" | "placeholder">;
export type InputBox = Safe<
  vscode.InputBox,
  "title" | "placeholder" | "prompt" | "validationMessage"
>;

export type StatusItem = Safe<vscode.StatusBarItem, "text" | "tooltip" | "name">;

export function createStatusItem(id: string, setup: Partial<StatusItem>): StatusItem {
  const item = vscode.window.createStatusBarItem(id, vscode.StatusBarAlignment.Left);
  return Object.assign(item, setup);
}

export function createPick<T extends PickItem>(setup: Partial<QuickPick<T>>): QuickPick<T> {
  return Object.assign(vscode.window.createQuickPick<T>(), setup);
}

export function createInput(setup: Partial<InputBox>): InputBox {
  return Object.assign(vscode.window.createInputBox(), setup);
}

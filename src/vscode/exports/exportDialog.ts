import * as vscode from "vscode";
import { errorText } from "../platform/language.ts";
import { language } from "../platform/language.ts";
import { plain, type SafeText } from "../platform/plainText.ts";
import { createPick, showError, t, type PickItem } from "../platform/window.ts";
import { answered, back } from "../commands/steps.ts";
import { hubGroups, type HubChoice } from "./exportDialogHub.ts";
import {
  changedBy,
  type Change,
  type ExportDialogState,
  type ExportSubject,
  type KnownCount,
} from "./exportDialogState.ts";
import type { DialogSurvey } from "./exportDialogState.ts";
import { askPart } from "./exportDialogSteps.ts";

/** Reads what the dialog shows of what is exported. */
export interface DialogReader {
  /** What is known so far. */
  readonly subject: ExportSubject;
  readonly count: KnownCount;
  /** Calls the listener when `subject` or `count` has changed. */
  readonly onDidChange: (listener: () => void) => vscode.Disposable;
  /** Undefined if several surveys are exported. */
  readonly survey?: DialogSurvey | undefined;
  /** Called with the state at the beginning and after every change. */
  readonly changed: (state: ExportDialogState) => void;
  readonly preview?: ((state: ExportDialogState) => void) | undefined;
}

interface ExportDialogOptions {
  readonly title: SafeText;
  readonly initial: ExportDialogState;
  readonly reader: DialogReader;
  /** Opens another dialog, after which the hub is shown again. @returns what to change in the state */
  readonly copyAs?: ((state: ExportDialogState) => Promise<Change>) | undefined;
  /** Saves the choices in a recipe. @returns false if the person cancelled */
  readonly saveAsRecipe?: ((state: ExportDialogState) => Promise<boolean>) | undefined;
  /** Asks the last question. @returns `undefined` if the person went back from it */
  readonly finish: (state: ExportDialogState) => Promise<ExportDialogState | undefined>;
}

/**
 * Shows a list (the hub) of what will be exported, and how. A line opens the dialog that changes it, which leads back to the
 * list.
 * @returns `undefined` if the person cancels
 */
export async function askInHub(
  options: ExportDialogOptions,
): Promise<ExportDialogState | undefined> {
  let state = options.initial;
  let active: HubChoice = "export";
  for (;;) {
    const chosen = await showHub(options, state, active);
    if (!chosen) {
      return undefined;
    }
    ({ state } = chosen);
    active = chosen.choice;
    const answer = await answerTo(active, state, options).catch((error: unknown): typeof back => {
      // Keep what was chosen so far.
      void showError(plain(errorText(error)));
      return back;
    });
    if (answer === undefined) {
      return undefined;
    }
    if (answer !== back) {
      if ("done" in answer) {
        return answer.done;
      }
      state = changedBy(state, answer);
    }
  }
}

async function answerTo(
  choice: HubChoice,
  state: ExportDialogState,
  { title, reader, copyAs, saveAsRecipe, finish }: ExportDialogOptions,
): Promise<Change | { readonly done: ExportDialogState } | typeof back | undefined> {
  switch (choice) {
    case "export": {
      const done = await finish(state);
      return done ? { done } : back;
    }
    case "copyAs":
      return (await copyAs?.(state)) ?? back;
    case "recipe":
      return (await saveAsRecipe?.(state)) === true ? undefined : back;
    default:
      return askPart(choice, state, title, reader.survey);
  }
}

/** Only actions have icons; choices have none. */
const icons: Readonly<Partial<Record<HubChoice, string>>> = {
  export: "desktop-download",
  preview: "open-preview",
  copyAs: "copy",
  recipe: "save-as",
};

/** Returns the icon apart from the label, in which a screen reader would read it out. */
function iconOf(choice: HubChoice): Pick<HubItem, "iconPath"> {
  const icon = icons[choice];
  return icon === undefined ? {} : { iconPath: new vscode.ThemeIcon(icon) };
}

interface HubItem extends PickItem {
  readonly choice?: HubChoice;
  readonly isFixed?: boolean;
}

/** Shows the list until the person chooses a line that needs another dialog. Handles the other lines itself. */
async function showHub(
  options: ExportDialogOptions,
  initial: ExportDialogState,
  active: HubChoice,
): Promise<{ readonly choice: HubChoice; readonly state: ExportDialogState } | undefined> {
  let state = initial;
  const pick = createPick<HubItem>({
    title: options.title,
    placeholder: t("Export now, or change options"),
    ignoreFocusOut: true,
    matchOnDescription: true,
    keepScrollPosition: true,
  });
  const show = (choice: HubChoice | undefined) => {
    const items = hubItems(state, options.reader);
    pick.items = items;
    pick.activeItems = items.filter((it) => it.choice === choice);
  };
  const changed = () => options.reader.changed(state);
  const listening = options.reader.onDidChange(() => show(pick.activeItems[0]?.choice));
  changed();
  show(active);
  const chosen = answered(pick, (resolve: (choice: HubChoice) => void) => {
    pick.onDidAccept(() => {
      const [item] = pick.activeItems;
      if (item?.choice === undefined || item.isFixed === true) {
        return;
      }
      const { choice } = item;
      switch (choice) {
        case "preview":
          options.reader.preview?.(state);
          break;
        case "labelRow":
        case "verify":
          state = toggled(state, choice);
          changed();
          show(choice);
          break;
        default:
          resolve(choice);
      }
    });
  });
  const choice = await chosen.finally(() => {
    listening.dispose();
  });
  return choice && { choice, state };
}

function toggled(state: ExportDialogState, choice: "labelRow" | "verify"): ExportDialogState {
  const { form, verify } = state;
  return choice === "verify"
    ? { ...state, verify: !verify }
    : { ...state, form: { ...form, labelRow: !form.labelRow } };
}

function hubItems(state: ExportDialogState, { subject, count, preview }: DialogReader): HubItem[] {
  return hubGroups(state, subject, count, language())
    .filter(
      ({ entries }) => preview !== undefined || entries.every((it) => it.choice !== "preview"),
    )
    .flatMap(({ title, entries }): HubItem[] => [
      ...(title === undefined
        ? []
        : [{ label: plain(title), kind: vscode.QuickPickItemKind.Separator }]),
      ...entries.map(({ choice, label, description = "", isFixed = false }) => ({
        choice,
        isFixed,
        ...iconOf(choice),
        label: plain(label),
        description: plain(description),
        alwaysShow: choice === "export",
      })),
    ]);
}

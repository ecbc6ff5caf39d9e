import * as vscode from "vscode";
import { errorText } from "../platform/language.ts";
import type { SafeText } from "../platform/plainText.ts";
import { createPick, t, type PickItem, type QuickPick } from "../platform/window.ts";
import { back, settle } from "../commands/steps.ts";
import type { Change } from "./exportDialogState.ts";

export type Answer = Change | typeof back | undefined;

export interface ChangeItem extends PickItem {
  /** Change to the state when the item is chosen, or a function that asks another question for it. */
  readonly change?: Change | (() => Promise<Answer>);
}

export async function askOne(
  items: readonly ChangeItem[] | Promise<readonly ChangeItem[]>,
  placeholder: SafeText,
  title: SafeText,
  isActive: (item: ChangeItem) => boolean = () => false,
): Promise<Answer> {
  const pick = createPick<ChangeItem>(inFrame(placeholder, title));
  fill(pick, items, (known) => {
    pick.items = known;
    pick.activeItems = known.filter(isActive).slice(0, 1);
  });
  const chosen = await settle(pick, (resolve: (item: ChangeItem) => void) => {
    pick.onDidAccept(() => {
      const [item] = pick.selectedItems;
      if (item?.change) {
        resolve(item);
      }
    });
  });
  if (chosen === undefined || chosen === back) {
    return chosen;
  }
  const { change } = chosen;
  const answer = typeof change === "function" ? await change() : change;
  // The person went back from the other question: ask this one again.
  return answer === back ? askOne(items, placeholder, title, isActive) : answer;
}

interface ValueQuestion<T extends string> {
  readonly placeholder: SafeText;
  readonly present: T;
  /** Label and explanation of each value, in the order of the list. */
  readonly texts: Readonly<Record<T, readonly [SafeText, SafeText]>>;
  readonly changeTo: (value: T) => Change;
}

/** Asks for one of a few values. */
export function askValue<T extends string>(
  title: SafeText,
  { placeholder, present, texts, changeTo }: ValueQuestion<T>,
): Promise<Answer> {
  const items = (Object.keys(texts) as T[]).map((it) =>
    item(texts[it][0], changeTo(it), { detail: texts[it][1] }),
  );
  return askOne(items, placeholder, title, ({ label }) => label === texts[present][0]);
}

interface NamedItem extends PickItem {
  readonly name: string;
}

/** Resolves to the chosen names. `names: undefined` stands for all, and for none, which the API takes as all. */
export async function askSome(
  items: Promise<readonly NamedItem[]>,
  chosen: readonly string[] | undefined,
  placeholder: SafeText,
  title: SafeText,
): Promise<{ readonly names: readonly string[] | undefined } | typeof back | undefined> {
  const pick = createPick<NamedItem>({ ...inFrame(placeholder, title), canSelectMany: true });
  let isKnown = false;
  fill(pick, items, (known) => {
    isKnown = true;
    pick.items = known;
    pick.selectedItems = known.filter((it) => chosen?.includes(it.name) ?? true);
  });
  return settle(pick, (resolve) => {
    pick.onDidAccept(() => {
      if (isKnown) {
        const names = pick.selectedItems.map((it) => it.name);
        const isAll = names.length === 0 || names.length === pick.items.length;
        resolve({ names: isAll ? undefined : names });
      }
    });
  });
}

function inFrame(placeholder: SafeText, title: SafeText) {
  return {
    title,
    placeholder,
    ignoreFocusOut: true,
    matchOnDescription: true,
    matchOnDetail: true,
    buttons: [vscode.QuickInputButtons.Back],
  };
}

/** Shows the items as soon as they are loaded, or why they could not be loaded. */
function fill<T extends PickItem>(
  pick: QuickPick<T>,
  items: readonly T[] | Promise<readonly T[]>,
  show: (items: readonly T[]) => void,
): void {
  if (!(items instanceof Promise)) {
    show(items);
    return;
  }
  pick.busy = true;
  void items
    .then(show, (error: unknown) => {
      pick.placeholder = t("Could not be loaded: {0}", errorText(error));
    })
    .finally(() => (pick.busy = false));
}

export function item(
  label: SafeText,
  change: ChangeItem["change"],
  more: Partial<ChangeItem> = {},
): ChangeItem {
  return { label, ...more, ...(change === undefined ? {} : { change }) };
}

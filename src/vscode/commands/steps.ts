import * as vscode from "vscode";
import type { SafeText } from "../platform/plainText.ts";
import {
  createInput,
  createPick,
  type PickItem,
  type QuickPick,
  type InputBox,
} from "../platform/window.ts";

/** The dialog of a question, and the question's position in it. */
export interface Frame {
  readonly title: SafeText;
  readonly step: number;
  readonly totalSteps: number;
  /** True if the first step can go back too, to what opened the dialog. Default: every step but the first can. */
  readonly canGoBack?: boolean;
  /** Text that the person has typed into the field of each step, keyed by step. */
  readonly drafts?: Map<number, string>;
}

export const back = Symbol("back");
/** Goes back to the first question. */
export const start = Symbol("start");

/** One question. Resolves to its answer, to `back` or `start`, or to `undefined` if the person cancels. */
export type Step<State> = (
  state: Partial<State>,
  frame: Frame,
) => Promise<Partial<State> | typeof back | typeof start | undefined>;

/** Asks the questions in order and lets the person go back. Earlier answers and typed text are kept. */
export async function askInSteps<State>(
  title: SafeText,
  initial: Partial<State>,
  steps: readonly Step<State>[],
): Promise<Partial<State> | undefined> {
  let state = initial;
  let index = 0;
  const [totalSteps, drafts] = [steps.length, new Map<number, string>()];
  while (index < totalSteps) {
    const answer = await steps[index]?.(state, { title, step: index + 1, totalSteps, drafts });
    if (answer === undefined) {
      return undefined;
    }
    if (answer === back) {
      index--;
    } else if (answer === start) {
      index = 0;
    } else {
      state = { ...state, ...answer };
      index++;
    }
  }
  return state;
}

interface TextQuestion {
  readonly prompt: SafeText;
  readonly value?: string | undefined;
  readonly placeholder?: SafeText;
  readonly password?: boolean;
  /** True if spaces at the beginning and end belong to the answer. */
  readonly keepsSpaces?: boolean;
  /** Returns what is wrong with the text. Called while the person types. */
  readonly validate: (text: string) => SafeText | undefined;
}

export async function askText(
  question: TextQuestion,
  { drafts, ...frame }: Frame,
): Promise<string | typeof back | undefined> {
  const input = createInput({
    ...frame,
    prompt: question.prompt,
    value: drafts?.get(frame.step) ?? question.value ?? "",
    placeholder: question.placeholder,
    password: question.password ?? false,
    ignoreFocusOut: true,
    buttons: frame.canGoBack === true || frame.step > 1 ? [vscode.QuickInputButtons.Back] : [],
  });
  // Show no problem before the person has typed.
  input.onDidChangeValue((text) => {
    drafts?.set(frame.step, text);
    input.validationMessage = question.validate(text);
  });
  return settle(input, (resolve) => {
    input.onDidAccept(() => {
      input.validationMessage = question.validate(input.value);
      if (input.validationMessage === undefined) {
        resolve(question.keepsSpaces ? input.value : input.value.trim());
      }
    });
  });
}

interface Proposal<T> {
  readonly active?: T | undefined;
  /** Resolves to better items, and the index of the one to propose unless the person has moved to another one. */
  readonly later: Promise<{
    readonly items: readonly T[];
    readonly active: number;
    readonly placeholder?: SafeText;
  }>;
}

export async function askChoice<T extends PickItem>(
  items: readonly T[],
  placeholder: SafeText,
  { title, step, totalSteps, canGoBack = step > 1 }: Frame,
  { active, later }: Proposal<T>,
): Promise<T | typeof back | undefined> {
  const pick = createPick<T>({
    title,
    step,
    totalSteps,
    items,
    placeholder,
    ignoreFocusOut: true,
    matchOnDescription: true,
    buttons: canGoBack ? [vscode.QuickInputButtons.Back] : [],
  });
  if (active) {
    pick.activeItems = [active];
  }
  pick.busy = true;
  void later.then(
    (better) => {
      const [at] = pick.activeItems;
      const hasMoved = at !== undefined && at !== (active ?? items[0]);
      const same = hasMoved ? better.items.find((it) => it.label === at.label) : undefined;
      const proposed = same ?? better.items[better.active];
      pick.busy = false;
      pick.placeholder = better.placeholder ?? placeholder;
      pick.items = better.items;
      pick.activeItems = proposed ? [proposed] : [];
    },
    () => {
      pick.busy = false;
    },
  );
  return settle(pick, (resolve) => {
    pick.onDidAccept(() => {
      const [chosen] = pick.selectedItems;
      if (chosen) {
        resolve(chosen);
      }
    });
  });
}

/** Shows the input until the person answers, cancels or goes back, then disposes it. */
export async function settle<T>(
  input: InputBox | QuickPick<PickItem>,
  accept: (resolve: (value: T) => void) => void,
): Promise<T | typeof back | undefined> {
  return answered<T | typeof back>(input, (resolve) => {
    accept(resolve);
    input.onDidTriggerButton(() => resolve(back));
  });
}

/** Shows the input until the person answers or cancels, then disposes it. */
export async function answered<T>(
  input: InputBox | QuickPick<PickItem>,
  accept: (resolve: (value: T) => void, reject: (error: Error) => void) => void,
): Promise<T | undefined> {
  try {
    return await new Promise<T | undefined>((resolve, reject) => {
      accept(resolve, reject);
      input.onDidHide(() => resolve(undefined));
      input.show();
    });
  } finally {
    input.dispose();
  }
}

/** Asks for a text, and returns the fields of the state that `fieldsOf` makes of it. */
export async function askField<Fields>(
  frame: Frame,
  fieldsOf: (text: string) => Fields,
  question: TextQuestion,
): Promise<Fields | typeof back | undefined> {
  const answer = await askText(question, frame);
  return typeof answer === "string" ? fieldsOf(answer) : answer;
}

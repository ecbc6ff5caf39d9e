import * as vscode from "vscode";

/** Where a question stands in its dialog. */
export interface Frame {
  readonly title: string;
  readonly step: number;
  readonly totalSteps: number;
  /** Also from the first step: to what opened the dialog. */
  readonly canGoBack?: boolean;
}

export const back = Symbol("back");
/** To the first question of all. */
export const start = Symbol("start");

/** One question. It resolves to its answer, to where else to go, or to `undefined` when the person changed their mind. */
export type Step<State> = (
  state: Partial<State>,
  frame: Frame,
) => Promise<Partial<State> | typeof back | typeof start | undefined>;

/** Asks the questions in order, letting the person go back; what was answered before is kept. */
export async function askInSteps<State>(
  title: string,
  initial: Partial<State>,
  steps: readonly Step<State>[],
): Promise<Partial<State> | undefined> {
  let state = initial;
  let index = 0;
  while (index < steps.length) {
    const step = steps[index];
    const answer = await step?.(state, { title, step: index + 1, totalSteps: steps.length });
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

export interface TextQuestion {
  readonly prompt: string;
  readonly value?: string | undefined;
  readonly placeholder?: string;
  readonly password?: boolean;
  /** Says what is wrong with the text, while typing. */
  readonly validate: (text: string) => string | undefined;
}

export async function askText(
  question: TextQuestion,
  frame: Frame,
): Promise<string | typeof back | undefined> {
  const input = vscode.window.createInputBox();
  Object.assign(input, frame, {
    prompt: question.prompt,
    value: question.value ?? "",
    placeholder: question.placeholder,
    password: question.password ?? false,
    ignoreFocusOut: true,
    buttons: frame.canGoBack === true || frame.step > 1 ? [vscode.QuickInputButtons.Back] : [],
  });
  // Nothing is wrong with a field in which nobody has typed yet.
  input.onDidChangeValue((text) => {
    input.validationMessage = question.validate(text);
  });
  return settle(input, (resolve) => {
    input.onDidAccept(() => {
      input.validationMessage = question.validate(input.value);
      if (input.validationMessage === undefined) {
        resolve(input.value.trim());
      }
    });
  });
}

interface Proposal<T> {
  readonly active?: T | undefined;
  /** Better items, and the position of the one to propose, as soon as they are known. */
  readonly later: Promise<{
    readonly items: readonly T[];
    readonly active: number;
    readonly placeholder?: string;
  }>;
}

export async function askChoice<T extends vscode.QuickPickItem>(
  items: readonly T[],
  placeholder: string,
  frame: Frame,
  { active, later }: Proposal<T>,
): Promise<T | typeof back | undefined> {
  const pick = vscode.window.createQuickPick<T>();
  Object.assign(pick, frame, {
    items,
    placeholder,
    ignoreFocusOut: true,
    matchOnDescription: true,
    buttons: frame.canGoBack === true || frame.step > 1 ? [vscode.QuickInputButtons.Back] : [],
  });
  if (active) {
    pick.activeItems = [active];
  }
  pick.busy = true;
  void later.then(
    (better) => {
      const proposed = better.items[better.active];
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

/** Shows the input until it is answered, left, or gone back from, and lets go of it. */
export async function settle<T>(
  input: vscode.InputBox | vscode.QuickPick<vscode.QuickPickItem>,
  accept: (resolve: (value: T) => void) => void,
): Promise<T | typeof back | undefined> {
  try {
    return await new Promise<T | typeof back | undefined>((resolve) => {
      accept(resolve);
      input.onDidTriggerButton(() => resolve(back));
      input.onDidHide(() => resolve(undefined));
      input.show();
    });
  } finally {
    input.dispose();
  }
}

/** Turns one answer into a step's answer, passing on going back and leaving. */
export function as<State, Key extends keyof State, T>(
  key: Key,
  answer: T | typeof back | undefined,
  value: (answer: T) => State[Key],
): Partial<State> | typeof back | undefined {
  if (answer === undefined) {
    return undefined;
  }
  if (answer === back) {
    return back;
  }
  const result: Partial<State> = {};
  result[key] = value(answer);
  return result;
}

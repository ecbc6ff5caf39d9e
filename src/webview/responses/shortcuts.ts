import type { PanelAction } from "../../messages/responses.ts";
import { isTyping } from "../shared/lightElement.ts";
import type { ResponsesGrid } from "./grid/gridElement.ts";
import type { ResponsesStore } from "./store.ts";

/** Handles a key that is no keybinding of VS Code, unless something inside the panel or an input method takes it. */
export function act(event: KeyboardEvent, store: ResponsesStore): void {
  const acts = { responses: acted, summary: actedAround, fieldwork: () => false }[store.tab.value];
  const { defaultPrevented, isComposing, altKey } = event;
  const isTaken = defaultPrevented || isComposing || altKey || isInDialog(event.target);
  if (!isTaken && acts(event, store)) {
    event.preventDefault();
  }
}

/** Returns true if letters are text in the target, or search in it. */
export function takesLetters(target: EventTarget | null): boolean {
  return (
    isTyping({ target }) ||
    isInDialog(target) ||
    (target instanceof Element && target.matches(".columns-option"))
  );
}

/**
 * Performs a command of VS Code. Most of them are for the grid; fieldwork has neither filter nor search. VS Code takes a
 * moment to send a key: if the focus is in a field by then, the command is ignored.
 */
export function perform(
  action: Exclude<PanelAction, "showKeys">,
  store: ResponsesStore,
  grid: ResponsesGrid | undefined,
): void {
  const { value: tab } = store.tab;
  if (tab === "fieldwork" || takesLetters(document.activeElement)) {
    return;
  }
  if (action === "toggleFilter") {
    store.filtering.toggle();
  } else if (tab === "responses") {
    performInGrid(action, store, grid);
  }
}

function performInGrid(
  action: Exclude<PanelAction, "toggleFilter" | "showKeys">,
  store: ResponsesStore,
  grid: ResponsesGrid | undefined,
): void {
  switch (action) {
    case "toggleColumns":
      store.toggleColumns();
      break;
    case "nextCellMode":
      store.nextMode();
      break;
    case "nextResponse":
      move(store, 1);
      break;
    case "previousResponse":
      move(store, -1);
      break;
    default:
      grid?.act(action);
  }
}

function isInDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("dialog") !== null;
}

/** In the summary: keys for searching and for undoing the filter. */
function actedAround(event: KeyboardEvent, store: ResponsesStore): boolean {
  const key = event.key.toLowerCase();
  if (event.shiftKey || !(event.ctrlKey || event.metaKey)) {
    return false;
  }
  return key === "f" ? store.summary.find() : key === "z" && !isTyping(event) && undo(store);
}

function acted(event: KeyboardEvent, store: ResponsesStore): boolean {
  const key = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey) {
    if (key === "f" && !event.shiftKey) {
      store.find.open();
      return true;
    }
    return key === "z" && !event.shiftKey && !isTyping(event) && undo(store);
  }
  if (event.key === "F3") {
    store.find.next(event.shiftKey ? -1 : 1);
    return true;
  }
  return event.key === "Escape" && left(store);
}

/** @returns false if there is nothing to undo */
function undo({ filtering }: ResponsesStore): boolean {
  const { canUndo } = filtering;
  filtering.undo();
  return canUndo;
}

/** Closes what was opened last. */
function left(store: ResponsesStore): boolean {
  const { find, detailOpen } = store;
  if (find.isOpen) {
    find.close();
    return true;
  }
  if (detailOpen) {
    store.toggleDetail();
  }
  return detailOpen;
}

/** Goes to the next or previous response, if the details are open. */
function move(store: ResponsesStore, by: 1 | -1): void {
  if (store.detailOpen) {
    store.moveDetail(by);
  }
}

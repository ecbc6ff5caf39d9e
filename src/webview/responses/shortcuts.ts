import type { PanelAction } from "../../messages/responses.ts";
import { isTyping } from "../shared/lightElement.ts";
import type { ResponsesGrid } from "./grid/gridElement.ts";
import type { ResponsesStore } from "./store.ts";

/** Handles a key that is no keybinding of VS Code, unless something inside the panel or an input method takes it. */
export function act(event: KeyboardEvent, store: ResponsesStore): void {
  const { defaultPrevented, isComposing, altKey } = event;
  const isTaken = defaultPrevented || isComposing || altKey || isInDialog(event.target);
  if (!isTaken && acted(event, store)) {
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
      store.moveDetail(1);
      break;
    case "previousResponse":
      store.moveDetail(-1);
      break;
    default:
      grid?.act(action);
  }
}

function isInDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("dialog") !== null;
}

/** Handles the keys for searching, for undoing the filter and, in the grid, for closing what was opened. */
function acted(event: KeyboardEvent, store: ResponsesStore): boolean {
  const { find, summary, filtering } = store;
  const { value: tab } = store.tab;
  if (tab === "fieldwork") {
    return false;
  }
  if (event.ctrlKey || event.metaKey) {
    const key = event.shiftKey ? "" : event.key.toLowerCase();
    if (key === "f") {
      if (tab === "summary") {
        return summary.find();
      }
      find.open();
      return true;
    }
    return key === "z" && !isTyping(event) && filtering.undo();
  }
  if (tab === "responses" && event.key === "F3") {
    find.next(event.shiftKey ? -1 : 1);
    return true;
  }
  return tab === "responses" && event.key === "Escape" && left(store);
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

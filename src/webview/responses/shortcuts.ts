import { isTyping } from "../shared/lightElement.ts";
import type { ResponsesStore } from "./store.ts";

/**
 * Does what a key stands for, unless something inside the panel has done so.
 * Most of them belong to the grid; fieldwork is neither filtered nor searched.
 */
export function act(event: KeyboardEvent, store: ResponsesStore): void {
  const acts = { responses: acted, summary: actedAround, fieldwork: () => false }[store.tab.value];
  if (!event.defaultPrevented && !event.altKey && acts(event, store)) {
    event.preventDefault();
  }
}

/** In the summary: what has to do with filtering, and with looking for something. */
function actedAround(event: KeyboardEvent, store: ResponsesStore): boolean {
  const key = event.key.toLowerCase();
  if (event.shiftKey) {
    return false;
  }
  if (event.ctrlKey || event.metaKey) {
    return key === "f" ? store.summary.find() : key === "z" && !isTyping(event) && undo(store);
  }
  if (key !== "f" || isTyping(event)) {
    return false;
  }
  store.filtering.toggle();
  return true;
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
  if (event.key === "Escape") {
    return left(store);
  }
  return !event.shiftKey && !isTyping(event) && actedOnLetter(key, store);
}

function actedOnLetter(key: string, store: ResponsesStore): boolean {
  switch (key) {
    case "c":
      store.nextMode();
      return true;
    case "f":
      store.filtering.toggle();
      return true;
    case "k":
      store.toggleColumns();
      return true;
    case "j":
      store.showRaw();
      return true;
    case "n":
      return moved(store, 1);
    case "p":
      return moved(store, -1);
    default:
      return false;
  }
}

/** @returns whether there was something to go back to */
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

/** Goes to the response before or after the one that is read. */
function moved(store: ResponsesStore, by: 1 | -1): boolean {
  if (store.detailOpen) {
    store.moveDetail(by);
  }
  return store.detailOpen;
}

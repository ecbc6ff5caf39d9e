import type { ResponsesTab } from "../../messages/responses.ts";
import { isTyping } from "../shared/lightElement.ts";

/** What keys do wherever the focus is; those that give a boolean say whether there was something to do. */
export interface Shortcuts {
  find(): boolean;
  findNext(step: -1 | 1): void;
  undoFilter(): boolean;
  /** Closes what was opened last. */
  leave(): boolean;
  nextMode(): void;
  toggleFilter(): void;
  toggleColumns(): void;
  showRaw(): void;
  /** Goes to the response before or after the one that is read. */
  moveBy(by: 1 | -1): boolean;
}

/**
 * Does what a key stands for, unless something inside the panel has done so.
 * Most of them belong to the grid; fieldwork is neither filtered nor searched.
 */
export function act(event: KeyboardEvent, on: Shortcuts, tab: ResponsesTab): void {
  const acts = { responses: acted, summary: actedAround, fieldwork: () => false }[tab];
  if (!event.defaultPrevented && !event.altKey && acts(event, on)) {
    event.preventDefault();
  }
}

/** In the summary: what has to do with filtering, and with looking for something. */
function actedAround(event: KeyboardEvent, on: Shortcuts): boolean {
  const key = event.key.toLowerCase();
  if (event.shiftKey) {
    return false;
  }
  if (event.ctrlKey || event.metaKey) {
    return key === "f" ? on.find() : key === "z" && !isTyping(event) && on.undoFilter();
  }
  if (key !== "f" || isTyping(event)) {
    return false;
  }
  on.toggleFilter();
  return true;
}

function acted(event: KeyboardEvent, on: Shortcuts): boolean {
  const key = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey) {
    if (key === "f" && !event.shiftKey) {
      return on.find();
    }
    return key === "z" && !event.shiftKey && !isTyping(event) && on.undoFilter();
  }
  if (event.key === "F3") {
    on.findNext(event.shiftKey ? -1 : 1);
    return true;
  }
  if (event.key === "Escape") {
    return on.leave();
  }
  return !event.shiftKey && !isTyping(event) && actedOnLetter(key, on);
}

function actedOnLetter(key: string, on: Shortcuts): boolean {
  switch (key) {
    case "c":
      on.nextMode();
      return true;
    case "f":
      on.toggleFilter();
      return true;
    case "k":
      on.toggleColumns();
      return true;
    case "j":
      on.showRaw();
      return true;
    case "n":
      return on.moveBy(1);
    case "p":
      return on.moveBy(-1);
    default:
      return false;
  }
}

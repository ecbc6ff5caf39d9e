import { isTyping } from "../shared/lightElement.ts";

/** What keys do wherever the focus is; those that give a boolean say whether there was something to do. */
export interface Shortcuts {
  find(): void;
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

/** Does what a key stands for, unless something inside the panel has done so. */
export function act(event: KeyboardEvent, on: Shortcuts): void {
  if (!event.defaultPrevented && !event.altKey && acted(event, on)) {
    event.preventDefault();
  }
}

function acted(event: KeyboardEvent, on: Shortcuts): boolean {
  const key = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey) {
    if (key === "f" && !event.shiftKey) {
      on.find();
      return true;
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

import { listTarget } from "./listKeys.ts";

/**
 * Returns the focus to the element that had it last. VS Code gives it back to the document alone, for example after a menu
 * or the Command Palette, and keyboard users would have to start from the top. After a click the focus stays where it is.
 */
export function returnFocus(): void {
  let last: Element | undefined;
  document.addEventListener("focusin", ({ target }) => {
    last = target instanceof Element ? target : undefined;
  });
  document.addEventListener("pointerdown", () => {
    last = undefined;
  });
  addEventListener("focus", () => {
    // An element that is reached by Tab gets the focus after this event.
    setTimeout(() => {
      if (document.hasFocus() && document.activeElement === document.body && last?.isConnected) {
        // A grid may have moved its cells: the active one has the tabindex.
        const cell = last.closest(".grid")?.querySelector("[tabindex='0']");
        const target = cell ?? last;
        if (target instanceof HTMLElement || target instanceof SVGElement) {
          target.focus({ preventScroll: true });
        }
      }
    });
  });
}

/** Moves the focus within the panel once the panel has it: taking it from one of VS Code's quick picks would close that. */
export function whenFocused(focus: () => void): void {
  if (document.hasFocus()) {
    focus();
  } else {
    window.addEventListener("focus", focus, { once: true });
  }
}

/**
 * Returns a listener that moves the focus with the arrow keys, Home and End between elements of which only the first is a stop
 * of Tab: a panel may have thousands.
 */
export function focusMover(selector: string): (event: KeyboardEvent) => void {
  return (event) => {
    const { currentTarget: list, target, key } = event;
    if (!(list instanceof Element) || !(target instanceof Element)) {
      return;
    }
    const elements = [...list.querySelectorAll<HTMLElement | SVGElement>(selector)];
    const at = elements.findIndex((it) => it === target);
    const sideways = { previous: "ArrowLeft", next: "ArrowRight" };
    const to =
      listTarget(key, at, elements.length) ?? listTarget(key, at, elements.length, sideways);
    if (at >= 0 && to !== undefined) {
      event.preventDefault();
      event.stopPropagation();
      elements[to]?.focus();
    }
  };
}

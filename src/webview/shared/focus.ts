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

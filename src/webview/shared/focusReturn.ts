/**
 * VS Code gives the focus back to the document alone, as from a menu or its palette, and who cannot see where they were would
 * begin anew: it goes to what had it last. A click decides for itself.
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
    // What is reached by Tab gets the focus behind this event.
    setTimeout(() => {
      if (document.hasFocus() && document.activeElement === document.body && last?.isConnected) {
        // A grid may have moved its cells.
        const cell = last.closest(".grid")?.querySelector("[tabindex='0']");
        const target = cell ?? last;
        if (target instanceof HTMLElement || target instanceof SVGElement) {
          target.focus({ preventScroll: true });
        }
      }
    });
  });
}

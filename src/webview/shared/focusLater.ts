/**
 * Moves the focus within the panel once the panel has it: a list of choices of VS Code would close if it were taken from
 * there.
 */
export function whenFocused(focus: () => void): void {
  if (document.hasFocus()) {
    focus();
  } else {
    window.addEventListener("focus", focus, { once: true });
  }
}

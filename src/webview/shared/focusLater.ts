/** Moves the focus within the panel once the panel has it: taking it from one of VS Code's quick picks would close that. */
export function whenFocused(focus: () => void): void {
  if (document.hasFocus()) {
    focus();
  } else {
    window.addEventListener("focus", focus, { once: true });
  }
}

import type { Locator } from "playwright-core";

/** Presses a key as an input method sees it while it composes a letter, such as a Korean one: the key ends the letter only. */
export async function pressComposing(field: Locator, key: string): Promise<void> {
  await field.evaluate(
    (it, pressed) =>
      it.dispatchEvent(
        new KeyboardEvent("keydown", {
          key: pressed,
          isComposing: true,
          bubbles: true,
          cancelable: true,
        }),
      ),
    key,
  );
}

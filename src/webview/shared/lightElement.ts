import { LitElement, type PropertyDeclarations } from "lit";

/** A component without a shadow root: ids, codicons and the theme reach it, and it needs no styles of its own. */
export class LightElement extends LitElement {
  protected override createRenderRoot(): HTMLElement {
    return this;
  }
}

/** Declares fields that render the element again when they change; none of them is an attribute. */
export function reactive(...names: readonly string[]): PropertyDeclarations {
  return Object.fromEntries(names.map((it) => [it, { attribute: false }]));
}

/** Returns the text of the field that the event comes from. */
export function enteredText({ target }: Event): string {
  return target instanceof HTMLInputElement ? target.value : "";
}

/** Returns true if the event comes from a field that takes input. */
export function isTyping({ target }: Pick<Event, "target">): boolean {
  return (
    target instanceof HTMLElement && target.matches("input:not([type=radio]), select, textarea")
  );
}

import { LitElement } from "lit";

/** A component in the page's own tree: ids, codicons and the theme reach it, and it needs no styles of its own. */
export class LightElement extends LitElement {
  protected override createRenderRoot(): HTMLElement {
    return this;
  }
}

/** Whether a key press belongs to a field that text is typed into. */
export function isTyping({ target }: Pick<Event, "target">): boolean {
  return (
    target instanceof HTMLElement && target.matches("input:not([type=radio]), select, textarea")
  );
}

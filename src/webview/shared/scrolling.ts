/**
 * Brings a part to the upper edge of what it is scrolled in. Nothing around is scrolled: VS Code clips a panel's frame to some
 * pixels less than it has, and would show it shifted from then on.
 */
export function scrollToStart(part: Element): void {
  // The standard has the option; the types do not yet.
  const options: ScrollIntoViewOptions & { readonly container: "nearest" } = {
    block: "start",
    container: "nearest",
  };
  part.scrollIntoView(options);
}

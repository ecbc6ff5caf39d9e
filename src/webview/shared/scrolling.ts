/**
 * Scrolls a part to the upper edge of its scroll container. Nothing further out scrolls: VS Code clips a panel's frame to
 * some pixels less than its content, and would show it shifted from then on.
 */
export function scrollToStart(part: Element): void {
  // The option is standard, but missing in the types.
  const options: ScrollIntoViewOptions & { readonly container: "nearest" } = {
    block: "start",
    container: "nearest",
  };
  part.scrollIntoView(options);
}

import { LightElement } from "../shared/lightElement.ts";
import type { ResponsesStore } from "./store.ts";

/** An element of the panel. What it renders comes as properties, so that nothing else makes it render again. */
export class StoreElement extends LightElement {
  declare store: ResponsesStore;
}

export type WithStore = HTMLElement & Pick<StoreElement, "store">;

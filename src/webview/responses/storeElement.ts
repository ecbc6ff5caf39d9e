import { LightElement } from "../shared/lightElement.ts";
import type { ResponsesStore } from "./store.ts";

/** An element of the panel. What it draws comes as properties, so that it is drawn anew for nothing else. */
export class StoreElement extends LightElement {
  declare store: ResponsesStore;
}

export type WithStore = HTMLElement & Pick<StoreElement, "store">;

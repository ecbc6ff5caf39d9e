import type { PanelSource } from "../../messages/panel.ts";
import type { ResponsesUpdate } from "../../messages/responses.ts";
import type { View, ViewStructure } from "../../table/tables.ts";
import { translations } from "../platform/language.ts";

/** A view with its structure and source, as a responses panel shows it. */
export interface ShownView {
  readonly view: View;
  readonly structure: ViewStructure;
  readonly source: PanelSource;
}

type Rest = Omit<ResponsesUpdate, "locale" | "collectGroups" | "content">;

/** Makes the state messages of a responses panel. Leaves out long parts that the webview has already. */
export class StateMessages {
  #hasLocale = false;
  #structure: ViewStructure | undefined;

  /** Called when the webview has started and has no state. */
  restart(): void {
    this.#hasLocale = false;
    this.#structure = undefined;
  }

  next(rest: Rest, shown: ShownView | undefined): ResponsesUpdate {
    const locale = this.#hasLocale ? {} : { locale: translations() };
    this.#hasLocale = true;
    const before = this.#structure;
    this.#structure = shown?.structure;
    if (!shown) {
      return { ...rest, ...locale, collectGroups: [] };
    }
    const { columns, collectGroups } = shown.structure;
    const { view, kept, matching, loaded, isComplete } = shown.view;
    const content = { source: shown.source, view, kept, matching, loaded, isComplete };
    return before === shown.structure
      ? { ...rest, ...locale, content }
      : { ...rest, ...locale, collectGroups, content: { ...content, columns } };
  }
}

import { html, type TemplateResult } from "lit";
import { longestFind } from "../../../messages/responses.ts";
import { segmented } from "../../shared/choice.ts";
import { action } from "../../shared/controls.ts";
import { formatNumber, t } from "../../shared/l10n.ts";
import { enteredText } from "../../shared/lightElement.ts";
import { cellText } from "../cells.ts";
import { columnTitle } from "../filter/filterParts.ts";
import type { ResponsesStore } from "../store.ts";
import type { Find, FindState } from "./find.ts";

export function findBar(store: ResponsesStore): TemplateResult {
  const { find } = store;
  const { state } = find;
  const disabled = state.text === "" || (state.progress === "searched" && state.count === 0);
  return html`<search class="find" aria-label=${t("Find")} @keydown=${keys(find)}>
    <input
      class="input find-text"
      type="text"
      maxlength=${longestFind}
      autocomplete="off"
      spellcheck="false"
      aria-label=${t("Find")}
      placeholder=${state.scope === "values" ? t("Find in the values") : t("Find a column")}
      .value=${state.text}
      @input=${(event: Event) => find.type(enteredText(event))}
    />
    ${segmented({
      name: "find-scope",
      label: t("Find in"),
      value: state.scope,
      options: [
        { value: "values", text: t("Values") },
        { value: "columns", text: t("Columns") },
      ],
      choose: (scope) => find.setScope(scope),
    })}
    <span class="find-count">${countText(state)}</span>
    <span class="visually-hidden" role="status">${spokenText(store)}</span>
    ${action({
      icon: "arrow-up",
      label: t("Previous match"),
      iconOnly: true,
      shortcut: "Shift+F3",
      disabled,
      run: () => find.next(-1),
    })}
    ${action({
      icon: "arrow-down",
      label: t("Next match"),
      iconOnly: true,
      shortcut: "F3",
      disabled,
      run: () => find.next(1),
    })}
    ${action({
      icon: "close",
      label: t("Close"),
      iconOnly: true,
      shortcut: "Escape",
      run: () => find.close(),
    })}
  </search>`;
}

function countText({ progress, count, number }: FindState): string {
  if (progress !== "searched") {
    return progress === "searching" ? t("Searching…") : "";
  }
  if (count === 0) {
    return t("No results");
  }
  return number === undefined
    ? t("{0} found", formatNumber(count))
    : t("{0} of {1}", formatNumber(number), formatNumber(count));
}

/** Returns the match and its position for screen readers, as the focus stays in the field; "" until its row has arrived. */
function spokenText({ find, columns, scrollPosition, mode }: ResponsesStore): string {
  const { progress, count, number, cell, scope } = find.state;
  if (progress !== "searched") {
    return "";
  }
  if (count === 0 || number === undefined) {
    return countText(find.state);
  }
  const { active } = scrollPosition.view.selection;
  const column = cell ? columns.byKey.get(cell.column) : columns.shown[active.column];
  const row = cell && scrollPosition.rows.at(cell.row);
  if (!column || (scope === "values" && !row)) {
    return "";
  }
  const what = row
    ? t(
        "{0}: {1}",
        columnTitle(column),
        cellText(column, row.cells[column.cellIndex] ?? null, mode.value),
      )
    : t("{0}, {1}", column.name, column.text);
  return t("{0}, {1}", what, countText(find.state));
}

function keys(find: Find): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.isComposing) {
      return;
    }
    const isField = event.target instanceof HTMLInputElement;
    if (event.key === "Enter" && isField) {
      find.next(event.shiftKey ? -1 : 1);
    } else if (event.key === "Escape") {
      find.close();
    } else {
      return;
    }
    event.preventDefault();
  };
}

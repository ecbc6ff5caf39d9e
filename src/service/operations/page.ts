import type { Paging } from "../../protocol/operation.ts";
import type { Page } from "../../store/store.ts";
import type { LastPageSignal } from "../dataSpace.ts";

/** What stands around the items of a page as it travels: the items are the text between `[` and `]`, then the cursor. */
export function pageFrame(
  paging: Paging,
  page: Page,
  lastPage: LastPageSignal,
): [before: string, after: string] {
  const cursor = cursorOf(page, lastPage);
  return [
    `{${JSON.stringify(paging.items)}:[`,
    cursor === undefined ? "]}" : `],${JSON.stringify(paging.cursor)}:${JSON.stringify(cursor)}}`,
  ];
}

/** `undefined` leaves the cursor out. */
function cursorOf(page: Page, lastPage: LastPageSignal): string | null | undefined {
  if (page.more) {
    return page.lastId;
  }
  switch (lastPage) {
    case "absent":
      return undefined;
    case "null":
      return null;
    case "empty":
      return "";
    case "empty-page":
      return page.lastId;
  }
}

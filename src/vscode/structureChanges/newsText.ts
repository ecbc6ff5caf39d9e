import * as vscode from "vscode";
import { plural, type LocalizableText } from "../../model/localizable.ts";
import type { UnseenChanges } from "./structureNews.ts";

/** "3 changes since 12 Nov" */
export function newsText({ changes, since }: UnseenChanges): LocalizableText {
  return plural(
    changes,
    { one: "{0} change since {1}", other: "{0} changes since {1}" },
    dayText(since),
  );
}

/** Returns the day, with its year if that is not the current one; today, the time instead. */
function dayText(milliseconds: number): string {
  const [day, now] = [new Date(milliseconds), new Date()];
  const { language } = vscode.env;
  if (day.toDateString() === now.toDateString()) {
    return day.toLocaleTimeString(language, { timeStyle: "short", hourCycle: "h23" });
  }
  const year = day.getFullYear() === now.getFullYear() ? {} : ({ year: "numeric" } as const);
  return day.toLocaleDateString(language, { day: "numeric", month: "short", ...year });
}

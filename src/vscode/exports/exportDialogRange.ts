import * as vscode from "vscode";
import { secondsOf, timeOfSeconds, typedTime } from "../../model/time.ts";
import { plain, type SafeText } from "../platform/plainText.ts";
import { showInformation, t } from "../platform/window.ts";
import { askText, back } from "../commands/steps.ts";
import type { DialogSurvey } from "./exportDialogState.ts";
import { askOne, item, type Answer } from "./exportDialogPick.ts";
import type { Change, ExportDialogState } from "./exportDialogState.ts";

const wholeRange = { startDateTime: undefined, endDateTime: undefined };
const wholeSurvey: Change = { query: wholeRange, days: undefined, since: undefined };

const dayCounts = [7, 30];

/** Asks for the range of submission time. */
export function askRange(
  state: ExportDialogState,
  title: SafeText,
  survey: DialogSurvey | undefined,
): Promise<Answer> {
  const between = item(t("Custom range…"), () => askBetween(state, title), {
    description: t("times as the service gives them"),
  });
  const whole = item(t("Whole survey"), wholeSurvey);
  if (!survey) {
    return askOne([whole, between], t("Choose a time range"), title);
  }
  const [last] = survey.earlier;
  const since = last
    ? [
        item(
          t("Since the last export"),
          {
            query: { ...wholeRange, ...last.asked },
            days: undefined,
            since: { manifest: last.manifest, end: last.end },
          },
          { description: plain(last.name), detail: t("With the options of that export") },
        ),
      ]
    : [];
  const days = dayCounts.map((count) =>
    item(
      t("Last {0} days", count.toLocaleString(vscode.env.language)),
      () => lastDays(count, survey),
      { description: t("up to the newest response") },
    ),
  );
  const items = [whole, ...since, ...days, between];
  return askOne(items, t("Choose a time range"), title, (it) => {
    if (state.since) {
      return since.includes(it);
    }
    const { startDateTime, endDateTime } = state.query;
    const isLimited = startDateTime !== undefined || endDateTime !== undefined;
    return it === (days[dayCounts.indexOf(state.days ?? 0)] ?? (isLimited ? between : whole));
  });
}

async function lastDays(days: number, survey: DialogSurvey): Promise<Answer> {
  const newest = secondsOf((await survey.newest()) ?? "");
  if (newest === undefined) {
    void showInformation(
      t("The survey has no responses, or they do not say when they were submitted."),
    );
    return back;
  }
  const startDateTime = timeOfSeconds(newest - days * 86_400);
  return { ...wholeSurvey, query: { ...wholeRange, startDateTime }, days };
}

async function askBetween(state: ExportDialogState, title: SafeText): Promise<Answer> {
  const { query } = state;
  const drafts = new Map<number, string>();
  for (;;) {
    const from = await askText(
      {
        prompt: t("Start time (exclusive). Leave empty for the first response."),
        placeholder: plain("2025-03-01T00:00:00"),
        value: query.startDateTime,
        validate: (text) =>
          text.trim() === "" || typedTime(text, "00:00:00") !== undefined
            ? undefined
            : t("Type a start time like 2025-03-01T09:00:00, or a day like 2025-03-01"),
      },
      { title, step: 1, totalSteps: 2, canGoBack: true, drafts },
    );
    if (from === undefined || from === back) {
      return from;
    }
    const startDateTime = typedTime(from, "00:00:00");
    const to = await askText(
      {
        prompt: t("End time (inclusive). Leave empty for the newest response."),
        placeholder: plain("2025-03-31T23:59:59"),
        value: query.endDateTime,
        validate: (text) => {
          const end = typedTime(text, "23:59:59");
          if (text.trim() === "") {
            return undefined;
          }
          if (end === undefined) {
            return t("Type an end time like 2025-03-31T23:59:59, or a day like 2025-03-31");
          }
          return startDateTime !== undefined && end <= startDateTime
            ? t("The end must be after the beginning")
            : undefined;
        },
      },
      { title, step: 2, totalSteps: 2, drafts },
    );
    if (to === undefined) {
      return undefined;
    }
    if (to !== back) {
      return { ...wholeSurvey, query: { startDateTime, endDateTime: typedTime(to, "23:59:59") } };
    }
  }
}

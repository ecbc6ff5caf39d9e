import * as vscode from "vscode";
import { labelText } from "../../model/label.ts";
import { missingText } from "../../charts/columnTexts.ts";
import type { NoAnswerReason } from "../../model/conditions/condition.ts";
import { conditionSentence, type Condition } from "../../model/conditions/conditions.ts";
import type { ContentFilter } from "../../model/responseFilter.ts";
import { formatMoment } from "../../model/time.ts";
import { joined, plain, type SafeText } from "../platform/plainText.ts";
import { t } from "../platform/window.ts";
import type { DialogSurvey } from "./exportDialogState.ts";
import { askCells, askCodebook, askFormat, askLayout, askMultiSelect } from "./exportDialogForm.ts";
import { askOne, askSome, askValue, item, type Answer } from "./exportDialogPick.ts";
import { askRange } from "./exportDialogRange.ts";
import type { HubChoice } from "./exportDialogHub.ts";
import type { Change, ExportDialogState } from "./exportDialogState.ts";

/** Asks the question of a line of the hub. @param survey `undefined` if several are exported */
export async function askPart(
  choice: HubChoice,
  state: ExportDialogState,
  title: SafeText,
  survey: DialogSurvey | undefined,
): Promise<Answer> {
  switch (choice) {
    case "fresh":
      return survey && askFresh(state, title, survey);
    case "range":
      return askRange(state, title, survey);
    case "group":
      return survey && askGroup(state, title, survey);
    case "variables":
      return survey && askVariables(state, title, survey);
    case "embeddedData":
      return survey && askEmbeddedData(state, title, survey);
    case "filter":
      return askFilter(state, title);
    case "format":
      return askFormat(state, title);
    case "cells":
      return askCells(state, title);
    case "layout":
      return askLayout(state, title);
    case "multiSelect":
      return askMultiSelect(state, title);
    case "codebook":
      return askCodebook(state, title);
    default:
      return {};
  }
}

function askFresh(
  { fresh = "new" }: ExportDialogState,
  title: SafeText,
  survey: DialogSurvey,
): Promise<Answer> {
  const asOf = formatMoment(survey.copyAsOf() ?? 0, vscode.env.language);
  return askValue(title, {
    placeholder: t("Which responses are loaded from the data space?"),
    present: fresh,
    texts: {
      new: [
        t("New responses"),
        t(
          "All response IDs are compared with the data space; stored responses are not loaded again",
        ),
      ],
      all: [t("All responses"), t("All responses are loaded again")],
      none: [t("Nothing"), t("Stored responses are exported, as of {0}", asOf)],
    },
    changeTo: (it) => ({ fresh: it }),
  });
}

function askGroup(
  state: ExportDialogState,
  title: SafeText,
  survey: DialogSurvey,
): Promise<Answer> {
  const items = survey.groups().then((groups) => [
    item(t("All collect groups"), { query: { collectGroupId: undefined } }),
    ...groups.map(({ collectGroupId, label, channel, state: itsState }) =>
      item(
        plain(label) || plain(collectGroupId),
        { query: { collectGroupId }, since: undefined },
        {
          description: joined(
            [channel, itsState].map((it) => (it === undefined ? undefined : plain(it))),
            " · ",
          ),
          detail: plain(collectGroupId),
        },
      ),
    ),
  ]);
  return askOne(
    items,
    t("Choose a collect group"),
    title,
    ({ change }) =>
      typeof change === "object" && change.query?.collectGroupId === state.query.collectGroupId,
  );
}

function askVariables(
  state: ExportDialogState,
  title: SafeText,
  survey: DialogSurvey,
): Promise<Answer> {
  const items = survey.survey().then(({ questions }) =>
    questions.map(({ name, label, type }) => ({
      name,
      label: plain(name),
      description: plain(type ?? ""),
      detail: plain(labelText(label)),
    })),
  );
  const placeholder = t("Choose the questions to export; none means all");
  return askNames("variables", items, placeholder, state, title);
}

function askEmbeddedData(
  state: ExportDialogState,
  title: SafeText,
  survey: DialogSurvey,
): Promise<Answer> {
  const items = survey.survey().then(({ embeddedData }) =>
    embeddedData.map(({ name, label }) => ({
      name,
      label: plain(name),
      description: plain(label ?? ""),
    })),
  );
  const placeholder = t("Choose the embedded data to export; none means all");
  return askNames("embeddedData", items, placeholder, state, title);
}

async function askNames(
  key: "variables" | "embeddedData",
  items: Parameters<typeof askSome>[0],
  placeholder: SafeText,
  { query }: ExportDialogState,
  title: SafeText,
): Promise<Answer> {
  const answer = await askSome(items, query[key], placeholder, title);
  return typeof answer === "object" ? { query: { [key]: answer.names }, since: undefined } : answer;
}

/** Shows the conditions of the panel's filter; choosing one removes it. */
function askFilter(
  { query: { filter = {} } }: ExportDialogState,
  title: SafeText,
): Promise<Answer> {
  const { duration, conditions = [] } = filter;
  const remove = t("Press Enter to remove it");
  const items = conditions.map((it) =>
    item(
      conditionText(it),
      only(
        duration,
        conditions.filter((one) => one !== it),
      ),
      { description: remove },
    ),
  );
  if (duration) {
    items.push(item(durationText(duration), only(undefined, conditions), { description: remove }));
  }
  items.push(item(t("Remove all filters"), only(undefined, [])));
  return askOne(items, t("Only responses that match all of these are exported"), title);
}

/** Returns the change to a filter of these conditions, or to no filter if there are none. */
function only(duration: ContentFilter["duration"], conditions: readonly Condition[]): Change {
  const filter = {
    ...(duration ? { duration } : {}),
    ...(conditions.length > 0 ? { conditions } : {}),
  };
  const some = Object.keys(filter).length > 0 ? filter : undefined;
  return { query: { filter: some }, since: undefined };
}

function conditionText(condition: Condition): SafeText {
  const words = { t: vscode.l10n.t, locale: vscode.env.language, column: condition.name };
  const value = (it: string) => it;
  const missing = (it: NoAnswerReason) => missingText(condition, it, vscode.l10n.t);
  return plain(conditionSentence(condition, { ...words, value, missing, isBrief: false }));
}

function durationText({ atLeast, atMost }: NonNullable<ContentFilter["duration"]>): SafeText {
  const number = (value: number) => value.toLocaleString(vscode.env.language);
  if (atLeast === undefined) {
    return t("Duration up to {0} s", number(atMost ?? 0));
  }
  return atMost === undefined
    ? t("Duration from {0} s", number(atLeast))
    : t("Duration {0} to {1} s", number(atLeast), number(atMost));
}

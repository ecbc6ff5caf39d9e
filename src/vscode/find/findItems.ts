import * as vscode from "vscode";
import { plural } from "../../model/localizable.ts";
import type { IndexKind } from "../../surveyIndex/indexEntries.ts";
import { joined, plain, type SafeText } from "../platform/plainText.ts";
import { say, t, type PickItem } from "../platform/window.ts";
import type { Hit, Unread } from "./searchIndex.ts";

/** A line of Find. A line with neither `hit` nor `unread` is only a text. */
export interface FindItem extends PickItem {
  readonly hit?: Hit;
  readonly unread?: Unread;
  readonly buttons?: readonly HitButton[];
}

/** Button of a hit, for an action other than opening it. */
export interface HitButton extends vscode.QuickInputButton {
  readonly action: "responses" | "summary" | "copy" | "compare";
}

/** Maximum number of surveys whose failures are listed; the others are counted. */
const maxNamed = 5;

const icons: Readonly<Record<IndexKind, string>> = {
  survey: "checklist",
  block: "symbol-namespace",
  question: "question",
  option: "circle-large-outline",
  field: "symbol-field",
  group: "broadcast",
};

function kindTitle(kind: IndexKind): SafeText {
  return {
    survey: t("Surveys"),
    block: t("Blocks"),
    question: t("Questions"),
    option: t("Options"),
    field: t("Embedded Data"),
    group: t("Collect Groups"),
  }[kind];
}

/** @param namesSpaces true to name each hit's data space, because there are several */
export function hitItems(hits: readonly Hit[], namesSpaces: boolean): FindItem[] {
  return hits.flatMap((hit, at) => [
    ...(hits[at - 1]?.kind === hit.kind ? [] : [separator(kindTitle(hit.kind))]),
    hitItem(hit, namesSpaces),
  ]);
}

function hitItem(hit: Hit, namesSpaces: boolean): FindItem {
  const { kind, survey, surveyId, block, question, code, text, dataSpace } = hit;
  const name = kind === "question" ? question : code;
  const place = [
    kind === "survey" ? undefined : plain(survey) || plain(surveyId),
    block === undefined ? undefined : plain(block),
    kind === "option" ? plain(question ?? "") : undefined,
    namesSpaces ? plain(dataSpace) : undefined,
  ];
  const detail = joined(place, " · ");
  return {
    label: plain(text) || plain(name ?? ""),
    iconPath: new vscode.ThemeIcon(icons[kind]),
    description: plain(name ?? ""),
    // Otherwise VS Code filters the hits again.
    alwaysShow: true,
    ...(detail === "" ? {} : { detail }),
    buttons: buttonsOf(hit),
    hit,
  };
}

function buttonsOf({ kind }: Hit): HitButton[] {
  const icon = (id: string) => new vscode.ThemeIcon(id);
  const responses: HitButton = {
    action: "responses",
    iconPath: icon("table"),
    tooltip: t("Open Responses"),
  };
  const summary: HitButton = {
    action: "summary",
    iconPath: icon("graph"),
    tooltip: t("Open Summary"),
  };
  switch (kind) {
    case "survey":
    case "field":
      return [responses, summary];
    case "question":
    case "option":
      return [
        responses,
        summary,
        {
          action: "compare",
          iconPath: icon("references"),
          tooltip: t("Where Else Was This Asked"),
        },
        { action: "copy", iconPath: icon("copy"), tooltip: t("Copy Codebook Entry") },
      ];
    case "group":
      return [responses];
    case "block":
      return [];
  }
}

/**
 * Lines for what was not searched: data spaces and the first surveys that failed by name, and the number of further ones.
 * Surveys that wait to be read are only counted: they may be among the hits, because their titles are known.
 */
export function unreadItems(unread: readonly Unread[]): FindItem[] {
  if (unread.length === 0) {
    return [];
  }
  const waiting = unread.filter((it) => it.isWaiting).length;
  const failed = unread.filter((it) => it.surveyId !== undefined && !it.isWaiting);
  const named = [...unread.filter((it) => it.surveyId === undefined), ...failed.slice(0, maxNamed)];
  const rest = failed.length - maxNamed;
  const more = plural(rest, { one: "{0} more survey", other: "{0} more surveys" });
  const surveys = plural(waiting, { one: "{0} survey", other: "{0} surveys" });
  return [
    separator(t("Not Searched")),
    ...named.map(unreadItem),
    ...(rest > 0 ? [{ label: say(more), alwaysShow: true }] : []),
    ...(waiting > 0
      ? [{ label: say(surveys), description: t("not loaded yet"), alwaysShow: true }]
      : []),
  ];
}

function unreadItem(unread: Unread): FindItem {
  const { dataSpace, surveyId, label, reason } = unread;
  const name = surveyId === undefined ? plain(dataSpace) : plain(label ?? "") || plain(surveyId);
  return {
    label: name,
    iconPath: new vscode.ThemeIcon("circle-slash"),
    description: say(reason),
    alwaysShow: true,
    unread,
  };
}

function separator(label: SafeText): FindItem {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}

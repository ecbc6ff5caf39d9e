import * as z from "zod";
import * as vscode from "vscode";
import type { DataSpaces } from "../dataSpaces/dataSpaces.ts";
import { showProgress, showStatus, t } from "../platform/window.ts";
import type { SurveyTree } from "./surveyTree.ts";
import type { Clicked, TreeNode } from "./node.ts";
import { findSurvey } from "../commands/ask.ts";
import { offerDataSpace } from "../commands/nextStep.ts";
import { setContextKey, type Command } from "../commands/registry.ts";

export interface ViewParts {
  readonly tree: SurveyTree;
  readonly view: vscode.TreeView<TreeNode>;
  readonly dataSpaces: DataSpaces;
  readonly log: vscode.LogOutputChannel;
}

type Simple = Command<Record<string, never>, undefined>;

/** A command that needs nothing to be told, or only what was clicked. */
function simple(action: (interactive: boolean) => Promise<void> | void): Simple {
  return {
    argument: z.strictObject({}),
    ask: async () => ({}),
    async run(_, interactive) {
      await action(interactive);
      return undefined;
    },
  };
}

/** On the view, which comes to sight for a person; without a data space there is nothing in it. */
function onView({ dataSpaces, view }: ViewParts, action: () => Promise<void>): Simple {
  return {
    ...simple(async (interactive) => {
      if (interactive && !view.visible) {
        await vscode.commands.executeCommand("surveyExplorer.surveys.focus");
      }
      await action();
    }),
    ask: async () => (dataSpaces.list().length === 0 ? offerDataSpace() : {}),
  };
}

export function refreshCommand(parts: ViewParts): Simple {
  return onView(parts, () => withViewProgress(() => parts.tree.refresh()));
}

export function showRunningOnlyCommand(parts: ViewParts): Simple {
  return onView(parts, () => setRunningOnly(parts, true));
}

export function showAllCommand(parts: ViewParts): Simple {
  return onView(parts, () => setRunningOnly(parts, false));
}

async function setRunningOnly({ tree, view }: ViewParts, value: boolean): Promise<void> {
  setContextKey("runningOnly", value);
  view.description = value ? vscode.l10n.t("running only") : "";
  await withViewProgress(() => tree.setRunningOnly(value));
}

export function showLogCommand({ log }: ViewParts): Simple {
  return simple(() => log.show());
}

const findArgument = z.strictObject({ dataSpace: z.string().optional() });

/** Finds a survey by typing, shows it in the tree where it is read already, and opens it. */
export function findSurveyCommand(
  parts: ViewParts,
): Command<z.infer<typeof findArgument>, { dataSpace: string; surveyId: string } | undefined> {
  return {
    argument: findArgument,
    ask: async () => ({}),
    async run({ dataSpace }) {
      const names =
        dataSpace === undefined ? parts.dataSpaces.list().map((it) => it.name) : [dataSpace];
      const found = await findSurvey(parts.dataSpaces, names);
      if (!found) {
        return undefined;
      }
      const survey = { dataSpace: found.dataSpace, surveyId: found.surveyId };
      const node = parts.tree.surveyNode(survey.dataSpace, survey.surveyId);
      if (node) {
        await parts.view.reveal(node);
      }
      await vscode.commands.executeCommand("surveyExplorer.openSurvey", {
        kind: "panel",
        dataSpace: found.dataSpace,
        survey: { surveyId: found.surveyId, label: found.label },
        filter: {},
      } satisfies Clicked);
      return survey;
    },
  };
}

/** A command on what was clicked, for the tree's own menus: they are not in the palette. */
function onNode(action: (node: Clicked) => Promise<void>): Command<Clicked, undefined> {
  return {
    argument: z.never(),
    ask: async (clicked) => clicked,
    async run(node) {
      await action(node);
      return undefined;
    },
  };
}

export function loadMoreCommand({ tree }: ViewParts): Command<Clicked, undefined> {
  return onNode(async (node) => {
    if (node.kind === "more") {
      await withViewProgress(() => tree.loadMore(node.dataSpace));
    }
  });
}

export function retryCommand({ tree }: ViewParts): Command<Clicked, undefined> {
  return onNode(async (node) => {
    if (node.kind === "failure" || node.kind === "offline") {
      await withViewProgress(() => tree.retry(node));
    }
  });
}

export function copyIdCommand(): Command<Clicked, undefined> {
  return onNode(async (node) => {
    const id = idOf(node);
    if (id !== undefined) {
      await vscode.env.clipboard.writeText(id);
      showStatus(t("Copied {0}", id), 3000);
    }
  });
}

function idOf(node: Clicked): string | undefined {
  switch (node.kind) {
    case "survey":
    case "panel":
      return node.survey.surveyId;
    case "collectGroup":
      return node.group.collectGroupId;
    default:
      return undefined;
  }
}

async function withViewProgress(action: () => Promise<void>): Promise<void> {
  await showProgress({ location: { viewId: "surveyExplorer.surveys" } }, action);
}

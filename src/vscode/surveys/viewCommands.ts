import * as z from "zod";
import * as vscode from "vscode";
import { showProgress, showStatus, t } from "../platform/window.ts";
import type { CommandSource } from "./node.ts";
import { offerDataSpace } from "../commands/nextStep.ts";
import type { CommandParts } from "../commands/commandParts.ts";
import type { Command } from "../commands/registry.ts";
import { showFilter } from "./shownFilter.ts";
import type { TreeFilter } from "./treeChoices.ts";

export type ViewParts = Pick<CommandParts, "tree" | "view" | "dataSpaces" | "log">;

export type Simple = Command<Record<string, never>, void>;

/** Makes a command without arguments. */
export function simple(action: (interactive: boolean) => Promise<void> | void): Simple {
  return {
    argument: z.strictObject({}),
    ask: async () => ({}),
    async run(_, interactive) {
      await action(interactive);
    },
  };
}

/** Shows the view if a person started the command, so that they see what it does. */
export async function bringToSight(view: ViewParts["view"], interactive: boolean): Promise<void> {
  if (interactive && !view.visible) {
    await vscode.commands.executeCommand("surveyExplorer.surveys.focus");
  }
}

/** Makes a command without arguments that acts on the view. Offers to add a data space if there is none. */
function onView({ dataSpaces, view }: ViewParts, action: () => Promise<void>): Simple {
  return {
    ...simple(async (interactive) => {
      await bringToSight(view, interactive);
      await action();
    }),
    ask: async () => (dataSpaces.list().length === 0 ? offerDataSpace() : {}),
  };
}

export function refreshCommand(parts: ViewParts): Simple {
  return onView(parts, () => withViewProgress(() => parts.tree.refresh()));
}

export function showRunningOnlyCommand(parts: ViewParts): Simple {
  return onView(parts, () => setFilter(parts, { runningOnly: true }));
}

export function showAllCommand(parts: ViewParts): Simple {
  return onView(parts, () => setFilter(parts, { runningOnly: false }));
}

/** Sets the filter, and shows it in the view. */
export async function setFilter(
  { tree, view }: ViewParts,
  filter: Partial<TreeFilter>,
): Promise<void> {
  showFilter(tree, view, { ...tree.choices.filter, ...filter });
  await withViewProgress(() => tree.setFilter(filter));
}

export function showLogCommand({ log }: ViewParts): Simple {
  return simple(() => log.show());
}

/** Makes a command on the clicked node, for the tree's menus. Such commands are not in the palette. */
export function onNode(
  action: (node: CommandSource) => Promise<void>,
): Command<CommandSource, void> {
  return {
    argument: z.never(),
    ask: async (clicked) => clicked,
    async run(node) {
      await action(node);
    },
  };
}

export function loadMoreCommand({ tree }: ViewParts): Command<CommandSource, void> {
  return onNode(async (node) => {
    if (node.kind === "more") {
      await withViewProgress(() => tree.loadMore(node.dataSpace));
    }
  });
}

export function retryCommand({ tree }: ViewParts): Command<CommandSource, void> {
  return onNode(async (node) => {
    if (node.kind === "failure" || node.kind === "offline") {
      await withViewProgress(() => tree.retry(node));
    }
  });
}

export function copyIdCommand(): Command<CommandSource, void> {
  return onNode(async (node) => {
    const id = idOf(node);
    if (id !== undefined) {
      await vscode.env.clipboard.writeText(id);
      showStatus(t("Copied {0}", id), 3000);
    }
  });
}

function idOf(node: CommandSource): string | undefined {
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

export async function withViewProgress(action: () => Promise<void>): Promise<void> {
  await showProgress({ location: { viewId: "surveyExplorer.surveys" } }, action);
}

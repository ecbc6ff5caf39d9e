import { basename } from "node:path";
import * as vscode from "vscode";
import { sentences } from "../../model/localizable.ts";
import { oneLine } from "../../model/oneLine.ts";
import { formatDateTime } from "../../model/time.ts";
import { setContextKey } from "../commands/registry.ts";
import { language } from "../platform/language.ts";
import { inLanguage } from "../platform/language.ts";
import { plain } from "../platform/plainText.ts";
import { shortened } from "../platform/shortened.ts";
import type { ExportSelection } from "../surveys/node.ts";
import { table } from "../surveys/tooltip.ts";
import type { ExportState, PastExport } from "./pastExport.ts";
import type { PastExports } from "./pastExports.ts";
import { countText } from "../../jobs/progressText.ts";

interface Shown {
  readonly node: ExportSelection;
  readonly entry: PastExport;
  readonly state: ExportState;
}

/** Creates the Exports view, and shows it as soon as there are exports. */
export function exportsView(past: PastExports): vscode.Disposable {
  const tree = new ExportTree(past);
  const view = vscode.window.createTreeView("surveyExplorer.exports", { treeDataProvider: tree });
  const show = () => {
    // Once shown, the view stays until the window is closed, because removing an export can be undone.
    if (past.list().length > 0) {
      setContextKey("hasExports", true);
    }
    tree.refresh();
  };
  show();
  return vscode.Disposable.from(
    tree,
    view,
    past.onDidChange(show),
    // Other windows change the list, and other programs change the files.
    view.onDidChangeVisibility(({ visible }) => visible && show()),
    vscode.window.onDidChangeWindowState(({ focused }) => focused && show()),
  );
}

/** The Exports view: a flat list, newest first. */
class ExportTree implements vscode.TreeDataProvider<ExportSelection>, vscode.Disposable {
  readonly #past: PastExports;
  readonly #changed = new vscode.EventEmitter<undefined>();
  // Keeps the nodes, because VS Code recognises a node by object identity.
  readonly #shown = new Map<string, Shown>();

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(past: PastExports) {
    this.#past = past;
  }

  /** Makes VS Code read the list and the state of the files again. */
  refresh(): void {
    this.#changed.fire(undefined);
  }

  async getChildren(node?: ExportSelection): Promise<ExportSelection[]> {
    if (node) {
      return [];
    }
    const list = this.#past.list();
    const states = await Promise.all(list.map((it) => this.#past.stateOf(it)));
    const known = new Map(this.#shown);
    this.#shown.clear();
    for (const [index, entry] of list.entries()) {
      const { file, dataSpace } = entry;
      const before = known.get(file)?.node;
      this.#shown.set(file, {
        node: before?.dataSpace === dataSpace ? before : { kind: "export", dataSpace, file },
        entry,
        state: states[index] ?? "missing",
      });
    }
    return [...this.#shown.values()].map((it) => it.node);
  }

  getTreeItem(node: ExportSelection): vscode.TreeItem {
    const shown = this.#shown.get(node.file);
    return shown ? exportItem(shown) : new vscode.TreeItem(basename(node.file));
  }

  dispose(): void {
    this.#changed.dispose();
  }
}

export function exportItem({ node, entry, state }: Shown): vscode.TreeItem {
  const name = plain(basename(entry.file));
  const item = new vscode.TreeItem(shortened(name, maxCharacters));
  item.id = entry.file;
  item.description = descriptionOf(entry, state);
  item.accessibilityInformation = { label: `${name}, ${stateText(state)}, ${item.description}` };
  const { icon, color } = icons[state];
  item.iconPath = new vscode.ThemeIcon(
    icon,
    color === undefined ? undefined : new vscode.ThemeColor(color),
  );
  item.contextValue = ["export", ...capabilities[state]].join(" ");
  item.tooltip = tooltipOf(entry, state);
  if (capabilities[state].includes("open")) {
    item.command = {
      command: "surveyExplorer.openExport",
      title: vscode.l10n.t("Open"),
      arguments: [node],
    };
  }
  return item;
}

/** The time must fit beside the name. */
const maxCharacters = 28;

const icons: Readonly<Record<ExportState, { readonly icon: string; readonly color?: string }>> = {
  running: { icon: "loading~spin" },
  unfinished: { icon: "debug-pause", color: "list.warningForeground" },
  outdated: { icon: "debug-restart", color: "list.warningForeground" },
  complete: { icon: "pass" },
  missing: { icon: "circle-slash", color: "disabledForeground" },
  verified: { icon: "verified-filled", color: "charts.green" },
  different: { icon: "error", color: "list.errorForeground" },
};

/** Words of the context value, by which menus offer commands. */
const capabilities: Readonly<Record<ExportState, readonly string[]>> = {
  running: [],
  unfinished: ["continue", "remove"],
  outdated: ["continue", "remove"],
  complete: ["open", "verify", "new", "reveal", "load", "remove"],
  missing: ["remove"],
  verified: ["open", "verify", "new", "reveal", "load", "remove"],
  different: ["open", "verify", "repair", "new", "reveal", "load", "remove"],
};

function descriptionOf(entry: PastExport, state: ExportState): string {
  const said = state === "complete" || state === "verified" ? undefined : stateText(state);
  const responses = responsesOf(entry, state);
  // A narrow view cuts off the end, so what tells one export from another comes first.
  return [
    said,
    timeText(entry.done?.finishedAt ?? entry.startedAt),
    responses === undefined ? undefined : countText(responses, language()),
    plain(entry.label) || plain(entry.surveyId),
    plain(entry.dataSpace),
  ]
    .filter((it) => it !== undefined)
    .join(" · ");
}

/** Returns the number of responses; `undefined` if an earlier version of the extension read them, which are of no use. */
function responsesOf({ done, reached }: PastExport, state: ExportState): number | undefined {
  return state === "outdated" ? undefined : (done?.responses ?? reached);
}

function stateText(state: ExportState): string {
  const { t } = vscode.l10n;
  return {
    running: t("being written"),
    unfinished: t("unfinished"),
    outdated: t("start over"),
    complete: t("complete"),
    missing: t("file is gone"),
    verified: t("verified"),
    different: t("differs"),
  }[state];
}

function tooltipOf(entry: PastExport, state: ExportState): vscode.MarkdownString {
  const { file, dataSpace, surveyId, label, kind, format, query, done, verification } = entry;
  const { t } = vscode.l10n;
  const number = (value: number) => value.toLocaleString(vscode.env.language);
  const some = (value: number | undefined) => (value ? number(value) : undefined);
  const responses = responsesOf(entry, state);
  const warnings = done && oneLine(inLanguage(sentences(...done.warnings)));
  return table(basename(file), [
    [t("State"), stateText(state)],
    [t("File"), file],
    [t("Survey"), label === "" || label === surveyId ? surveyId : `${label} (${surveyId})`],
    [t("Data space"), dataSpace],
    [t("Format"), kind === "metadata" ? t("{0}, response metadata", format) : format],
    [t("Responses"), responses === undefined ? undefined : number(responses)],
    [t("Bytes"), done && number(done.bytes)],
    [t("After"), done?.startDateTime ?? query.startDateTime],
    [t("Up to"), done?.endDateTime ?? query.endDateTime],
    [t("Only responses since"), entry.since],
    ["SHA-256", done?.sha256],
    done ? [t("Finished"), timeText(done.finishedAt)] : [t("Started"), timeText(entry.startedAt)],
    [t("Verified"), verification && timeText(verification.at)],
    [t("Missing"), some(verification?.missing)],
    [t("Not in the data space"), some(verification?.extra)],
    [t("Duplicates"), some(verification?.doubled)],
    [t("Warnings"), warnings === "" ? undefined : warnings],
  ]);
}

/** Formats a time in this machine's time zone. @param at in ms since 1970 */
function timeText(at: number): string {
  const zone = new Date(at).getTimezoneOffset() * 60_000;
  return formatDateTime(new Date(at - zone).toISOString().slice(0, 19), vscode.env.language);
}

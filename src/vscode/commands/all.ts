import * as vscode from "vscode";
import type { CredentialStore } from "../connection/credentials.ts";
import type { DataSpaces } from "../dataSpaces/dataSpaces.ts";
import type { LocalDataSpaces } from "../dataSpaces/localDataSpaces.ts";
import type { MissingCodesStore } from "../responses/missingCodesStore.ts";
import type { RawFiles } from "../surveys/rawFiles.ts";
import type { Exports } from "../exports/bundle.ts";
import type { OfflineKeeping } from "../offline/offlineKeeping.ts";
import type { Panels } from "../panels/panels.ts";
import type { ResponseTables } from "../responses/responseTables.ts";
import type { TreeNode } from "../surveys/node.ts";
import type { SurveyTree } from "../surveys/surveyTree.ts";
import { clearCachedResponsesCommand } from "../responses/cacheCommands.ts";
import { changeVersionCommand, checkConnectionCommand } from "../connection/connectionCommands.ts";
import {
  addDataSpaceCommand,
  removeDataSpaceCommand,
  signOutCommand,
} from "../dataSpaces/dataSpaceCommands.ts";
import { exportCommandIds } from "../exports/exportCommandIds.ts";
import { registerGridCommands } from "../responses/gridCommands.ts";
import {
  openLocalDataSpaceCommand,
  startLocalDataSpaceCommand,
  stopLocalDataSpaceCommand,
} from "../dataSpaces/localCommands.ts";
import { setMissingCodesCommand } from "../responses/missingCodesCommand.ts";
import { keepOfflineCommand, stopKeepingCommand } from "../offline/offlineCommands.ts";
import {
  openFieldworkCommand,
  openResponsesCommand,
  openSummaryCommand,
  openSurveyCommand,
} from "../panels/panelCommands.ts";
import {
  showRawAsSentCommand,
  showRawCommand,
  showRawFormattedCommand,
} from "../surveys/rawCommands.ts";
import { registerCommand, registerLazily, type Command } from "./registry.ts";
import { copySerialCommand } from "../responseUrls/serialCommand.ts";
import { signInCommand } from "../connection/signInCommand.ts";
import { previewResponseUrlsCommand } from "../responseUrls/urlCommands.ts";
import {
  copyIdCommand,
  findSurveyCommand,
  loadMoreCommand,
  refreshCommand,
  retryCommand,
  showAllCommand,
  showLogCommand,
  showRunningOnlyCommand,
} from "../surveys/viewCommands.ts";

export interface CommandParts {
  readonly credentials: CredentialStore;
  readonly dataSpaces: DataSpaces;
  readonly local: LocalDataSpaces;
  readonly tree: SurveyTree;
  readonly view: vscode.TreeView<TreeNode>;
  readonly panels: Panels;
  readonly tables: ResponseTables;
  readonly offline: OfflineKeeping;
  readonly rawFiles: RawFiles;
  readonly missingCodes: MissingCodesStore;
  readonly log: vscode.LogOutputChannel;
  readonly exports: () => Exports;
}

/** Registers every command that package.json declares. */
export function registerAllCommands(parts: CommandParts): vscode.Disposable {
  const register = <A, R>(command: Command<A, R>) => registerCommand(command, parts.log);
  return vscode.Disposable.from(
    register(addDataSpaceCommand(parts)),
    register(removeDataSpaceCommand(parts)),
    register(signInCommand(parts)),
    register(signOutCommand(parts)),
    register(checkConnectionCommand(parts)),
    register(changeVersionCommand(parts)),
    register(refreshCommand(parts)),
    register(showRunningOnlyCommand(parts)),
    register(showAllCommand(parts)),
    register(findSurveyCommand(parts)),
    register(showLogCommand(parts)),
    register(loadMoreCommand(parts)),
    register(retryCommand(parts)),
    register(copyIdCommand()),
    register(copySerialCommand(parts.dataSpaces)),
    register(showRawCommand(parts)),
    register(showRawAsSentCommand()),
    register(showRawFormattedCommand()),
    register(openSurveyCommand(parts)),
    register(openResponsesCommand(parts)),
    register(openSummaryCommand(parts)),
    register(openFieldworkCommand(parts)),
    ...exportCommandIds.map((id) =>
      registerLazily(id, () => parts.exports().commands[id], parts.log),
    ),
    register(clearCachedResponsesCommand(parts)),
    register(keepOfflineCommand(parts)),
    register(stopKeepingCommand(parts)),
    register(setMissingCodesCommand(parts)),
    registerGridCommands(parts.panels),
    register(previewResponseUrlsCommand(parts)),
    register(startLocalDataSpaceCommand(parts)),
    register(openLocalDataSpaceCommand(parts)),
    register(stopLocalDataSpaceCommand(parts)),
  );
}

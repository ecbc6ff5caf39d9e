// @ts-check
const { readFile } = require("node:fs/promises");
const { join } = require("node:path");
const { commands, workspace } = require("vscode");

/** @typedef {{ name: string, version: string, baseUrl: string, caFile: string, spaceId: string, apiKey: string }} DataSpace */

/** @param {import("vscode").ExtensionContext} context */
exports.activate = async (context) => {
  const file = join(context.globalStorageUri.fsPath, "data-space.json");
  /** @type {DataSpace} */
  const dataSpace = JSON.parse(await readFile(file, "utf8"));
  await connect(dataSpace);
  await commands.executeCommand("workbench.view.extension.surveyExplorer");
};

/**
 * Adds the data space, or signs in to it if the window has it already: after a reload, it may lack its credentials.
 * @param {DataSpace} dataSpace
 */
async function connect({ name, version, baseUrl, caFile, spaceId, apiKey }) {
  /** @type {DataSpace[]} */
  const known = workspace.getConfiguration("surveyExplorer").get("dataSpaces", []);
  const same = known.find((it) => it.name === name);
  if (same?.baseUrl === baseUrl && same.caFile === caFile) {
    // Keep the credentials even if the service cannot be reached.
    const credentials = { spaceId, apiKey, keepAnyway: true };
    await commands.executeCommand("surveyExplorer.signIn", { dataSpace: name, ...credentials });
    return;
  }
  if (same !== undefined) {
    await commands.executeCommand("surveyExplorer.removeDataSpace", { dataSpace: name });
  }
  const added = { name, version, baseUrl, caFile, spaceId, apiKey };
  await commands.executeCommand("surveyExplorer.addDataSpace", added);
}

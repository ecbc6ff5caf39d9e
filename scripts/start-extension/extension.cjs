// @ts-check
const { watch } = require("node:fs");
const { readFile, writeFile } = require("node:fs/promises");
const { join } = require("node:path");
const { commands, workspace } = require("vscode");

/** @typedef {{ name: string, version: string, baseUrl: string, caFile: string, spaceId: string, apiKey: string }} DataSpace */

/** @param {import("vscode").ExtensionContext} context */
exports.activate = async (context) => {
  const folder = context.globalStorageUri.fsPath;
  let text = "";
  const update = async () => {
    const before = text;
    text = await readFile(join(folder, "data-space.json"), "utf8");
    if (text !== before) {
      if (before !== "") {
        await remove(JSON.parse(before).name);
      }
      await connect(JSON.parse(text));
      await writeFile(join(folder, "connected.json"), text, { mode: 0o600 });
    }
  };
  let updating = update();
  // Tests replace the file, to have another data space in the same window.
  const watcher = watch(folder, (_, name) => {
    if (name === "data-space.json") {
      updating = updating.then(update);
    }
  });
  context.subscriptions.push({ dispose: () => watcher.close() });
  await updating;
  await commands.executeCommand("workbench.view.extension.surveyExplorer");
};

/** @returns {DataSpace[]} */
function knownDataSpaces() {
  return workspace.getConfiguration("surveyExplorer").get("dataSpaces", []);
}

/** @param {string} name */
async function remove(name) {
  if (knownDataSpaces().some((it) => it.name === name)) {
    await commands.executeCommand("surveyExplorer.removeDataSpace", { dataSpace: name });
  }
}

/**
 * Adds the data space, or signs in to it if the window has it already: after a reload, it may lack its credentials.
 * @param {DataSpace} dataSpace
 */
async function connect({ name, version, baseUrl, caFile, spaceId, apiKey }) {
  const same = knownDataSpaces().find((it) => it.name === name);
  if (same?.baseUrl === baseUrl && same.caFile === caFile) {
    // Keep the credentials even if the service cannot be reached.
    const credentials = { spaceId, apiKey, keepAnyway: true };
    await commands.executeCommand("surveyExplorer.signIn", { dataSpace: name, ...credentials });
    return;
  }
  await remove(name);
  const added = { name, version, baseUrl, caFile, spaceId, apiKey };
  await commands.executeCommand("surveyExplorer.addDataSpace", added);
}

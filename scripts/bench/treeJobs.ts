// Jobs inside the extension host: the Surveys view's tree of a data space with 10,000 surveys.
import { readFile } from "node:fs/promises";
import * as vscode from "vscode";
import { createSurveyClient } from "../../src/client/surveyClient.ts";
import type { TreeNode } from "../../src/vscode/surveys/node.ts";
import { SurveyTree, type TreeSource } from "../../src/vscode/surveys/surveyTree.ts";
import { TreeChoices } from "../../src/vscode/surveys/treeChoices.ts";
import { memento } from "../../test/support/memento.ts";
import type { Access } from "./measure.ts";

const name = "Bench";

async function clientOf({ baseUrl, caFile, ...key }: Access, onRequest = (): unknown => undefined) {
  return createSurveyClient({
    address: { name, baseUrl, version: "v3", ca: await readFile(caFile, "utf8") },
    credentials: async () => key,
    log: onRequest,
  });
}

/** Returns the milliseconds of one list request over an open connection. */
async function listRequest(access: Access): Promise<number> {
  const client = await clientOf(access);
  await client.surveyPage();
  const begun = performance.now();
  await client.surveyPage();
  return performance.now() - begun;
}

/** Creates the tree, with open connections, and a function that asks for rows as VS Code does. */
async function openTree(access: Access) {
  let requests = 0;
  const client = await clientOf(access, () => requests++);
  // Two connections, because the tree sends two requests at a time.
  await Promise.all([client.surveyPage(), client.surveyPage()]);
  requests = 0;
  const never = new vscode.EventEmitter<never>().event;
  const dataSpaces: TreeSource = {
    list: () => [{ name, version: "v3", baseUrl: access.baseUrl, local: false }],
    client: async () => client,
    isSignedIn: async () => true,
    onDidChange: never,
    onDidAnswer: never,
  };
  const nothing = () => undefined;
  const progress = { of: nothing, ofSurvey: nothing, read: nothing, stop: nothing };
  const tree = new SurveyTree(
    dataSpaces,
    { ...progress, onDidChange: never },
    { of: nothing, hasAllOf: () => false, onDidChange: never },
    new TreeChoices(memento(), memento()),
    vscode.window.createOutputChannel("Bench", { log: true }),
  );
  const rows = async (node?: TreeNode) => {
    const nodes = await tree.getChildren(node);
    for (const it of nodes) {
      tree.getTreeItem(it);
    }
    return nodes;
  };
  return { tree, rows, requests: () => requests };
}

async function firstRows(access: Access): Promise<number> {
  const { tree, rows } = await openTree(access);
  const begun = performance.now();
  const [root] = await rows();
  const { length } = await rows(root);
  const taken = performance.now() - begun;
  tree.dispose();
  if (length !== 101) {
    throw new Error(`${length} rows.`);
  }
  return taken;
}

/** Returns the number of requests for the first rows, without the one that tells which surveys are running. */
async function firstRequests(access: Access): Promise<number> {
  const { tree, rows, requests } = await openTree(access);
  const [root] = await rows();
  await rows(root);
  tree.dispose();
  return requests() - 1;
}

/** Returns the milliseconds until the rows of all surveys are there, sorted by title. */
async function rowsByTitle(access: Access): Promise<number> {
  const { tree, rows } = await openTree(access);
  const [root] = await rows();
  await rows(root);
  await tree.setOrder(name, "title");
  const begun = performance.now();
  const { length } = await rows(root);
  const taken = performance.now() - begun;
  tree.dispose();
  if (length !== 10_000) {
    throw new Error(`${length} rows.`);
  }
  return taken;
}

export const treeJobs = { listRequest, firstRows, firstRequests, rowsByTitle };

import { join } from "node:path";
import type { SharedEntry, SharedSpace, ToolHost } from "../../../src/assistant/toolHost.ts";
import { tools } from "../../../src/assistant/tools.ts";
import type { ToolAnswer } from "../../../src/assistant/tool.ts";
import type { ToolName } from "../../../src/assistant/toolNames.ts";
import type { SurveyClient } from "../../../src/client/surveyClient.ts";
import { copySpaceOf } from "../../../src/copy/copySpace.ts";
import { SurveyError } from "../../../src/model/errors.ts";
import { localizable } from "../../../src/model/localizable.ts";
import { noMissingCodes } from "../../../src/model/missingCodes.ts";
import { withReadTable, type ReadSurvey } from "../../../src/reports/readTable.ts";
import { createTableClient, type TableClient } from "../../../src/table/tableClient.ts";
import { programs } from "../../support/programs.ts";

export interface TestHost {
  readonly host: ToolHost;
  readonly tables: TableClient;
  /** The entries that were logged. */
  readonly shared: SharedEntry[];
  close(): Promise<void>;
}

/**
 * Returns a door whose tables and told figures are kept in a folder.
 * @param clients by the names of their data spaces
 * @param more replaces parts of the host
 */
export function testHost(
  folder: string,
  clients: Readonly<Record<string, SurveyClient>>,
  more: Partial<ToolHost> = {},
): TestHost {
  const tables = createTableClient(programs.tables, join(folder, "copies"));
  const shared: SharedEntry[] = [];
  const client = async (name: string): Promise<SurveyClient> => {
    const found = clients[name];
    if (!found) {
      throw new SurveyError("unknown-data-space", localizable("There is no such data space."));
    }
    return found;
  };
  const host: ToolHost = {
    client,
    dataSpaces: async () =>
      Object.entries(clients).map(([name, { version }]): SharedSpace => ({
        name,
        version,
        isSignedIn: true,
        level: "texts",
      })),
    leastCount: 5,
    disclosureFolder: join(folder, "told"),
    missingCodes: async () => noMissingCodes,
    findQuestions: async () => ({ found: [], isCut: false, unread: [] }),
    allowsTexts: async () => false,
    runRecipe: async () => ({ steps: [] }),
    shared: (entry) => void shared.push(entry),
    withTable: async ({ dataSpace, surveyId }, reading, use) => {
      const its = await client(dataSpace);
      const { space } = await copySpaceOf(its);
      const key = { space, version: its.version, surveyId };
      const close = (table: number): Promise<void> => tables.close(table);
      return withReadTable(tables, { ...reading, client: its, key, close }, use);
    },
    translations: { locale: "en", strings: {} },
    toolVersion: "1",
    ...more,
  };
  return { host, tables, shared, close: () => tables.dispose() };
}

/** Returns a door that reads each survey once, and keeps its table open: for surveys that do not change, and many calls. */
export function readingOnce(door: TestHost): TestHost {
  const known = new Map<string, Promise<ReadSurvey>>();
  const withTable: ToolHost["withTable"] = async (subject, reading, use) => {
    const key = JSON.stringify(subject);
    const read =
      known.get(key) ??
      new Promise<ReadSurvey>((resolve, reject) => {
        const keep = (survey: ReadSurvey): Promise<never> => {
          resolve(survey);
          return new Promise(() => undefined);
        };
        door.host.withTable(subject, reading, keep).catch(reject);
      });
    known.set(key, read);
    return use(await read);
  };
  return { ...door, host: { ...door.host, withTable } };
}

/** Calls a tool as a door does. */
export function call(
  { host }: Pick<TestHost, "host">,
  name: ToolName,
  input: object,
  signal = new AbortController().signal,
): Promise<ToolAnswer> {
  const tool = tools.find((it) => it.name === name);
  if (!tool) {
    throw new Error(`There is no tool ${name}.`);
  }
  return tool.run(host, input, { signal, onProgress: () => undefined });
}

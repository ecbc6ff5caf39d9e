import * as z from "zod";
import * as vscode from "vscode";
import { SurveyError } from "../../model/errors.ts";
import { localizable } from "../../model/localizable.ts";
import { isWebAddress, requireUrlRows, tableOfObjects } from "../../model/urlTable.ts";
import { readUrls, readUrlTarget, requirePublicLink } from "./responseUrls.ts";
import { showStatus, t } from "../platform/window.ts";
import { askCollectGroup } from "../commands/ask.ts";
import type { CommandParts } from "../commands/commandParts.ts";
import type { Command } from "../commands/registry.ts";

/** A Map, because zod silently leaves a key called `__proto__` out of an object. */
const parameterSet = z.preprocess(
  (it) =>
    typeof it === "object" && it !== null && !Array.isArray(it)
      ? new Map<string, unknown>(Object.entries(it))
      : it,
  z.map(
    z.string(),
    z.union([z.string(), z.number()], { error: localizable("must be text or a number").text }),
    "must be an object",
  ),
);
const ofGroup = z.strictObject({ dataSpace: z.string(), collectGroupId: z.string().min(1) });
type OfGroup = z.infer<typeof ofGroup>;
const previewArgument = z.strictObject({ ...ofGroup.shape, parameters: z.array(parameterSet) });
type Preview = z.infer<typeof previewArgument>;

type UrlParts = Pick<CommandParts, "dataSpaces" | "panels">;

/** Rejects URLs that are not web addresses, because a program that runs the command may open them unseen. */
function requireWebAddresses(urls: readonly string[], firstRow: number, dataSpace: string): void {
  const index = urls.findIndex((it) => !isWebAddress(it));
  if (index >= 0) {
    throw SurveyError.of(
      "malformed-answer",
      'The data space "{0}" answered row {1} with something other than a web address (https:// or http://, without a name or password before the host). Contact the service operator.',
      dataSpace,
      String(firstRow + index),
    );
  }
}

/** With arguments, resolves to the URLs, one per row, in row order. Started by a person, opens the panel. */
export function previewResponseUrlsCommand({
  dataSpaces,
  panels,
}: UrlParts): Command<Preview, string[]> {
  return {
    argument: previewArgument,
    ask: async (clicked) => {
      const chosen = await askCollectGroup(dataSpaces, clicked, "getResponseUrls");
      if (chosen) {
        const { dataSpace, surveyId, group } = chosen;
        requirePublicLink(group);
        const { collectGroupId, label } = group;
        await panels.openResponseUrls({ dataSpace, surveyId, collectGroupId, label });
      }
      return undefined;
    },
    run: async ({ dataSpace, collectGroupId, parameters }) => {
      const client = await dataSpaces.client(dataSpace);
      const target = await readUrlTarget(client, collectGroupId);
      const table = tableOfObjects(parameters.map((it) => Object.fromEntries<string | number>(it)));
      requireUrlRows(table, target.parameters);
      const urls: string[] = [];
      await readUrls({ client, collectGroupId, ...table }, (page) => {
        requireWebAddresses(page, urls.length + 1, dataSpace);
        urls.push(...page);
      });
      return urls;
    },
  };
}

/** Copies the serial of a PUBLIC_LINK collect group. Only v1 has serials; in other versions the client throws. */
export function copySerialCommand({ dataSpaces }: UrlParts): Command<OfGroup, string> {
  return {
    argument: ofGroup,
    ask: async (clicked) => {
      const chosen = await askCollectGroup(dataSpaces, clicked, "getCollectGroupSerial");
      return chosen && { dataSpace: chosen.dataSpace, collectGroupId: chosen.group.collectGroupId };
    },
    async run({ dataSpace, collectGroupId }) {
      const client = await dataSpaces.client(dataSpace);
      const serial = await client.getCollectGroupSerial(collectGroupId);
      await vscode.env.clipboard.writeText(serial);
      return serial;
    },
    notify: async (serial) => showStatus(t("Copied {0}", serial), 3000),
  };
}

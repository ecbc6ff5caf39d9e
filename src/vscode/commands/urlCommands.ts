import * as z from "zod";
import * as vscode from "vscode";
import type { CollectGroup } from "../../model/survey.ts";
import { requireUrlRows, tableOfObjects } from "../../model/urlTable.ts";
import type { DataSpaces } from "../adapters/dataSpaces.ts";
import { plain } from "../adapters/plainText.ts";
import {
  readUrlTarget,
  requirePublicLink,
  requireUrls,
  urlPages,
  withUrlProgress,
} from "../adapters/responseUrls.ts";
import type { Panels } from "../panels/panels.ts";
import type { Clicked } from "../tree/node.ts";
import { askDataSpace, askSurvey, findSurvey } from "./ask.ts";
import type { Command } from "./registry.ts";

const previewArgument = z.strictObject({
  dataSpace: z.string(),
  collectGroupId: z.string().min(1),
  parameters: z.array(
    z.record(z.string(), z.union([z.string(), z.number()], { error: "must be text or a number" })),
  ),
});
type Preview = z.infer<typeof previewArgument>;

export interface UrlParts {
  readonly dataSpaces: DataSpaces;
  readonly panels: Panels;
}

/** By arguments it resolves to the URLs, one a row, in row order; where a person asks, it opens the panel. */
export function previewResponseUrlsCommand({
  dataSpaces,
  panels,
}: UrlParts): Command<Preview, string[]> {
  return {
    id: "surveyExplorer.previewResponseUrls",
    argument: previewArgument,
    ask: async (clicked) => {
      const chosen = await askCollectGroup(dataSpaces, clicked);
      if (chosen) {
        const { dataSpace, surveyId, group } = chosen;
        requirePublicLink(group);
        const { collectGroupId, label } = group;
        panels.openResponseUrls({ dataSpace, surveyId, collectGroupId, label });
      }
      return undefined;
    },
    run: async ({ dataSpace, collectGroupId, parameters }) => {
      const client = await dataSpaces.client(dataSpace);
      const target = await readUrlTarget(client, collectGroupId);
      const table = tableOfObjects(parameters);
      requireUrlRows(table, target.parameters);
      return withUrlProgress(parameters.length, async (signal, report) => {
        const urls: string[] = [];
        for await (const page of urlPages({ client, collectGroupId, ...table, signal })) {
          urls.push(...page);
          report(urls.length);
        }
        return urls;
      });
    },
  };
}

interface GroupChoice {
  readonly dataSpace: string;
  readonly surveyId: string;
  readonly group: CollectGroup;
}

/** What cannot have URLs is said before more is asked. */
async function askCollectGroup(
  dataSpaces: DataSpaces,
  clicked: Clicked | undefined,
): Promise<GroupChoice | undefined> {
  const dataSpace = await askDataSpace(dataSpaces, clicked);
  if (dataSpace === undefined) {
    return undefined;
  }
  const client = await dataSpaces.client(dataSpace);
  await requireUrls(client);
  if (clicked?.kind === "collectGroup") {
    return clicked;
  }
  const survey =
    clicked?.kind === "survey" || clicked?.kind === "panel"
      ? await askSurvey(dataSpaces, clicked)
      : await findSurvey(dataSpaces, [dataSpace]);
  if (!survey) {
    return undefined;
  }
  const { surveyId } = survey;
  const items = client.listCollectGroups(surveyId).then((groups) =>
    groups.map((group) => ({
      label: plain(group.label) || group.collectGroupId,
      description: [group.channel, group.state].filter((it) => it !== undefined).join(" · "),
      group,
    })),
  );
  const placeHolder = vscode.l10n.t("Choose a collect group");
  const chosen = await vscode.window.showQuickPick(items, { placeHolder });
  return chosen && { dataSpace, surveyId, group: chosen.group };
}

import * as z from "zod";
import { requireUrlRows, tableOfObjects } from "../../model/urlTable.ts";
import type { DataSpaces } from "../adapters/dataSpaces.ts";
import {
  readUrlTarget,
  requirePublicLink,
  urlPages,
  withUrlProgress,
} from "../adapters/responseUrls.ts";
import type { Panels } from "../panels/panels.ts";
import { askCollectGroup } from "./ask.ts";
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
      const chosen = await askCollectGroup(dataSpaces, clicked, "getResponseUrls");
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

import * as z from "zod";
import * as vscode from "vscode";
import { hasMoreThanPath, proxyProblem, routeProblem } from "../../client/address.ts";
import { invalidInput } from "../../model/errors.ts";
import { customIssue, issuesText } from "../../model/issueText.ts";
import { localizable } from "../../model/localizable.ts";
import { lazy } from "../../model/lazy.ts";
import { sharedLevels } from "../../assistant/toolHost.ts";
import { fieldworkIntervals } from "../../messages/fieldwork.ts";
import { cellModes } from "../../model/responseView.ts";
import { tableLayouts } from "../../model/tabular/tableForm.ts";
import { apiVersions } from "../../model/survey.ts";
import { operationNames } from "../../protocol/operation.ts";
import type { ListSetting } from "../dataSpaces/lockedListSetting.ts";
import { inLanguage } from "./language.ts";

const section = "surveyExplorer";

/** The setting that lists the data spaces. */
export const dataSpacesSettingId = `${section}.dataSpaces`;

/** Schema of a data space in the settings. They never contain credentials. */
export const dataSpaceSchema = lazy(() =>
  z.strictObject({
    name: z.string().trim().min(1, localizable("must not be empty").text),
    baseUrl: z
      .string()
      .refine(isHttps, localizable("must be an address that begins with https://").text)
      .refine(
        (it) => !hasMoreThanPath(it),
        localizable(
          'must have only a host, a port and a path, with nothing before "@" or after "?" or "#"; Space ID and API key are entered separately',
        ).text,
      ),
    version: z.enum(apiVersions),
    caFile: z.string().min(1).optional(),
    routes: z.partialRecord(z.enum(operationNames), z.string().startsWith("/")).optional(),
    proxy: z
      .string()
      .superRefine((proxy, context) => {
        const text = proxyProblem(proxy);
        if (text) {
          context.addIssue(customIssue([], text));
        }
      })
      .optional(),
  }),
);
export type DataSpaceSetting = z.infer<ReturnType<typeof dataSpaceSchema>>;

/** Reports a route that cannot be used as a problem of the settings, before any request is made. */
export function checkRoutes(
  { version, routes = {} }: Pick<DataSpaceSetting, "version" | "routes">,
  context: z.RefinementCtx,
): void {
  for (const name of operationNames) {
    const route = routes[name];
    const text = route === undefined ? undefined : routeProblem(version, name, route);
    if (text) {
      context.addIssue(customIssue(["routes", name], text));
    }
  }
}

export const usableDataSpaceSchema = lazy(() => dataSpaceSchema().superRefine(checkRoutes));

function isHttps(text: string): boolean {
  return URL.canParse(text) && new URL(text).protocol === "https:";
}

/** The usable data spaces of the settings, and what is wrong with the others. */
export interface DataSpaceSettings {
  readonly dataSpaces: readonly DataSpaceSetting[];
  readonly problems: readonly { readonly name: string; readonly message: string }[];
}

export function readDataSpaces(): DataSpaceSettings {
  const dataSpaces: DataSpaceSetting[] = [];
  const problems: { name: string; message: string }[] = [];
  for (const [index, value] of rawDataSpaces().entries()) {
    const result = usableDataSpaceSchema().safeParse(value);
    const name = nameOf(value) ?? `#${index + 1}`;
    if (!result.success) {
      problems.push({ name, message: inLanguage(issuesText(result.error)) });
    } else if (dataSpaces.some((it) => it.name === result.data.name)) {
      problems.push({ name, message: vscode.l10n.t("another data space has the same name") });
    } else {
      dataSpaces.push(result.data);
    }
  }
  return { dataSpaces, problems };
}

// Includes invalid entries: writing one entry must not lose another that a person is still correcting.
function rawDataSpaces(): unknown[] {
  const value = vscode.workspace.getConfiguration(section).get<unknown>("dataSpaces");
  return Array.isArray(value) ? value : [];
}

/** The setting as a list that includes invalid entries, so that a change to one entry leaves the others as they are. */
export const dataSpaceList: ListSetting = {
  read: rawDataSpaces,
  async write(list) {
    await vscode.workspace
      .getConfiguration(section)
      .update("dataSpaces", list, vscode.ConfigurationTarget.Global);
  },
  onDidChange: (listener) =>
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(dataSpacesSettingId)) {
        listener();
      }
    }),
};

/** Returns the name of an entry, which may be invalid in other ways; `undefined` if it has none. */
export function nameOf(value: unknown): string | undefined {
  const result = z.object({ name: z.string() }).safeParse(value);
  return result.success ? result.data.name.trim() : undefined;
}

const preferences = lazy(() =>
  z.object({
    request: z.object({
      timeout: z.number().min(1).max(3600).catch(60),
      retries: z.int().min(0).max(10).catch(2),
      concurrency: z.int().min(1).max(16).catch(8),
    }),
    export: z.object({
      folder: z.string().catch(""),
      /** Any text: see `preferredFormat`. The start does not load the formats. */
      format: z.string().catch(""),
      cells: z.enum(cellModes).catch("codes"),
      layout: z.enum(tableLayouts).catch("wide"),
      verify: z.boolean().catch(false),
    }),
    view: z.object({
      /** Megabytes. */
      cacheSize: z.int().min(0).catch(2048),
      keepCopies: z.enum(["always", "opened", "never"]).catch("always"),
      cells: z.enum(cellModes).catch("labels"),
      headerBars: z.boolean().catch(false),
      fieldworkInterval: z.literal(fieldworkIntervals).catch(300),
      /** Minutes. */
      offlineInterval: z.int().min(0).max(1440).catch(30),
      indexSurveys: z.boolean().catch(true),
    }),
  }),
);
export type Preferences = z.infer<ReturnType<typeof preferences>>;

/** Reads all other settings. A value out of bounds is replaced by its default; the settings editor marks it. */
export function readPreferences(): Preferences {
  const configuration = vscode.workspace.getConfiguration(section);
  const result = preferences().safeParse({
    request: configuration.get("request") ?? {},
    export: configuration.get("export") ?? {},
    view: configuration.get("view") ?? {},
  });
  if (!result.success) {
    throw invalidInput(
      "The settings of Survey Explorer cannot be read: {0}",
      issuesText(result.error),
    );
  }
  return result.data;
}

/** People that must stand behind a told count. */
const defaultLeastCount = 5;

const assistantSettings = lazy(() =>
  z
    .object({
      enabled: z.boolean().default(true).catch(false),
      leastCount: z.int().min(1).default(defaultLeastCount).nullable().catch(null),
      /** Keyed by data space. An unknown level counts as "nothing"; `null`, if it is no object, as "nothing" for all. */
      sharing: z
        .record(z.string(), z.enum(sharedLevels).catch("nothing"))
        .default({})
        .nullable()
        .catch(null),
      openAnswers: z.boolean().default(true).catch(false),
      mcpServer: z.boolean().catch(false),
    })
    .transform(({ leastCount, sharing, ...others }) => ({
      ...others,
      leastCount: leastCount ?? defaultLeastCount,
      sharing: leastCount === null ? null : sharing,
    })),
);
export type AssistantSettings = z.infer<ReturnType<typeof assistantSettings>>;

/** Reads the settings for assistants, which say what they may be told. A value of the wrong type allows nothing. */
export function readAssistantSettings(): AssistantSettings {
  const given: unknown = vscode.workspace.getConfiguration(section).get("assistant");
  return assistantSettings().parse(given ?? {});
}

import * as z from "zod";
import * as vscode from "vscode";
import {
  connectionStages,
  tryConnection,
  tryVersions,
  type ConnectionOutcome,
  type ConnectionStage,
  type VersionOutcome,
} from "../../client/connection.ts";
import { plural } from "../../model/localizable.ts";
import { apiVersions, type ApiVersion } from "../../model/survey.ts";
import type { DataSpaces } from "../dataSpaces/dataSpaces.ts";
import { errorText, inLanguage } from "../platform/language.ts";
import { plain, withIcon, type SafeText } from "../platform/plainText.ts";
import { pickOne, t, type PickItem } from "../platform/window.ts";
import { askDataSpace } from "../commands/ask.ts";
import { withShortProgress } from "../platform/progress.ts";
import type { Command } from "../commands/registry.ts";

export interface ConnectionParts {
  readonly dataSpaces: DataSpaces;
}

interface Check {
  readonly name: ConnectionStage;
  readonly ok: boolean;
  /** What was found; where something is wrong, also what to do. */
  readonly message: string;
}

interface ConnectionReport {
  readonly ok: boolean;
  readonly checks: readonly Check[];
}

const checkArgument = z.strictObject({ dataSpace: z.string() });
type CheckArgument = z.infer<typeof checkArgument>;

export function checkConnectionCommand({
  dataSpaces,
}: ConnectionParts): Command<CheckArgument, ConnectionReport> {
  return {
    argument: checkArgument,
    ask: async (clicked) => {
      const dataSpace = await askDataSpace(dataSpaces, clicked);
      return dataSpace === undefined ? undefined : { dataSpace };
    },
    run: ({ dataSpace }) =>
      withShortProgress(t("Checking the connection to {0}", dataSpace), (signal) =>
        checkConnection(dataSpaces, dataSpace, signal),
      ),
    notify: async ({ ok, checks }, { dataSpace }) => {
      const items = checks.map((it) => ({
        label: withIcon(it.ok ? "pass" : "error", checkTitle(it.name)),
        detail: plain(it.message),
      }));
      await pickOne(items, {
        title: t("Connection to {0}", dataSpace),
        placeHolder: ok ? t("All checks passed") : t("Problems found"),
      });
    },
  };
}

async function checkConnection(
  dataSpaces: DataSpaces,
  dataSpace: string,
  signal: AbortSignal,
): Promise<ConnectionReport> {
  const { address, ...options } = await dataSpaces.connection(dataSpace);
  const outcome = await tryConnection(address, options, signal);
  const { routes, version, ...anyVersion } = address;
  const tries = outcome.ok || outcome.known >= connectionStages.indexOf("version");
  const others = tries ? apiVersions.filter((it) => it !== version) : [];
  const tried = await tryVersions(anyVersion, options, signal, others);
  const alsoAnswering = tried.filter((it) => it.outcome.ok);
  const found: Readonly<Record<ConnectionStage, string>> = {
    address: vscode.l10n.t("{0} can be reached.", address.baseUrl),
    TLS: vscode.l10n.t("The connection is encrypted, and the certificate is trusted."),
    credentials: vscode.l10n.t("The Space ID and the API key are accepted."),
    version: vscode.l10n.t("{0} is available.", address.version),
    "first page": outcome.ok ? surveysFound(outcome) : "",
  };
  const checks = connectionStages.map((name, index): Check => {
    const ok = outcome.ok || index < outcome.known;
    const message = ok ? found[name] : problemOf(outcome, name);
    return {
      name,
      ok,
      message: name === "version" ? withOthers(message, alsoAnswering, ok) : message,
    };
  });
  return { ok: outcome.ok, checks };
}

function problemOf(outcome: ConnectionOutcome, name: ConnectionStage): string {
  return !outcome.ok && outcome.failedAt === name
    ? errorText(outcome.error)
    : vscode.l10n.t("Skipped");
}

function withOthers(message: string, others: readonly VersionOutcome[], ok: boolean): string {
  if (others.length === 0) {
    return message;
  }
  const versions = others.map((it) => it.version).join(", ");
  const more = ok
    ? vscode.l10n.t("Also available: {0}.", versions)
    : vscode.l10n.t("Available: {0}. Change the API version of the data space.", versions);
  return `${message} ${more}`;
}

function surveysFound({ surveys, more }: { surveys: number; more: boolean }): string {
  return inLanguage(
    more
      ? plural(surveys, {
          one: "{0} survey on the first page; there are more.",
          other: "{0} surveys on the first page; there are more.",
        })
      : plural(surveys, { one: "{0} survey", other: "{0} surveys" }),
  );
}

function checkTitle(name: ConnectionStage): SafeText {
  switch (name) {
    case "address":
      return t("Address");
    case "TLS":
      return t("Encryption and certificate");
    case "credentials":
      return t("Space ID and API key");
    case "version":
      return t("API version");
    case "first page":
      return t("First page of surveys");
  }
}

const versionArgument = z.strictObject({ dataSpace: z.string(), version: z.enum(apiVersions) });
type VersionArgument = z.infer<typeof versionArgument>;

/** Shows a data space through another version of the API. */
export function changeVersionCommand({
  dataSpaces,
}: ConnectionParts): Command<VersionArgument, undefined> {
  return {
    argument: versionArgument,
    ask: async (clicked) => {
      const dataSpace = await askDataSpace(dataSpaces, clicked);
      if (dataSpace === undefined) {
        return undefined;
      }
      const { address, ...options } = await dataSpaces.connection(dataSpace);
      const { routes, version, ...anyVersion } = address;
      const items = tryVersions(anyVersion, options).then((found) =>
        versionItems(found).map((it) =>
          it.version === version ? { ...it, description: t("{0} · current", it.description) } : it,
        ),
      );
      const chosen = await pickOne(items, {
        title: t("API version of {0}", dataSpace),
        placeHolder: t("Choose an API version"),
        matchOnDescription: true,
      });
      return chosen && { dataSpace, version: chosen.version };
    },
    async run({ dataSpace, version }) {
      await dataSpaces.setVersion(dataSpace, version);
      return undefined;
    },
  };
}

export interface VersionItem extends PickItem {
  readonly version: ApiVersion;
  readonly description: SafeText;
}

/** What a person can choose from, with what each version answered. */
export function versionItems(found: readonly VersionOutcome[]): VersionItem[] {
  return found.map(({ version, outcome }) => ({
    label: plain(version),
    version,
    description: outcome.ok ? t("available") : t("not available"),
    ...(outcome.ok ? {} : { detail: plain(errorText(outcome.error)) }),
  }));
}

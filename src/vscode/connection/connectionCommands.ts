import * as z from "zod";
import { tryVersions, type ConnectionStage, type VersionOutcome } from "../../client/connection.ts";
import { checkJob, checkTitle } from "../../jobs/checkJob.ts";
import { apiVersions, type ApiVersion } from "../../model/survey.ts";
import type { DataSpaces } from "../dataSpaces/dataSpaces.ts";
import { errorText, inLanguage } from "../platform/language.ts";
import { plain, withIcon, type SafeText } from "../platform/plainText.ts";
import { pickOne, say, t, whileShown, type PickItem } from "../platform/window.ts";
import { askDataSpace } from "../commands/ask.ts";
import { withShortProgress } from "../platform/progress.ts";
import type { CommandParts } from "../commands/commandParts.ts";
import type { Command } from "../commands/registry.ts";

type ConnectionParts = Pick<CommandParts, "dataSpaces">;

interface Check {
  readonly name: ConnectionStage;
  readonly ok: boolean;
  /** What was found and, if something is wrong, what to do. */
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
        label: withIcon(it.ok ? "pass" : "error", say(checkTitle(it.name))),
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
  const found = await checkJob(await dataSpaces.connection(dataSpace), signal);
  const checks = found.map(({ name, ok, text }) => ({ name, ok, message: inLanguage(text) }));
  return { ok: checks.every((it) => it.ok), checks };
}

const versionArgument = z.strictObject({ dataSpace: z.string(), version: z.enum(apiVersions) });
type VersionArgument = z.infer<typeof versionArgument>;

/** Switches a data space to another version of the API. */
export function changeVersionCommand({
  dataSpaces,
}: ConnectionParts): Command<VersionArgument, void> {
  return {
    argument: versionArgument,
    ask: async (clicked) => {
      const dataSpace = await askDataSpace(dataSpaces, clicked);
      if (dataSpace === undefined) {
        return undefined;
      }
      const { address, ...options } = await dataSpaces.connection(dataSpace);
      const { routes, version, ...anyVersion } = address;
      const items = async (signal: AbortSignal): Promise<VersionItem[]> => {
        const found = versionItems(await tryVersions(anyVersion, options, signal));
        return found.map((it) =>
          it.version === version ? { ...it, description: t("{0} · current", it.description) } : it,
        );
      };
      const chosen = await whileShown((signal) =>
        pickOne(items(signal), {
          title: t("API version of {0}", dataSpace),
          placeHolder: t("Choose an API version"),
          matchOnDescription: true,
        }),
      );
      return chosen && { dataSpace, version: chosen.version };
    },
    async run({ dataSpace, version }) {
      await dataSpaces.setVersion(dataSpace, version);
    },
  };
}

export interface VersionItem extends PickItem {
  readonly version: ApiVersion;
  readonly description: SafeText;
}

/** Returns the versions to choose from, with what each answered. */
export function versionItems(found: readonly VersionOutcome[]): VersionItem[] {
  return found.map(({ version, outcome }) => ({
    label: plain(version),
    version,
    description: outcome.ok ? t("available") : t("not available"),
    ...(outcome.ok ? {} : { detail: plain(errorText(outcome.error)) }),
  }));
}

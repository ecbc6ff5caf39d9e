import { versionSupports } from "../../model/versionSupport.ts";
import type { ApiVersion } from "../../model/survey.ts";
import { t } from "./l10n.ts";

/** Says which facts a version does not provide. */
export function notProvided(version: ApiVersion, facts: readonly string[]): string {
  return t("Not provided by {0}: {1}", version, facts.join(", "));
}

/** Returns the title of embedded data, with both names if the version calls them parameters. */
export function embeddedTitle(version: ApiVersion): string {
  return versionSupports(version, "embeddedLabels")
    ? t("Embedded data")
    : t("Parameters (embedded data)");
}

import * as vscode from "vscode";
import { apiVersions } from "../../model/survey.ts";
import { formatMoment } from "../../model/time.ts";
import type { StructureVersion } from "../../store/structureVersions.ts";
import { findSurvey } from "../commands/ask.ts";
import { joined, plain, withIcon, type SafeText } from "../platform/plainText.ts";
import { withShortProgress } from "../platform/progress.ts";
import { pickOne, say, t, type PickItem } from "../platform/window.ts";
import { changeCount } from "./changesText.ts";
import { readSeen, sideOf, type ComparingParts, type Seen } from "./compared.ts";
import type { StructureSide } from "./structureDocuments.ts";
import { changesBetween } from "./structureReading.ts";

interface ComparedItem extends PickItem {
  readonly side?: () => Promise<StructureSide | undefined>;
}

/** Asks what to compare the newest structure with. */
export async function pickCompared(
  parts: ComparingParts,
  seen: Seen,
): Promise<StructureSide | undefined> {
  const { versions, newest } = seen;
  const earlier = versions.filter((it) => it !== newest).reverse();
  const placeHolder =
    earlier.length === 0
      ? t("No changes since {0}. Compare with another structure", momentText(newest.firstSeen))
      : t("Compare with a structure seen before");
  const items = Promise.all(earlier.map((it) => versionItem(parts, seen, it))).then((its) => [
    ...its,
    { label: t("Others"), kind: vscode.QuickPickItemKind.Separator },
    {
      label: withIcon("list-tree", t("Another Survey…")),
      side: () => anotherSurvey(parts),
    },
    {
      label: withIcon("versions", t("Another Version of the API…")),
      side: () => anotherVersion(parts, seen),
    },
  ]);
  const title = t("Show Structure Changes");
  const chosen = await pickOne<ComparedItem>(items, { title, placeHolder });
  return chosen?.side?.();
}

/** "12 Nov 2026, 14:05" and "3 changes" */
async function versionItem(
  { structures }: ComparingParts,
  { of, survey, versions }: Seen,
  version: StructureVersion,
): Promise<ComparedItem> {
  const older = await structures.tryRead(of, version);
  const moment = plain(momentText(version.firstSeen));
  if (!older) {
    const detail = t("This structure is damaged and cannot be compared. The log says why.");
    return { label: withIcon("warning", moment), detail };
  }
  const isKnown = structures.known(of, versions) === version;
  const count: SafeText = say(changeCount(changesBetween(older, survey).length));
  return {
    label: moment,
    description: joined([count, isKnown ? t("viewed last") : undefined], " · "),
    side: async () => sideOf(of, version),
  };
}

async function anotherSurvey(parts: ComparingParts): Promise<StructureSide | undefined> {
  const { dataSpaces } = parts;
  const found = await findSurvey(
    dataSpaces,
    dataSpaces.list().map((it) => it.name),
    { title: t("Compare with Another Survey") },
  );
  return found && newestSide(parts, found);
}

async function anotherVersion(
  parts: ComparingParts,
  { of }: Seen,
): Promise<StructureSide | undefined> {
  const items = apiVersions
    .filter((it) => it !== of.apiVersion)
    .map((version) => ({ label: plain(version), version }));
  const chosen = await pickOne(items, { placeHolder: t("Choose a version of the API") });
  return chosen && newestSide(parts, of, chosen.version);
}

function newestSide(
  parts: ComparingParts,
  survey: { readonly dataSpace: string; readonly surveyId: string },
  version?: (typeof apiVersions)[number],
): Promise<StructureSide> {
  return withShortProgress(t("Loading the structure of {0}", survey.surveyId), async (signal) => {
    const { of, newest } = await readSeen(parts, survey, { version, signal });
    return sideOf(of, newest);
  });
}

function momentText(milliseconds: number): string {
  return formatMoment(milliseconds, vscode.env.language);
}

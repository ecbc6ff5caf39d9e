import * as vscode from "vscode";
import { pagesOf } from "../../client/paging.ts";
import type { PanelSubject } from "../../messages/panel.ts";
import type { CollectGroup, SurveySummary } from "../../model/survey.ts";
import { formatDateTime, formatMoment } from "../../model/time.ts";
import type { OperationName } from "../../protocol/operation.ts";
import type { DataSpace, DataSpaces } from "../dataSpaces/dataSpaces.ts";
import { errorText } from "../platform/language.ts";
import { joined, plain, type SafeText } from "../platform/plainText.ts";
import { createPick, pickMany, pickOne, t, whileShown, type PickItem } from "../platform/window.ts";
import type { CommandSource } from "../surveys/node.ts";
import { addDataSpace, offerDataSpace, offerNext } from "./nextStep.ts";
import { answered } from "./steps.ts";

export interface SurveyChoice {
  readonly dataSpace: string;
  readonly surveyId: string;
  readonly label: string;
}

/** Returns the data space that was clicked, else the only one, else the one that the person picks. */
export async function askDataSpace(
  dataSpaces: DataSpaces,
  clicked: CommandSource | undefined,
): Promise<string | undefined> {
  return clickedDataSpace(clicked) ?? pickDataSpace(dataSpaces.list());
}

/** As `askDataSpace`, but offers only data spaces that are not local. */
export async function askRemoteDataSpace(
  dataSpaces: DataSpaces,
  clicked: CommandSource | undefined,
): Promise<string | undefined> {
  const found = clickedDataSpace(clicked);
  if (found !== undefined) {
    return found;
  }
  const known = dataSpaces.list();
  const remote = known.filter((it) => !it.local);
  if (known.length > 0 && remote.length === 0) {
    return offerNext(
      t("There are only local data spaces. They need no sign-in, and go when they are stopped."),
      addDataSpace,
    );
  }
  return pickDataSpace(remote);
}

function clickedDataSpace(clicked: CommandSource | undefined): string | undefined {
  return clicked && "dataSpace" in clicked ? clicked.dataSpace : undefined;
}

async function pickDataSpace(known: readonly DataSpace[]): Promise<string | undefined> {
  const [only, ...others] = known;
  if (!only) {
    return offerDataSpace();
  }
  if (others.length === 0) {
    return only.name;
  }
  const items = known.map((it) => ({
    label: plain(it.name),
    description: plain(it.version),
    detail: it.baseUrl === undefined ? t("local") : plain(it.baseUrl),
    name: it.name,
  }));
  const placeHolder = t("Choose a data space");
  return (await pickOne(items, { placeHolder, matchOnDetail: true }))?.name;
}

/** The title of a survey picker, and the survey that it proposes. */
export interface SurveyQuestion {
  readonly title?: SafeText;
  readonly proposed?: PanelSubject | undefined;
}

/** Returns the survey that was clicked, or the one that the person finds by typing. */
export async function askSurvey(
  dataSpaces: DataSpaces,
  clicked: CommandSource | undefined,
  question?: SurveyQuestion,
): Promise<SurveyChoice | undefined> {
  if (clicked?.kind === "collectGroup") {
    const { dataSpace, surveyId, group } = clicked;
    return { dataSpace, surveyId, label: group.label };
  }
  const names = dataSpaces.list().map((it) => it.name);
  return clickedSurvey(clicked) ?? findSurvey(dataSpaces, names, question);
}

/** Returns the survey that was clicked, in the tree or in its panel. */
export function clickedSurvey(clicked: CommandSource | undefined): SurveyChoice | undefined {
  if (clicked?.kind !== "survey" && clicked?.kind !== "panel") {
    return undefined;
  }
  const { dataSpace, survey } = clicked;
  return { dataSpace, surveyId: survey.surveyId, label: survey.label };
}

export interface GroupChoice {
  readonly dataSpace: string;
  readonly surveyId: string;
  readonly group: CollectGroup;
}

/**
 * Returns the collect group that was clicked, or the one that the person picks.
 * @param operation what the group is needed for; throws before further questions if the data space's version lacks it
 */
export async function askCollectGroup(
  dataSpaces: DataSpaces,
  clicked: CommandSource | undefined,
  operation: OperationName,
): Promise<GroupChoice | undefined> {
  const dataSpace = await askDataSpace(dataSpaces, clicked);
  if (dataSpace === undefined) {
    return undefined;
  }
  const client = await dataSpaces.client(dataSpace);
  client.require(operation);
  if (clicked?.kind === "collectGroup") {
    return clicked;
  }
  const survey = clickedSurvey(clicked) ?? (await findSurvey(dataSpaces, [dataSpace]));
  if (!survey) {
    return undefined;
  }
  const { surveyId } = survey;
  const items = async (signal: AbortSignal): Promise<readonly GroupItem[]> => {
    const groups = await client.listCollectGroups(surveyId, { signal });
    return groups.length === 0
      ? [{ label: t("This survey has no collect groups") }]
      : groups.map((group) => groupItem(group));
  };
  const placeHolder = t("Choose a collect group");
  const chosen = await whileShown((signal) => pickOne(items(signal), { placeHolder }));
  return chosen?.group && { dataSpace, surveyId, group: chosen.group };
}

interface GroupItem extends PickItem {
  /** `undefined` if the line only says that there is none. */
  readonly group?: CollectGroup;
}

function groupItem(group: CollectGroup): GroupItem {
  return {
    label: plain(group.label) || plain(group.collectGroupId),
    description: plain([group.channel, group.state].filter((it) => it !== undefined).join(" · ")),
    group,
  };
}

/** Returns all surveys of a data space, as items of a list. */
async function surveyItems(dataSpaces: DataSpaces, dataSpace: string, signal: AbortSignal) {
  const client = await dataSpaces.client(dataSpace);
  const items = [];
  for await (const { surveyId, label } of client.listSurveys({ signal })) {
    const id = plain(surveyId);
    const survey: SurveyChoice = { dataSpace, surveyId, label };
    items.push({ label: plain(label) || id, description: id, survey });
  }
  return items;
}

/** Asks which surveys of a data space to export. Closing the list ends its reading. */
export async function pickSurveys(
  dataSpaces: DataSpaces,
  dataSpace: string,
  options: { readonly title?: SafeText } = {},
): Promise<readonly SurveyChoice[] | undefined> {
  const picked = await whileShown((signal) =>
    pickMany(surveyItems(dataSpaces, dataSpace, signal), {
      ...options,
      matchOnDescription: true,
      placeHolder: t("Choose the surveys to export"),
    }),
  );
  return picked?.map((it) => it.survey);
}

interface SurveyItem extends PickItem {
  readonly survey?: SurveyChoice;
  /** Why the surveys of a data space could not be loaded. */
  readonly failure?: Error | undefined;
}

/**
 * Shows a picker with all surveys of the data spaces, which fills while they are read.
 * @throws the error of a data space that could not be loaded if its line is chosen, so that it is shown with its remedies
 */
export async function findSurvey(
  dataSpaces: DataSpaces,
  names: readonly string[],
  { title, proposed }: SurveyQuestion = {},
): Promise<SurveyChoice | undefined> {
  if (names.length === 0) {
    return offerDataSpace();
  }
  const pick = createPick<SurveyItem>({
    title,
    items: proposed ? [surveyItem(proposed.dataSpace, proposed)] : [],
    placeholder: t("Find a survey by title or ID"),
    matchOnDescription: true,
    matchOnDetail: true,
    busy: true,
  });
  return whileShown((signal) => {
    const all = names.map((name) => listSurveys(pick, dataSpaces, name, proposed, signal));
    void Promise.all(all).then(() => {
      if (!signal.aborted) {
        pick.busy = false;
        if (pick.items.length === 0) {
          pick.placeholder = t("There are no surveys");
        }
      }
    });
    return answered<SurveyChoice>(pick, (resolve, reject) => {
      pick.onDidAccept(() => {
        const [chosen] = pick.selectedItems;
        if (chosen?.survey) {
          resolve(chosen.survey);
        } else if (chosen?.failure) {
          reject(chosen.failure);
        }
      });
    });
  });
}

type SurveyPick = ReturnType<typeof createPick<SurveyItem>>;

/** Adds the surveys of a data space page by page, or a line with the error. @param proposed is in the list already */
async function listSurveys(
  pick: SurveyPick,
  dataSpaces: DataSpaces,
  dataSpace: string,
  proposed: SurveyQuestion["proposed"],
  signal: AbortSignal,
): Promise<void> {
  try {
    const client = await dataSpaces.client(dataSpace);
    const onStoredAnswer = (readAt: number): void => {
      const asOf = formatMoment(readAt, vscode.env.language);
      pick.placeholder = t(
        "{0} is offline, as of {1}. Find a survey by title or ID",
        dataSpace,
        asOf,
      );
    };
    const pages = pagesOf({ dataSpace, operation: "listSurveys" }, (cursor) =>
      client.surveyPage({ cursor, signal, onStoredAnswer }),
    );
    for await (const page of pages) {
      const isProposed = ({ surveyId }: SurveySummary) =>
        dataSpace === proposed?.dataSpace && surveyId === proposed.surveyId;
      const others = page.items.filter((it) => !isProposed(it));
      addItems(
        pick,
        others.map((survey) => surveyItem(dataSpace, survey)),
        signal,
      );
    }
  } catch (error) {
    const label = t("$(error) {0} could not be loaded", dataSpace);
    const failure = error instanceof Error ? error : undefined;
    const detail = plain(errorText(error));
    addItems(pick, [{ label, detail, alwaysShow: true, failure }], signal);
  }
}

function addItems(pick: SurveyPick, items: readonly SurveyItem[], signal: AbortSignal): void {
  if (signal.aborted) {
    return;
  }
  const [active] = pick.activeItems;
  pick.keepScrollPosition = true;
  pick.items = [...pick.items, ...items];
  // If no item is active, VS Code activates the first match; setting an empty list would leave Enter without an item.
  if (active) {
    pick.activeItems = [active];
  }
}

function surveyItem(
  dataSpace: string,
  survey: Pick<SurveySummary, "surveyId" | "updatedAt"> & { readonly label?: string | undefined },
): SurveyItem {
  const { surveyId, label = surveyId, updatedAt } = survey;
  const updated = updatedAt
    ? t("updated {0}", formatDateTime(updatedAt, vscode.env.language))
    : undefined;
  return {
    label: plain(label) || plain(surveyId),
    description: plain(surveyId),
    detail: joined([plain(dataSpace), updated], " · "),
    survey: { dataSpace, surveyId, label },
  };
}

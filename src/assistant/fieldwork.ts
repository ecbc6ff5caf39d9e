import { targetPercentText } from "../model/numberText.ts";
import { withDetail } from "../client/collectGroupDetail.ts";
import { english, localizable } from "../model/localizable.ts";
import type { CollectGroup } from "../model/survey.ts";
import type { CountedFigures } from "../table/countedRows.ts";
import {
  answerPage,
  answerText,
  markdownTable,
  maxRows,
  numberText,
  inlineText,
  shortLabel,
} from "./answerText.ts";
import { figuresHash, type FiguresQuery } from "./figuresQuery.ts";
import { baseNote, decideDisclosure, withheldNotes } from "./decideDisclosure.ts";
import { fields } from "./toolFields.ts";
import { defineTool, type ReadForTool, type ToldAnswer, type ToolJob } from "./toolJob.ts";

const input = {
  dataSpace: fields.dataSpace,
  survey: fields.survey,
  cursor: fields.cursor,
};

const groupColumn = "metadata:collectGroupId";

interface Group {
  readonly code: string;
  readonly label: string;
  readonly state: string | null;
  readonly count: number | null;
  readonly target: number | null;
  /** Percentage of the target that is reached. */
  readonly percent: number | null;
}

interface Day {
  readonly day: string;
  readonly count: number | null;
}

export const fieldwork = defineTool({
  name: "fieldwork",
  title: localizable("Fieldwork of a Survey"),
  summary: localizable(
    "How many responses came in, by collect group and by day, and how targets are reached.",
  ),
  description:
    "How the collecting of responses goes: how many a survey has, per collect group with its target and how much of it is reached, and " +
    "per day of submission, newest day first. Use it for response counts over time, progress and quotas. It has no answers to questions.",
  icon: "calendar",
  level: "figures",
  input,
  sharing: ({ survey }) =>
    localizable(
      "Counts of the responses to the survey {0} by collect group and day are shared with the assistant.",
      survey,
    ),
  tell: async (job, { dataSpace: asked, survey: surveyId, cursor }) => {
    const { name: dataSpace } = await job.space(asked);
    return job.reading(dataSpace, surveyId, async (read) => {
      const { survey } = read;
      const counted = await survey.tables.count(survey.table, {
        columns: [groupColumn],
        filter: {},
        byDay: true,
      });
      const isReached = read.notes.length === 0;
      const groups = isReached
        ? await detailed(job, dataSpace, survey.collectGroups)
        : survey.collectGroups;
      const query: FiguresQuery = { dataSpace, surveyId, filter: {}, base: "all" };
      return tell(job, { read, counted, groups, query }, cursor);
    });
  },
});

interface Counted {
  readonly read: ReadForTool;
  readonly counted: CountedFigures;
  readonly groups: readonly CollectGroup[];
  readonly query: FiguresQuery;
}

/** Requests the details of collect groups, which have the targets: lists of v3 lack them. */
async function detailed(
  job: ToolJob,
  dataSpace: string,
  groups: readonly CollectGroup[],
): Promise<CollectGroup[]> {
  const client = await job.cancellable(job.host.client(dataSpace));
  return job.cancellable(Promise.all(groups.map((it) => withDetail(client, it, job.call.signal))));
}

async function tell(
  job: ToolJob,
  figures: Counted,
  cursor: string | undefined,
): Promise<ToldAnswer> {
  const { read, counted, query } = figures;
  const { survey } = read.survey;
  const told = await toldCounts(job, figures);
  const { n } = told;
  const lines = [...told.groups, ...told.days];
  const page = answerPage<Group | Day>(lines, cursor, { size: maxRows, of: query });
  const groups = page.items.filter((it) => "code" in it);
  const days = page.items.filter((it) => "day" in it);
  const target = targetOf(figures.groups);
  const hash = figuresHash(query);
  const asOf = new Date(counted.readAt).toISOString();
  const isWithheld = n === null || page.items.some((it) => it.count === null);
  const { leastCount } = job.host;
  return {
    text: answerText(
      [
        `Fieldwork of the survey “${inlineText(survey.label)}” (${inlineText(survey.surveyId)}) in the data space ${inlineText(query.dataSpace)}. Filter: none. Base: all responses. As of ${asOf}. Hash: ${hash}.`,
        n === null
          ? baseNote(leastCount)
          : `${numberText(n)} responses${target === null ? "" : `, of a target of ${numberText(target)}`}.`,
        ...read.notes.map(inlineText),
      ],
      groups.length === 0 ? "" : groupTable(groups),
      days.length === 0
        ? ""
        : markdownTable(
            ["Day", "Responses"],
            days.map((it) => [it.day, numberText(it.count)]),
          ),
      isWithheld ? withheldNotes(leastCount, told.isFull) : [],
    ),
    content: {
      survey: survey.surveyId,
      label: shortLabel(survey.label),
      base: query.base,
      filter: null,
      weight: null,
      asOf,
      hash,
      n,
      target,
      groups,
      days,
    },
    page,
    figures: { hash, query },
    what: "Counts of responses by collect group and day",
  };
}

async function toldCounts(
  { host }: ToolJob,
  { read, counted, groups }: Counted,
): Promise<{
  readonly n: number | null;
  readonly groups: readonly Group[];
  readonly days: readonly Day[];
  readonly isFull: boolean;
}> {
  const values = counted.summaries[0]?.values ?? [];
  const byGroup = counted.columns[0]?.values ?? [];
  const days = counted.days.toReversed();
  const told = await decideDisclosure(
    host,
    { read, counted },
    {
      base: { rows: counted.rows },
      columnTotals: byGroup.map((rows) => ({ rows })),
      cells: days.map(({ rows }) => ({ rows })),
    },
  );
  return {
    n: told.base ? counted.rows.length : null,
    groups: values.map(({ value, label, count }, at): Group => {
      const group = groups.find((it) => it.collectGroupId === value);
      const target = group?.targetCnt ?? null;
      const its = told.columnTotals[at] === true ? count : null;
      return {
        code: value,
        label: shortLabel(label ?? value),
        state: group?.state ?? null,
        count: its,
        target,
        percent: its === null || target === null || target < 1 ? null : (100 * its) / target,
      };
    }),
    days: days.map(({ day, rows }, at) => ({
      day,
      count: told.cells[at] === true ? rows.length : null,
    })),
    isFull: told.isFull,
  };
}

/** Returns the sum of the targets, or `null` unless every group has a target. */
function targetOf(groups: readonly CollectGroup[]): number | null {
  const targets = groups.map((it) => it.targetCnt ?? 0);
  return targets.length > 0 && targets.every((it) => it >= 1)
    ? targets.reduce((sum, it) => sum + it, 0)
    : null;
}

function groupTable(groups: readonly Group[]): string {
  return markdownTable(
    ["Collect group", "Title", "State", "Responses", "Target", "Reached"],
    groups.map((it) => [
      it.code,
      it.label,
      it.state ?? "",
      numberText(it.count),
      it.target === null ? "" : numberText(it.target),
      it.count === null || it.target === null || it.percent === null
        ? ""
        : targetPercentText(it.count, it.target, english),
    ]),
    3,
  );
}

import { response, writeDirectory, type SurveySpec } from "../../service/support/dataSpace.ts";

/* Data for the conformance matrix and the expected answers, computed here from API.md, not taken from the service. */

/** Numbers of items around the page borders of responses and metadata, and of surveys in v1 and v2. */
export const itemCounts = [0, 1, 999, 1000, 1001, 2000];

export interface Item {
  /** Used as responseId, answerUid and serial. */
  readonly id: string;
  readonly finishedAt: string;
}

/** Sorts newest first, as the service sorts: by time, then by id. */
function newestFirst(items: readonly Item[]): Item[] {
  const key = (it: Item) => `${it.finishedAt} ${it.id}`;
  return items.toSorted((a, b) => (key(a) < key(b) ? 1 : -1));
}

function second(index: number): string {
  return new Date(Date.UTC(2025, 2, 1) + index * 1000).toISOString().slice(0, 19);
}

/** Responses per second, repeated: the second of a border often has several. */
const crowds = [1, 1, 3, 3, 4];
const crowdOf = (index: number) => crowds[index % crowds.length] ?? 1;

/** Returns `count` responses, oldest first, in consecutive seconds of as many as `crowds` says. */
function itemsOf(count: number): Item[] {
  const items: Item[] = [];
  for (let at = 0; items.length < count; at++) {
    for (let n = crowdOf(at); n > 0 && items.length < count; n--) {
      items.push({ id: `r${String(items.length).padStart(6, "0")}`, finishedAt: second(at) });
    }
  }
  return items;
}

/** Range (start, end]; an absent bound is open. */
export interface Window {
  readonly startDateTime?: string;
  readonly endDateTime?: string;
}

/** The survey that is read in windows of time. */
export const windowedId = "windowed";
const windowedItems = itemsOf(2600);

/** Returns the items in the window, newest first. */
export function itemsIn({ startDateTime, endDateTime }: Window): Item[] {
  return newestFirst(
    windowedItems.filter(
      ({ finishedAt }) =>
        (startDateTime === undefined || finishedAt > startDateTime) &&
        (endDateTime === undefined || finishedAt <= endDateTime),
    ),
  );
}

/** Returns a window of exactly `count` items whose bounds are seconds with several responses each. */
export function windowOf(count: number): Required<Window> {
  const seconds = 1000;
  for (let start = 0; start < seconds; start++) {
    let found = 0;
    for (let end = start; end < seconds && found <= count; end++) {
      found += end === start ? 0 : crowdOf(end);
      // A window of a single item cannot end in a second with several.
      if (found === count && crowdOf(start) > 1 && (crowdOf(end) > 1 || count === 1)) {
        return { startDateTime: second(start), endDateTime: second(end) };
      }
    }
  }
  throw new Error(`No window has ${count} responses.`);
}

/** Id of the survey that has exactly `count` responses. */
export const countedId = (count: number) => `n${count}`;
export const countedItems = (count: number) => newestFirst(itemsOf(count));

export const detailedId = "설문 조사 100%";
export const groups = [
  {
    collectGroupId: "link",
    label: "Link",
    channel: "PUBLIC_LINK",
    isUsingHmac: false,
    serial: "L-1",
  },
  {
    collectGroupId: "그룹/1",
    label: "Signed",
    channel: "PUBLIC_LINK",
    isUsingHmac: true,
    serial: "L-2",
  },
  { collectGroupId: "panel", label: "Panel", channel: "PANEL", isUsingHmac: false },
].map((it, index) => ({
  ...it,
  surveyId: detailedId,
  state: "READY",
  targetCnt: 100 + index,
  startedAt: second(10 + index),
  completedAt: second(20 + index),
  createdAt: second(index),
  updatedAt: second(30 + index),
}));

export const detail = {
  surveyId: detailedId,
  label: "Details",
  questions: [
    {
      name: "Q1",
      type: "SingleChoice",
      label: "<p>How?</p>",
      options: [
        { name: "w", label: "<b>Well</b>" },
        { name: "b", label: "Badly" },
      ],
    },
    { name: "Q2", type: "Text", label: "Why?", options: [] },
  ],
  embeddedData: [
    { name: "source", label: "Source" },
    { name: "tier", label: "Tier" },
  ],
  blocks: [{ name: "B", label: "Block", questions: ["Q1", "Q2"] }],
  collectGroups: groups.map(({ collectGroupId, label, state }) => ({
    collectGroupId,
    label,
    state,
  })),
  createdAt: second(1),
  updatedAt: second(2),
};

/** The only response of the survey with details. */
const detailed = response("r1", second(5), {
  collectGroupId: "link",
  startedAt: second(4),
  variables: [
    { name: "Q1", answer: [{ value: "b", etcValue: "rather" }] },
    { name: "Q2", answer: [{ value: "so" }] },
  ],
  embeddedData: [
    { name: "source", value: "web" },
    { name: "tier", value: "gold" },
  ],
});

function lines(items: readonly Item[]) {
  return items.map(({ id, finishedAt }) =>
    response(id, finishedAt, {
      collectGroupId: "link",
      completedStatus: "COMPLETED",
      startedAt: finishedAt,
      variables: [{ name: "Q1", answer: [{ value: id.slice(-1) }] }],
    }),
  );
}

/** All surveys that are read for more than their place in a list. */
const surveysWithContent: SurveySpec[] = [
  ...itemCounts.map((count) => ({ surveyId: countedId(count), responses: lines(itemsOf(count)) })),
  { surveyId: windowedId, responses: lines(windowedItems) },
  { surveyId: detailedId, survey: detail, collectGroups: groups, responses: [detailed] },
].map((it) => ({ survey: { surveyId: it.surveyId, createdAt: second(0) }, ...it }));

/** Number of surveys in a data space, and how many of them are running. */
export interface SurveySpace {
  readonly all: number;
  readonly running: number;
}

/** Together they give lists of 0, 1, 99, 100, 101, 200, 999, 1000, 1001 and 2000 surveys in every version. */
export const surveySpaces: readonly SurveySpace[] = [
  { all: 0, running: 0 },
  { all: 1, running: 1 },
  { all: 100, running: 99 },
  { all: 200, running: 101 },
  { all: 1000, running: 999 },
  { all: 2000, running: 1001 },
];

/** The data space whose surveys have content. */
export const contentSpace: SurveySpace = { all: surveysWithContent.length, running: 0 };

/** Ids of a space's surveys, sorted by creation time, newest first, and within a second by id. */
export function surveyIds(space: SurveySpace, running: boolean): string[] {
  return listed(space)
    .filter((it) => !running || it.running)
    .toSorted((a, b) => (`${a.createdAt} ${a.surveyId}` < `${b.createdAt} ${b.surveyId}` ? 1 : -1))
    .map((it) => it.surveyId);
}

function listed(space: SurveySpace) {
  const content = space === contentSpace ? surveysWithContent : [];
  const plain = Array.from({ length: space.all - content.length }, (_, index) => ({
    surveyId: `s${String(index).padStart(4, "0")}`,
    // Two surveys per second, so that some pages end between surveys of the same second.
    createdAt: second(1 + Math.floor(index / 2)),
    running: index < space.running,
  }));
  const others = content.map(({ surveyId }) => ({
    surveyId,
    createdAt: surveyId === detailedId ? detail.createdAt : second(0),
    running: false,
  }));
  return [...plain, ...others];
}

/** Writes the data space. @returns its directory */
export function writeSpace(space: SurveySpace): string {
  const content = new Map(
    (space === contentSpace ? surveysWithContent : []).map((it) => [it.surveyId, it]),
  );
  return writeDirectory({
    surveys: listed(space).map(
      ({ surveyId, createdAt, running }) =>
        content.get(surveyId) ?? {
          surveyId,
          survey: { surveyId, label: surveyId, createdAt },
          collectGroups: running
            ? [{ collectGroupId: `g-${surveyId}`, surveyId, state: "RUNNING" }]
            : [],
        },
    ),
  });
}

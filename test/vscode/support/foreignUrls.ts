/*
 * What the foreign service answers about response URLs in v2: as the reference says, and where the reference is silent,
 * differently from our own service.
 */

const survey = {
  surveyId: "f1",
  title: "Foreign survey",
  questions: [],
  parameters: [
    { parameterKey: "panelist", isCollectable: true },
    { parameterKey: "wave", isCollectable: true, note: 1 },
  ],
};

const groups = [
  { collectGroupId: "g0", surveyId: "f1", name: "Web", channel: "PUBLIC_LINK", state: "RUNNING" },
  { collectGroupId: "g1", surveyId: "f1", name: "Mail", channel: "EMAIL", state: "READY" },
];

/** Answers the requests that it knows. The body is empty unless the request is a POST. */
export function answerAboutUrls(
  path: string,
  body: string,
): [status: number, body: string] | undefined {
  if (path === "/v2/surveys/f1") {
    return [200, JSON.stringify(survey)];
  }
  if (path === "/v2/surveys/f1/collect-groups") {
    return [200, JSON.stringify(groups)];
  }
  const group = groups.find((it) => path === `/v2/collect-groups/${it.collectGroupId}`);
  if (group) {
    return [200, JSON.stringify(group)];
  }
  if (path === "/v2/collect-groups/g0/response-urls" && body !== "") {
    const rows = JSON.parse(body) as { parameters: Record<string, string | number> }[];
    // There is no URL for a panelist of that name, so there is one too few.
    const made = rows.filter((it) => it.parameters["panelist"] !== "lost");
    const urls = made.map(({ parameters }) => {
      const { panelist } = parameters;
      const odd = typeof panelist === "string" ? oddUrls.get(panelist) : undefined;
      return odd === undefined ? { url: foreignUrl(parameters) } : odd;
    });
    return [200, JSON.stringify(urls)];
  }
  return undefined;
}

/** Answers for panelists of these names, in place of the URL of a web page. */
export const oddUrls: ReadonlyMap<string, string | null> = new Map([
  ["nothing", null],
  ["script", "javascript:alert(1)"],
  ["command", "vscode://some.extension/run"],
  ["disguised", "https://foreign.example@elsewhere.test/r"],
]);

/** Returns a URL that has each value with its type. */
export function foreignUrl(values: Record<string, string | number>): string {
  return `https://foreign.example/r?p=${encodeURIComponent(JSON.stringify(values))}`;
}

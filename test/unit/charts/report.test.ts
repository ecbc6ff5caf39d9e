import assert from "node:assert/strict";
import { Parser } from "htmlparser2";
import type { Report } from "../../../src/charts/report.ts";
import { reportContent } from "../../../src/charts/report.ts";
import { reportHtml } from "../../../src/charts/reportHtml.ts";
import { reportMarkdown } from "../../../src/charts/reportMarkdown.ts";
import { columnKey } from "../../../src/model/grid.ts";
import { column, english, reportOf, singleSummary, summariesOf, yesNo } from "./reportFixtures.ts";

const q1 = column("Q1", { text: "Are you satisfied?", options: yesNo, block: "Opinions" });
const source = column("source", { kind: "embedded", text: "Source" });
const many = Array.from({ length: 12 }, (_, index) =>
  column(`Q${index + 1}`, { text: `Question ${index + 1}`, options: yesNo }),
);

function factsOf(report: Report): Record<string, readonly string[]> {
  return Object.fromEntries(
    reportContent(report, english).facts.map(({ name, values }) => [name, values]),
  );
}

interface Element {
  readonly tagName: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Text of the element and of all elements in it. */
  text: string;
}

function elements(html: string): Element[] {
  const found: Element[] = [];
  const open: Element[] = [];
  const parser = new Parser({
    onopentag(tagName, attributes) {
      const element = { tagName, attributes, text: "" };
      found.push(element);
      open.push(element);
    },
    ontext(text) {
      open.forEach((it) => {
        it.text += text;
      });
    },
    onclosetag: () => void open.pop(),
  });
  parser.end(html);
  return found;
}

describe("report", () => {
  it("lists its data space, survey, filter, base and times", () => {
    const facts = factsOf(reportOf([q1]));
    assert.deepEqual(facts["Data space"], ["Acme (API v3)"]);
    assert.deepEqual(facts["Survey ID"], ["S1"]);
    assert.deepEqual(facts["Filter"], ["All responses"]);
    assert.deepEqual(facts["Responses"], ["12 of 20"]);
    assert.deepEqual(facts["Percent of"], ["Answered: the responses that answered the question"]);
    assert.match(facts["Data as of"]?.join() ?? "", /2026.*, by the clock of this machine$/);
    assert.match(facts["Generated"]?.join() ?? "", /2026.*, by Survey Explorer 1\.2\.3$/);
    assert.deepEqual(facts["Weighted by"], undefined);
    assert.deepEqual(facts["Split by"], undefined);
    assert.deepEqual(facts["Compared with"], undefined);
  });

  it("warns prominently about partial figures", () => {
    const unfinished = reportOf([q1], {
      summaries: summariesOf([singleSummary(q1)], {
        isComplete: false,
        loaded: 12_000,
        matching: 3,
      }),
    });
    const said = "Partial figures: 12,000 responses loaded.";
    assert.deepEqual(reportContent(unfinished, english).warnings, [said]);
    assert.deepEqual(factsOf(unfinished)["Responses"], ["3 of 12,000 loaded (partial)"]);
    assert.ok(reportMarkdown(unfinished, english).includes(`> **${said}**`));
    const warning = elements(reportHtml(unfinished, english)).find(
      (it) => it.attributes["class"] === "warning",
    );
    assert.equal(warning?.text, said);
    assert.deepEqual(reportContent(reportOf([q1]), english).warnings, []);
  });

  it("warns of a survey without responses, not of its filter", () => {
    const summaries = summariesOf([singleSummary(q1)], { loaded: 0, matching: 0 });
    const compared = { filter: {}, summaries };
    assert.deepEqual(reportContent(reportOf([q1], { summaries, compared }), english).warnings, [
      "The survey has no responses.",
    ]);
  });

  it("warns if no response matches the filter", () => {
    const summaries = summariesOf([singleSummary(q1)], { matching: 0 });
    assert.deepEqual(reportContent(reportOf([q1], { summaries }), english).warnings, [
      "No response matches the filter.",
    ]);
  });

  it("notes responses excluded by weights, and the split", () => {
    const weight = column("weight", { kind: "embedded" });
    const summaries = summariesOf([singleSummary(q1)], {
      weighting: { sum: 1234.567, excluded: 12 },
    });
    const report = reportOf([q1, weight, source], {
      summaries,
      weight: "embedded:weight",
      split: "embedded:source",
    });
    const facts = factsOf(report);
    assert.deepEqual(facts["Weighted by"], [
      "weight",
      "The sum of weights is 1,234.6. Responses without a weight above 0, not counted: 12.",
    ]);
    assert.deepEqual(facts["Split by"], ["source (Source)"]);
  });

  it("includes the statistics that the panel shows", () => {
    const statistics = { n: 3, mean: 1.7, min: 1, max: 2, q1: 1.5, median: 2, q3: 2 };
    const summaries = summariesOf([{ ...singleSummary(q1), statistics }]);
    const tables = (more: Partial<Report>): unknown =>
      reportContent(reportOf([q1], { summaries, ...more }), english).groups[0]?.questions[0]?.tables
        .length;
    assert.equal(tables({}), 1);
    assert.equal(tables({ statistics: { [columnKey(q1)]: true } }), 2);
  });

  it("compares two filters", () => {
    const report = reportOf([q1], {
      compared: {
        filter: { collectGroupId: "G1" },
        summaries: summariesOf([singleSummary(q1)], { matching: 7 }),
      },
    });
    const facts = factsOf(report);
    assert.deepEqual(facts["Compared with"], ["Collect group: Website link (G1)"]);
    assert.deepEqual(facts["Responses of the comparison"], ["7 of 20"]);
    const [table] = reportContent(report, english).groups[0]?.questions[0]?.tables ?? [];
    const heads = table?.head.map((it) => it.text) ?? [];
    assert.ok(heads.includes("This filter: Count"), heads.join());
    assert.ok(heads.includes("Comparison: Count"), heads.join());
  });

  it("states that the version does not provide who was asked", () => {
    const survey = { surveyId: "S1", label: "Old", apiVersion: "v1" } as const;
    assert.deepEqual(factsOf(reportOf([q1], { survey, base: "asked" }))["Percent of"], [
      "Asked: the responses that were shown the question, answered or not",
      "Percentages are of answered: v1 does not provide who was asked.",
    ]);
  });

  it("groups questions by block, then embedded data, in the requested order", () => {
    const q2 = column("Q2", { options: yesNo });
    const { groups } = reportContent(reportOf([q1, q2, source]), english);
    assert.deepEqual(
      groups.map(({ title, questions }) => [title, ...questions.map((it) => it.title)]),
      [
        ["Opinions", "Q1"],
        ["Questions", "Q2"],
        ["Embedded data", "source"],
      ],
    );
  });

  it("uses the survey ID as title if the survey has none", () => {
    const survey = { surveyId: "S1", label: "", apiVersion: "v3" } as const;
    assert.equal(reportContent(reportOf([q1], { survey }), english).title, "S1");
  });
});

describe("Markdown report", () => {
  it("has a heading and a table for each question", () => {
    const text = reportMarkdown(reportOf([q1]), english);
    assert.deepEqual(text.match(/^#.*$/gm), ["# Customer satisfaction", "## Opinions", "### Q1"]);
    assert.match(text, /^### Q1\n\nAre you satisfied\?\n\n/m);
    assert.match(text, /^\| Yes \| 1 \| 1 \| 33\.3% \|$/m);
    assert.match(text, /^\| No \| 2 \| 2 \| 66\.7% \|$/m);
  });

  it("has contents with links to headings for many questions", () => {
    const text = reportMarkdown(reportOf(many), english);
    assert.match(
      text,
      /^## Contents\n\n- \[Questions\]\(#questions\)\n {2}- \[Q1\]\(#q1\) Question 1$/m,
    );
    assert.doesNotMatch(reportMarkdown(reportOf(many.slice(0, 10)), english), /Contents/);
  });

  it("links to distinct anchors for headings of the same name", () => {
    const twice = [...many, column("q1", { kind: "embedded" }), column("질문 1?", {})];
    const text = reportMarkdown(reportOf(twice), english);
    assert.match(text, /\[q1\]\(#q1-1\)/);
    assert.match(text, /\[질문 1\?\]\(#%EC%A7%88%EB%AC%B8-1\)/);
  });

  it("links correctly if the title equals a question's name", () => {
    const survey = { surveyId: "S1", label: "Q1", apiVersion: "v3" } as const;
    assert.match(reportMarkdown(reportOf(many, { survey }), english), /\[Q1\]\(#q1-1\)/);
  });

  it("escapes list and rule markers at the beginning of a question's text", () => {
    const begun = ["1. Age", "2) Age", "- Age", "+ Age", "---", "10.5 hours", "Age"].map((text) => {
      const markdown = reportMarkdown(reportOf([column("Q1", { text })]), english);
      return /### Q1\n\n(.*)\n/.exec(markdown)?.[1];
    });
    const expected = ["1\\. Age", "2\\) Age", "\\- Age", "\\+ Age", "\\---", "10\\.5 hours", "Age"];
    assert.deepEqual(begun, expected);
  });

  it("escapes markup in labels", () => {
    const hostile = "# <script>alert(1)</script> | [x](javascript:1) `a` ![i](https://e.example/i)";
    const label = column("Q*1*", {
      text: hostile,
      options: [{ name: "1", label: hostile }],
      block: hostile,
    });
    const survey = { surveyId: "S1", label: hostile, apiVersion: "v3" } as const;
    const text = reportMarkdown(reportOf([label], { survey, dataSpace: hostile }), english);
    assert.ok(text.includes("\\<script\\>alert(1)"));
    assert.deepEqual(text.match(/(?<!\\)<|(?<!\\)`|(?<!\\)\]\(|(?<!\\)\*1/g), null);
    assert.deepEqual(text.match(/^#+ .*$/gm)?.length, 3);
  });
});

describe("HTML report", () => {
  it("is one document in the reader's language, without scripts or external resources", () => {
    const html = reportHtml(reportOf([q1]), { ...english, locale: "ko" });
    const all = elements(html);
    assert.equal(all[0]?.attributes["lang"], "ko");
    const policy = all.find((it) => it.attributes["http-equiv"] === "Content-Security-Policy");
    assert.match(policy?.attributes["content"] ?? "", /^default-src 'none'; /);
    assert.deepEqual(
      all.filter((it) => ["script", "link", "img", "iframe", "object"].includes(it.tagName)),
      [],
    );
    const references = all.flatMap((it) =>
      Object.keys(it.attributes).filter((name) => ["src", "href", "xlink:href"].includes(name)),
    );
    assert.deepEqual(references, []);
    assert.deepEqual(
      all.flatMap((it) => (/^h\d$/.test(it.tagName) ? [`${it.tagName} ${it.text}`] : [])),
      ["h1 Customer satisfaction", "h2 Opinions", "h3 Q1"],
    );
  });

  it("shows figures as tables with captions and scopes", () => {
    const all = elements(reportHtml(reportOf([q1]), english));
    const table = all.find((it) => it.tagName === "table");
    const cells = all.filter((it) => it.tagName === "th" || it.tagName === "td");
    assert.ok(table);
    assert.ok(cells.every((it) => it.tagName === "td" || it.attributes["scope"] !== undefined));
    assert.match(table.text, /^\s*Q1\s*Answer/);
    assert.match(table.text, /Yes1133\.3%/);
  });

  it("has a picture for each question", () => {
    const pictures = elements(reportHtml(reportOf([q1]), english)).filter(
      (it) => it.tagName === "svg",
    );
    assert.equal(pictures.length, 1);
    assert.equal(pictures[0]?.attributes["role"], "img");
  });

  it("links many questions from its contents", () => {
    const all = elements(reportHtml(reportOf(many), english));
    const links = all.flatMap((it) => (it.tagName === "a" ? [it.attributes["href"]] : []));
    const ids = new Set(all.map((it) => it.attributes["id"]));
    assert.equal(links.length, many.length);
    assert.deepEqual(
      links.filter((it) => !ids.has(it?.slice(1))),
      [],
    );
  });

  it("escapes markup in labels, and removes direction marks and lone surrogates", () => {
    const hostile = `</title><script>alert(1)</script><img src=x onerror="1">"'&\u202e\ud800`;
    const shown = `</title><script>alert(1)</script><img src=x onerror="1">"'&`;
    const it = column("Q1", {
      text: hostile,
      options: [{ name: "1", label: hostile }],
      block: hostile,
    });
    const survey = { surveyId: "S1", label: hostile, apiVersion: "v3" } as const;
    const all = elements(
      reportHtml(reportOf([it, ...many], { survey, dataSpace: hostile }), english),
    );
    assert.deepEqual(
      all.filter((element) => ["script", "img"].includes(element.tagName)),
      [],
    );
    assert.deepEqual(
      all.flatMap((element) =>
        Object.keys(element.attributes).filter((name) => name.startsWith("on")),
      ),
      [],
    );
    const title = all.find((element) => element.tagName === "h1");
    assert.equal(title?.text, shown);
  });
});

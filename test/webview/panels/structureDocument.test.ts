import assert from "node:assert/strict";
import type { Question } from "../../../src/model/survey.ts";
import { SurveyDocument } from "../../../src/webview/structure/document.ts";

describe("The document of a structure", () => {
  const question = (name: string, label: string): Question => ({ name, label, options: [] });

  it("has each of several questions with one name once, in the order of their mentions", () => {
    const { sections } = new SurveyDocument({
      surveyId: "S",
      label: "S",
      apiVersion: "v3",
      questions: [question("q", "First"), question("q", "Second"), question("r", "Third")],
      blocks: [
        { name: "a", label: "A", questions: ["q", "r"] },
        { name: "b", label: "B", questions: ["q", "r"] },
      ],
      embeddedData: [],
    });
    assert.deepEqual(
      sections.slice(0, -2).map(({ title, entries }) => [title, ...entries.map((it) => it.text)]),
      [
        ["A", "First", "Third"],
        ["B", "Second", "Third"],
      ],
    );
  });
});

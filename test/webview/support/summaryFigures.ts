import assert from "node:assert/strict";
import type { Frame } from "playwright-core";
import { labelText } from "../../../src/model/label.ts";
import type { Response } from "../../../src/model/response.ts";
import { eventually } from "./eventually.ts";

/**
 * Checks the counts of a question's options in the summary that a panel shows.
 * @param responses all responses of the survey; the question is the first one with several options and one answer
 */
export async function assertSummary(frame: Frame, responses: readonly Response[]): Promise<void> {
  const question = responses[0]?.variables.find(
    (it) => it.options.length > 1 && it.answer.length === 1,
  );
  assert.ok(question);
  const expected = question.options.map(({ name, label }) => {
    const given = responses.filter((response) =>
      response.variables.some(
        (it) => it.name === question.name && it.answer.some(({ value }) => value === name),
      ),
    );
    return [labelText(label), given.length.toLocaleString("en")];
  });
  const rows = frame.locator("article.question", { hasText: question.name }).first();
  let seen: unknown;
  await eventually("the figures", async () => {
    seen = await rows
      .locator("table.bars tbody tr")
      .evaluateAll((all) =>
        all.map((it) =>
          [it.querySelector("th"), it.querySelector(".figure-number")].map((cell) =>
            cell?.textContent.trim(),
          ),
        ),
      );
    return JSON.stringify(seen) === JSON.stringify(expected) || undefined;
  }).catch(() => assert.deepEqual(seen, expected));
}

/** Shows column charts in the headers of the grid. */
export async function showHeaderBars(frame: Frame): Promise<void> {
  await frame.getByRole("tab", { name: "Responses" }).click();
  await frame.getByRole("button", { name: "More Actions" }).click();
  const item = frame.getByRole("menuitemcheckbox", { name: "Column Charts" });
  if ((await item.getAttribute("aria-checked")) === "true") {
    await item.press("Escape");
  } else {
    await item.click();
  }
  await frame.locator(".header-bars rect").first().waitFor();
}

import { strict as assert } from "node:assert";
import type { Frame, Locator } from "playwright-core";
import { secondsOf, timeOfSeconds } from "../../../src/model/time.ts";
import { sendText, type TestServer } from "../../client/support/testServer.ts";
import { startLiveServer, type LiveItem } from "../../export/support/liveServer.ts";
import { eventually, succeeds } from "../support/eventually.ts";
import { Workbench } from "../support/workbench.ts";
import { serveSpace, type ServedSpace } from "../support/servedSpace.ts";

const survey = {
  surveyId: "S1",
  title: "Live fieldwork",
  questions: [],
  createdAt: "2025-03-01T00:00:00",
};
const group = (collectGroupId: string, name: string, targetCnt?: number) => ({
  ...{ collectGroupId, surveyId: "S1", name, channel: "PUBLIC_LINK", state: "RUNNING", targetCnt },
});
const epoch = secondsOf("2025-03-01T10:00:00") ?? 0;

/** Returns a response: one an hour, to alternating groups. v1 does not require the time of the start. */
function item(number: number, seconds = number * 3600): LiveItem {
  const finishedAt = timeOfSeconds(epoch + seconds);
  const collectGroupId = number % 2 === 0 ? "g1" : "g2";
  const json = JSON.stringify({ serial: `S${number}`, collectGroupId, finishedAt, answers: [] });
  return { finishedAt, order: number, json };
}

describe("Fieldwork of a running survey in VS Code", () => {
  let service: TestServer;
  let space: ServedSpace;
  let workbench: Workbench;
  let frame: Frame;
  let groups = [group("g1", "Web", 40), group("g2", "Letters")];
  let isDown = false;
  const arriving: LiveItem[] = [];
  let count = 30;

  before(async () => {
    service = await startLiveServer({
      version: "v1",
      items: Array.from({ length: count }, (_, number) => item(number)),
      arrive: () => arriving.splice(0),
      disturb: ({ pathname }, answer) => {
        if (isDown) {
          answer.destroy();
          return true;
        }
        const id = /collect-groups\/(\w+)$/.exec(pathname)?.[1];
        const found = pathname.endsWith("/collect-groups")
          ? groups
          : id === undefined
            ? { "/v1/surveys": { surveys: [survey] }, "/v1/surveys/S1": survey }[pathname]
            : groups.find((it) => it.collectGroupId === id);
        if (found) {
          sendText(answer, JSON.stringify(found));
        }
        return found !== undefined;
      },
    });
    space = await serveSpace("Acme", service, { version: "v1" });
    workbench = await Workbench.open({ server: space.server });
    await workbench.waitForTree("Acme");
    await workbench.chooseFromContextMenu(row(survey.title), "Open Fieldwork");
    frame = await workbench.webviewFrame("responses", survey.title);
    await figures().waitFor();
  });

  after(async () => {
    await workbench.close();
    await space[Symbol.asyncDispose]();
  });

  const row = (name: string) =>
    workbench.page
      .getByRole("tree", { name: /Surveys/ })
      .getByRole("treeitem", { name: new RegExp(name) })
      .last();

  const refresh = () =>
    frame.locator(".fieldwork-head").getByRole("button", { name: "Refresh", exact: true }).click();

  /** Locates the figures of all submitted responses. */
  const figures = () =>
    frame.locator(".key-figures", { hasText: new RegExp(`Responses\\s*${count}\\s*First`) });

  function submit(...items: readonly LiveItem[]): void {
    arriving.push(...items);
    count += items.length;
  }

  /** Refreshes until the element appears: the server adds new responses only after it has answered a request. */
  async function refreshUntil(seen: Locator): Promise<void> {
    await eventually("the new responses", async () => {
      await refresh();
      return succeeds(seen.waitFor({ state: "attached", timeout: 2000 }));
    });
  }

  it("is read without responses, and lists the data that v1 does not provide", async () => {
    await frame.getByText("Not provided by v1: durations").waitFor();
    const paths = service.requests.map(({ url }) => url.pathname);
    assert.ok(paths.includes("/v1/responses/metadata"));
    assert.ok(!paths.includes("/v1/responses"));
  });

  it("shows new responses after a refresh, in the tab and in the tree", async () => {
    await row(survey.title).locator(".monaco-tl-twistie").click();
    await row("Web RUNNING · 15 of 40").waitFor();
    submit(item(30), item(32, 30 * 3600 + 1));
    await refreshUntil(figures());
    await row("Web RUNNING · 17 of 40").waitFor();
  });

  it("stays visible with its time while the service is not available", async () => {
    isDown = true;
    await refresh();
    const line = frame.locator(".fieldwork-state").getByText(/^Offline\. As of \d/);
    await line.waitFor();
    await figures().waitFor();
    assert.equal(await frame.getByRole("alert").count(), 0);
    isDown = false;
    await refresh();
    await line.waitFor({ state: "detached" });
  });

  it("includes late submissions after Reload All Responses, still without reading responses", async () => {
    submit(item(99, -3600));
    await refresh();
    await frame.getByRole("button", { name: "More Actions" }).first().click();
    await frame.getByRole("menuitem", { name: "Reload All Responses" }).click();
    await figures().waitFor();
    assert.ok(!service.requests.some(({ url }) => url.pathname === "/v1/responses"));
  });

  it("reports after a window reload that the selected group is gone", async () => {
    groups = [...groups, group("g3", "Letters of last year")];
    await refreshUntil(frame.locator("select[name=scope] option[value=g3]"));
    await frame.locator("select[name=scope]").selectOption("g3");
    await workbench.waitUntilStored(/"tab":"fieldwork".*"collectGroupId":"g3"/);
    groups = groups.filter((it) => it.collectGroupId !== "g3");
    await workbench.reload();
    frame = await workbench.webviewFrame("responses", survey.title);
    await frame.getByText("The survey has no collect group g3").waitFor();
    assert.equal(await frame.locator("select[name=scope]").inputValue(), "g3");
    await frame.locator("select[name=scope]").selectOption({ label: "All groups" });
    await figures().waitFor();
  });
});

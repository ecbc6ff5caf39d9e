import { strict as assert } from "node:assert";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Frame, Locator } from "playwright-core";
import { greeterFiles } from "../../../scripts/host/greeter.ts";
import { currentRelease, provisionVsCode } from "../../../scripts/host/provision.ts";
import { startServer, type VsCodeServer } from "../../../scripts/host/server.ts";
import { secondsOf, timeOfSeconds } from "../../../src/model/time.ts";
import { sendText, type TestServer } from "../../client/support/testServer.ts";
import { startLiveServer, type LiveItem } from "../../export/support/liveServer.ts";
import { eventually } from "../support/eventually.ts";
import { Workbench } from "../support/workbench.ts";

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

/** One an hour, to the groups by turns. In v1 nobody need say when it was started. */
function item(number: number, seconds = number * 3600): LiveItem {
  const finishedAt = timeOfSeconds(epoch + seconds);
  const collectGroupId = number % 2 === 0 ? "g1" : "g2";
  const json = JSON.stringify({ serial: `S${number}`, collectGroupId, finishedAt, answers: [] });
  return { finishedAt, order: number, json };
}

describe("the fieldwork of a survey that is running, in VS Code", function () {
  this.timeout(60_000);
  let service: TestServer;
  let server: VsCodeServer;
  let folder: string;
  let workbench: Workbench;
  let frame: Frame;
  let groups = [group("g1", "Web", 40), group("g2", "Letters")];
  let isDown = false;
  const arriving: LiveItem[] = [];

  before(async function () {
    this.timeout(180_000);
    service = await startLiveServer({
      version: "v1",
      items: Array.from({ length: 30 }, (_, number) => item(number)),
      lastPage: "absent",
      cursor: "item",
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
    folder = await mkdtemp(join(tmpdir(), "survey-explorer-fieldwork-"));
    const caFile = join(folder, "ca.pem");
    await writeFile(caFile, service.ca);
    const access = { baseUrl: service.baseUrl, caFile, spaceId: "space", apiKey: "key" };
    server = await startServer(await provisionVsCode(currentRelease, console.log), {
      files: await greeterFiles("Acme", access, "v1"),
    });
    workbench = await Workbench.open({ server });
  });

  afterEach(async function () {
    if (this.currentTest?.state === "failed") {
      await workbench.screenshot(`failed ${this.currentTest.title}`);
    }
  });

  after(async () => {
    await workbench.close();
    await server.stop();
    await service[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  const row = (name: string) =>
    workbench.page
      .getByRole("tree", { name: /Surveys/ })
      .getByRole("treeitem", { name: new RegExp(name) })
      .last();

  const refresh = () =>
    frame.locator(".fieldwork-head").getByRole("button", { name: "Refresh", exact: true }).click();

  const figures = (responses: number) =>
    frame.locator(".key-figures", { hasText: new RegExp(`Responses\\s*${responses}\\s*First`) });

  /** Refreshes again and again: what arrives comes with the request after this one. */
  async function refreshUntil(seen: Locator): Promise<void> {
    await eventually("what is new", async () => {
      await refresh();
      return seen.waitFor({ state: "attached", timeout: 2000 }).then(
        () => true,
        () => undefined,
      );
    });
  }

  it("is read without its responses, and says what v1 does not provide", async () => {
    await row(survey.title).waitFor();
    await workbench.chooseFromContextMenu(row(survey.title), "Open Fieldwork");
    frame = await workbench.webviewFrame("responses", survey.title);
    await figures(30).waitFor();
    await frame.getByText("Not provided by v1: durations").waitFor();
    const paths = service.requests.map(({ url }) => url.pathname);
    assert.ok(paths.includes("/v1/responses/metadata"));
    assert.ok(!paths.includes("/v1/responses"));
  });

  it("has what is new after a refresh, which the tree follows", async () => {
    await row(survey.title).locator(".monaco-tl-twistie").click();
    await row("Web RUNNING · 15 of 40").waitFor();
    arriving.push(item(30), item(32, 30 * 3600 + 1));
    await refreshUntil(figures(32));
    await row("Web RUNNING · 17 of 40").waitFor();
  });

  it("stays where the service does not answer", async () => {
    isDown = true;
    await refresh();
    await frame.getByText("The fieldwork could not be read.").waitFor();
    await figures(32).waitFor();
    isDown = false;
    await frame.getByRole("button", { name: "Retry" }).click();
    await frame.getByText("The fieldwork could not be read.").waitFor({ state: "hidden" });
  });

  it("is read anew with what was submitted much too late, and still without responses", async () => {
    arriving.push(item(99, -3600));
    await refresh();
    await frame.getByRole("button", { name: "More actions" }).first().click();
    await frame.getByRole("menuitem", { name: "Read everything anew" }).click();
    await figures(33).waitFor();
    assert.ok(!service.requests.some(({ url }) => url.pathname === "/v1/responses"));
  });

  it("says after a window reload that the group that was looked at is gone", async () => {
    groups = [...groups, group("g3", "Letters of last year")];
    await refreshUntil(frame.locator("select[name=scope] option[value=g3]"));
    await frame.locator("select[name=scope]").selectOption("g3");
    await workbench.kept(/"tab":"fieldwork".*"collectGroupId":"g3"/);
    groups = groups.filter((it) => it.collectGroupId !== "g3");
    await workbench.reload();
    frame = await workbench.webviewFrame("responses", survey.title);
    await frame.getByText("The survey has no collect group g3").waitFor();
    assert.equal(await frame.locator("select[name=scope]").inputValue(), "g3");
    await frame.locator("select[name=scope]").selectOption({ label: "All groups" });
    await figures(33).waitFor();
  });
});

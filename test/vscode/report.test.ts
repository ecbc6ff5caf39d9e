import { strict as assert } from "node:assert";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import * as vscode from "vscode";
import { SurveyError } from "../../src/model/errors.ts";
import { sentences } from "../../src/model/localizable.ts";
import type { ReportSubject } from "../../src/reports/makeReport.ts";
import { openReport } from "../../src/vscode/reports/openReport.ts";
import { savePicture } from "../../src/vscode/reports/savePicture.ts";
import { sendText, type TestServer } from "../client/support/testServer.ts";
import { startLiveServer, type LiveItem } from "../export/support/liveServer.ts";
import { eventually } from "../webview/support/eventually.ts";
import { addDataSpace, closeAllEditors, run } from "./support/commands.ts";
import { folderOfSuite } from "../support/folders.ts";

const dataSpace = "Reports";
const surveyId = "S1";
const structure = JSON.stringify({
  surveyId,
  label: "Report <b>of</b> this",
  questions: [
    {
      name: "Q",
      type: "SingleChoice",
      label: "How <i>often</i>?",
      options: [
        { name: "1", label: "Always" },
        { name: "2", label: "Never" },
      ],
    },
    { name: "age", type: "TEXT", label: "Age", options: [] },
  ],
  embeddedData: [{ name: "weight", label: "" }],
  createdAt: "2025-01-01T00:00:00",
});

/** Returns a response; every third one says "Never". */
function item(number: number): LiveItem {
  const time = new Date(Date.UTC(2025, 2, 1, 10) + number * 30_000).toISOString().slice(0, 19);
  const json = JSON.stringify({
    responseId: `r${String(number).padStart(5, "0")}`,
    collectGroupId: "g",
    startedAt: time,
    finishedAt: time,
    variables: [
      { name: "Q", answer: [{ value: number % 3 === 0 ? "2" : "1" }] },
      { name: "age", answer: [{ value: String(20 + (number % 10)) }] },
    ],
    embeddedData: [{ name: "weight", value: "2" }],
  });
  return { finishedAt: time, order: number, json };
}

describe("Exported summary", () => {
  let server: TestServer;
  const folder = folderOfSuite();
  const arriving: LiveItem[] = [];

  before(async () => {
    server = await startLiveServer({
      version: "v3",
      items: Array.from({ length: 60 }, (_, number) => item(number)),
      arrive: () => arriving.splice(0),
      disturb: ({ pathname }, answer) => {
        const isSurvey = pathname.endsWith(`/surveys/${surveyId}`);
        if (isSurvey) {
          sendText(answer, structure);
        }
        return isSurvey;
      },
    });
    const credentials = { spaceId: "space", apiKey: "key" };
    await addDataSpace({ name: dataSpace, version: "v3", ...credentials }, server, folder);
  });

  after(async () => {
    await run("removeDataSpace", { dataSpace });
    await server[Symbol.asyncDispose]();
  });

  const target = (name: string) => ({
    dataSpace,
    surveyId,
    file: join(folder, name),
    format: name.endsWith(".md") ? "md" : "html",
  });

  it("contains the figures of all responses and is not overwritten unasked", async () => {
    const result = await run<object>("exportSummary", target("all.md"));
    const file = join(folder, "all.md");
    assert.deepEqual(result, { file, bytes: (await stat(file)).size });
    const text = await readFile(file, "utf8");
    assert.ok(text.startsWith("# Report \\<b\\>of\\</b\\> this\n"));
    assert.match(text, /\*\*Responses:\*\* 60 of 60$/m);
    assert.match(text, /^### Q\n\nHow often\?$/m);
    assert.match(text, /^\| Always \| 1 \| 40 \| 66\.7% \|$/m);
    assert.match(text, /^\| Never \| 2 \| 20 \| 33\.3% \|$/m);
    assert.match(text, /^\| Mean \| 24\.5 \|$/m);
    await assert.rejects(run("exportSummary", target("all.md")), { code: "file-exists" });
    assert.deepEqual(await readdir(folder), ["all.md", "ca.pem"]);
  });

  it("includes new responses and applies a filter and a weight", async () => {
    arriving.push(item(60));
    // The server adds new responses only after it has answered a request.
    await run("exportSummary", { ...target("all.md"), overwrite: true });
    const condition = { kind: "variable", name: "age", is: "between", atLeast: 20, below: 21 };
    await run("exportSummary", {
      ...target("some.md"),
      filter: { conditions: [condition] },
      columns: ["Q"],
      weight: "weight",
      base: "all",
    });
    const text = await readFile(join(folder, "some.md"), "utf8");
    assert.match(text, /\*\*Responses:\*\* 7 of 61$/m);
    assert.match(text, /\*\*Filter:\*\* age \(Age\): at least 20, below 21$/m);
    assert.match(text, /The sum of weights is 14\./);
    // Answers 0, 30 and 60 of 0, 10, 20, 30, 40, 50, 60.
    assert.match(text, /^\| Never \| 2 \| 6 \| 42\.9% \|$/m);
    assert.deepEqual(text.match(/^### .*$/gm), ["### Q"]);
  });

  it("is split by another question as HTML", async () => {
    await run("exportSummary", { ...target("split.html"), columns: ["age"], split: "Q" });
    const text = await readFile(join(folder, "split.html"), "utf8");
    assert.match(text, /^<!doctype html>/);
    assert.match(text, /<dt>Split by<\/dt><dd>Q \(How often\?\)<\/dd>/);
    assert.match(text, /<svg /);
    assert.doesNotMatch(text, /<script/);
  });

  it("is rejected for invalid columns, weights, splits and formats", async () => {
    for (const wrong of [{ columns: ["gone"] }, { weight: "age" }, { split: "gone" }]) {
      const made = run("exportSummary", { ...target("wrong.md"), ...wrong });
      await assert.rejects(made, { code: "invalid-input" });
    }
    const unknown = run("exportSummary", { ...target("wrong.md"), format: "pdf" });
    await assert.rejects(unknown, { code: "invalid-input" });
    assert.ok(!(await readdir(folder)).includes("wrong.md"));
  });
});

describe("Report of a panel", () => {
  let log: vscode.LogOutputChannel;
  before(() => {
    log = vscode.window.createOutputChannel("Test of reports", { log: true });
  });
  after(async () => {
    log.dispose();
    // VS Code would ask about unsaved documents.
    for (const document of vscode.workspace.textDocuments.filter((it) => it.isUntitled)) {
      await vscode.window.showTextDocument(document);
      await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    }
    await closeAllEditors();
    // VS Code reports tabs later than documents, and other tests count tabs.
    const ended = await vscode.workspace.openTextDocument({ content: "" });
    await vscode.window.showTextDocument(ended);
    await eventually("the tab of another document", async () =>
      openTabs().find(({ isActive }) => isActive),
    );
    await closeAllEditors();
    await eventually("no tab", async () => openTabs().length === 0 || undefined);
  });

  const subject = (format: "md" | "html") =>
    ({ survey: { surveyId, label: "A survey", apiVersion: "v3" }, format }) as ReportSubject;

  function openTabs(): vscode.Tab[] {
    return vscode.window.tabGroups.all.flatMap((it) => it.tabs);
  }

  it("opens as an unsaved document, Markdown with its preview", async () => {
    await openReport(log, subject("md"), async () => "# Title\n");
    const document = vscode.workspace.textDocuments.find((it) => it.getText() === "# Title\n");
    assert.equal(document?.languageId, "markdown");
    assert.equal(document.isUntitled, true);
    await eventually("the preview of the report", async () =>
      openTabs().find(
        ({ input }) =>
          input instanceof vscode.TabInputWebview && input.viewType.includes("markdown"),
      ),
    );
    await openReport(log, subject("html"), async () => "<p>x</p>");
    assert.equal(vscode.window.activeTextEditor?.document.languageId, "html");
    assert.equal(vscode.window.activeTextEditor.document.getText(), "<p>x</p>");
  });

  it("opens nothing if it cannot be made", async () => {
    const unsaved = () =>
      vscode.workspace.textDocuments.filter((it) => it.isUntitled).map((it) => it.uri.path);
    const before = unsaved();
    const fails = async () => {
      throw new SurveyError("file-fault", sentences("The kept responses were closed."));
    };
    await openReport(log, subject("md"), fails);
    // VS Code may have dropped documents of other tests meanwhile.
    assert.deepEqual(unsaved(), before);
  });
});

describe("Picture made by a panel", () => {
  const { showSaveDialog } = vscode.window;
  const folder = folderOfSuite();
  let log: vscode.LogOutputChannel;
  let asked: vscode.SaveDialogOptions[];
  before(async () => {
    log = vscode.window.createOutputChannel("Test of pictures", { log: true });
  });
  beforeEach(() => {
    asked = [];
    Object.assign(vscode.window, {
      showSaveDialog: async (options: vscode.SaveDialogOptions) => {
        asked.push(options);
        return vscode.Uri.file(join(folder, "picture.png"));
      },
    });
  });
  after(async () => {
    Object.assign(vscode.window, { showSaveDialog });
    log.dispose();
  });

  it("is saved to the chosen file", async () => {
    const bytes = Buffer.from("89504e470d0a1a0a00", "hex");
    const request = { kind: "savePicture", name: "Q1 <b>", png: bytes.toString("base64") } as const;
    void savePicture(log, request);
    await eventually("the file", async () => {
      const saved = await readFile(join(folder, "picture.png")).catch(() => undefined);
      return saved?.equals(bytes) === true ? saved : undefined;
    });
    assert.match(asked[0]?.defaultUri?.path ?? "", /\/[^/<>]+\.png$/);
  });

  it("is not saved unless it is a PNG", async () => {
    const png = Buffer.from("<svg/>").toString("base64");
    await savePicture(log, { name: "Q1", png });
    assert.deepEqual(asked, []);
  });
});

import assert from "node:assert/strict";
import { mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { SurveyClient } from "../../src/client/surveyClient.ts";
import { exportResponses } from "./support/exporting.ts";
import { exportSurvey } from "../../src/export/exportSurvey.ts";
import { fileName } from "../../src/export/fileName.ts";
import { labelText } from "../../src/model/label.ts";
import { apiVersions, type ApiVersion } from "../../src/model/survey.ts";
import { collect } from "../client/support/collect.ts";
import { clientOf } from "../client/support/clients.ts";
import { naughtyStrings, needs } from "./support/corpora.ts";
import { startItemServer, type ItemServer, type SentItem } from "./support/itemServer.ts";
import { assertPrototypesUntouched } from "./support/prototypes.ts";
import { folderOfEachTest } from "../support/folders.ts";

const formats = ["json", "ndjson"] as const;
type Format = (typeof formats)[number];
const toolVersion = "1";

const strings = [
  "",
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "\ud800",
  "\udc00\ud800",
  "a\udfffb",
  "\u0000",
  "\u001b[2J",
  "\u2028\u2029",
  "\ufeff",
  "\ufffe\uffff",
  "\u{10fffe}",
  '"},{"',
  "]}",
  "\\",
  '\\"',
  "\r\n",
  "x".repeat(70_000),
];

function nested(levels: number, open: string, close: string): string {
  return `${open.repeat(levels)}7${close.repeat(levels)}`;
}

/** Values that parsing and writing anew would change, or that break a parser. */
const values = [
  "9007199254740993",
  "-9007199254740993.000",
  "1e400",
  "-1E+400",
  "1e-400",
  "-0",
  "0.10",
  "1.7976931348623157e308999",
  "123456789012345678901234567890.12345678901234567890",
  `{"__proto__":{"polluted":true},"__proto__":null,"a":{"__proto__":[]}}`,
  `{"constructor":{"prototype":{"polluted":true}}}`,
  `{"\\u005f_proto__":{"polluted":true}}`,
  `{"a":1,"a":2,"a":3}`,
  nested(64, "[", "]"),
  nested(64, `{"a":`, "}"),
  nested(32, `[{"__proto__":`, "}]"),
  `"\\ud800"`,
  `"\\udc00\\ud800 \\uDBFF"`,
  `"\\ud83d\\ude00 \\u0000\\/"`,
  ` { "a" : [ 1 , 2 ] , "b":\t{ } } `,
];

type Spelling = (text: string) => string;

/** Two spellings of a text: as it is, with only unpaired surrogates escaped; and all escaped. */
const spellings: readonly Spelling[] = [
  (text) => JSON.stringify(text),
  (text) =>
    `"${Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, "0")}`).join("")}"`,
];

function timeOf(number: number): string {
  const [minute, second] = [Math.floor(number / 180), Math.floor(number / 3) % 60];
  return `2025-03-27T10:${String(minute).padStart(2, "0")}:${String(second).padStart(2, "0")}`;
}

/**
 * Returns a response with the text in every field that can hold one, and the value in a field that the API does not
 * document.
 */
function itemJson(version: ApiVersion, number: number, text: string, value: string): string {
  const facts = `"finishedAt":"${timeOf(number)}","collectGroupId":"g1","x":${value},"__proto__":${value}`;
  return version === "v3"
    ? `{"responseId":"r${number}","serial":${text}, ${facts},"embeddedData":[{"name":${text},"value":${text},"valueLabel":${text}}],"variables":[{"name":${text},"type":${text},"label":${text},"options":[{"value":${text},"valueLabel":${text}}],"answer":[{"value":${text},"etcValue":${text}}]}]}`
    : `{"serial":${text}, ${facts},"parameters":{${text}:${text}},"answers":[{"name":${text},"rank":1,"answer":[{"num":1,"str":${text}},{"str":${text}}]}]}`;
}

interface Sample {
  /** Items as sent, newest first. */
  readonly items: readonly string[];
  /** The text of each item. */
  readonly texts: readonly string[];
  readonly survey: string;
}

function sampleOf(version: ApiVersion, texts: readonly string[], title = "Title"): Sample {
  const spelled = spellings.flatMap((spell) =>
    texts.map((text) => ({ text, spelled: spell(text) })),
  );
  const items = spelled
    .map((it, number) =>
      itemJson(version, number, it.spelled, values[number % values.length] ?? "null"),
    )
    .toReversed();
  const name = version === "v3" ? "label" : "title";
  const questions = spelled.map((it, index) =>
    version === "v3"
      ? `{"name":${it.spelled},"label":${it.spelled}}`
      : `{"rank":${index + 1},"text":${it.spelled}}`,
  );
  const keys = texts.map(
    (it) => `{"${version === "v3" ? "name" : "parameterKey"}":${JSON.stringify(it)}}`,
  );
  const survey = `{ "surveyId":"S1", "${name}" : ${JSON.stringify(title)}, "questions":[${questions.join()}],
    "${version === "v3" ? "embeddedData" : "parameters"}":[${keys.join()}], "x":[${values.join()}], "__proto__":{"polluted":1} }`;
  return { texts: spelled.map((it) => it.text).toReversed(), items, survey };
}

function sentItems(items: readonly string[]): SentItem[] {
  return items.map((json, index) => ({
    finishedAt: timeOf(items.length - 1 - index),
    bytes: Buffer.from(json),
  }));
}

function expectedFile(
  version: ApiVersion,
  format: Format,
  { items, survey }: Pick<Sample, "items" | "survey">,
): string {
  const query = JSON.stringify({ endDateTime: timeOf(items.length - 1) });
  return format === "ndjson"
    ? items.map((it) => `${it.replace(/[\r\n]/g, "")}\n`).join("")
    : `{"apiVersion":"${version}","survey":${survey},"query":${query},"responses":[${items.join()}],"count":${items.length}}\n`;
}

describe("hostile content", () => {
  const folder = folderOfEachTest();

  let server: ItemServer;
  let clients: Record<ApiVersion, SurveyClient>;
  before(async () => {
    server = await startItemServer();
    const client = (version: ApiVersion) => clientOf(server, version);
    clients = { v1: client("v1"), v2: client("v2"), v3: client("v3") };
  });
  after(() => server[Symbol.asyncDispose]());
  afterEach(assertPrototypesUntouched);

  const sets: readonly (readonly [string, readonly string[]])[] = [
    ["strings that break programs", strings],
    ["every naughty string", naughtyStrings()],
  ];
  for (const version of apiVersions) {
    for (const [name, texts] of sets) {
      for (const format of formats) {
        it(`is exported unchanged as ${format} from ${version}: ${name}`, async function () {
          needs(this, texts);
          const sample = sampleOf(version, texts);
          serve(sample, 100);
          const file = join(folder, "x");
          const { responses, warnings } = await exportResponses({
            client: clients[version],
            file,
            format,
            toolVersion,
          });
          assert.equal(await readFile(file, "utf8"), expectedFile(version, format, sample));
          assert.deepEqual([responses, warnings], [sample.items.length, []]);
        });
      }

      it(`is decoded in ${version}: ${name}`, async function () {
        needs(this, texts);
        const sample = sampleOf(version, texts);
        serve(sample, 100);
        const client = clients[version];
        const read = await collect(client.responses("S1"));
        assert.deepEqual(
          read.map((it) => it.serial),
          sample.texts,
        );
        for (const [index, text] of sample.texts.entries()) {
          const { embeddedData, variables } = read[index] ?? assert.fail();
          const [embedded, variable] = [embeddedData[0], variables[0]];
          assert.deepEqual([embedded?.name, embedded?.value], [text, text]);
          // In v1 and v2 an empty name means that there is no name.
          assert.equal(variable?.name, version === "v3" || text !== "" ? text : "1");
          assert.equal(variable.answer[0]?.etcValue, text);
        }
        const survey = await client.getSurvey("S1");
        assert.deepEqual(survey.questions.map((it) => it.label).toReversed(), sample.texts);
        assert.deepEqual(
          survey.embeddedData.map((it) => it.name),
          texts,
        );
      });

      it(`is exported unchanged in a structure of ${version}: ${name}`, async function () {
        needs(this, texts);
        const sample = sampleOf(version, texts);
        serve(sample, 100);
        const file = join(folder, "x");
        await exportSurvey({
          client: clients[version],
          surveyId: "S1",
          file,
          toolVersion,
        });
        assert.equal(
          await readFile(file, "utf8"),
          `{"apiVersion":"${version}","survey":${sample.survey},"collectGroups":${sample.survey}}\n`,
        );
      });
    }
  }

  for (const [name, titles] of sets) {
    it(`is kept as a title and leads to a harmless file name: ${name}`, async function () {
      // Most of the time is spent writing the copies to disk, one after the other: all exports run in this thread.
      needs(this, titles);
      const { items } = sampleOf("v3", ["text"]);
      const surveys = titles.map((title, index) => {
        // Version and format alternate; there are enough titles for every combination.
        const version = apiVersions[index % 3] ?? "v3";
        const format = formats[Math.floor(index / 3) % 2] ?? "json";
        return { title, version, format, ...sampleOf(version, ["text"], title), items };
      });
      server.serve({
        survey: (surveyId) => surveys[Number(surveyId)]?.survey ?? "",
        items: sentItems(items),
        pageSize: 10,
      });
      await Promise.all(
        surveys.map(async (sample, index) => {
          const { title, version, format } = sample;
          const inside = join(folder, String(index));
          await mkdir(inside);
          const name = fileName(labelText(title), format);
          const file = join(inside, name);
          const client = clients[version];
          const surveyId = String(index);
          await exportResponses({ client, surveyId, file, format, toolVersion });
          assert.deepEqual((await readdir(inside)).toSorted(), [name, `${name}.manifest.json`]);
          assert.equal(await readFile(file, "utf8"), expectedFile(version, format, sample));
          const manifest = await readFile(`${file}.manifest.json`, "utf8");
          assert.deepEqual((JSON.parse(manifest) as { survey: unknown }).survey, {
            surveyId,
            label: title,
          });
        }),
      );
      assert.equal((await readdir(folder)).length, titles.length);
    });

    it(`is sent back as a cursor: ${name}`, async function () {
      needs(this, titles);
      // Left out: an empty cursor ends the pages, servers refuse such long URLs, and an unpaired surrogate cannot be sent
      // (see below).
      const cursors = [...new Set(titles)].filter(
        (it) => it !== "" && it.length < 1000 && !/\p{Surrogate}/u.test(it),
      );
      const sample = sampleOf("v3", cursors);
      server.serve({
        survey: () => sample.survey,
        items: sentItems(sample.items).slice(0, cursors.length + 1),
        pageSize: 1,
        cursor: (next) => cursors[next - 1] ?? "",
      });
      const { responses } = await exportResponses({
        client: clients.v3,
        file: join(folder, "x"),
        format: "json",
        toolVersion,
      });
      assert.equal(responses, cursors.length + 1);
    });
  }

  it("is refused as a cursor that cannot be sent", async () => {
    const sample = sampleOf("v3", ["a", "b"]);
    server.serve({
      survey: () => sample.survey,
      items: sentItems(sample.items),
      pageSize: 1,
      cursor: () => "\ud800",
    });
    for (const version of apiVersions) {
      const client = clients[version];
      const read = [client.responsePage("S1"), client.rawResponsePage("S1")];
      for (const outcome of await Promise.allSettled(read)) {
        assert.equal(outcome.status, "rejected");
        assert.equal((outcome.reason as { code?: unknown }).code, "malformed-answer");
      }
    }
  });

  it("is named in errors without control characters and truncated", async () => {
    const name = `\u001b[2J\u202e${"x".repeat(100_000)}`;
    const parameters = JSON.stringify({ [name]: [] });
    const bytes = Buffer.from(`{"serial":${JSON.stringify(name)},"parameters":${parameters}}`);
    server.serve({ survey: () => "", items: [{ finishedAt: timeOf(0), bytes }], pageSize: 1 });
    for (const version of ["v1", "v2"] as const) {
      await assert.rejects(clients[version].responsePage("S1"), ({ message }: Error) => {
        assert.match(message, /responses\[0\].*the field "parameters\./);
        assert.doesNotMatch(message, /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
        return message.length < 1000;
      });
    }
  });

  function serve(sample: Sample, pageSize: number): void {
    server.serve({ survey: () => sample.survey, items: sentItems(sample.items), pageSize });
  }
});

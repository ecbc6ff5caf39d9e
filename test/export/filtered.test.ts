import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type ExportResponsesOptions } from "./support/exporting.ts";
import type { ExportProgress } from "../../src/export/exportWatch.ts";
import { readManifest } from "../../src/export/manifest.ts";
import { verifyExport } from "./support/exporting.ts";
import type { ContentFilter } from "../../src/model/responseFilter.ts";
import { apiVersions, type ApiVersion } from "../../src/model/survey.ts";
import { timeOfSeconds } from "../../src/model/time.ts";
import { clientOf } from "../client/support/clients.ts";
import type { TestServer } from "../client/support/testServer.ts";
import { editItems, formats } from "./support/exported.ts";
import { pagingOf } from "./support/itemServer.ts";
import { newestFirst, startLiveServer, type LiveItem } from "./support/liveServer.ts";
import { expectedJson } from "./support/surveyServer.ts";
import { exportLines } from "./support/exported.ts";
import { folderOfEachTest } from "../support/folders.ts";

/** Returns the content of response `number`. Some have the same content, and so the same bytes if they have no ids. */
function contentOf(number: number) {
  const alike = number - (number % 3 === 2 ? 1 : 0);
  return {
    second: Math.floor(number / 3),
    choice: String((alike % 4) + 1),
    /** Text beside the choice; undefined: the question was not shown; "": it was not answered. */
    drink: [undefined, "", "Black COFFEE", "Tea"][Math.floor(alike / 2) % 4],
    source: alike % 5 === 0 ? undefined : `s${alike % 5}`,
    /** Duration of the response in seconds. */
    duration: (alike % 7) * 30,
    group: `g${Math.floor(number / 3) % 2}`,
  };
}
type Content = ReturnType<typeof contentOf>;

const epoch = Date.UTC(2025, 2, 1) / 1000;

function itemOf(version: ApiVersion, number: number): LiveItem {
  const content = contentOf(number);
  const { choice, drink, source, duration, group } = content;
  const finishedAt = timeOfSeconds(epoch + content.second);
  const startedAt = timeOfSeconds(epoch + content.second - duration);
  const facts = `"collectGroupId":"${group}","startedAt":"${startedAt}", "finishedAt":"${finishedAt}"`;
  const id = `"${version === "v3" ? "responseId" : "answerUid"}":"i${String(number).padStart(4, "0")}", `;
  const answers =
    version === "v3"
      ? {
          embeddedData: [{ name: "source", value: source ?? null }],
          variables: [
            { name: "Q1", type: "SingleChoice", answer: [{ value: choice }] },
            ...(drink === undefined
              ? []
              : [{ name: "Q2", answer: drink === "" ? [] : [{ value: "9", etcValue: drink }] }]),
          ],
        }
      : {
          parameters: source === undefined ? undefined : { source },
          answers: [
            { name: "Q1", rank: 1, answer: [{ num: Number(choice) }] },
            ...(drink === undefined
              ? []
              : [{ name: "Q2", rank: 2, answer: drink === "" ? [] : [{ num: 9, str: drink }] }]),
          ],
        };
  return {
    finishedAt,
    order: number,
    json: `{ ${version === "v3" ? id : ""}${facts},"n":9007199254740993, ${JSON.stringify(answers).slice(1).replaceAll("},{", "}, {")}`,
    metadata: `{${id}${facts}}`,
  };
}

const count = 93;

function itemsOf(version: ApiVersion, upTo = count): LiveItem[] {
  return Array.from({ length: upTo }, (_, number) => itemOf(version, number));
}

const rank = (version: ApiVersion, number: number) => (version === "v3" ? {} : { rank: number });

interface Case {
  readonly filter: (version: ApiVersion) => ContentFilter;
  /** The same filter as a predicate. */
  readonly isWanted: (content: Content) => boolean;
}

const answered: Case = {
  filter: (version) => ({
    conditions: [
      {
        kind: "variable",
        name: "Q1",
        ...rank(version, 1),
        is: "oneOf",
        values: ["1", "3"],
        missing: [],
      },
      { kind: "variable", name: "Q2", ...rank(version, 2), is: "contains", text: "Coffee" },
    ],
  }),
  isWanted: ({ choice, drink }) => (choice === "1" || choice === "3") && drink === "Black COFFEE",
};
const cases: Readonly<Record<string, Case>> = {
  "by answers": answered,
  "by duration": {
    filter: () => ({ duration: { atLeast: 60, atMost: 120 } }),
    isWanted: ({ duration }) => duration >= 60 && duration <= 120,
  },
  "by unanswered questions": {
    filter: (version) => ({
      conditions: [
        {
          kind: "variable",
          name: "Q2",
          ...rank(version, 2),
          is: "oneOf",
          values: [],
          missing: ["noAnswer"],
        },
      ],
    }),
    isWanted: ({ drink }) => drink === "",
  },
  "by embedded data and duration": {
    filter: () => ({
      duration: { atMost: 90 },
      conditions: [
        {
          kind: "embedded",
          name: "source",
          is: "oneOf",
          values: ["s2"],
          missing: ["notShown"],
        },
      ],
    }),
    isWanted: ({ source, duration }) => (source === "s2" || source === undefined) && duration <= 90,
  },
  "that no response passes": {
    filter: () => ({ duration: { atLeast: 100_000 } }),
    isWanted: () => false,
  },
  "that all responses pass": {
    filter: () => ({ duration: { atLeast: 0 } }),
    isWanted: () => true,
  },
};

function linesOf(version: ApiVersion, numbers: readonly number[]): string {
  const items = numbers.map((it) => itemOf(version, it));
  return newestFirst(items)
    .map((it) => `${it.json}\n`)
    .join("");
}

const numbers = Array.from({ length: count }, (_, number) => number);

function wantedNumbers({ isWanted }: Case, from = 0, to = count): number[] {
  return numbers.slice(from, to).filter((it) => isWanted(contentOf(it)));
}

function serve(
  version: ApiVersion,
  items: readonly LiveItem[] = itemsOf(version),
  fails: (request: number) => boolean = () => false,
): Promise<TestServer> {
  return startLiveServer({ version, items, fails });
}

describe("export with a filter", () => {
  const folder = folderOfEachTest();

  for (const version of apiVersions) {
    for (const [name, wanting] of Object.entries(cases)) {
      it(`${name} contains the passing responses byte for byte (${version})`, async () => {
        await using server = await serve(version);
        const filter = wanting.filter(version);
        const wanted = wantedNumbers(wanting);
        for (const minLanes of [1, 4]) {
          const file = join(folder, String(minLanes));
          const told: ExportProgress[] = [];
          const { responses } = await exportLines(server, version, {
            file,
            query: { filter },
            minLanes,
            onProgress: (it) => told.push(it),
          });
          assert.equal(responses, wanted.length);
          assert.equal(await readFile(file, "utf8"), linesOf(version, wanted));
          const last = told.at(-1);
          assert.equal(last?.responses, count);
          const manifest = await readManifest(`${file}.manifest.json`);
          assert.deepEqual([manifest.query?.filter, manifest.responses], [filter, wanted.length]);
        }
      });
    }

    for (const minLanes of [1, 4]) {
      it(`is resumed to the same bytes after any page (${version}, ${minLanes} lanes)`, async () => {
        const filter = answered.filter(version);
        let interrupted = 0;
        for (let fails = 1; fails < 13; fails++) {
          const file = join(folder, String(fails));
          let broken = true;
          await using server = await serve(
            version,
            itemsOf(version),
            (request) => broken && request >= fails,
          );
          const options = { file, query: { filter }, minLanes };
          await exportLines(server, version, options).then(
            () => undefined,
            () => interrupted++,
          );
          broken = false;
          let looked = 0;
          const again = {
            resume: true,
            overwrite: true,
            onProgress: (it: ExportProgress) => (looked = it.responses),
          };
          await exportLines(server, version, { ...options, ...again });
          assert.equal(
            await readFile(file, "utf8"),
            linesOf(version, wantedNumbers(answered)),
            `interrupted at request ${fails}`,
          );
          assert.equal(looked, count, `interrupted at request ${fails}`);
        }
        assert.ok(interrupted >= 9, `only ${interrupted} exports were interrupted`);
      });
    }

    it(`is resumed to the same bytes if the service ignores old cursors (${version})`, async () => {
      const query = { filter: answered.filter(version) };
      const { cursor: name } = pagingOf(version, "responses");
      const items = itemsOf(version);
      assert.ok(!answered.isWanted(contentOf(82)));
      for (let fails = 3; fails < 10; fails++) {
        const file = join(folder, String(fails));
        const cursors = new Set<string>();
        {
          await using server = await startLiveServer({
            version,
            items,
            fails: (request) => request >= fails,
            disturb: ({ searchParams }) => {
              cursors.add(searchParams.get(name) ?? "");
              return false;
            },
          });
          await assert.rejects(exportLines(server, version, { file, query, lanes: 1 }));
        }
        await using server = await startLiveServer({
          version,
          // One response is deleted, so that all cursors change.
          items: items.filter((it) => it.order !== 82),
          disturb: ({ searchParams }) => {
            if (cursors.has(searchParams.get(name) ?? "")) {
              searchParams.delete(name);
            }
            return false;
          },
        });
        await exportLines(server, version, { file, query, lanes: 1, resume: true });
        // All of it lies in the overlap, so it may be read once more, but not twice.
        assert.ok(server.requests.length <= 15, `${server.requests.length} requests`);
        assert.equal(
          await readFile(file, "utf8"),
          linesOf(version, wantedNumbers(answered)),
          `interrupted at request ${fails}`,
        );
      }
    });

    it(`is continued by exports of new responses with the same filter (${version})`, async () => {
      const query = { filter: answered.filter(version) };
      const file = (name: number) => join(folder, String(name));
      let joined = "";
      // Some steps end in the middle of a second whose other responses may or may not pass the filter.
      const steps = [0, 40, 41, 42, 50, 50, count];
      for (const [index, upTo] of steps.entries()) {
        if (index === 0) {
          continue;
        }
        await using server = await serve(version, itemsOf(version, upTo));
        const since = index === 1 ? {} : { since: `${file(index - 1)}.manifest.json` };
        await exportLines(server, version, { file: file(index), query, ...since });
        joined = (await readFile(file(index), "utf8")) + joined;
      }
      const lines = (text: string) => text.split("\n").toSorted();
      assert.deepEqual(lines(joined), lines(linesOf(version, wantedNumbers(answered))));
      await using server = await serve(version);
      const other = { filter: { duration: { atLeast: 1 } } };
      for (const different of [other, {}]) {
        const since = `${file(1)}.manifest.json`;
        await assert.rejects(
          exportLines(server, version, { file: file(99), query: different, since }),
          {
            code: "invalid-input",
            message: /exported with another filter/,
          },
        );
      }
    });

    for (const [name, wanting, broken, field] of [
      [
        "an answer",
        answered,
        (json: string) => json.replace('"answer":[{', '"answer":[7,{'),
        String.raw`(variables|answers)\[0\]\.answer\[0\]`,
      ],
      [
        "a time",
        cases["by duration"] ?? assert.fail(),
        (json: string) => json.replace(/"startedAt":"[^"]*"/, '"startedAt":7'),
        "startedAt",
      ],
    ] as const) {
      it(`names an item with ${name} of a wrong type, and is resumed when it is right (${version})`, async () => {
        const items = itemsOf(version);
        const file = join(folder, "x");
        const options = { file, query: { filter: wanting.filter(version) } };
        {
          await using server = await serve(
            version,
            items.map((it) => (it.order === 33 ? { ...it, json: broken(it.json) } : it)),
          );
          await exportLines(server, version, { file: join(folder, "unfiltered") });
          await assert.rejects(exportLines(server, version, options), {
            code: "malformed-answer",
            message: new RegExp(
              `to getResponses does not fit in responses\\[\\d\\].*: the field "${field}": .*expected`,
            ),
          });
          assert.ok(!(await readdir(folder)).includes("x"));
        }
        await using server = await serve(version, items);
        await exportLines(server, version, { ...options, resume: true });
        assert.equal(await readFile(file, "utf8"), linesOf(version, wantedNumbers(wanting)));
      });
    }

    for (const format of formats) {
      for (const name of ["by answers", "by duration"] as const) {
        it(`${name} is verified and repaired (${version}, ${format})`, async () => {
          await using server = await serve(version);
          const wanting = cases[name] ?? assert.fail();
          const file = join(folder, "x");
          await exportLines(server, version, {
            file,
            format,
            query: { filter: wanting.filter(version) },
          });
          const whole = await readFile(file);
          const wanted = wantedNumbers(wanting).length;
          assert.ok(wanted > 8);
          const verify = () =>
            verifyExport({ client: clientOf(server, version), file, toolVersion: "2" });
          const { ok, responses } = await verify();
          assert.deepEqual([ok, responses], [true, wanted]);

          assert.ok(!wanting.isWanted(contentOf(7)));
          const unwanted = itemOf(version, 7).json;
          for (const [edit, found] of [
            [(items: readonly string[]) => items.toSpliced(3, 1), [1, 0, 0]],
            [(items: readonly string[]) => items.slice(-2), [wanted - 2, 0, 0]],
            [(items: readonly string[]) => [...items, unwanted], [0, 1, 0]],
          ] as const) {
            await editItems(file, format, edit);
            const bad = await verify();
            assert.deepEqual([bad.ok, bad.missing, bad.extra, bad.doubled], [false, ...found]);
            const repaired = await verifyExport({
              client: clientOf(server, version),
              file,
              repair: true,
              toolVersion: "2",
            });
            assert.deepEqual([repaired.ok, repaired.repaired], [true, true]);
            assert.deepEqual(await readFile(file), whole);
          }
          const { query } = await readManifest(`${file}.manifest.json`);
          assert.deepEqual(query?.filter, wanting.filter(version));
        });
      }
    }

    it(`of new responses is verified and repaired (${version})`, async () => {
      const [first, file] = [join(folder, "1"), join(folder, "2")];
      const query = { filter: answered.filter(version) };
      {
        // One of the three responses of the last second has arrived.
        await using server = await serve(version, itemsOf(version, 40));
        await exportLines(server, version, { file: first, query });
      }
      await using server = await serve(version);
      await exportLines(server, version, { file, query, since: `${first}.manifest.json` });
      const whole = await readFile(file);
      const verify = { client: clientOf(server, version), file, toolVersion: "2" };
      assert.equal((await verifyExport(verify)).ok, true);
      await editItems(file, "ndjson", (items) => items.toSpliced(2, 2));
      const found = await verifyExport({ ...verify, repair: true });
      assert.deepEqual([found.ok, found.missing, found.repaired], [true, 2, true]);
      assert.deepEqual(await readFile(file), whole);
    });

    it(`of metadata filters by metadata (${version})`, async () => {
      await using server = await serve(version);
      const filter: ContentFilter = {
        duration: { atLeast: 61 },
        conditions: [
          { kind: "metadata", name: "collectGroupId", is: "oneOf", values: ["g1"], missing: [] },
        ],
      };
      const isWanted = ({ duration, group }: Content) => duration >= 61 && group === "g1";
      const wanted = numbers
        .filter((it) => isWanted(contentOf(it)))
        .map((it) => itemOf(version, it));
      const file = join(folder, "x");
      await exportLines(server, version, { file, kind: "metadata", query: { filter } });
      const expected = newestFirst(wanted).map((it) => `${it.metadata}\n`);
      assert.equal(await readFile(file, "utf8"), expected.join(""));
      assert.ok(wanted.length > 5);
      const { ok } = await verifyExport({
        client: clientOf(server, version),
        file,
        toolVersion: "1",
      });
      assert.equal(ok, true);
    });
  }

  it("is not resumed with another filter or without one", async () => {
    let broken = true;
    await using server = await serve("v3", itemsOf("v3"), (request) => broken && request >= 4);
    const file = join(folder, "x.json");
    const filter = answered.filter("v3");
    const options = { file, format: "json" } as const;
    await assert.rejects(exportLines(server, "v3", { ...options, query: { filter } }));
    broken = false;
    const [first, second] = filter.conditions ?? [];
    assert.ok(first && second);
    const others: (ContentFilter | undefined)[] = [
      undefined,
      { ...filter, duration: { atLeast: 0 } },
      { conditions: [first] },
      { conditions: [first, { kind: "variable", name: "Q2", is: "contains", text: "coffee" }] },
    ];
    for (const other of others) {
      await assert.rejects(
        exportLines(server, "v3", { ...options, query: { filter: other }, resume: true }),
        { code: "invalid-input", message: /belongs to another request/ },
      );
    }
    // The same filter in another order, with a member that filters nothing.
    const { is, name, kind, ...rest } = first;
    const same = {
      duration: undefined,
      conditions: [{ ...rest, kind, name, is }, second],
    } as ContentFilter;
    await exportLines(server, "v3", { ...options, query: { filter: same }, resume: true });
    const lines = linesOf("v3", wantedNumbers(answered)).split("\n").slice(0, -1);
    const endDateTime = timeOfSeconds(epoch + contentOf(count - 1).second);
    assert.equal(
      await readFile(file, "utf8"),
      expectedJson(lines, { endDateTime, filter }).replace(
        /"survey":\{.*?\}/,
        '"survey":{ "surveyId":"S1","label":"Live"}',
      ),
    );
  });

  it("without conditions exports everything, and the manifest has no filter", async () => {
    await using server = await serve("v3");
    const file = join(folder, "x");
    await exportLines(server, "v3", { file, query: { filter: { conditions: [] } } });
    const { query } = await readManifest(`${file}.manifest.json`);
    assert.deepEqual(query, {});
    assert.equal(await readFile(file, "utf8"), linesOf("v3", numbers));
  });

  it("is refused before any request if it depends on content that is not exported", async () => {
    await using server = await serve("v3");
    const file = join(folder, "x");
    const filter = answered.filter("v3");
    const embedded = cases["by embedded data and duration"]?.filter("v3");
    const refused: [ApiVersion, Partial<ExportResponsesOptions>, RegExp][] = [
      [
        "v3",
        { query: { filter, variables: ["Q1", "Q3"] } },
        /the variable "Q2": .*the variables to export/,
      ],
      [
        "v3",
        { query: { filter: embedded, embeddedData: ["Source2"] } },
        /the embedded data "source": .*the embeddedData to export/,
      ],
      [
        "v2",
        { query: { filter: embedded, parameterField: "ANSWERS" } },
        /the embedded data "source": .*PARAMETERS/,
      ],
      ["v2", { kind: "metadata", query: { filter } }, /the variable "Q1": response metadata/],
    ];
    for (const [version, options, message] of refused) {
      await assert.rejects(exportLines(server, version, { file, ...options }), {
        code: "invalid-input",
        message,
      });
    }
    assert.deepEqual([server.requests.length, await readdir(folder)], [0, []]);
    // Upper and lower case are equal, and an empty list selects everything.
    for (const [index, variables] of [["q1", "q2"], []].entries()) {
      const name = join(folder, String(index));
      const { responses } = await exportLines(server, "v3", {
        file: name,
        query: { filter, variables },
      });
      assert.equal(responses, wantedNumbers(answered).length);
    }
  });
});

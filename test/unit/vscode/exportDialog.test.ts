import { strict as assert } from "node:assert";
import { english } from "../../../src/model/localizable.ts";
import type { ResponseMetadata } from "../../../src/model/response.ts";
import { defaultTableForm } from "../../../src/model/tabular/tableForm.ts";
import { ExportChoices, type ExportChoice } from "../../../src/vscode/exports/exportChoices.ts";
import { ExportCount } from "../../../src/vscode/exports/exportDialogCount.ts";
import { hubGroups } from "../../../src/vscode/exports/exportDialogHub.ts";
import {
  changedBy,
  effectiveForm,
  formatChoiceOf,
  formKeys,
  freshOf,
  withoutGone,
  type ExportDialogState,
  type ExportSubject,
  type KnownCount,
} from "../../../src/vscode/exports/exportDialogState.ts";

const state: ExportDialogState = {
  kind: "responses",
  query: {},
  format: "json",
  form: defaultTableForm,
  verify: false,
};

function shown(
  change: Partial<ExportDialogState>,
  subject: ExportSubject = { version: "v3" },
  count: KnownCount = { state: "reading" },
): Record<string, string> {
  const groups = hubGroups({ ...state, ...change }, subject, count, english);
  const entries = groups.flatMap((it) => it.entries);
  return Object.fromEntries(entries.map((it) => [it.label, it.description ?? ""]));
}

describe("export dialog entries", () => {
  it("offer only the form options of the format", () => {
    const keys = (change: Partial<ExportDialogState>) =>
      [...formKeys({ ...state, ...change })].sort().join(" ");
    assert.equal(keys({ format: "ndjson" }), "");
    assert.equal(keys({ format: "csv" }), "cells codebook labelRow layout multiSelect preset");
    assert.equal(keys({ format: "sav" }), "codebook layout multiSelect");
    assert.equal(keys({ format: "parquet" }), "cells codebook layout multiSelect partition");
    assert.equal(keys({ format: "xlsx", kind: "metadata" }), "cells codebook labelRow");
    const long = { ...defaultTableForm, layout: "long" as const };
    assert.equal(keys({ format: "xlsx", form: long }), "cells codebook labelRow layout");
  });

  it("ignore form options of another format", () => {
    const form = {
      ...defaultTableForm,
      preset: "excel",
      partition: "day",
      labelRow: true,
    } as const;
    assert.deepEqual(effectiveForm({ ...state, format: "sav", form }), defaultTableForm);
    assert.deepEqual(effectiveForm({ ...state, format: "csv", form }), {
      ...form,
      partition: "none",
    });
    assert.equal(
      formatChoiceOf({ ...state, format: "parquet", form }, english).label,
      "Parquet by day",
    );
    assert.equal(formatChoiceOf({ ...state, format: "csv", form }, english).label, "CSV for Excel");
  });

  it("show the number of responses as far as known", () => {
    const first = (count: KnownCount) => Object.keys(shown({}, undefined, count))[0];
    assert.equal(first({ state: "reading" }), "Export responses");
    assert.equal(first({ state: "unknown" }), "Export responses (number unknown)");
    assert.equal(first({ state: "known", count: 1, isMore: false }), "Export 1 response");
    assert.equal(first({ state: "known", count: 2800, isMore: false }), "Export 2,800 responses");
    assert.equal(
      first({ state: "known", count: 10_000, isMore: true }),
      "Export more than 10,000 responses",
    );
    const known = { state: "known", count: 2800, isMore: false } as const;
    assert.equal(
      Object.keys(shown({ kind: "metadata" }, undefined, known))[0],
      "Export the metadata of 2,800 responses",
    );
  });

  it("show the chosen parts of the survey and choices that the version lacks", () => {
    const subject = {
      version: "v3",
      variables: ["Q1", "Q2", "Q3"],
      groups: new Map([["g1", "Website link"]]),
    } as const;
    const chosen = shown({ query: { variables: ["Q2"], collectGroupId: "g1" } }, subject);
    assert.equal(chosen["Variables"], "1 of 3");
    assert.equal(chosen["Embedded data"], "all");
    assert.equal(chosen["Collect group"], "Website link");
    assert.equal(shown({}, { version: "v1" })["Variables"], "all; a choice is not provided by v1");
    assert.equal(shown({}, { version: "v3", surveys: 3 })["Variables"], undefined);
  });

  it("disable choices without alternatives", () => {
    const fixed = (subject: ExportSubject) =>
      hubGroups(state, subject, { state: "unknown" }, english)
        .flatMap((it) => it.entries)
        .filter((it) => it.isFixed === true)
        .map((it) => it.choice);
    assert.deepEqual(fixed({ version: "v3" }), []);
    assert.deepEqual(fixed({ version: "v3", embeddedData: [] }), ["embeddedData"]);
    assert.deepEqual(fixed({ version: "v2", variables: ["1"] }), ["variables", "embeddedData"]);
  });

  it("show which responses are loaded if several options exist", () => {
    const subject = {
      version: "v3",
      copyAsOf: new Date("2025-03-03T09:14:00").getTime(),
    } as const;
    const read = (change: Partial<ExportDialogState>, of: ExportSubject = subject) => [
      shown(change, of)["Responses to load"],
      freshOf({ ...state, ...change }, of),
    ];
    assert.deepEqual(read({}), ["new responses; all IDs compared", "new"]);
    assert.deepEqual(read({ fresh: "all" }), ["all responses", "all"]);
    const [text, fresh] = read({ fresh: "none" });
    assert.match(text ?? "", /^nothing, as of Mar 3, 2025/);
    assert.equal(fresh, "none");
    const chosen = read({ fresh: "none", query: { variables: ["Q1"] } });
    assert.deepEqual(chosen, ["all responses, because of the chosen variables", "all"]);
    assert.deepEqual(read({ fresh: "none" }, { version: "v3" }), [undefined, "all"]);
    assert.deepEqual(read({ kind: "metadata", fresh: "none" }), [undefined, "all"]);
  });

  it("show the time range and the number of filters", () => {
    const range = (change: Partial<ExportDialogState>) => shown(change)["Time range"];
    const startDateTime = "2025-03-03T09:14:00";
    assert.equal(range({}), "whole survey");
    assert.match(range({ query: { startDateTime } }) ?? "", /^after .*09:14:00$/);
    assert.match(
      range({ query: { startDateTime }, days: 30 }) ?? "",
      /^last 30 days, after .*09:14:00$/,
    );
    assert.match(range({ query: { endDateTime: startDateTime } }) ?? "", /^up to .*09:14:00$/);
    assert.equal(range({ since: { manifest: "/a.json.manifest.json" } }), "since the last export");
    assert.equal(shown({ query: { filter: { duration: { atLeast: 10 } } } })["Filter"], "1 filter");
    assert.equal(shown({})["Filter"], undefined);
  });
});

describe("choices of the export dialog", () => {
  const since = { manifest: "/a.json.manifest.json" };

  it("leave out what the survey no longer has, unless an earlier export asked for it", () => {
    const query = { variables: ["Q1", "gone"], embeddedData: ["gone"] };
    const known: ExportSubject = { variables: ["Q1"], embeddedData: [] };
    const left = withoutGone({ ...state, query }, known).query;
    assert.deepEqual(left, { variables: ["Q1"], embeddedData: undefined });
    assert.deepEqual(withoutGone({ ...state, query, since }, known).query, query);
    assert.deepEqual(withoutGone({ ...state, query }, {}).query, query);
  });

  it("have the field for parameters of an earlier export as long as that is continued", () => {
    const query = { collectGroupId: "g", parameterField: "ANSWERS" } as const;
    const continued = changedBy(state, { query, since });
    assert.deepEqual(continued.query, query);
    assert.equal(freshOf({ ...continued, fresh: "none" }, { copyAsOf: 1 }), "all");
    const other = changedBy(continued, { query: { collectGroupId: undefined }, since: undefined });
    assert.equal(other.query.parameterField, undefined);
  });
});

describe("counting for the export dialog", () => {
  /** Pages of ten items, `total` in all; every other item is of group g1. */
  function pages(total: number) {
    let asked = 0;
    const items = Array.from({ length: 10 }, (_, index): ResponseMetadata => ({
      collectGroupId: `g${index % 2}`,
    }));
    const metadataPage = async () => {
      asked++;
      return { items, ...(asked * 10 < total ? { cursor: String(asked) } : {}) };
    };
    return { metadataPage, asked: () => asked };
  }

  async function counted(
    client: Pick<ReturnType<typeof pages>, "metadataPage">,
    filter: Parameters<ExportCount["ask"]>[0],
  ): Promise<KnownCount> {
    return new Promise((resolve) => {
      const count = new ExportCount(
        () => Promise.resolve(client),
        "S1",
        () => resolve(count.count),
      );
      count.ask(filter);
      if (count.count.state !== "reading") {
        resolve(count.count);
      }
    });
  }

  it("sums the pages, also for one collect group", async () => {
    assert.deepEqual(await counted(pages(30), {}), { state: "known", count: 30, isMore: false });
    assert.deepEqual(await counted(pages(30), { collectGroupId: "g1" }), {
      state: "known",
      count: 15,
      isMore: false,
    });
  });

  it("stops after ten pages", async () => {
    const client = pages(1_000_000);
    assert.deepEqual(await counted(client, {}), { state: "known", count: 100, isMore: true });
    assert.equal(client.asked(), 10);
  });

  it("is unknown for filters by answers and after failures", async () => {
    const client = pages(30);
    const conditions = [{ kind: "variable", name: "Q1", is: "contains", text: "a" }] as const;
    assert.deepEqual(await counted(client, { conditions }), { state: "unknown" });
    assert.equal(client.asked(), 0);
    const away = { metadataPage: () => Promise.reject(new Error("away")) };
    assert.deepEqual(await counted(away, {}), { state: "unknown" });
  });

  it("ignores superseded requests and repeats no count", async () => {
    const client = pages(20);
    let changes = 0;
    await new Promise<void>((resolve) => {
      const count = new ExportCount(
        () => Promise.resolve(client),
        "S1",
        () => {
          changes++;
          resolve();
        },
      );
      count.ask({ collectGroupId: "g1" });
      count.ask({});
      count.ask({});
    });
    assert.equal(changes, 1);
  });
});

describe("stored export choices", () => {
  const choice: ExportChoice = {
    format: "csv",
    form: defaultTableForm,
    verify: true,
    folder: "/data",
  };

  function memento(value?: unknown): ConstructorParameters<typeof ExportChoices>[0] {
    let kept = value;
    return {
      get: () => kept,
      update: async (_: string, it: unknown) => {
        kept = it;
      },
    };
  }

  it("are separate for each data space and survey", async () => {
    const choices = new ExportChoices(memento());
    await choices.set("A", "S1", choice);
    assert.deepEqual(choices.get("A", "S1"), choice);
    assert.equal(choices.get("B", "S1"), undefined);
    await choices.set("A", "S1", { ...choice, format: "sav" });
    assert.equal(choices.get("A", "S1")?.format, "sav");
  });

  it("are limited to 200 surveys, dropping the least recently exported", async () => {
    const state = memento();
    const choices = new ExportChoices(state);
    for (let number = 0; number <= 200; number++) {
      await choices.set("A", `S${number}`, choice);
    }
    assert.equal(choices.get("A", "S0"), undefined);
    assert.deepEqual(choices.get("A", "S1"), choice);
  });

  it("are ignored if invalid, without affecting others", () => {
    const stored = [
      { dataSpace: "A", surveyId: "S1", choice: { ...choice, format: "dbf" } },
      { dataSpace: "A", surveyId: "S2", choice },
    ];
    const choices = new ExportChoices(memento(stored));
    assert.equal(choices.get("A", "S1"), undefined);
    assert.deepEqual(choices.get("A", "S2"), choice);
    assert.equal(new ExportChoices(memento("nonsense")).get("A", "S1"), undefined);
  });
});

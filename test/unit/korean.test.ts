import { strict as assert } from "node:assert";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { checkAddress } from "../../src/client/address.ts";
import { signedOut } from "../../src/client/authorization.ts";
import { BodyLimitError } from "../../src/client/body.ts";
import {
  connectionFailure,
  keyFailure,
  timeoutFailure,
  type FailureContext,
} from "../../src/client/failures.ts";
import { notInVersion } from "../../src/client/notInVersion.ts";
import { decodeList } from "../../src/client/pages.ts";
import { ProxyError } from "../../src/client/proxyTunnel.ts";
import { redactorFor } from "../../src/client/redaction.ts";
import { statusFailure } from "../../src/client/statusFailure.ts";
import { decoder } from "../../src/client/mappers/mapper.ts";
import { readEarlier } from "../../src/export/earlierExport.ts";
import { exportQuery } from "../../src/export/exportQuery.ts";
import { fileFault } from "../../src/export/fileFaults.ts";
import { withAdvice } from "../../src/export/outcome.ts";
import { checkTarget } from "../../src/export/targetFiles.ts";
import { SurveyError, type ErrorCode } from "../../src/model/errors.ts";
import { deserialiseError, serialiseError } from "../../src/model/serialisedError.ts";
import {
  localizable,
  translated,
  type LocalizableText,
  wordsOf,
} from "../../src/model/localizable.ts";
import { requireUrlRows, tableOfObjects } from "../../src/model/urlTable.ts";
import { readCsv, readJson } from "../../src/model/urlText.ts";
import type { Words } from "../../src/model/words.ts";
import { StateFolder } from "../../src/service/certificates/state.ts";
import { decodeAt } from "../../src/service/load/faults.ts";
import { folderOfSuite } from "../support/folders.ts";

/** Matches three words of an English sentence, but not names, paths and codes. */
const english = /[A-Za-z]{2,} [a-z]{2,} [a-z]{2,}/;

const context: FailureContext = {
  dataSpace: "D",
  origin: "https://x.test",
  timeoutSeconds: 1,
  maximumBytes: 1e6,
  proxy: undefined,
};

function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: no words of the system`), { code });
}

function statusError(status: number, more: { location?: string; retryAfter?: string } = {}) {
  const answer = { ...context, status, body: new Uint8Array(), ...more };
  return statusFailure(answer, redactorFor(undefined), 0).error;
}

const answerSource = { dataSpace: "D", operation: "listSurveys" } as const;
const decode = decoder(z.object({ surveyId: z.string() }), (it) => it);
const bytes = (text: string) => Buffer.from(text);
const source = {
  state: { loaded: 1, isWhole: false, wholeVersion: undefined },
  isOwn: true,
} as unknown as Parameters<typeof withAdvice>[1];

/** Errors by code, each with what throws, rejects with or returns it. */
const failures: readonly (readonly [ErrorCode, (folder: string) => unknown])[] = [
  ["signed-out", () => signedOut("D")],
  ["insecure-address", () => checkAddress({ name: "D", baseUrl: "http://x.test", version: "v3" })],
  ["invalid-input", () => checkAddress({ name: "D", baseUrl: "x", version: "v3" })],
  [
    "invalid-input",
    () =>
      checkAddress({
        name: "D",
        baseUrl: "https://x.test",
        version: "v3",
        routes: { getSurvey: "/x" },
      }),
  ],
  ["invalid-input", () => readCsv("")],
  ["invalid-input", () => readCsv("a,b\n1,2,3\n")],
  ["invalid-input", () => readJson("{")],
  [
    "invalid-input",
    () => requireUrlRows(tableOfObjects([{ a: 1 }]), [{ name: "b", required: true }]),
  ],
  [
    "invalid-input",
    () =>
      exportQuery("metadata", {
        filter: {
          conditions: [{ kind: "variable", name: "Q1", is: "oneOf", values: ["1"], missing: [] }],
        },
      }),
  ],
  [
    "invalid-input",
    (folder) =>
      readEarlier(
        {
          client: { dataSpace: "D", version: "v3" },
          surveyId: "S",
          kind: "responses",
          query: {},
        },
        join(folder, "none"),
      ),
  ],
  ...["ECONNREFUSED", "ENOTFOUND", "ECONNRESET", "EPROTO"].map(
    (code) => ["unreachable", () => connectionFailure(systemError(code), context).error] as const,
  ),
  [
    "proxy-sign-in",
    () =>
      connectionFailure(
        new ProxyError({ status: 407, challenge: "Basic", hadCredentials: false }),
        context,
      ).error,
  ],
  ["certificate", () => connectionFailure(systemError("CERT_HAS_EXPIRED"), context).error],
  ["malformed-answer", () => connectionFailure(systemError("HPE_INVALID"), context).error],
  ["too-large", () => connectionFailure(new BodyLimitError("size"), context).error],
  ["timeout", () => timeoutFailure(context).error],
  ["timeout", () => keyFailure(context)],
  ["unauthorized", () => statusError(401)],
  ["forbidden", () => statusError(403)],
  ["not-found", () => statusError(404)],
  ["rate-limited", () => statusError(429, { retryAfter: "90" })],
  ["rejected", () => statusError(503, { retryAfter: "99999999" })],
  ["rejected", () => statusError(418)],
  ["server-fault", () => statusError(500)],
  ["redirect", () => statusError(302, { location: "https://y.test/" })],
  ["malformed-answer", () => decodeList(answerSource, bytes("{}"), decode)],
  ["malformed-answer", () => decodeList(answerSource, bytes('[{"surveyId":1}]'), decode)],
  [
    "not-in-version",
    () =>
      notInVersion(
        { version: "v3", dataSpace: "D" },
        "getResponseUrls",
        (it) => "getResponseUrls" in it,
      ),
  ],
  ["file-exists", (folder) => checkTarget(join(folder, "there"), false)],
  ["file-fault", (folder) => checkTarget(join(folder, "folder"), true)],
  ["file-fault", () => fileFault(systemError("ENOSPC"), "/x")],
  ["file-fault", () => fileFault(systemError("EWHAT"), "/x", "read")],
  [
    "unreachable",
    () =>
      withAdvice(
        connectionFailure(systemError("EPIPE"), context).error,
        source,
        { file: "/x" },
        true,
      ),
  ],
  ["local-data-space", (folder) => StateFolder.open(join(folder, "there"))],
  ["invalid-input", () => decodeAt({ file: "/x" }, bytes("{"), z.object({}))],
  ["invalid-input", () => decodeAt({ file: "/x", line: 2 }, bytes("[]"), z.object({}))],
];

async function thrownBy(work: () => unknown): Promise<unknown> {
  try {
    return await work();
  } catch (error) {
    return error;
  }
}

describe("errors in Korean", () => {
  const folder = folderOfSuite();
  let korean: Words;

  before(async () => {
    await writeFile(join(folder, "there"), "");
    await mkdir(join(folder, "folder"));
    const file = join(import.meta.dirname, "../../l10n/bundle.l10n.ko.json");
    const strings = z
      .record(z.string(), z.string())
      .parse(JSON.parse(await readFile(file, "utf8")));
    korean = wordsOf({ locale: "ko", strings });
  });

  for (const [index, [code, raise]] of failures.entries()) {
    it(`contain no English sentence: ${code} (${index})`, async () => {
      const error = await thrownBy(() => raise(folder));
      assert.ok(error instanceof SurveyError, String(error));
      assert.equal(error.code, code);
      // As the error arrives from another thread.
      const other = deserialiseError(structuredClone(serialiseError(error)));
      assert.ok(other instanceof SurveyError);
      assert.equal(other.message, error.message);
      const text = translated(other.text, korean).replaceAll(folder, "");
      assert.doesNotMatch(text, english);
      assert.match(text, /니다|세요/);
    });
  }

  it("redact credentials in inserted texts", async () => {
    const secret = "k".repeat(3) + "9f8e7d6c5b4a";
    const redact = redactorFor({ spaceId: "space", apiKey: secret });
    const answer = { ...context, status: 500, body: bytes(`the key ${secret} is wrong`) };
    const { text } = statusFailure(answer, redact, 0).error;
    const said = translated(text, korean);
    assert.ok(said.includes("***") && !said.includes(secret), said);
    assert.match(said, /오류가 발생했습니다/);
  });

  it("format numbers for the language", () => {
    const count: LocalizableText = localizable("has more than {0} elements", 12_345);
    assert.equal(translated(count, korean), "요소가 12,345개를 넘습니다");
  });
});

describe("texts in Korean", () => {
  for (const file of ["l10n/bundle.l10n.ko.json", "package.nls.ko.json"]) {
    it(`use one word for one thing: ${file}`, async () => {
      const text = await readFile(join(import.meta.dirname, "../..", file), "utf8");
      // A survey is 설문, credentials are 자격 증명, a label is 라벨, a parameter 매개변수, a question of a list 문항.
      assert.deepEqual(text.match(/조사|인증 정보|레이블|파라미터|질문, 보기/g), null);
    });
  }
});

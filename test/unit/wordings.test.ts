import { strict as assert } from "node:assert";
import { readdir, readFile } from "node:fs/promises";
import { checkAddress } from "../../src/client/address.ts";
import {
  connectionFailure,
  timeoutFailure,
  type FailureContext,
} from "../../src/client/failures.ts";
import { notInVersion } from "../../src/client/notInVersion.ts";
import { decodeList } from "../../src/client/pages.ts";
import { redactorFor } from "../../src/client/redaction.ts";
import { statusFailure } from "../../src/client/statusFailure.ts";
import { shellTexts } from "../../src/cli/shellTexts.ts";
import { shellTranslations } from "../../src/cli/language.ts";
import { checkContradictions } from "../../src/cli/contradictions.ts";
import { sinceWarnings } from "../../src/export/structureFacts.ts";
import { checkTarget } from "../../src/export/targetFiles.ts";
import { SurveyError } from "../../src/model/errors.ts";
import {
  inEnglishOf,
  localizable,
  translated,
  withWords,
  wordsOf,
} from "../../src/model/localizable.ts";
import { deserialiseError, serialiseError } from "../../src/model/serialisedError.ts";
import { fittingPage, PageSize } from "../../src/reader/pageSize.ts";
import { exportContradictions } from "../../src/recipe/exportSchemas.ts";
import { secretIssues } from "../../src/recipe/secrets.ts";

const context: FailureContext = {
  dataSpace: "D",
  origin: "https://x.test",
  timeoutSeconds: 1,
  maximumBytes: 1e6,
  proxy: undefined,
};

function refused(status: number, subject?: string): SurveyError {
  const named = subject === undefined ? undefined : localizable('survey "{0}"', subject);
  const answer = { ...context, status, subject: named, body: new Uint8Array() };
  return statusFailure(answer, redactorFor(undefined), 0).error;
}

const untrusted = Object.assign(new Error(), { code: "SELF_SIGNED_CERT_IN_CHAIN" });

const source = { dataSpace: "D", operation: "listSurveys" } as const;

/** What is told, as the editor and the shell say it. */
const told: Readonly<
  Record<string, { readonly of: () => unknown; readonly editor: RegExp; readonly shell: RegExp }>
> = {
  "an untrusted certificate": {
    of: () => connectionFailure(untrusted, context).error,
    editor: /set caFile of this data space/,
    shell: /--ca or SURVEY_EXPLORER_CA\.$/,
  },
  "a timeout": {
    of: () => timeoutFailure(context).error,
    editor: /surveyExplorer\.request\.timeout/,
    shell: /--concurrency/,
  },
  "a wrong key": {
    of: () => refused(401),
    editor: /Sign in again/,
    shell: /Set SURVEY_EXPLORER_SPACE_ID and SURVEY_EXPLORER_API_KEY/,
  },
  "an unknown survey": {
    of: () => refused(404, "S1"),
    editor: /has no survey "S1"\. .*refresh the list/,
    shell: /has no survey "S1"\. .*survey-explorer surveys/,
  },
  "an address without the service": {
    of: () => refused(404),
    editor: /its routes/,
    shell: /--url or --data-space, and --api-version/,
  },
  "a redirect": {
    of: () => refused(308),
    editor: /change the address of the data space\.$/,
    shell: /change --url or --data-space\.$/,
  },
  "an address with a query": {
    of: () => checkAddress({ name: "D", baseUrl: "https://x.test/?a=b", version: "v3" }),
    editor: /entered separately/,
    shell: /--credentials -/,
  },
  "an option of another API version": {
    of: () => {
      throw notInVersion({ version: "v3", dataSpace: "D" }, "parameterField", () => true);
    },
    editor: /Change its API version to v1 or v2\.$/,
    shell: /Use --api-version v1 or v2\.$/,
  },
  "an answer that does not fit": {
    of: () => decodeList(source, Buffer.from("{}"), (it) => it),
    editor: /Check the API version of the data space/,
    shell: /Check --api-version;/,
  },
  "a page that is too large": {
    of: () =>
      fittingPage(
        { source: { version: "v1" }, surveyId: "S1", pageSize: new PageSize() },
        async () => Promise.reject(new SurveyError("too-large", localizable("Too large."))),
      ),
    editor: /set it as the version of this data space/,
    shell: /use --api-version v3/,
  },
  "a file that exists": {
    of: () => checkTarget(import.meta.filename, false),
    editor: /\(overwrite\)/,
    shell: /--overwrite/,
  },
};

async function thrownBy(work: () => unknown): Promise<unknown> {
  try {
    return await work();
  } catch (error) {
    return error;
  }
}

const bundle = new URL("../../l10n/bundle.l10n.ko.json", import.meta.url);
const english = { ...shellTranslations({}, bundle), shellTexts };
const korean = wordsOf({ ...shellTranslations({ LANG: "ko_KR.UTF-8" }, bundle), shellTexts });
const ofEditor =
  /surveyExplorer\.|VS Code|\bwindows?\b|caFile|[Rr]efresh the|Show [A-Z]|Sign [Ii]n|routes|separately|\(overwrite\)|API version of the/;

/** Rooms of which the shell shows texts. */
const rooms = [
  ...["analysis", "charts", "cli", "client", "copy", "export", "formats", "jobs", "model"],
  ...["protocol", "reader", "recipe", "reports", "rpc", "store", "table", "warehouse"],
];

/** Files with texts that only the editor shows: the shell has no proxy of its own, key store, panels and data space exports. */
const ofEditorOnly = [
  "client/address.ts", // proxies, routes
  "client/authorization.ts",
  "client/failures.ts", // proxies, key stores
  "export/exportDataSpace.ts",
  "export/pause.ts",
  "model/wordings.ts", // the shell has texts of its own
  "reader/rawResponse.ts",
];

describe("the words of the shell", () => {
  for (const [name, { of, editor, shell }] of Object.entries(told)) {
    it(`name what the shell has for ${name}`, async () => {
      const error = await thrownBy(of);
      assert.ok(error instanceof SurveyError, String(error));
      assert.match(error.message, editor);
      // As it arrives from another thread, with its credentials redacted.
      const other = deserialiseError(structuredClone(serialiseError(error)));
      assert.ok(other instanceof SurveyError);
      const text = withWords(other.text, (it) => it);
      const said = inEnglishOf(english, text);
      assert.match(said, shell);
      assert.doesNotMatch(said, ofEditor);
      const inKorean = translated(text, korean);
      assert.match(inKorean, /니다|세요/);
      assert.doesNotMatch(inKorean, /caFile|surveyExplorer\.|로그인|새로 고치|\(overwrite\)/);
    });
  }

  it("are in shellTexts.ts if they differ from the editor's", async () => {
    const found: string[] = [];
    for (const room of rooms) {
      const folder = new URL(`../../src/${room}/`, import.meta.url);
      for (const name of await readdir(folder, { recursive: true })) {
        const file = `${room}/${name.replaceAll("\\", "/")}`;
        if (file.endsWith(".ts") && !ofEditorOnly.includes(file)) {
          const code = await readFile(new URL(name, folder), "utf8");
          const texts = code.matchAll(
            /\b(?:localizable\(|invalidInput\(|SurveyError\.of\(\s*"[^"]*",|one:|other:)\s*("[^"]*"|'[^']*')/g,
          );
          found.push(...[...texts].flatMap(([, it = ""]) => (ofEditor.test(it) ? [it] : [])));
        }
      }
    }
    assert.deepEqual(found, []);
  });

  it("say how to compare structures", () => {
    const [warning] = sinceWarnings("a", "b");
    assert.ok(warning);
    assert.match(inEnglishOf({}, warning), /"Show Structure Changes" lists the differences\.$/);
    assert.match(inEnglishOf(english, warning), /"survey-explorer codebook" writes/);
    assert.match(translated(warning, korean), /"survey-explorer codebook"은/);
  });

  it("name the variables for a key in a recipe", () => {
    const [issue] = secretIssues({ a: "canary-7f3a91c2" }, ["canary-7f3a91c2"]);
    assert.ok(issue);
    assert.match(inEnglishOf(english, issue.text), /come from the environment/);
    assert.match(inEnglishOf({}, issue.text), /sign in to the data space/);
  });

  it("name options by their spelling", () => {
    const values = {
      format: "csv",
      startDateTime: "2025-03-02T00:00:00",
      endDateTime: "2025-03-01T00:00:00",
      since: "x",
      fresh: "new",
    };
    assert.throws(
      () => checkContradictions(values, (raw) => exportContradictions("responses", raw)),
      /--end-date-time must be later than --start-date-time; --fresh must be "all", or be left out, where --since is given/,
    );
  });
});

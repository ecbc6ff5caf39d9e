import assert from "node:assert/strict";
import fc from "fast-check";
import { SurveyError } from "../../../src/model/errors.ts";
import { apiVersions } from "../../../src/model/survey.ts";
import {
  decodeLink,
  encodeLink,
  linkedAddress,
  linkedViews,
  type LinkParts,
  type SurveyLink,
} from "../../../src/vscode/links/link.ts";

const extensionId = "survey-explorer.survey-explorer";
const runs = { seed: 20261123, numRuns: 3000 };

/** Parses an address as VS Code does: decodes each part once, and leaves sequences that are not UTF-8 as they are. */
function parsed(link: string): LinkParts {
  const [, authority = "", path = "", query = "", fragment = ""] =
    /^[^:/?#]+:\/\/([^/?#]*)([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/su.exec(link) ?? [];
  const decoded = (text: string): string =>
    text.replace(/(%[0-9a-f]{2})+/gi, (it) => {
      try {
        return decodeURIComponent(it);
      } catch {
        return it;
      }
    });
  return {
    authority: decoded(authority),
    path: decoded(path),
    query: decoded(query),
    fragment: decoded(fragment),
  };
}

function decoded(link: string): SurveyLink {
  return decodeLink(extensionId, parsed(link));
}

const link: SurveyLink = {
  at: "https://api.example.com:8443/base",
  version: "v3",
  name: "Acme research",
  survey: "S1",
};
const start = `vscode://${extensionId}/open?at=https://api.example.com&version=v3`;

describe("link to a survey", () => {
  it("is readable", () => {
    assert.equal(
      encodeLink("vscode", extensionId, { ...link, question: "문1", view: "summary" }),
      `vscode://${extensionId}/open?at=https://api.example.com:8443/base&version=v3&name=Acme%20research&survey=S1&view=summary&question=%EB%AC%B81`,
    );
  });

  it("is unchanged by VS Code's decoding for any names", () => {
    const word = fc
      .string({ minLength: 1, maxLength: 40, unit: "grapheme" })
      .filter((it) => !/[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u.test(it));
    const awkward = fc.constantFrom(
      "a&b=c",
      "50%",
      "%2F..%2f",
      "a+b c",
      "#1",
      "%25&",
      "?x",
      "문항 1",
    );
    const name = fc.oneof(word, awkward);
    const made = fc.record(
      {
        at: fc.constantFrom(link.at, "https://xn--bcher-kva.example", "sample", "local"),
        version: fc.constantFrom(...apiVersions),
        name,
        survey: name,
        question: name,
        view: fc.constantFrom("structure" as const, "table" as const, "summary" as const),
      },
      { requiredKeys: ["at", "version", "name", "survey"], noNullPrototype: true },
    );
    fc.assert(
      fc.property(made, (it) => {
        const text = encodeLink("vscode", extensionId, it);
        assert.match(text, /^[\x21-\x7e]+$/);
        assert.deepEqual(decoded(text), it);
        assert.deepEqual(decoded(`${text}&windowId=_blank`), it);
      }),
      runs,
    );
  });

  it("is not created for unsuitable names or addresses", () => {
    for (const change of [
      { survey: "" },
      { survey: "S\u202e1" },
      { question: "Q\u0000" },
      { question: "\ud800" },
      { question: "Q".repeat(2001) },
      { survey: "&".repeat(900) },
      { at: "http://api.example.com" },
      { at: "https://name:secret@api.example.com" },
    ]) {
      assert.throws(() => encodeLink("vscode", extensionId, { ...link, ...change }), SurveyError);
    }
  });

  for (const [what, hostile] of [
    ["to another extension", start.replace(extensionId, "other.extension")],
    ["to a host", start.replace(extensionId, "evil.example")],
    ["with another path", `vscode://${extensionId}/signIn?at=sample&version=v3&survey=S1`],
    ["with encoded slashes in its path", start.replace("/open", "/open%2f..%2fopen")],
    ["with a fragment", `${start}&survey=S1#x`],
    ["without a survey", start],
    ["without a query", `vscode://${extensionId}/open`],
    ["with a duplicate field", `${start}&survey=S1&survey=S2`],
    ["with an unknown field", `${start}&survey=S1&apiKey=secret`],
    ["with a command", `${start}&survey=S1&command=surveyExplorer.removeDataSpace`],
    ["with a filter", `${start}&survey=S1&filter=%7B%7D`],
    ["with the field __proto__", `${start}&survey=S1&__proto__=x`],
    ["with a control character", `${start}&survey=S%00`],
    ["with a line break", `${start}&survey=S%0a1`],
    ["with a direction override", `${start}&survey=%E2%80%AE1S`],
    ["with broken encoding", `${start}&survey=%25zz`],
    ["with broken UTF-8", `${start}&survey=%25ff`],
    ["to plain HTTP", start.replace("https", "http") + "&survey=S1"],
    ["to a script", start.replace("https://api.example.com", "javascript:alert(1)") + "&survey=S1"],
    ["with a password", start.replace("api.", "user:secret@api.") + "&survey=S1"],
    [
      "with a query in its address",
      `vscode://${extensionId}/open?at=https://a.example/%253Fx&version=v3&survey=S1`,
    ],
    ["with an unknown version", start.replace("v3", "v9") + "&survey=S1"],
    ["with an unknown view", `${start}&survey=S1&view=terminal`],
    ["to a response in the structure view", `${start}&survey=S1&view=structure&response=R1`],
    ["to a question in the fieldwork view", `${start}&survey=S1&view=fieldwork&question=Q1`],
    [
      "to a local data space without a name",
      `vscode://${extensionId}/open?at=local&version=v3&survey=S1`,
    ],
    ["with a survey ID of a megabyte", `${start}&survey=${"S".repeat(1_000_000)}`],
  ] as const) {
    it(`${what} is rejected and quoted in the error`, () => {
      assert.throws(
        () => decoded(hostile),
        (error) => {
          assert.ok(error instanceof SurveyError);
          assert.equal(error.code, "invalid-input");
          assert.ok(error.message.length < 600, error.message);
          assert.match(error.message, /The link: \S/);
          return true;
        },
      );
    });
  }

  it("is rejected or valid after any change", () => {
    const whole = encodeLink("vscode", extensionId, { ...link, question: "a&b", view: "table" });
    const change = fc.record({
      at: fc.nat({ max: whole.length }),
      remove: fc.nat({ max: 12 }),
      put: fc.oneof(
        fc.string({ maxLength: 12, unit: "binary" }),
        fc.constantFrom("%2526", "%26", "&at=sample", "%2f", "/..", "%00", "%u202e", "=", "&", "#"),
      ),
    });
    let opened = 0;
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
        let text = whole;
        for (const { at, remove, put } of changes) {
          text = text.slice(0, at) + put + text.slice(at + remove);
        }
        try {
          const it = decoded(text);
          opened++;
          assert.ok(it.at === "sample" || it.at === "local" || linkedAddress(it.at));
          assert.ok(it.view === undefined || linkedViews.includes(it.view));
          assert.deepEqual(decoded(encodeLink("vscode", extensionId, it)), it);
        } catch (error) {
          assert.ok(error instanceof SurveyError, String(error));
        }
      }),
      runs,
    );
    assert.ok(opened > 100, String(opened));
  });

  it("compares addresses like requests do", () => {
    assert.equal(linkedAddress("https://API.example.com:443/"), "https://api.example.com");
    assert.equal(linkedAddress("https://api.example.com/Base//"), "https://api.example.com/Base");
  });
});

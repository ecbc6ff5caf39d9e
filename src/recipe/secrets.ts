import { localizable, sentences } from "../model/localizable.ts";
import { wording } from "../model/wordings.ts";
import { pointerOf, type RecipeIssue } from "./recipeError.ts";

const secretNames = new Set([
  "apikey",
  "spaceid",
  "password",
  "passwd",
  "secret",
  "token",
  "accesstoken",
  "authorization",
  "credential",
  "credentials",
  "connectionstring",
]);

/** Minimum length of a secret that is found inside a value. Shorter ones occur by chance; they must be the whole value. */
const minInside = 6;

/**
 * Returns issues for fields and values that must not be in a file that others can read.
 * @param known keys and Space IDs of the data spaces, if they are known
 */
export function secretIssues(value: unknown, known: readonly string[]): RecipeIssue[] {
  const issues: RecipeIssue[] = [];
  const walk = (it: unknown, path: readonly (string | number)[]): void => {
    if (typeof it === "string" && (looksSecret(it) || isKnown(it, known))) {
      issues.push({
        pointer: pointerOf(path),
        text: sentences(
          localizable("contains what looks like a key or a Space ID."),
          wording("keepSecret"),
        ),
      });
    } else if (Array.isArray(it)) {
      it.forEach((each, index) => walk(each, [...path, index]));
    } else if (typeof it === "object" && it !== null) {
      for (const [name, each] of Object.entries(it)) {
        if (secretNames.has(name.toLowerCase().replace(/[^a-z]/g, ""))) {
          issues.push({
            pointer: pointerOf([...path, name]),
            text: localizable(
              "is not allowed in a recipe. Remove it: keys and Space IDs are secret",
            ),
          });
        } else {
          walk(each, [...path, name]);
        }
      }
    }
  };
  walk(value, []);
  return issues;
}

/** Returns whether the text has credentials of a header, or in a URL. */
function looksSecret(text: string): boolean {
  const [, basic = ""] = /\bBasic\s+([A-Za-z0-9+/_-]{6,}={0,2})/i.exec(text) ?? [];
  return (
    /^[\x20-\x7e]+:[\x20-\x7e]+$/.test(Buffer.from(basic, "base64").toString("latin1")) ||
    /\b[a-z][a-z0-9+.-]*:\/\/[^\s/@:]*:[^\s/@]+@/i.test(text)
  );
}

function isKnown(text: string, known: readonly string[]): boolean {
  return known.some((it) => it === text || (it.length >= minInside && text.includes(it)));
}

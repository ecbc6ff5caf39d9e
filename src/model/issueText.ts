import type * as z from "zod";
import { inEnglish, listed, localizable, type LocalizableText } from "./localizable.ts";

type Issue = z.core.$ZodIssue;

/**
 * Says why a schema rejects a value, without a full stop, to be part of a sentence. Texts of our schemas are in the bundle.
 */
export function issueText(issue: Issue | undefined): LocalizableText {
  if (!issue) {
    return localizable("does not fit");
  }
  if (issue.code === "custom" && isText(issue.params?.["text"])) {
    return issue.params["text"];
  }
  if (issue.code === "invalid_value" && issue.message.startsWith("must be one of ")) {
    return localizable("must be one of {0}", issue.values.map(String).join(", "));
  }
  if (!/^(Invalid|Too|Unrecognized)\b/.test(issue.message)) {
    return { text: issue.message, words: [] };
  }
  const [, expected, received] =
    /^Invalid input: expected (.+?)(?:, received (.+))?$/.exec(issue.message) ?? [];
  if (expected !== undefined) {
    return received === undefined
      ? localizable("expected {0}", expected)
      : localizable("expected {0}, received {1}", expected, received);
  }
  switch (issue.code) {
    case "invalid_value":
      return localizable("expected one of {0}", named(issue.values));
    case "unrecognized_keys":
      return localizable("has unknown fields: {0}", named(issue.keys));
    case "too_small":
      return localizable("must not be less or shorter than {0}", Number(issue.minimum));
    case "too_big":
      return localizable("must not be more or longer than {0}", Number(issue.maximum));
    default:
      return localizable("does not fit");
  }
}

/** Says why a schema rejects a value: each field with what is wrong with it. */
export function issuesText({ issues }: z.ZodError): LocalizableText {
  return listed(
    issues.map((issue) =>
      issue.path.length === 0
        ? issueText(issue)
        : { text: "{0}: {1}", words: [issue.path.join("."), issueText(issue)] },
    ),
    "; ",
  );
}

/** Returns an issue whose text can be translated. */
export function customIssue(path: string[], text: LocalizableText) {
  return { code: "custom", path, message: inEnglish(text), params: { text } } as const;
}

function isText(value: unknown): value is LocalizableText {
  return typeof value === "object" && value !== null && "text" in value && "words" in value;
}

function named(values: readonly unknown[]): string {
  return values.map((it) => JSON.stringify(it)).join(", ");
}

import { localizable, sentences, type LocalizableText } from "../model/localizable.ts";

/** What commander says about a wrong command line. */
const texts = [
  localizable("unknown option '{0}'"),
  localizable("unknown command '{0}'"),
  localizable("(Did you mean one of {0}?)"),
  localizable("(Did you mean {0}?)"),
  localizable("missing required argument '{0}'"),
  localizable("option '{0}' argument missing"),
  localizable("option '{0}' argument '{1}' is invalid. Allowed choices are {2}"),
  localizable("too many arguments for '{0}'. Expected {1} argument but got {2}: {3}"),
  localizable("too many arguments for '{0}'. Expected {1} arguments but got {2}: {3}"),
];

/** Returns commander's message, without a full stop, as a text that can be translated. */
export function commanderText(message: string): LocalizableText {
  const parts = message.replace(/^error: |\.$/g, "").split(/\n(?=\(Did you mean )/);
  return sentences(...parts.map(known));
}

function known(part: string): LocalizableText | string {
  for (const { text } of texts) {
    const words = patternOf(text).exec(part);
    if (words) {
      return { text, words: words.slice(1) };
    }
  }
  return part;
}

function patternOf(text: string): RegExp {
  const fixed = text.split(/\{\d\}/).map((it) => it.replace(/[.?()]/g, String.raw`\$&`));
  return new RegExp(`^${fixed.join("(.*)")}$`, "s");
}

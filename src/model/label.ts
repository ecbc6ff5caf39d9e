import { walkHtml } from "./htmlWalk.ts";

// Elements whose border is a border between words.
const breaking = new Set([
  "address",
  "article",
  "blockquote",
  "br",
  "dd",
  "div",
  "dl",
  "dt",
  "fieldset",
  "figure",
  "footer",
  "form",
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "header",
  "hr",
  "li",
  "main",
  "nav",
  "ol",
  "p",
  "pre",
  "section",
  "table",
  "td",
  "th",
  "tr",
  "ul",
]);

// Elements whose content is not text for a reader.
const silent = new Set([
  "script",
  "style",
  "template",
  "noscript",
  "iframe",
  "object",
  "title",
  "textarea",
  "xmp",
  "noembed",
  "noframes",
]);

/** The text of an HTML label, on one line: entities decoded, tags gone, words on both sides of a break kept apart. */
export function labelText(html: string): string {
  if (!html.includes("<") && !html.includes("&")) {
    return oneLine(html);
  }
  let text = "";
  let silence = 0;
  walkHtml(html, {
    open(name) {
      if (silent.has(name)) {
        silence++;
      } else if (breaking.has(name)) {
        text += " ";
      }
    },
    text(chunk) {
      if (silence === 0) {
        text += chunk;
      }
    },
    close(name) {
      if (silent.has(name)) {
        silence--;
      } else if (breaking.has(name)) {
        text += " ";
      }
    },
  });
  return oneLine(text);
}

// Control characters and bidirectional overrides can make a label read as something else.
const invisible = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

// Control characters that part words; the others vanish without a gap.
const lineBreaks = /[\t\n\v\f\r\u0085]/g;

/** Plain text for a place of one line: control characters and direction overrides removed, white space folded. */
export function oneLine(text: string): string {
  return text.replace(lineBreaks, " ").replace(invisible, "").replace(/\s+/g, " ").trim();
}

import { walkHtml } from "./htmlWalk.ts";
import { oneLine } from "./oneLine.ts";

// Elements that separate words.
const breaking: ReadonlySet<string> = new Set(
  `address article blockquote br dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6
   header hr li main nav ol p pre section table td th tr ul`.split(/\s+/),
);

// Elements whose content is not shown as text.
const silent: ReadonlySet<string> = new Set(
  `script style template noscript iframe object title textarea xmp noembed noframes`.split(/\s+/),
);

/**
 * Returns the text of an HTML label on one line: entities decoded, tags removed, words on both sides of a break kept apart.
 */
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

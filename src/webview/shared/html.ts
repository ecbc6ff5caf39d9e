import DOMPurify from "dompurify";
import { noChange } from "lit";
import { Directive, directive, type ChildPart } from "lit/directive.js";
import { walkHtml } from "../../model/htmlWalk.ts";

/*
 * Labels are HTML from strangers. Only text and elements for emphasis and structure reach the panel's document: no attribute
 * of any kind, so nothing that could load, link, name, style or run.
 *
 * Two passes, because the browser's parser, even on an inert document, reports every style attribute and element that it
 * meets to the content security policy: the first parses a label without the browser and writes it again with allowed
 * elements only; the second checks the result with the browser's own parser.
 */

const inline = ["b", "code", "del", "em", "i", "ins", "kbd", "mark", "q", "s", "small", "span"];
const emphasis = ["strong", "sub", "sup", "u", "var"];
const blocks = ["blockquote", "dd", "div", "dl", "dt", "li", "ol", "p", "pre", "ul"];
const tables = ["table", "tbody", "td", "tfoot", "th", "thead", "tr"];
const empty = ["br", "hr"];
const allowed = new Set([...inline, ...emphasis, ...blocks, ...tables, ...empty]);

/** Replaced by `div`, so that they still separate words: as headings and landmarks they would mislead a screen reader. */
const landmarks = new Set([
  ...["address", "article", "aside", "center", "fieldset", "figcaption", "figure", "footer"],
  ...["form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "main", "nav", "section"],
]);

/** Dropped with their content, which is no text for a reader. */
const silent = new Set([
  ...["iframe", "math", "noembed", "noframes", "noscript", "object", "script", "style", "svg"],
  ...["template", "textarea", "title", "xmp"],
]);

/** Returns the label with allowed elements only, without attributes. */
function rewritten(html: string): string {
  let text = "";
  let silence = 0;
  const write = (name: string, tag: (written: string) => string): void => {
    const written = landmarks.has(name) ? "div" : name;
    if (silence === 0 && allowed.has(written)) {
      text += tag(written);
    }
  };
  walkHtml(html, {
    open(name) {
      silence += silent.has(name) ? 1 : 0;
      write(name, (written) => `<${written}>`);
    },
    text(chunk) {
      text += silence === 0 ? escaped(chunk) : "";
    },
    close(name) {
      if (!empty.includes(name)) {
        write(name, (written) => `</${written}>`);
      }
      silence -= silent.has(name) ? 1 : 0;
    },
  });
  return text;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function sanitised(html: string): DocumentFragment {
  return DOMPurify.sanitize(rewritten(html), {
    ALLOWED_TAGS: [...allowed, "#text"],
    ALLOWED_ATTR: [],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
}

class RichText extends Directive {
  #shown: string | undefined;

  override render(html: string): unknown {
    return html.includes("<") || html.includes("&") ? sanitised(html) : html;
  }

  override update(_part: ChildPart, [html]: [string]): unknown {
    if (html === this.#shown) {
      return noChange;
    }
    this.#shown = html;
    return this.render(html);
  }
}

/** Renders a label with its emphasis, as content of a lit template. */
export const richText = directive(RichText);

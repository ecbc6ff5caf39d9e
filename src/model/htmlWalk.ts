import { Parser, type ParserOptions } from "htmlparser2";

/** Receives the parts of HTML in their order. Every element that is opened is closed. */
export interface HtmlVisitor {
  open(name: string): void;
  text(text: string): void;
  close(name: string): void;
}

/** Walks through HTML as browsers read it: decodes entities and closes elements that were left open. */
export function walkHtml(html: string, visitor: HtmlVisitor): void {
  new FlatParser(visitor).end(html);
}

/** At this depth elements are empty: their content becomes their sibling. Browsers do so at 512. */
const maximumDepth = 100;

const options: ParserOptions = { decodeEntities: true };

/** Limits the depth, because the parser searches and moves all open elements for every tag. */
class FlatParser extends Parser {
  readonly #open: { depth: number };
  #isFlat = false;

  constructor(visitor: HtmlVisitor) {
    const open = { depth: 0 };
    super(
      {
        onopentagname(name) {
          open.depth++;
          visitor.open(name);
        },
        ontext: (text) => visitor.text(text),
        onclosetag(name) {
          open.depth--;
          visitor.close(name);
        },
      },
      options,
    );
    this.#open = open;
  }

  override onopentagname(start: number, end: number): void {
    this.#isFlat = this.#open.depth >= maximumDepth;
    super.onopentagname(start, end);
  }

  override onclosetag(start: number, end: number): void {
    this.#isFlat = false;
    super.onclosetag(start, end);
  }

  protected override isVoidElement(name: string): boolean {
    return this.#isFlat || super.isVoidElement(name);
  }
}

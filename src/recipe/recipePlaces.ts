import { findNodeAtLocation, modify, parseTree, type Node, type ParseError } from "jsonc-parser";
import { invalidInput } from "../model/errors.ts";

/** A range of a recipe's text, in UTF-16 units. */
export interface Place {
  readonly offset: number;
  readonly length: number;
}

/** Locates the parts of a recipe in its text, even while it is typed and not valid yet. */
export class RecipePlaces {
  readonly #root: Node | undefined;

  constructor(text: string) {
    this.#root = parseTree(text);
  }

  /** Ranges of the whole steps. */
  get steps(): readonly Place[] {
    const steps = this.#root && findNodeAtLocation(this.#root, ["steps"]);
    return steps?.type === "array" ? (steps.children ?? []).map(placeOf) : [];
  }

  /**
   * Returns the place of a JSON pointer (RFC 6901), or of the part above it if there is none. The place of a field includes
   * its name. An object or a list has only its name as a place, or else its opening bracket, because it may be many lines
   * long.
   */
  at(pointer: string): Place {
    let node = this.#root;
    for (const part of pathOf(pointer)) {
      const next = node && childOf(node, part);
      if (!next) {
        break;
      }
      node = next;
    }
    return node ? shownPlace(node) : { offset: 0, length: 0 };
  }

  /** Returns the string at the pointer; `undefined` if there is none. */
  text(pointer: string): string | undefined {
    const node = pathOf(pointer).reduce<Node | undefined>(
      (it, part) => it && childOf(it, part),
      this.#root,
    );
    const value: unknown = node?.value;
    return typeof value === "string" ? value : undefined;
  }
}

function pathOf(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((it) => it.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function childOf({ type, children = [] }: Node, part: string): Node | undefined {
  if (type === "array") {
    return /^\d+$/.test(part) ? children[Number(part)] : undefined;
  }
  // If a name occurs twice, the last one counts.
  return children.findLast((it) => it.children?.[0]?.value === part)?.children?.[1];
}

function shownPlace(node: Node): Place {
  const { parent, type } = node;
  const isField = parent?.type === "property";
  if (type !== "object" && type !== "array") {
    return placeOf(isField ? parent : node);
  }
  const [name] = isField ? (parent.children ?? []) : [];
  return name ? placeOf(name) : { offset: node.offset, length: 1 };
}

function placeOf({ offset, length }: Node): Place {
  return { offset, length };
}

export interface TextEdit extends Place {
  readonly content: string;
}

/**
 * Returns the edits that add a step behind the others, indented as they are. All else stays as it is.
 * @throws SurveyError "invalid-input" if the text is not JSON, or has no list of steps
 */
export function stepAdded(
  file: string,
  text: string,
  step: object,
  eol: string,
): readonly TextEdit[] {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors);
  if (!root || errors.length > 0 || findNodeAtLocation(root, ["steps"])?.type !== "array") {
    throw invalidInput(
      "No step can be added to {0}: it is not JSON, or has no list of steps. Correct it, or choose another file.",
      file,
    );
  }
  const [, indent = "  "] = /^([ \t]+)\S/m.exec(text) ?? [];
  const formattingOptions = { insertSpaces: !indent.includes("\t"), tabSize: indent.length, eol };
  return modify(text, ["steps", -1], step, { isArrayInsertion: true, formattingOptions });
}

import { labelText } from "../model/label.ts";
import { oneLine } from "../model/oneLine.ts";
import type { Block, EmbeddedField, Option, Question, Survey } from "../model/survey.ts";

/** A part of a structure with a name and a label. Its text is only made when it is asked for: a label may be long HTML. */
export class OutlinePart {
  readonly name: string;
  readonly label: string;
  readonly #read: (label: string) => string;
  #text: string | undefined;

  /** @param read turns the label into the text that people read */
  constructor(name: string, label: string, read: (label: string) => string) {
    this.name = name;
    this.label = label;
    this.#read = read;
  }

  /** The label as people read it: markup and the composition of characters make no difference. */
  get text(): string {
    return (this.#text ??= this.#read(this.label).normalize("NFC"));
  }

  isCalledLike(other: OutlinePart): boolean {
    return this.label === other.label || this.text === other.text;
  }
}

export class OutlineQuestion extends OutlinePart {
  readonly type: string | undefined;
  readonly #options: readonly Option[];
  #parts: readonly OutlinePart[] | undefined;
  /** First block that names it. */
  block: OutlineBlock | undefined;

  constructor({ name, label, type, options }: Question) {
    super(name, label, labelText);
    this.type = type;
    this.#options = options;
  }

  get options(): readonly OutlinePart[] {
    return (this.#parts ??= this.#options.map(
      (it) => new OutlinePart(it.name, it.label, labelText),
    ));
  }

  /** Compares codes and labels, but not the texts of labels. */
  hasSameOptions(question: OutlineQuestion): boolean {
    const others = question.#options;
    return (
      others.length === this.#options.length &&
      this.#options.every(({ name, label }, index) => {
        const other = others[index];
        return other?.name === name && other.label === label;
      })
    );
  }

  /** Labels of the question and its options, as they were sent. */
  get labels(): string {
    return [this.label, ...this.#options.map((it) => it.label)].join("\n");
  }
}

export class OutlineBlock extends OutlinePart {
  questions: readonly OutlineQuestion[] = [];

  constructor({ name, label }: Block) {
    super(name, label, oneLine);
  }
}

/** The parts of a structure that are compared. */
export interface Outline {
  readonly blocks: readonly OutlineBlock[];
  /** As the survey lists them. */
  readonly questions: readonly OutlineQuestion[];
  /** Questions that no block names; all, if there are no blocks. */
  readonly unblocked: readonly OutlineQuestion[];
  readonly fields: readonly OutlinePart[];
}

export function structureOutline(survey: Survey): Outline {
  const questions = survey.questions.map((it) => new OutlineQuestion(it));
  const byName = Map.groupBy(questions, (it) => it.name);
  const blocks = (survey.blocks ?? []).map((block) => {
    const made = new OutlineBlock(block);
    // If questions share a name, each mention takes the next one.
    made.questions = block.questions.flatMap((name) => {
      const question = byName.get(name)?.find((it) => !it.block);
      if (question) {
        question.block = made;
      }
      return question ?? [];
    });
    return made;
  });
  return {
    blocks,
    questions,
    unblocked: questions.filter((it) => !it.block),
    fields: survey.embeddedData.map(
      (it: EmbeddedField) => new OutlinePart(it.name, it.label ?? "", oneLine),
    ),
  };
}

/**
 * Returns all that a comparison takes into account, as one text: structures with the same text are the same to those who use
 * their data.
 * @see structureChanges
 */
export function outlineText(survey: Survey): string {
  const { blocks, questions, fields } = structureOutline(survey);
  const part = ({ name, text }: OutlinePart) => [name, text];
  const numbers = new Map(questions.map((it, index) => [it, index]));
  return JSON.stringify([
    survey.apiVersion,
    survey.blocks === undefined
      ? null
      : blocks.map((it) => [...part(it), it.questions.map((question) => numbers.get(question))]),
    questions.map((it) => [...part(it), it.type ?? null, it.options.map(part)]),
    fields.map(part),
  ]);
}

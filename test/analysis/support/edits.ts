import type { StructureChange } from "../../../src/analysis/structureChanges.ts";
import type { Survey } from "../../../src/model/survey.ts";
import type { Random } from "../../../src/service/sample/random.ts";

/*
 * Random sequences of edits of a structure. The editor records the expected change of each edit while it makes it. Labels
 * are unique, so that there is one right answer; each part is edited once, some in two ways.
 */

interface Part {
  name: string;
  label: string;
  /** True if the part belongs to the first structure and was not edited yet. */
  isFree: boolean;
}

interface Question extends Part {
  type: string;
  options: Part[];
}

interface Block extends Part {
  questions: Question[];
}

type Expected = StructureChange;

export interface Edited {
  readonly older: Survey;
  readonly newer: Survey;
  readonly expected: readonly Expected[];
}

export class Editor {
  readonly #random: Random;
  #serial = 0;
  readonly #blocks: Block[];
  readonly #fields: Part[];
  // Functions, because the final name of a part is known only at the end.
  readonly #expected: (() => Expected)[] = [];
  /** Lists in which a part has moved. After a second move nobody could tell which part moved past which. */
  readonly #stirred = new Set<readonly Part[]>();
  readonly #firstNames = new Map<Part, string>();
  /** Parts that became another part or moved to another block. */
  readonly #replaced = new Set<Part>();
  /** Parts that cannot be recognised by their name any more, so their options have to stay. */
  readonly #renamed = new Set<Part>();

  constructor(random: Random) {
    this.#random = random;
    this.#blocks = this.#times(2 + this.#below(3), () => this.#newBlock(3 + this.#below(5)));
    this.#fields = this.#times(this.#below(6), () => this.#newPart("field"));
    const all = this.#blocks.flatMap((it) => [
      it,
      ...it.questions.flatMap((q) => [q, ...q.options]),
    ]);
    [...all, ...this.#fields].forEach((it) => (it.isFree = true));
  }

  /** @param edits number of edits to try; some find nothing left to edit */
  edit(edits: number): Edited {
    const older = this.#survey();
    const removals = this.#below(Math.ceil(edits / 3));
    const moves = this.#below(Math.ceil(edits / 3));
    this.#times(removals, () => this.#remove());
    this.#times(edits - removals - moves, () => this.#change());
    // Moves come last, because their distance depends on what stands between.
    this.#times(moves, () => this.#move());
    return { older, newer: this.#survey(), expected: this.#expected.map((it) => it()) };
  }

  #remove(): void {
    const block = this.#pick(this.#blocks, false);
    const question = block && this.#pick(block.questions);
    switch (this.#below(6)) {
      case 0:
        if (
          block?.isFree === true &&
          this.#blocks.length > 2 &&
          block.questions.every((it) => it.isFree)
        ) {
          this.#expect(block, "removed", "block");
          block.questions.forEach((it) => this.#expect(it, "removed", "question"));
          take(this.#blocks, block);
        }
        break;
      case 1:
      case 2:
        if (block && question) {
          this.#expect(question, "removed", "question");
          take(block.questions, question);
        }
        break;
      case 3:
        this.#removeFrom(this.#fields, "field");
        break;
      default:
        if (question) {
          this.#removeFrom(question.options, "option", question);
        }
    }
  }

  #removeFrom(parts: Part[], kind: "field" | "option", question?: Question): void {
    const part = this.#pick(parts);
    if (part) {
      this.#expect(part, "removed", kind, {}, question);
      take(parts, part);
      if (question) {
        question.isFree = false;
      }
    }
  }

  #change(): void {
    const block = this.#pick(this.#blocks, false);
    const question = block && this.#pick(block.questions);
    switch (this.#below(9)) {
      case 0:
        this.#addBlock();
        break;
      case 1:
        this.#label(this.#pick(this.#blocks), "block");
        break;
      case 2:
        this.#name(this.#pick(this.#blocks), "block");
        break;
      case 3:
        if (block) {
          const added = this.#newQuestion();
          this.#insert(block.questions, added);
          this.#expect(added, "added", "question");
        }
        break;
      case 4:
        this.#changeField();
        break;
      case 5:
      case 6:
        this.#changeQuestion(question);
        break;
      default: {
        const known = block?.questions.filter((it) => this.#isOld(it) && !this.#renamed.has(it));
        const of = known && this.#pick(known, false);
        if (of) {
          this.#changeOption(of);
        }
      }
    }
  }

  #addBlock(): void {
    const added = this.#newBlock(this.#below(3));
    this.#insert(this.#blocks, added);
    this.#expect(added, "added", "block");
    added.questions.forEach((it) => this.#expect(it, "added", "question"));
  }

  #changeField(): void {
    const field = this.#pick(this.#fields);
    switch (this.#below(4)) {
      case 0: {
        const added = this.#newPart("field");
        this.#insert(this.#fields, added);
        this.#expect(added, "added", "field");
        break;
      }
      case 1:
        this.#label(field, "field");
        break;
      case 2:
        this.#name(field, "field");
        break;
      default:
        this.#replace(field, "field");
    }
  }

  #changeQuestion(question: Question | undefined): void {
    switch (this.#below(4)) {
      case 0:
        this.#label(question, "question");
        break;
      case 1:
        this.#name(question, "question");
        break;
      case 2:
        if (question) {
          const from = question.type;
          question.type = this.#fresh("type");
          this.#expect(question, "retyped", "question", { from, to: question.type });
        }
        break;
      default:
        this.#replace(question, "question");
    }
  }

  #changeOption(question: Question): void {
    question.isFree = false;
    const option = this.#pick(question.options);
    switch (this.#below(4)) {
      case 0: {
        const added = this.#newPart("option");
        this.#insert(question.options, added);
        this.#expect(added, "added", "option", {}, question);
        break;
      }
      case 1:
        this.#label(option, "option", question);
        break;
      case 2:
        this.#name(option, "option", question);
        break;
      default:
        this.#replace(option, "option", question);
    }
  }

  #move(): void {
    const block = this.#pick(this.#blocks, false);
    switch (this.#below(5)) {
      case 0:
        this.#moveWithin(this.#blocks, "block");
        break;
      case 1:
        this.#moveWithin(this.#fields, "field");
        break;
      case 2:
        this.#moveWithin(block?.questions ?? [], "question");
        break;
      case 3: {
        const question = block && this.#pick(block.questions, false);
        if (question && this.#isOld(question)) {
          this.#moveWithin(question.options, "option", question);
        }
        break;
      }
      default:
        this.#moveAway();
    }
  }

  /** Moves a part past at least two old ones: if two neighbours change places, either could be the one that moved. */
  #moveWithin(parts: Part[], kind: Expected["kind"], question?: Question): void {
    const olds = parts.filter((it) => this.#isOld(it));
    const from = this.#below(olds.length);
    const part = olds[from];
    const to = this.#below(olds.length);
    const target = olds[to];
    if (part && target && Math.abs(to - from) >= 2 && !this.#stirred.has(parts)) {
      this.#stirred.add(parts);
      take(parts, part);
      parts.splice(parts.indexOf(target) + (to > from ? 1 : 0), 0, part);
      this.#expect(part, "moved", kind, {}, question);
    }
  }

  /** Moves a question to another block; earlier edits of it stay expected. */
  #moveAway(): void {
    const [block, other] = [this.#pick(this.#blocks, false), this.#pick(this.#blocks, false)];
    const question = block && this.#pick(block.questions, false);
    if (block && other && question && block !== other && this.#isOld(question)) {
      if (this.#stirred.has(block.questions) || !this.#isOld(block)) {
        return;
      }
      this.#replaced.add(question);
      take(block.questions, question);
      this.#insert(other.questions, question);
      const from = this.#firstNames.get(block) ?? "";
      this.#expected.push(() => ({
        ...{ change: "moved", kind: "question", name: question.name },
        ...{ from, to: other.name },
      }));
    }
  }

  #label(part: Part | undefined, kind: Expected["kind"], question?: Question): void {
    if (part) {
      const from = part.label;
      part.label = this.#fresh("label");
      this.#expect(part, "relabelled", kind, { from, to: part.label }, question);
    }
  }

  #name(part: Part | undefined, kind: Expected["kind"], question?: Question): void {
    if (part) {
      const from = part.name;
      part.name = this.#fresh(kind);
      this.#renamed.add(part);
      const change = kind === "option" ? "recoded" : "renamed";
      this.#expect(part, change, kind, { from, to: part.name }, question);
    }
  }

  /** Gives a part another name and another label, so nobody can tell that it is the same. */
  #replace(part: Part | undefined, kind: Expected["kind"], question?: Question): void {
    if (part) {
      const { name } = part;
      const of = question && { question };
      this.#expected.push(() => ({
        ...{ change: "removed", kind, name },
        ...(of && { question: of.question.name }),
      }));
      part.name = this.#fresh(kind);
      part.label = this.#fresh("label");
      this.#expect(part, "added", kind, {}, question);
      this.#replaced.add(part);
    }
  }

  #isOld(part: Part): boolean {
    return this.#firstNames.has(part) && !this.#replaced.has(part);
  }

  #expect(
    part: Part,
    change: Expected["change"],
    kind: Expected["kind"],
    words: { readonly from?: string; readonly to?: string } = {},
    question?: Question,
  ): void {
    part.isFree = false;
    const it = () => ({ ...{ change, kind, name: part.name }, ...words });
    this.#expected.push(question ? () => ({ ...it(), question: question.name }) : it);
  }

  #pick<T extends Part>(parts: readonly T[], free = true): T | undefined {
    const some = free ? parts.filter((it) => it.isFree) : parts;
    return some[this.#below(some.length)];
  }

  #insert<T>(list: T[], item: T): void {
    list.splice(this.#below(list.length + 1), 0, item);
  }

  #below(limit: number): number {
    return this.#random.below(limit);
  }

  #times<T>(count: number, make: () => T): T[] {
    return Array.from({ length: count }, make);
  }

  #fresh(what: string): string {
    return `${what}${this.#serial++}`;
  }

  #newPart(kind: Expected["kind"]): Part {
    return { name: this.#fresh(kind), label: this.#fresh("label"), isFree: false };
  }

  #newQuestion(): Question {
    const options = this.#times(this.#below(7), () => this.#newPart("option"));
    return { ...this.#newPart("question"), type: "SingleChoice", options };
  }

  #newBlock(questions: number): Block {
    return {
      ...this.#newPart("block"),
      questions: this.#times(questions, () => this.#newQuestion()),
    };
  }

  #survey(): Survey {
    const named = ({ name, label }: Part) => ({ name, label });
    const questions = this.#blocks.flatMap((it) => it.questions);
    if (this.#firstNames.size === 0) {
      const parts = [...this.#blocks, ...this.#fields, ...questions];
      [...parts, ...questions.flatMap((it) => it.options)].forEach((it) =>
        this.#firstNames.set(it, it.name),
      );
    }
    return {
      ...{ surveyId: "S1", label: this.#fresh("title"), apiVersion: "v3" },
      questions: questions.map((it) => ({
        ...named(it),
        type: it.type,
        options: it.options.map(named),
      })),
      blocks: this.#blocks.map((it) => ({
        ...named(it),
        questions: it.questions.map(({ name }) => name),
      })),
      embeddedData: this.#fields.map(named),
    };
  }
}

function take<T>(list: T[], item: T): void {
  list.splice(list.indexOf(item), 1);
}

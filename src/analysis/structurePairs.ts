import type { Survey } from "../model/survey.ts";
import { versionSupports } from "../model/versionSupport.ts";
import { Pairing } from "./pairing.ts";
import {
  structureOutline,
  type OutlineBlock,
  type OutlinePart,
  type OutlineQuestion,
} from "./structureOutline.ts";

/** What can be compared in two structures, which may come from two versions of the API. */
export interface Comparability {
  /** Names of questions. If one structure has ranks instead, questions are matched by their texts. */
  readonly names: boolean;
  /** Codes of options: ranks and names are not comparable. */
  readonly codes: boolean;
  readonly blocks: boolean;
  readonly fieldLabels: boolean;
}

export function comparability(older: Survey, newer: Survey): Comparability {
  const both = (fact: Parameters<typeof versionSupports>[1]) =>
    versionSupports(older.apiVersion, fact) && versionSupports(newer.apiVersion, fact);
  return {
    names: both("questionNames"),
    codes: both("questionNames") || both("questionRanks"),
    blocks: older.blocks !== undefined && newer.blocks !== undefined,
    fieldLabels: both("embeddedLabels"),
  };
}

/** Matches the parts of two structures. */
export class StructurePairs {
  readonly comparable: Comparability;
  readonly older;
  readonly newer;
  readonly blocks: Pairing<OutlineBlock>;
  readonly questions: Pairing<OutlineQuestion>;
  readonly fields: Pairing<OutlinePart>;
  readonly #places: ReadonlyMap<OutlineBlock | undefined, string>;

  constructor(older: Survey, newer: Survey) {
    this.comparable = comparability(older, newer);
    this.older = structureOutline(older);
    this.newer = structureOutline(newer);
    this.blocks = this.#blocks();
    this.#places = new Map(this.#placesOf());
    this.questions = this.comparable.names ? this.#questionsByName() : this.#questionsByText();
    this.fields = new Pairing(this.older.fields, this.newer.fields);
    byName(this.fields);
    this.fields.byKey(textKey);
  }

  optionsOf(old: OutlineQuestion, question: OutlineQuestion): Pairing<OutlinePart> {
    const pairs = new Pairing(old.options, question.options);
    if (this.comparable.names) {
      byName(pairs);
      pairs.byKey(textKey);
      // Options with an empty code, which `byName` leaves out.
      pairs.byKey(({ name }) => name);
    } else {
      pairs.byKey(textKey);
      pairs.byPlace(
        () => true,
        () => false,
      );
    }
    return pairs;
  }

  /** Returns an ID of the question's block, the same in both structures. */
  placeOf({ block }: OutlineQuestion): string {
    return (this.comparable.blocks ? this.#places.get(block) : undefined) ?? "";
  }

  #blocks(): Pairing<OutlineBlock> {
    const { blocks } = this.comparable;
    const pairs = new Pairing(blocks ? this.older.blocks : [], blocks ? this.newer.blocks : []);
    byName(pairs);
    pairs.byKey(textKey);
    pairs.byKey(() => "", haveMostQuestions);
    pairs.byKey(({ name }) => name);
    return pairs;
  }

  *#placesOf(): Generator<[OutlineBlock, string]> {
    for (const [index, block] of this.newer.blocks.entries()) {
      yield [block, `new ${index}`];
      const old = this.blocks.oldOf(block);
      if (old) {
        yield [old, `new ${index}`];
      }
    }
    for (const [index, block] of this.blocks.removed.entries()) {
      yield [block, `old ${index}`];
    }
  }

  #questionsByName(): Pairing<OutlineQuestion> {
    const pairs = new Pairing(this.older.questions, this.newer.questions);
    byName(pairs);
    const inBlock = (it: OutlineQuestion) => textKey(it) && `${this.placeOf(it)}\n${it.text}`;
    pairs.byKey(inBlock, haveSimilarOptions);
    pairs.byKey(textKey, haveSimilarOptions);
    return pairs;
  }

  #questionsByText(): Pairing<OutlineQuestion> {
    const pairs = new Pairing(this.older.questions, this.newer.questions);
    pairs.byEnds((old, it) => old.label === it.label && old.hasSameOptions(it));
    pairs.byKey(({ labels }) => (labels.trim() === "" ? undefined : labels));
    pairs.byKey(({ text, options }) => {
      const texts = [text, ...options.map((it) => it.text)].join("\n");
      return texts.trim() === "" ? undefined : texts;
    });
    pairs.byKey(textKey, haveSimilarOptions);
    pairs.byPlace(
      haveSimilarOptions,
      (old, it) => it.options.length > 0 && haveSimilarOptions(old, it),
    );
    return pairs;
  }
}

/** Compares texts only if names are not enough: parsing the HTML of all labels takes time. */
function byName(pairs: Pairing<OutlinePart>): void {
  const named = (it: OutlinePart) => (it.name === "" ? undefined : it.name);
  pairs.byEnds((old, { name, label }) => old.name === name && old.label === label);
  pairs.byKey(({ name, label }) => `${name}\n${label}`);
  pairs.byKey((it) => `${it.name}\n${it.text}`);
  pairs.byKey(named);
}

function textKey({ text }: OutlinePart): string | undefined {
  return text === "" ? undefined : text;
}

function haveSimilarOptions(old: OutlineQuestion, question: OutlineQuestion): boolean {
  const labels = (it: OutlineQuestion) => it.options.map((option) => option.label);
  const texts = (it: OutlineQuestion) => it.options.map((option) => option.text);
  return (
    old.hasSameOptions(question) ||
    areMostlyShared(labels(old), labels(question)) ||
    areMostlyShared(texts(old), texts(question))
  );
}

function haveMostQuestions(old: OutlineBlock, block: OutlineBlock): boolean {
  const names = (it: OutlineBlock) => it.questions.map((question) => question.name);
  return block.questions.length > 0 && areMostlyShared(names(old), names(block));
}

/** Returns whether at least half of each is shared. */
function areMostlyShared(olds: readonly string[], news: readonly string[]): boolean {
  const old = new Set(olds);
  const shared = new Set(news.filter((it) => old.has(it))).size;
  return 2 * shared >= Math.max(old.size, new Set(news).size);
}

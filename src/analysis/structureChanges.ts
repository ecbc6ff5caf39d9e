import type { Survey } from "../model/survey.ts";
import { displaced, grouped, type Pairing } from "./pairing.ts";
import { StructurePairs } from "./structurePairs.ts";
import type { OutlineBlock, OutlinePart, OutlineQuestion } from "./structureOutline.ts";

export const changeKinds = [
  "added",
  "removed",
  "renamed",
  "moved",
  "recoded",
  "relabelled",
  "retyped",
] as const;

/** A difference between two structures that people, or users of their data, would notice. */
export interface StructureChange {
  /**
   * "moved": to another block, from `from` to `to`; without these two, only its place among its neighbours has changed.
   * "recoded": an option with the same label has another code. "retyped": a question has another type.
   */
  readonly change: (typeof changeKinds)[number];
  readonly kind: "block" | "question" | "option" | "field";
  /** Name in the newer structure, or in the older one if it was removed. Of an option, the code. */
  readonly name: string;
  /** Names, codes, texts of labels or types, depending on `change`. */
  readonly from?: string;
  readonly to?: string;
  /** Name of the option's question. */
  readonly question?: string;
}

/** A change with the label of its part as people read it. */
export interface DescribedChange extends StructureChange {
  readonly text: string;
}

/**
 * Returns the changes that turn the older structure into the newer one. Blocks, questions, options and fields are matched by
 * their names, and what is left over by the same text and similar options. A part with another name and another text is
 * another part: removed and added. Options of added or removed questions are not listed. The service's times, collect
 * groups, markup of labels and the survey's own title are not compared.
 *
 * If questions have ranks for names (v1, v2), they and their options are matched by text: ranks that shift because a
 * question was added or removed are not a change, but options with another rank are recoded, since answers have it.
 */
export function structureChanges(older: Survey, newer: Survey): DescribedChange[] {
  const pairs = new StructurePairs(older, newer);
  return [...blockChanges(pairs), ...questionChanges(pairs), ...fieldChanges(pairs)];
}

type Kind = StructureChange["kind"];

function change(
  what: StructureChange["change"],
  kind: Kind,
  { name, text }: OutlinePart,
  from?: string,
  to?: string,
): DescribedChange {
  return {
    ...{ change: what, kind, name, text },
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
}

function* blockChanges({ blocks }: StructurePairs): Generator<DescribedChange> {
  const moved = movedWithin(blocks.news, blocks);
  for (const block of blocks.removed) {
    yield change("removed", "block", block);
  }
  for (const block of blocks.news) {
    const old = blocks.oldOf(block);
    if (!old) {
      yield change("added", "block", block);
      continue;
    }
    yield* namedChanges("block", old, block);
    yield* labelChanges("block", old, block);
    if (moved.has(block)) {
      yield change("moved", "block", block);
    }
  }
}

function* questionChanges(pairs: StructurePairs): Generator<DescribedChange> {
  const { questions, newer, comparable } = pairs;
  const moved = movedQuestions(pairs);
  for (const question of questions.removed) {
    yield change("removed", "question", question);
  }
  const inOrder = newer.blocks.flatMap((it) => it.questions);
  for (const question of [...inOrder, ...newer.unblocked]) {
    const old = questions.oldOf(question);
    if (!old) {
      yield change("added", "question", question);
      continue;
    }
    if (comparable.names) {
      yield* namedChanges("question", old, question);
    }
    yield* labelChanges("question", old, question);
    if (old.type !== undefined && question.type !== undefined && old.type !== question.type) {
      yield change("retyped", "question", question, old.type, question.type);
    }
    if (pairs.placeOf(old) !== pairs.placeOf(question)) {
      yield change("moved", "question", question, calledOf(old.block), calledOf(question.block));
    } else if (moved.has(question)) {
      yield change("moved", "question", question);
    }
    if (!old.hasSameOptions(question)) {
      yield* optionChanges(pairs, old, question);
    }
  }
}

function* optionChanges(
  pairs: StructurePairs,
  old: OutlineQuestion,
  question: OutlineQuestion,
): Generator<DescribedChange> {
  const options = pairs.optionsOf(old, question);
  const moved = movedWithin(question.options, options);
  const of = (it: DescribedChange) => ({ ...it, question: question.name });
  yield* options.removed.map((it) => of(change("removed", "option", it)));
  for (const option of question.options) {
    const before = options.oldOf(option);
    if (!before) {
      yield of(change("added", "option", option));
      continue;
    }
    if (pairs.comparable.codes && before.name !== option.name) {
      yield of(change("recoded", "option", option, before.name, option.name));
    }
    yield* [...labelChanges("option", before, option)].map(of);
    if (moved.has(option)) {
      yield of(change("moved", "option", option));
    }
  }
}

function* fieldChanges({ fields, newer, comparable }: StructurePairs): Generator<DescribedChange> {
  const moved = movedWithin(newer.fields, fields);
  for (const field of fields.removed) {
    yield change("removed", "field", field);
  }
  for (const field of newer.fields) {
    const old = fields.oldOf(field);
    if (!old) {
      yield change("added", "field", field);
      continue;
    }
    yield* namedChanges("field", old, field);
    if (comparable.fieldLabels) {
      yield* labelChanges("field", old, field);
    }
    if (moved.has(field)) {
      yield change("moved", "field", field);
    }
  }
}

function* namedChanges(kind: Kind, old: OutlinePart, it: OutlinePart): Generator<DescribedChange> {
  if (old.name !== it.name) {
    yield change("renamed", kind, it, old.name, it.name);
  }
}

function* labelChanges(kind: Kind, old: OutlinePart, it: OutlinePart): Generator<DescribedChange> {
  if (!old.isCalledLike(it)) {
    yield change("relabelled", kind, it, old.text, it.text);
  }
}

function calledOf(block: OutlineBlock | undefined): string | undefined {
  return block && (block.name || block.text);
}

/**
 * Returns the items that stand elsewhere among their neighbours than before.
 * @param items in their new order
 * @param olds in their old order
 */
function movedWithin<T>(items: readonly T[], pairs: Pairing<T>, olds = pairs.olds): Set<T> {
  const places = new Map(olds.map((it, index) => [it, index]));
  const itemAt = new Map<number, T>();
  for (const item of items) {
    const old = pairs.oldOf(item);
    const place = old === undefined ? undefined : places.get(old);
    if (place !== undefined) {
      itemAt.set(place, item);
    }
  }
  const moved = displaced([...itemAt.keys()]);
  return new Set([...itemAt].filter(([place]) => moved.has(place)).map(([, item]) => item));
}

/**
 * Compares places within each block. If the block names its questions in the old order, compares those in the survey's list.
 */
function movedQuestions(pairs: StructurePairs): Set<OutlineQuestion> {
  const { older, newer, questions } = pairs;
  const stayed = newer.questions.filter((it) => {
    const old = questions.oldOf(it);
    return old !== undefined && pairs.placeOf(old) === pairs.placeOf(it);
  });
  const before = older.blocks.flatMap((it) => it.questions);
  const groups = [...grouped(stayed, (it) => pairs.placeOf(it)).values()].map((listed) => {
    const block = pairs.comparable.blocks ? listed[0]?.block : undefined;
    const named = new Set(listed);
    const inBlock = block?.questions.filter((it) => named.has(it)) ?? [];
    const moved = movedWithin(inBlock, questions, before);
    return moved.size > 0 ? moved : movedWithin(listed, questions);
  });
  return new Set(groups.flatMap((it) => [...it]));
}

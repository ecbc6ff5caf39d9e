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

/**
 * Yields what was removed and added, and how the other parts differ.
 * @param items the newer ones, in the order in which they are told
 * @param moved those that stand elsewhere among their neighbours
 */
function* partChanges<T extends OutlinePart>(
  kind: Kind,
  pairs: Pairing<T>,
  items: readonly T[],
  moved: ReadonlySet<T>,
  differences: (old: T, item: T) => Iterable<DescribedChange>,
): Generator<DescribedChange> {
  for (const it of pairs.removed) {
    yield change("removed", kind, it);
  }
  for (const it of items) {
    const old = pairs.oldOf(it);
    if (!old) {
      yield change("added", kind, it);
      continue;
    }
    yield* differences(old, it);
    if (moved.has(it)) {
      yield change("moved", kind, it);
    }
  }
}

function blockChanges({ blocks }: StructurePairs): Iterable<DescribedChange> {
  const moved = movedWithin(blocks.news, blocks);
  return partChanges("block", blocks, blocks.news, moved, (old, it) => [
    ...namedChanges("block", old, it),
    ...labelChanges("block", old, it),
  ]);
}

function questionChanges(pairs: StructurePairs): Iterable<DescribedChange> {
  const { questions, newer, comparable } = pairs;
  const moved = movedQuestions(pairs);
  const inOrder = newer.blocks.flatMap((it) => it.questions);
  return partChanges(
    "question",
    questions,
    [...inOrder, ...newer.unblocked],
    new Set(),
    function* (old, question) {
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
    },
  );
}

function* optionChanges(
  pairs: StructurePairs,
  old: OutlineQuestion,
  question: OutlineQuestion,
): Generator<DescribedChange> {
  const options = pairs.optionsOf(old, question);
  const moved = movedWithin(question.options, options);
  const changes = partChanges("option", options, question.options, moved, (before, option) => [
    ...(pairs.comparable.codes && before.name !== option.name
      ? [change("recoded", "option", option, before.name, option.name)]
      : []),
    ...labelChanges("option", before, option),
  ]);
  for (const it of changes) {
    yield { ...it, question: question.name };
  }
}

function fieldChanges({ fields, newer, comparable }: StructurePairs): Iterable<DescribedChange> {
  const moved = movedWithin(newer.fields, fields);
  return partChanges("field", fields, newer.fields, moved, (old, field) => [
    ...namedChanges("field", old, field),
    ...(comparable.fieldLabels ? labelChanges("field", old, field) : []),
  ]);
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

import type { Question } from "../../model/survey.ts";
import { folded } from "../shared/l10n.ts";
import type { CodebookLine } from "./codebook/codebook.ts";
import type { Entry, Section } from "./document.ts";

/** A visible line of the outline. */
export interface OutlineItem {
  readonly key: string;
  readonly level: 1 | 2;
  readonly name: string | undefined;
  readonly text: string;
  readonly position: number;
  readonly size: number;
  /** True if the children are shown; undefined if there are none. */
  readonly expanded?: boolean;
  readonly parent?: string;
  /** The first matching option, if the question itself does not match. */
  readonly found?: FoundOption | undefined;
}

export interface FoundOption {
  readonly code: string;
  readonly label: string;
  readonly others: number;
}

export interface OutlineView {
  readonly items: readonly OutlineItem[];
  /** Number of questions among the items. */
  readonly matches: number;
}

/**
 * Returns the lines to render. A filter searches names, texts and options, and expands what was collapsed.
 * @param optionsOf called only if there is a filter
 */
export function outlineItems(
  sections: readonly Section[],
  filter: string,
  collapsed: ReadonlySet<string>,
  optionsOf: (question: Question) => readonly CodebookLine[] = () => [],
): OutlineView {
  const wanted = folded(filter.trim());
  const matches = (...texts: readonly (string | undefined)[]): boolean =>
    texts.some((text) => text !== undefined && folded(text).includes(wanted));
  const foundIn = (entry: Entry): FoundEntry[] => {
    if (matches(entry.name, entry.text)) {
      return [{ entry }];
    }
    const [first, ...others] = entry.question
      ? optionsOf(entry.question).filter((it) => it.has(wanted))
      : [];
    return first
      ? [{ entry, found: { code: first.code, label: first.label, others: others.length } }]
      : [];
  };
  const shown = sections.flatMap((section) => {
    const whole = wanted === "" || matches(section.title, section.name);
    const entries = whole
      ? section.entries.map((entry): FoundEntry => ({ entry }))
      : section.entries.flatMap(foundIn);
    return whole || entries.length > 0 ? [{ section, entries }] : [];
  });
  const items = shown.flatMap(({ section, entries }, index): OutlineItem[] => {
    const expanded = wanted !== "" || !collapsed.has(section.key);
    const head: OutlineItem = {
      key: section.key,
      level: 1,
      name: undefined,
      text: section.title,
      position: index + 1,
      size: shown.length,
      ...(entries.length > 0 ? { expanded } : {}),
    };
    return expanded ? [head, ...children(section.key, entries)] : [head];
  });
  return { items, matches: shown.reduce((sum, it) => sum + it.entries.length, 0) };
}

interface FoundEntry {
  readonly entry: Entry;
  readonly found?: FoundOption;
}

function children(parent: string, entries: readonly FoundEntry[]): OutlineItem[] {
  return entries.map(({ entry, found }, index) => ({
    key: entry.key,
    level: 2,
    name: entry.name,
    text: entry.text,
    position: index + 1,
    size: entries.length,
    parent,
    found,
  }));
}

/** Returns the next item from `start` on, wrapping around, that begins with the typed text. */
export function typedAhead(
  items: readonly OutlineItem[],
  start: number,
  typed: string,
): OutlineItem | undefined {
  const wanted = folded(typed);
  const turned = [...items.slice(start), ...items.slice(0, start)];
  return turned.find(
    (item) =>
      folded(item.text).startsWith(wanted) ||
      (item.name !== undefined && folded(item.name).startsWith(wanted)),
  );
}

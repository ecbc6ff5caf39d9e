import { folded } from "../shared/l10n.ts";
import type { Section } from "./document.ts";

/** A visible line of the outline. */
export interface OutlineItem {
  readonly key: string;
  readonly level: 1 | 2;
  readonly name: string | undefined;
  readonly text: string;
  readonly position: number;
  readonly size: number;
  /** Whether what lies below is shown; absent where nothing does. */
  readonly expanded?: boolean;
  readonly parent?: string;
}

export interface OutlineView {
  readonly items: readonly OutlineItem[];
  /** Number of questions among them. */
  readonly matches: number;
}

/** The lines to draw. A filter looks into names and texts, and opens what was collapsed. */
export function outlineItems(
  sections: readonly Section[],
  filter: string,
  collapsed: ReadonlySet<string>,
): OutlineView {
  const wanted = folded(filter.trim());
  const matches = (...texts: readonly (string | undefined)[]): boolean =>
    texts.some((text) => text !== undefined && folded(text).includes(wanted));
  const shown = sections.flatMap((section) => {
    const whole = wanted === "" || matches(section.title, section.name);
    const entries = whole
      ? section.entries
      : section.entries.filter((entry) => matches(entry.name, entry.text));
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

function children(parent: string, entries: Section["entries"]): OutlineItem[] {
  return entries.map((entry, index) => ({
    key: entry.key,
    level: 2,
    name: entry.name,
    text: entry.text,
    position: index + 1,
    size: entries.length,
    parent,
  }));
}

/** The next item from `start` on, around the end, that begins with what was typed. */
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

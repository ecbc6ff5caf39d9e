import type { ResponsesRequests } from "../../../src/messages/requests/responses.ts";
import type { ResponsesState } from "../../../src/messages/responses.ts";
import { cellText, codedColumn, type CodedColumn } from "../../../src/model/cellText.ts";
import { columnKey, type Column, type Row } from "../../../src/model/grid.ts";
import { cellTest } from "../../../src/model/conditions/conditions.ts";
import { isWithin, type ResponseFilter } from "../../../src/model/responseFilter.ts";
import type { ColumnName } from "../../../src/model/conditions/condition.ts";
import type { Sort } from "../../../src/model/responseView.ts";
import type { SerialisedError } from "../../../src/model/serialisedError.ts";
import { secondsOf } from "../../../src/model/time.ts";
import type { Result } from "../../../src/rpc/messages.ts";
import type { ResponsesMessage, ResponsesRequest } from "../support/panelMessages.ts";
import type { PanelPage } from "../support/panelPage.ts";
import { responsesContent, responsesState } from "./fixtures.ts";
import { plainSummary } from "./summaries.ts";

type Request<K extends ResponsesRequest["kind"]> = Extract<ResponsesRequest, { kind: K }>;
type Answer<K extends keyof ResponsesRequests> = Result<ResponsesRequests[K]>;
type Panel = PanelPage<ResponsesMessage, ResponsesRequest>;

/**
 * The host's side of the responses panel, over rows in memory: filters, sorts, finds and counts what it is asked for, and
 * answers as the host does.
 */
export class ResponsesHost {
  readonly #panel: Panel;
  readonly #columns: readonly CodedColumn[];
  /** Rows in the natural order: newest first. */
  #rows: readonly Row[];
  #order: readonly Row[] = [];
  #view = 0;
  #kept = 0;
  #state: Partial<ResponsesState> = {};
  /** Requests held back until `release`; undefined if none are held. */
  #held: [request: ResponsesRequest, id: number][] | undefined;
  #work: Promise<void> = Promise.resolve();
  /** Message with which summaries fail; undefined if they do not. */
  summaryProblem: string | undefined;
  /** The same of searches. */
  findProblem: string | undefined;
  readonly received: ResponsesRequest[] = [];

  private constructor(panel: Panel, columns: readonly Column[], rows: readonly Row[]) {
    this.#panel = panel;
    const { collectGroups } = responsesState();
    this.#columns = columns.map((it) => codedColumn(it, collectGroups));
    this.#rows = rows;
  }

  /** Shows the rows, and answers requests from then on. */
  static async start(
    panel: Panel,
    {
      rows,
      columns = responsesContent().columns,
      ...state
    }: Partial<ResponsesState> & {
      readonly rows: readonly Row[];
      readonly columns?: readonly Column[];
    },
  ): Promise<ResponsesHost> {
    const host = new ResponsesHost(panel, columns, rows);
    await panel.onRequest((request, id) => host.#enqueue(request, id));
    await host.show(state);
    return host;
  }

  /** Shows another state. The view stays the same as long as filter, sort and rows do. */
  async show(change: Partial<ResponsesState>): Promise<void> {
    this.#state = { ...this.#state, ...change };
    this.#arrange();
    await this.#panel.show(this.#message());
    await this.idle();
    await this.#panel.painted();
  }

  /** Replaces the rows when more have arrived; they are in the natural order. */
  async arrive(rows: readonly Row[], change: Partial<ResponsesState> = {}): Promise<void> {
    this.#rows = rows;
    await this.show(change);
  }

  /** Holds back requests until `release`. */
  hold(): void {
    this.#held = [];
  }

  async release(): Promise<void> {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const [request, id] of held) {
      this.#enqueue(request, id);
    }
    await this.idle();
    await this.#panel.painted();
  }

  /** Waits until all requests are answered. */
  async idle(): Promise<void> {
    let work: Promise<void> | undefined;
    while (work !== this.#work) {
      work = this.#work;
      await work;
      await this.#panel.painted();
    }
  }

  take<K extends ResponsesRequest["kind"]>(kind: K): Request<K>[] {
    const taken = this.received.filter((it): it is Request<K> => it.kind === kind);
    const rest = this.received.filter((it) => it.kind !== kind);
    this.received.splice(0, this.received.length, ...rest);
    return taken;
  }

  get filter(): ResponseFilter {
    return this.#state.filter ?? {};
  }

  #enqueue(request: ResponsesRequest, id: number): void {
    if (request.kind === "focus") {
      // This request is for VS Code, which the page stands in for.
      return;
    }
    if (this.#held) {
      this.#held.push([request, id]);
    } else {
      this.received.push(request);
      this.#work = this.#work.then(() => this.#answer(request, id));
    }
  }

  async #answer(request: ResponsesRequest, id: number): Promise<void> {
    const answer = this.#answerTo(request);
    if (answer !== undefined) {
      await this.#panel.answer({ id, ...answer });
      return;
    }
    // The requests that follow get no answer.
    switch (request.kind) {
      case "filter":
        return this.#ask({ filter: request.filter });
      case "sort":
        return this.#ask({ sort: request.sort ?? undefined });
      case "cells":
        return this.#ask({ cells: request.cells });
      case "layout":
        return this.#ask({ layout: request.layout });
      case "tab":
        return this.#ask({ tab: request.tab });
      case "summaryView":
        return this.#ask({ summary: request.view });
      default:
        return;
    }
  }

  #answerTo(
    request: ResponsesRequest,
  ): { value: unknown } | { fault: SerialisedError } | undefined {
    switch (request.kind) {
      case "rows":
        return this.#ofView(request, ({ first, count }) => this.#order.slice(first, first + count));
      case "locate":
        return this.#ofView(request, ({ ids }) =>
          ids.map((id) => this.#order.findIndex((it) => it.id === id)),
        );
      case "values":
        return { value: this.#values(request) };
      case "find":
        return this.findProblem === undefined
          ? this.#ofView(request, (query) => this.#find(query))
          : { fault: { message: this.findProblem } };
      case "copyCells":
        return this.#ofView(request, () => null);
      case "summarise":
        return this.summaryProblem === undefined
          ? { value: this.#summarise(request) }
          : { fault: { message: this.summaryProblem } };
      default:
        return undefined;
    }
  }

  /** Answers a request about the current view; one about an older view is cancelled. */
  #ofView<T extends { readonly view: number }>(
    request: T,
    answer: (request: T) => unknown,
  ): { value: unknown } | { fault: SerialisedError } {
    return request.view === this.#view
      ? { value: answer(request) }
      : { fault: { code: "cancelled", message: "Cancelled." } };
  }

  async #ask(change: Partial<ResponsesState>): Promise<void> {
    this.#state = { ...this.#state, ...change };
    this.#arrange();
    await this.#panel.show(this.#message());
  }

  #values({ column }: Request<"values">): Answer<"values"> {
    const filter = {
      ...this.filter,
      conditions: (this.filter.conditions ?? []).filter((it) => columnKey(it) !== column),
    };
    const place = this.#place(column);
    const cells = this.#rows
      .filter((row) => this.#matches(filter, row))
      .map((row) => row.cells[place] ?? null);
    const options = this.#columns[place]?.options.map((it) => it.name) ?? [];
    const counts = new Map(options.map((it) => [it, 0]));
    for (const cell of cells) {
      for (const value of new Set((cell ?? []).map((it) => it.value))) {
        counts.set(value, (counts.get(value) ?? 0) + 1);
      }
    }
    const values = [...counts].map(([value, count]) => ({ value, count }));
    const others = values.filter((it) => !options.includes(it.value));
    return {
      values: [
        ...values.filter((it) => options.includes(it.value)),
        ...others.sort((a, b) => b.count - a.count),
      ].slice(0, 1000),
      noAnswer: cells.filter((it) => it?.length === 0).length,
      notShown: cells.filter((it) => it === null).length,
      isCut: values.length > 1000,
    };
  }

  #find({ text, columns, cells, from, step }: Request<"find">): Answer<"find"> {
    const looked = columns.map((key) => this.#place(key));
    const found = this.#order.flatMap((row, position) =>
      looked.flatMap((place, column) => {
        const it = this.#columns[place];
        const shown = it ? cellText(it, row.cells[place] ?? null, cells) : "";
        return shown.toLowerCase().includes(text.toLowerCase())
          ? [{ row: position, column, key: columns[column] ?? "" }]
          : [];
      }),
    );
    const at = { row: from.row, column: columns.indexOf(from.column) };
    const after = (it: { row: number; column: number }): number =>
      it.row - at.row || it.column - at.column;
    const next =
      step === -1
        ? (found.findLast((it) => after(it) < 0) ?? found.at(-1))
        : (found.find((it) => (step === 0 ? after(it) >= 0 : after(it) > 0)) ?? found[0]);
    return {
      count: found.length,
      ...(next
        ? { number: found.indexOf(next) + 1, cell: { row: next.row, column: next.key } }
        : {}),
    };
  }

  #summarise({ columns, filter, split, weight }: Request<"summarise">): Answer<"summarise"> {
    const matching = this.#rows.filter((row) => this.#matches(filter, row));
    const weights = this.#columns.findIndex((it) => it.key === weight);
    const texts = matching.map((row) => row.cells[weights]?.[0]?.value ?? "0");
    const given = texts.map((it) => Number(it) || 0);
    const isWeighted = weight !== undefined && !texts.every((it) => Number.isNaN(Number(it)));
    const counting = {
      columns: this.#columns,
      rows: this.#rows,
      matching,
      split,
      weight: isWeighted ? weight : undefined,
    };
    return {
      summaries: columns.flatMap((it) => plainSummary(it, counting) ?? []),
      matching: matching.length,
      loaded: this.#rows.length,
      isComplete: true,
      readAt: 0,
      ...(isWeighted
        ? {
            weighting: {
              sum: given.reduce((a, b) => a + b, 0),
              excluded: given.filter((it) => !(it > 0)).length,
            },
          }
        : {}),
      took: 1,
    };
  }

  #message(): ResponsesMessage {
    const state = responsesState(this.#state);
    const given = "content" in this.#state ? this.#state.content : state.content;
    return {
      ...state,
      content: given && {
        ...given,
        columns: this.#columns.map(({ kind, name, rank, text, type, options, block }) => ({
          ...{ kind, name, rank, text, type, options, block },
        })),
        view: this.#view,
        kept: this.#kept,
        matching: this.#order.length,
        loaded: this.#rows.length,
      },
    };
  }

  #arrange(): void {
    const order = sorted(
      this.#rows.filter((row) => this.#matches(this.filter, row)),
      this.#state.sort,
      (key) => this.#place(key),
    );
    const before = this.#order;
    const isSame =
      order.length === before.length && order.every((it, at) => it.id === before[at]?.id);
    if (this.#view === 0 || !isSame) {
      const different = order.findIndex((it, at) => it.id !== before[at]?.id);
      this.#view++;
      this.#kept = different === -1 ? order.length : different;
      this.#order = order;
    }
  }

  #matches(filter: ResponseFilter, row: Row): boolean {
    const cell = (it: ColumnName) => row.cells[this.#place(columnKey(it))] ?? null;
    const fact = (name: string): string => cell({ kind: "metadata", name })?.[0]?.value ?? "";
    const finished = fact("finishedAt");
    const [from, to] = [secondsOf(fact("startedAt")), secondsOf(finished)];
    const duration = from === undefined || to === undefined ? undefined : to - from;
    return (
      (filter.startDateTime === undefined || finished > filter.startDateTime) &&
      (filter.endDateTime === undefined || finished <= filter.endDateTime) &&
      (filter.collectGroupId === undefined || fact("collectGroupId") === filter.collectGroupId) &&
      (filter.duration === undefined || isWithin(duration, filter.duration)) &&
      (filter.conditions ?? []).every((it) => cellTest(it)(cell(it)))
    );
  }

  #place(key: string): number {
    return this.#columns.findIndex((it) => it.key === key);
  }
}

function sorted(
  rows: readonly Row[],
  sort: Sort | undefined,
  place: (key: string) => number,
): readonly Row[] {
  if (!sort) {
    return rows;
  }
  const at = place(sort.column);
  const sign = sort.direction === "ascending" ? 1 : -1;
  const text = (row: Row): string | undefined => row.cells[at]?.[0]?.value;
  return rows.toSorted((a, b) => {
    const [x, y] = [text(a), text(b)];
    if (x === undefined || y === undefined) {
      return Number(x === undefined) - Number(y === undefined);
    }
    return x === y ? 0 : (x < y ? -1 : 1) * sign;
  });
}

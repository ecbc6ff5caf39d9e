import * as z from "zod";
import type * as vscode from "vscode";
import { lazy } from "../../model/lazy.ts";
import { PerSurveyStore } from "../platform/perSurveyStore.ts";
import { surveyOrders, type PinnedSurvey, type SurveyOrder } from "./arrangement.ts";

const storedPin = lazy(() =>
  z.object({
    dataSpace: z.string(),
    surveyId: z.string(),
    label: z.string(),
    isPinned: z.boolean(),
  }),
);
const storedOrders = lazy(() => z.record(z.string(), z.enum(surveyOrders)));
const storedFilter = lazy(() => z.object({ text: z.string(), runningOnly: z.boolean() }));

const [ordersKey, filterKey] = ["surveyOrders", "surveyFilter"];

export type TreeFilter = z.infer<ReturnType<typeof storedFilter>>;

/** Which surveys a person wants to see, and in which order. Stored values that cannot be read are ignored. */
export class TreeChoices {
  readonly #shared: vscode.Memento;
  readonly #own: vscode.Memento;
  readonly #stored: PerSurveyStore<z.infer<ReturnType<typeof storedPin>>>;
  // Cache, because every row asks for its pins.
  readonly #pins = new Map<string, readonly PinnedSurvey[]>();
  #orders: Readonly<Record<string, SurveyOrder>> = {};
  #filter: TreeFilter;

  /** @param shared state of all windows: orders and pins @param own state of the workspace: the filter */
  constructor(shared: vscode.Memento, own: vscode.Memento) {
    this.#shared = shared;
    this.#own = own;
    this.#stored = new PerSurveyStore(shared, "pinnedSurveys", storedPin);
    const filter = own.get<unknown>(filterKey);
    this.#filter = stored(filter, storedFilter) ?? { text: "", runningOnly: false };
    this.reread();
  }

  /** Reads orders and pins again, because another window may have changed them. */
  reread(): void {
    this.#pins.clear();
    const orders = this.#shared.get<unknown>(ordersKey);
    this.#orders = stored(orders, storedOrders) ?? {};
  }

  get filter(): TreeFilter {
    return this.#filter;
  }

  async setFilter(filter: Partial<TreeFilter>): Promise<void> {
    this.#filter = { ...this.#filter, ...filter };
    await this.#own.update(filterKey, this.#filter);
  }

  order(dataSpace: string): SurveyOrder {
    return Object.hasOwn(this.#orders, dataSpace)
      ? (this.#orders[dataSpace] ?? "created")
      : "created";
  }

  async setOrder(dataSpace: string, order: SurveyOrder): Promise<void> {
    this.reread();
    this.#orders = { ...this.#orders, [dataSpace]: order };
    await this.#shared.update(ordersKey, this.#orders);
  }

  /** Returns the pinned surveys in the order in which they were pinned. */
  pins(dataSpace: string): readonly PinnedSurvey[] {
    let pins = this.#pins.get(dataSpace);
    if (!pins) {
      pins = this.#stored
        .list(dataSpace)
        .filter((it) => it.isPinned)
        .reverse();
      this.#pins.set(dataSpace, pins);
    }
    return pins;
  }

  isPinned(dataSpace: string, surveyId: string): boolean {
    return this.pins(dataSpace).some((it) => it.surveyId === surveyId);
  }

  /** Stores an unpinned survey, too, because another window may store an older state. */
  async setPinned(
    dataSpace: string,
    { surveyId, label }: PinnedSurvey,
    isPinned: boolean,
  ): Promise<void> {
    await this.#stored.set({ dataSpace, surveyId, label, isPinned });
    this.reread();
  }

  /** Forgets order and pins of a removed data space: another one may get its name. @returns puts them back */
  async forget(dataSpace: string): Promise<() => Promise<void>> {
    this.reread();
    const [order, pins] = [this.order(dataSpace), this.pins(dataSpace)];
    const set = async (newOrder: SurveyOrder, isPinned: boolean): Promise<void> => {
      if (this.order(dataSpace) !== newOrder) {
        await this.setOrder(dataSpace, newOrder);
      }
      for (const pin of pins) {
        await this.setPinned(dataSpace, pin, isPinned);
      }
    };
    await set("created", false);
    return () => set(order, true);
  }
}

/** Decodes a stored value. Makes the schema only if there is a value. */
function stored<T>(value: unknown, schema: () => z.ZodType<T>): T | undefined {
  return value === undefined ? undefined : schema().safeParse(value).data;
}

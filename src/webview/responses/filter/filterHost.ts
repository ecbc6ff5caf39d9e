import type { ColumnValues } from "../../../messages/responses.ts";
import type { ResponseFilter } from "../../../model/responseFilter.ts";
import type { ApiVersion, CollectGroup } from "../../../model/survey.ts";
import type { GridColumn } from "../cells.ts";

/** What the filter asks of the panel around it. */
export interface FilterOwner {
  /** What is asked for is to take effect. */
  filter(filter: ResponseFilter): void;
  /** Answered by a change of `values`. */
  askValues(key: string): void;
  close(): void;
}

/** What the filter's parts see of its element. */
export interface FilterHost extends HTMLElement {
  readonly filter: ResponseFilter;
  /** All columns, also those that are not shown. */
  readonly columns: readonly GridColumn[];
  readonly version: ApiVersion;
  readonly collectGroups: readonly CollectGroup[];
  /** What was answered, by the column's key. */
  readonly values: ReadonlyMap<string, ColumnValues>;
  readonly owner: FilterOwner;
  readonly updateComplete: Promise<boolean>;
  requestUpdate(): void;
}

export function columnOf(host: FilterHost, key: string): GridColumn | undefined {
  return host.columns.find((it) => it.key === key);
}

export function fieldOf(host: FilterHost, name: string): HTMLInputElement | null {
  return host.querySelector<HTMLInputElement>(`[name="${CSS.escape(name)}"]`);
}

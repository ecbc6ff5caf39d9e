import type * as shared from "../../shared/grid/columnPlaces.ts";
import type { GridColumn } from "../cells.ts";

export type PlacedColumn = shared.PlacedColumn<GridColumn>;
export type ColumnPlaces = shared.ColumnPlaces<GridColumn>;

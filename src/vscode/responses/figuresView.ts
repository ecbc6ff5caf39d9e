import type { FiguresQuery } from "../../assistant/figuresQuery.ts";
import type { SummaryView } from "../../messages/summary.ts";
import { columnKey, type Column } from "../../model/grid.ts";
import { noQuestion } from "../panels/placeNotFound.ts";
import type { ResponsesState } from "./responsesState.ts";
import { columnOf } from "./revealing.ts";

/** Query of figures for the survey that a panel shows. */
export type ShownFigures = Omit<FiguresQuery, "dataSpace" | "surveyId">;

/** Returns the summary view that shows the figures. The person's other choices stay. @throws NotThereError */
export function figuresView(
  { summary, structure }: Pick<ResponsesState, "summary" | "structure">,
  { by, weight, base }: Pick<ShownFigures, "by" | "weight" | "base">,
): SummaryView {
  const { split: _split, weight: _weight, compared: _compared, ...rest } = summary;
  const columns = structure?.columns ?? [];
  const embedded = columns.filter((it) => it.kind === "embedded");
  return {
    ...rest,
    base,
    ...(by === undefined ? {} : { split: keyOf(columns, by) }),
    ...(weight === undefined ? {} : { weight: keyOf(embedded, weight) }),
  };
}

function keyOf(columns: readonly Column[], name: string): string {
  const found = columnOf(columns, name);
  if (!found) {
    const names = columns.filter((it) => it.kind !== "metadata").map((it) => it.name);
    throw noQuestion(name, names);
  }
  return columnKey(found);
}

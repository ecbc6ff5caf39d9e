import { conditionKinds, conditionNames } from "../../../model/conditions/conditions.ts";
import type { FieldSchema } from "../../../model/conditions/condition.ts";
import type { ResponseFilter } from "../../../model/responseFilter.ts";
import { fieldsOf, isRecord } from "../../shared/vscodeApi.ts";

/** What is saved of filtering, beside the filter itself. */
export interface KeptFiltering {
  readonly isOpen: boolean;
  /** What is being edited, as in `Filtering`. */
  readonly edited?: string | undefined;
  /** Filters to go back to, the oldest first. */
  readonly before: readonly ResponseFilter[];
}

/** Decodes what was saved, perhaps by an older version; leaves out what is invalid. */
export function decodeFiltering(kept: unknown): KeptFiltering {
  const { isOpen, edited, before } = fieldsOf(kept);
  return {
    isOpen: isOpen === true,
    edited: typeof edited === "string" ? edited : undefined,
    before: Array.isArray(before) && before.every(isFilter) ? before : [],
  };
}

/** Tells whether the panel can show the filter. The host checks it completely. */
function isFilter(it: unknown): it is ResponseFilter {
  const { conditions = [] } = fieldsOf(it);
  return isRecord(it) && Array.isArray(conditions) && conditions.every(isCondition);
}

function isCondition(it: unknown): boolean {
  const given = fieldsOf(it);
  const kind = conditionNames.find((name) => name === given["is"]);
  return (
    kind !== undefined &&
    typeof given["name"] === "string" &&
    Object.entries<FieldSchema>(conditionKinds[kind].fields).every(([name, field]) =>
      isField(given[name] ?? conditionKinds[kind].defaults[name as never], field),
    )
  );
}

function isField(value: unknown, field: FieldSchema): boolean {
  if (value === undefined) {
    return true;
  }
  if ("enum" in field) {
    return typeof value === "string" && field.enum.includes(value);
  }
  return field.type === "array"
    ? Array.isArray(value) && value.every((it) => isField(it, field.items))
    : typeof value === field.type;
}

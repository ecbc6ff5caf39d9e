import type { FieldSchema } from "../../src/model/conditions/condition.ts";
import { conditionKinds, conditionNames } from "../../src/model/conditions/conditions.ts";

/** Returns the page with a line for each kind of condition in the place of such lines. */
export function withConditionKinds(page: string): string {
  const lines = conditionNames.map((is) => {
    const types = Object.entries<FieldSchema>(conditionKinds[is].fields);
    const fields = types.map(([name, type]) => `\`${name}\` (${typeText(type)})`);
    const number = fields.length > 1 ? "one or more of " : "";
    return `  - \`is: "${is}"\` with ${number}${fields.join(", ")}\n`;
  });
  return page.replace(/(?:^ {2}- `is: ".*\n)+/m, () => lines.join(""));
}

function typeText(field: FieldSchema): string {
  if ("enum" in field) {
    return field.enum.map((it) => `\`"${it}"\``).join(" or ");
  }
  if (field.type === "array") {
    return `array of ${typeText(field.items)}`;
  }
  return field.type === "string" ? "text" : field.type;
}

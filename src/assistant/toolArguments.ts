import * as z from "zod";
import { SurveyError } from "../model/errors.ts";
import { issuesText } from "../model/issueText.ts";
import { localizable, type LocalizableText } from "../model/localizable.ts";
import { nearNames } from "../model/nearNames.ts";
import type { Tool } from "./tool.ts";

/**
 * Decodes arguments from a model.
 * @throws SurveyError "invalid-input" that names the invalid arguments, or an unknown one and the name that may be meant
 */
export function argumentsOf<Input>(
  { name, input }: Pick<Tool<Input>, "name" | "input">,
  given: unknown,
): Input {
  const parsed = input.safeParse(given ?? {});
  if (parsed.success) {
    return parsed.data;
  }
  const [unknown] = parsed.error.issues.flatMap((it) =>
    it.code === "unrecognized_keys" && it.path.length === 0 ? it.keys : [],
  );
  throw new SurveyError(
    "invalid-input",
    unknown === undefined
      ? localizable("{0} cannot be called like that: {1}.", name, issuesText(parsed.error))
      : unknownText(name, unknown, input instanceof z.ZodObject ? Object.keys(input.shape) : []),
  );
}

function unknownText(tool: string, unknown: string, names: readonly string[]): LocalizableText {
  const [near] = nearNames(unknown, names);
  return near === undefined
    ? localizable('{0} has no argument "{1}". It takes {2}.', tool, unknown, names.join(", "))
    : localizable('{0} has no argument "{1}". Did you mean "{2}"?', tool, unknown, near);
}

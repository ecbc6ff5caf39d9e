import { SurveyError } from "../model/errors.ts";
import { contentFilter } from "../model/filterSchema.ts";
import type { Condition } from "../model/conditions/conditions.ts";
import { localizable, type LocalizableText } from "../model/localizable.ts";
import type { ContentFilter } from "../model/responseFilter.ts";
import type { ReadQuery } from "../reader/readQuery.ts";
import type { ItemKind } from "../client/queries.ts";

/**
 * Returns the query as files show it: in a fixed order. What was not asked for is undefined, so JSON leaves it out.
 * @throws SurveyError "invalid-input" if the filter looks at something that would not be read
 */
export function exportQuery(kind: ItemKind, query: ReadQuery): ReadQuery {
  const { startDateTime, endDateTime, collectGroupId, parameterField } = query;
  const variables = query.variables && [...query.variables];
  const embeddedData = query.embeddedData && [...query.embeddedData];
  const filter = query.filter && shownFilter(query.filter);
  const problem = filterProblem(kind, query);
  if (problem) {
    throw new SurveyError("invalid-input", { text: "{0}.", words: [problem] });
  }
  return {
    startDateTime,
    endDateTime,
    collectGroupId,
    variables,
    embeddedData,
    parameterField,
    filter,
  };
}

function shownFilter(filter: ContentFilter): ContentFilter | undefined {
  const { duration, conditions = [] } = contentFilter.parse(filter);
  const shown = {
    ...(duration && { duration }),
    ...(conditions.length > 0 && { conditions }),
  };
  return Object.keys(shown).length > 0 ? shown : undefined;
}

/** Returns why responses cannot be filtered like that, without a full stop, to be part of a sentence. */
export function filterProblem(kind: ItemKind, query: ReadQuery): LocalizableText | undefined {
  const { conditions = [] } = query.filter ?? {};
  return conditions.map((it) => conditionProblem(kind, query, it)).find((it) => it !== undefined);
}

/**
 * Refuses a condition on something that the query does not ask for: the filter would take it for not shown to anybody. It is
 * not added to the query, because a person who leaves out a variable does not want it in the file.
 */
function conditionProblem(
  kind: ItemKind,
  query: ReadQuery,
  { kind: what, name }: Condition,
): LocalizableText | undefined {
  if (what === "metadata") {
    return undefined;
  }
  const subject =
    what === "variable"
      ? localizable('the variable "{0}"', name)
      : localizable('the embedded data "{0}"', name);
  if (kind === "metadata") {
    return cannotFilter(
      subject,
      localizable(
        "response metadata do not have it. Export the responses, or leave this condition out",
      ),
    );
  }
  const option = what === "variable" ? "variables" : "embeddedData";
  // An empty list asks for everything.
  const asked = query[option] ?? [];
  // The service ignores case (API.md, "v3 operations").
  if (asked.length > 0 && !asked.some((it) => it.toLowerCase() === name.toLowerCase())) {
    return cannotFilter(
      subject,
      localizable("it is not among the {0} to export. Add it, or leave this condition out", option),
    );
  }
  if (what === "embedded" && query.parameterField === "ANSWERS") {
    return cannotFilter(
      subject,
      localizable(
        'with {0} "ANSWERS" it is among the answers. Choose "PARAMETERS", or leave this condition out',
        "parameterField",
      ),
    );
  }
  return undefined;
}

function cannotFilter(subject: LocalizableText, why: LocalizableText): LocalizableText {
  return localizable("Responses cannot be filtered by {0}: {1}", subject, why);
}

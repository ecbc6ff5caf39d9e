import { SurveyError } from "../model/errors.ts";
import { contentFilter } from "../model/filterSchema.ts";
import type { Condition } from "../model/conditions/conditions.ts";
import { localizable, type LocalizableText } from "../model/localizable.ts";
import type { ContentFilter } from "../model/responseFilter.ts";
import type { ReadQuery } from "../reader/readQuery.ts";
import type { ItemKind } from "../reader/responseSource.ts";

/**
 * Returns the query as files show it: in a fixed order. What was not asked for is undefined, so JSON leaves it out.
 * @throws SurveyError "invalid-input" if the filter looks at something that would not be read
 */
export function exportQuery(kind: ItemKind, query: ReadQuery): ReadQuery {
  const { startDateTime, endDateTime, collectGroupId, parameterField } = query;
  const variables = query.variables && [...query.variables];
  const embeddedData = query.embeddedData && [...query.embeddedData];
  const filter = query.filter && shownFilter(query.filter);
  for (const condition of filter?.conditions ?? []) {
    checkCondition(kind, query, condition);
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

/**
 * Rejects a condition on something that the query does not ask for: the filter would take it for not shown to anybody. It is
 * not added to the query, because a person who leaves out a variable does not want it in the file.
 */
function checkCondition(kind: ItemKind, query: ReadQuery, { kind: what, name }: Condition): void {
  if (what === "metadata") {
    return;
  }
  const subject =
    what === "variable"
      ? localizable('the variable "{0}"', name)
      : localizable('the embedded data "{0}"', name);
  if (kind === "metadata") {
    throw cannotFilter(
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
    throw cannotFilter(
      subject,
      localizable("it is not among the {0} to export. Add it, or leave this condition out", option),
    );
  }
  if (what === "embedded" && query.parameterField === "ANSWERS") {
    throw cannotFilter(
      subject,
      localizable(
        'with {0} "ANSWERS" it is among the answers. Choose "PARAMETERS", or leave this condition out',
        "parameterField",
      ),
    );
  }
}

function cannotFilter(subject: LocalizableText, why: LocalizableText): SurveyError {
  return new SurveyError(
    "invalid-input",
    localizable("Responses cannot be filtered by {0}: {1}.", subject, why),
  );
}

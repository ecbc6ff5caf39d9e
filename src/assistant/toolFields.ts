import * as z from "zod";
import { id, key, responseFilter } from "../messages/requests/schemas.ts";
import { sharedMetadata } from "../model/metadataColumns.ts";
import { summaryBases } from "../model/summary.ts";

/*
 * Arguments of tools, with the same name and meaning in all tools. Their descriptions are for models.
 */

const dataSpace = z
  .string()
  .min(1)
  .max(1000)
  .optional()
  .describe(
    "Name of the data space, as list_data_spaces tells it. Needed only where there are several.",
  );

const survey = id.describe(
  "ID of the survey, such as s000000z8, as list_surveys tells it. Not its title.",
);

const question = key.describe(
  'Name of the question, such as "Q1", as read_structure or find_question tells it; not its text. Also the name of an ' +
    `embedded data field, or ${sharedMetadata.map((it) => `"${it}"`).join(" or ")}. Where two have the same name: the key that the error tells.`,
);

const by = key.describe(
  "Name of the question or embedded data field whose answers become the groups that are compared, such as gender or region. " +
    "It needs options, or few different values.",
);

const filter = responseFilter
  .optional()
  .describe(
    "Only responses that fulfil all of it; leave it out for all. Conditions name columns and codes, not labels. Example: " +
      '{"conditions":[{"kind":"variable","name":"Q1","is":"oneOf","values":["1","2"]}]} for who chose code 1 or 2 in Q1; ' +
      '{"conditions":[{"kind":"variable","name":"age","is":"between","atLeast":18,"below":30}]} for numbers; kind is ' +
      '"embedded" for embedded data; {"is":"oneOf","values":[],"missing":["noAnswer"]} for who was asked and gave no answer. ' +
      '"startDateTime" (exclusive) and "endDateTime" (inclusive), as 2025-03-01T00:00:00, are times of submission.',
  );

const weight = key
  .optional()
  .describe(
    "Name of the embedded data field by which responses are weighted. Only where the person asks for weights.",
  );

const base = z
  .enum(summaryBases)
  .optional()
  .describe(
    'What percentages are of: "answered" (the default) those who gave an answer, "asked" those who were shown the question, ' +
      '"all" all responses of the filter.',
  );

const cursor = z
  .string()
  .min(1)
  .max(2000)
  .optional()
  .describe(
    "The cursor of the answer before, for the page behind it, with all other arguments as they were.",
  );

export const fields = { dataSpace, survey, question, by, filter, weight, base, cursor };

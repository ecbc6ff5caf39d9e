import type * as z from "zod";
import { JsonError, parseJson } from "../../protocol/json.ts";
import { fieldPath } from "../load/faults.ts";
import { badBody, Problem } from "../problem.ts";

// A million short parameter values; what is longer is better sent in parts.
const maximumBodyBytes = 16 * 1024 * 1024;

/**
 * The body of a request, checked against the protocol table.
 * @param schema absent where the operation takes no body; whatever was sent is then ignored
 * @throws Problem 413 for a body that is too large, 400 that names the place for one that does not fit
 */
export async function readBody(
  sent: AsyncIterable<Uint8Array> | null,
  schema: z.ZodType | undefined,
): Promise<Buffer> {
  if (!schema) {
    return Buffer.alloc(0);
  }
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of sent ?? []) {
    size += piece.length;
    if (size > maximumBodyBytes) {
      throw new Problem(
        413,
        "Body too large",
        `The body may have ${maximumBodyBytes / 1024 / 1024} MiB. Send it in parts.`,
      );
    }
    pieces.push(piece);
  }
  const body = Buffer.concat(pieces);
  const result = schema.safeParse(parsed(body));
  if (!result.success) {
    const [issue] = result.error.issues;
    const place = issue?.path.length ? `${fieldPath(issue.path)}: ` : "";
    throw badBody(`${place}${issue?.message ?? "not valid"}.`);
  }
  return body;
}

function parsed(body: Uint8Array): unknown {
  try {
    return parseJson(body);
  } catch (cause) {
    throw cause instanceof JsonError ? badBody(`The body ${cause.message}.`) : cause;
  }
}

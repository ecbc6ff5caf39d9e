import type * as z from "zod";
import { JsonError, parseJson } from "../../protocol/json.ts";
import { elements } from "../../protocol/jsonSlices.ts";
import { fieldPath } from "../load/faults.ts";
import { badBody, Problem } from "../problem.ts";
import { mapInSlices } from "../mapInSlices.ts";

/*
 * The limits bound what one request can cost, in memory and in time that others wait. What is larger is better sent in
 * parts.
 */
const maximumBodyBytes = 16 * 1024 * 1024;
const maximumRows = 100_000;
const maximumRowBytes = 64 * 1024;

/**
 * The rows of a request's body, which is an array, each checked against the protocol table.
 * @param schema absent where the operation takes no body; whatever was sent is then ignored
 * @throws Problem 413 for a body that is too large, 400 that names the place for one that does not fit
 */
export async function readRows(
  sent: AsyncIterable<Uint8Array> | null,
  schema: z.ZodArray<z.ZodType> | undefined,
): Promise<Buffer[]> {
  if (!schema) {
    return [];
  }
  const body = await readBody(sent);
  // Cut before it is parsed: the parser takes any depth, and seconds for it.
  const rows = checked(() => elements(body, 0, body.length, maximumRows));
  return mapInSlices(rows, ({ start, end }, index) => {
    const row = body.subarray(start, end);
    if (row.length > maximumRowBytes) {
      throw badBody(`[${index}]: is longer than ${maximumRowBytes / 1024} KiB.`);
    }
    const result = schema.element.safeParse(checked(() => parseJson(row)));
    if (!result.success) {
      const [issue] = result.error.issues;
      const place = fieldPath([index, ...(issue?.path ?? [])]);
      throw badBody(`${place}: ${issue?.message ?? "not valid"}.`);
    }
    return row;
  });
}

async function readBody(sent: AsyncIterable<Uint8Array> | null): Promise<Buffer> {
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
  return Buffer.concat(pieces);
}

function checked<T>(read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw cause instanceof JsonError ? badBody(`The body ${cause.message}.`) : cause;
  }
}

import type * as z from "zod";
import { JsonError, parseJson } from "../../protocol/json.ts";
import { elements } from "../../protocol/jsonSlices.ts";
import { fieldPath } from "../load/faults.ts";
import { badBody, Problem } from "../problem.ts";
import { mapInSlices } from "../mapInSlices.ts";

/*
 * These limits bound the memory of one request and the time for which it blocks others. Clients send more in parts.
 */
const maximumBodyBytes = 16 * 1024 * 1024;
const maximumRows = 100_000;
const maximumRowBytes = 64 * 1024;

/**
 * Returns the elements of a request's body, a JSON array. Each is checked against the protocol table.
 * @param schema undefined if the operation takes no body; a body is then ignored
 * @throws Problem 413 if the body is too large; 400, naming the place, if it does not fit the schema
 */
export async function readRows(
  sent: AsyncIterable<Uint8Array> | null,
  schema: z.ZodArray<z.ZodType> | undefined,
): Promise<Buffer[]> {
  if (!schema) {
    return [];
  }
  const body = await readBody(sent);
  // Split into rows before parsing: JSON.parse accepts any depth of nesting, and deep JSON takes it seconds.
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

import { isDateTime } from "../model/time.ts";
import type { QueryParameter } from "../protocol/operation.ts";
import { badParameter } from "./problem.ts";

/** The query of a request, checked against the protocol table. Parameters that were not sent are `undefined`. */
export class Query {
  readonly #declared: Readonly<Record<string, QueryParameter>>;
  readonly #sent: ReadonlyMap<string, string>;

  /** @throws Problem 400 that names the invalid parameter */
  constructor(declared: Readonly<Record<string, QueryParameter>>, search: URLSearchParams) {
    const sent = new Map<string, string>();
    for (const [name, value] of search) {
      const parameter = Object.hasOwn(declared, name) ? declared[name] : undefined;
      if (!parameter) {
        throw badParameter(name, unknownName(name, Object.keys(declared)));
      }
      if (sent.has(name)) {
        throw badParameter(name, `${name} is given more than once. Give it once.`);
      }
      check(name, value, parameter);
      sent.set(name, value);
    }
    for (const [name, { required }] of Object.entries(declared)) {
      if (required && !sent.has(name)) {
        throw badParameter(name, `${name} is missing. This operation needs it.`);
      }
    }
    this.#declared = declared;
    this.#sent = sent;
  }

  /** Returns the value of a parameter of the kind "text", "choice" or "dateTime". */
  text(name: string): string | undefined {
    return this.#sent.get(name);
  }

  /** Returns comma-separated names, trimmed and in lower case. */
  names(name: string): ReadonlySet<string> | undefined {
    const value = this.#sent.get(name);
    return value === undefined
      ? undefined
      : new Set(value.split(",").map((it) => it.trim().toLowerCase()));
  }

  /** Returns the requested size, or the operation's default. */
  size(name: string): number {
    const parameter = this.#declared[name];
    if (parameter?.kind !== "size") {
      throw new TypeError(`${name} is not a size.`);
    }
    return Number(this.#sent.get(name) ?? parameter.default);
  }
}

function check(name: string, value: string, parameter: QueryParameter): void {
  switch (parameter.kind) {
    case "text":
    case "names":
      return;
    case "choice":
      if (!parameter.values.includes(value)) {
        const allowed = parameter.values.join(", ");
        throw badParameter(name, `${name} takes only ${allowed}. Leave it out for no restriction.`);
      }
      return;
    case "dateTime":
      if (!isDateTime(value)) {
        throw badParameter(
          name,
          `${name} is not a date-time. Write it as YYYY-MM-DDThh:mm:ss, without an offset, for example 2025-03-27T09:00:00.`,
        );
      }
      return;
    case "size":
      if (!/^[1-9]\d{0,8}$/.test(value) || Number(value) > parameter.maximum) {
        throw badParameter(name, `${name} must be a whole number from 1 to ${parameter.maximum}.`);
      }
      return;
  }
}

function unknownName(name: string, known: readonly string[]): string {
  return known.length === 0
    ? `This operation takes no parameters, but ${name} was given. Leave it out.`
    : `This operation has no parameter ${name}. It takes ${known.join(", ")}.`;
}

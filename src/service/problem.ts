/** An error answered as `application/problem+json` (RFC 9457). `detail` tells a person what to do. */
export class Problem extends Error {
  readonly status: number;
  readonly title: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The invalid query parameter. */
  readonly parameter: string | undefined;

  constructor(
    status: number,
    title: string,
    detail: string,
    options: { parameter?: string; headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(detail);
    this.name = "Problem";
    this.status = status;
    this.title = title;
    this.parameter = options.parameter;
    this.headers = options.headers ?? {};
  }

  toJSON(): Record<string, unknown> {
    return {
      type: "about:blank",
      title: this.title,
      status: this.status,
      detail: this.message,
      ...(this.parameter === undefined ? {} : { parameter: this.parameter }),
    };
  }
}

export function badParameter(parameter: string, detail: string): Problem {
  return new Problem(400, "Invalid parameter", detail, { parameter });
}

export function badBody(detail: string): Problem {
  return new Problem(400, "Invalid body", detail);
}

export function notFound(detail: string): Problem {
  return new Problem(404, "Not found", detail);
}

import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import type { DataSpace, LastPageSignal } from "../dataSpace.ts";
import { respondPath } from "../older/responseUrls.ts";
import { openApi } from "../openApi.ts";
import { notFound, Problem } from "../problem.ts";
import { Query } from "../query.ts";
import { Authentication } from "./authentication.ts";
import { readRows } from "./body.ts";
import { refuseWebPages } from "./guard.ts";
import { respond } from "./respond.ts";
import { methodsByPath, routes, servedVersions } from "./routes.ts";

export interface AppOptions {
  readonly dataSpace: DataSpace;
  readonly lastPage: LastPageSignal;
  /** Called with internal errors. The client only gets a 500 without details. */
  readonly onFault: (fault: Error) => void;
}

/** Creates the service's Hono app, which routes requests by the protocol table. */
export function createApp({ dataSpace, lastPage, onFault }: AppOptions) {
  const app = new Hono<{ Bindings: HttpBindings }>();

  app.use(async ({ env: { incoming } }, next) => {
    refuseWebPages(incoming);
    await next();
  });

  // The OpenAPI documents contain no data, so they need no credentials.
  for (const [version, protocol] of servedVersions()) {
    const document = JSON.stringify(openApi(version, protocol));
    app.get(`/${version}/openapi.json`, () => json(document));
  }

  // Respondents have no credentials either.
  app.get(`${respondPath}:collectGroupId`, async ({ env: { incoming }, req }) =>
    answer(
      200,
      "text/plain; charset=utf-8",
      await respond(dataSpace, req.param("collectGroupId"), incoming.url ?? ""),
    ),
  );

  const authentication = new Authentication(dataSpace.spaceId, dataSpace.apiKey, () =>
    performance.now(),
  );
  app.use(async ({ env: { incoming } }, next) => {
    authentication.require(incoming.headers.authorization);
    await next();
  });

  for (const { operation, handler } of routes()) {
    app.on(operation.method, honoPath(operation.path), async ({ req }) => {
      const { origin, searchParams } = new URL(req.url);
      const query = new Query(operation.query, searchParams);
      const path = (name: string) => req.param(name) ?? "";
      const rows = await readRows(req.raw.body, operation.body);
      return json(await handler({ dataSpace, lastPage, query, rows, origin, path }));
    });
  }
  for (const [path, methods] of methodsByPath()) {
    app.all(honoPath(path), () => {
      const allowed = methods.join(", ");
      throw new Problem(405, "Method not allowed", `This address takes only ${allowed}.`, {
        headers: { Allow: allowed },
      });
    });
  }

  app.notFound(() => {
    throw notFound("There is nothing at this address. /v3/openapi.json lists the addresses.");
  });
  app.onError((error) => problem(error instanceof Problem ? error : failed(error, onFault)));
  return app;
}

function failed(fault: Error, onFault: AppOptions["onFault"]): Problem {
  onFault(fault);
  return new Problem(500, "Internal error", "The service failed. Its log says why.");
}

function honoPath(path: string): string {
  return path.replaceAll(/\{([^}]+)\}/g, ":$1");
}

function json(body: Uint8Array | string): Response {
  return answer(200, "application/json", body);
}

function problem(fault: Problem): Response {
  return answer(fault.status, "application/problem+json", JSON.stringify(fault), fault.headers);
}

// With a plain object of headers and a body in one piece, the adapter does not need streams to write them.
function answer(
  status: number,
  contentType: string,
  body: Uint8Array | string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(body as ConstructorParameters<typeof Response>[0], {
    status,
    headers: {
      "Content-Type": contentType,
      // Set explicitly, so that the answer to HEAD has it too.
      "Content-Length": String(Buffer.byteLength(body)),
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
      "Cross-Origin-Resource-Policy": "same-origin",
      ...headers,
    },
  });
}

// A service that costs next to nothing, so that the client is what is measured: HTTP/1.1 by hand over TLS, one write a page.
// It answers the questions of an export and of a panel to its surveys, ranges and cursors included. Arguments: --responses N, --delay MS
// before every answer, --folder DIR for the certificate to trust. It prints how to reach it, and ends when its standard
// input does.
import { writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createServer, type TLSSocket } from "node:tls";
import { parseArgs } from "node:util";
import { makeIdentity } from "../../src/service/certificates/makeCertificates.ts";
import {
  narrow,
  narrowMetadata,
  ReplayedSurvey,
  type HttpPage,
  type Replayed,
} from "./replayedSurvey.ts";
import { wide, wideLabelled } from "./wideSurvey.ts";

const { values } = parseArgs({
  options: {
    responses: { type: "string", default: "1000" },
    delay: { type: "string", default: "0" },
    folder: { type: "string", default: "." },
  },
});
const delay = Number(values.delay);
const spaceId = "bench";
const apiKey = "bench-key";
const credentials = Buffer.from(`${spaceId}:${apiKey}`).toString("base64").replace(/=+$/, "");
const surveys = new Map([narrow, wide, wideLabelled].map((it) => [it.survey.surveyId, it]));
/** Made when they are asked for first: most runs need one. */
const replayed = new Map<Replayed, ReplayedSurvey>();

const { authority, certificate, key } = await makeIdentity(new Date());
const caFile = join(values.folder, "replay-ca.pem");
await writeFile(caFile, authority);
const server = createServer({ cert: certificate, key, noDelay: true }, serve);
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  console.log(JSON.stringify({ baseUrl: `https://127.0.0.1:${port}`, caFile, spaceId, apiKey }));
});
process.stdin.once("close", () => process.exit()).resume();

function serve(socket: TLSSocket): void {
  let waiting = "";
  socket.setEncoding("latin1");
  socket.on("error", () => socket.destroy());
  socket.on("data", (text: string) => {
    waiting += text;
    const end = waiting.indexOf("\r\n\r\n");
    // A client that waits for each answer before it asks again has one request under way.
    if (end >= 0) {
      const request = waiting.slice(0, end);
      waiting = waiting.slice(end + 4);
      if (delay > 0) {
        setTimeout(() => answer(socket, request), delay);
      } else {
        answer(socket, request);
      }
    }
  });
}

function answer(socket: TLSSocket, request: string): void {
  const { bytes, release } = pageFor(request);
  socket.write(bytes, release);
}

function pageFor(request: string): HttpPage {
  if (!request.includes(`Basic ${credentials}`)) {
    return text(401, { title: "Unauthorized" });
  }
  const [method, target = ""] = request.split(" ", 2);
  const { pathname, searchParams } = new URL(target, "https://127.0.0.1");
  const [version, collection, surveyId = "", ...what] = pathname.slice(1).split("/");
  const of = surveys.get(surveyId);
  if (method === "GET" && version === "v3" && collection === "surveys" && of) {
    switch (what.join("/")) {
      case "":
        return text(200, of.survey);
      case "collect-groups":
        return text(200, of.collectGroups);
      case "responses":
        return replay(of).page(searchParams);
      case "responses/metadata":
        return of === narrow
          ? replay(narrowMetadata).page(searchParams)
          : text(404, { title: "Not found" });
    }
  }
  return text(404, { title: "Not found" });
}

function replay(of: Replayed): ReplayedSurvey {
  const found = replayed.get(of) ?? new ReplayedSurvey(of, Number(values.responses));
  replayed.set(of, found);
  return found;
}

function text(status: number, value: object): HttpPage {
  const body = JSON.stringify(value);
  const head = `HTTP/1.1 ${status} -\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
  return { bytes: Buffer.from(head + body), release: () => undefined };
}

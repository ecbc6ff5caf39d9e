// A service that needs hardly any time, so that only the client is measured: minimal HTTP/1.1 over TLS, one write per page.
// Arguments: responses, milliseconds before every answer, folder for the certificate to trust. It prints its access data,
// and ends when its standard input closes.
import { writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createServer } from "node:tls";
import { makeIdentity } from "../../src/service/certificates/makeCertificates.ts";
import { headOf, manySurveys, narrow, Pages, structureOf, timeOf, wide } from "./survey.ts";

const [responses = "1000", delay = "0", folder = "."] = process.argv.slice(2);
const [spaceId, apiKey] = ["bench", "bench-key"];
/** Pages by path, made at the first request: most runs need only one. */
const pages = new Map<string, Pages>();

const { authority, certificate, key } = await makeIdentity(new Date());
const caFile = join(folder, "ca.pem");
await writeFile(caFile, authority);
const server = createServer({ cert: certificate, key, noDelay: true }, (socket) => {
  let waiting = "";
  socket.setEncoding("latin1").on("error", () => socket.destroy());
  socket.on("data", (text: string) => {
    waiting += text;
    const end = waiting.indexOf("\r\n\r\n");
    // There is one request at a time: clients wait for each answer before they send the next request.
    if (end >= 0) {
      const bytes = answerTo(waiting.slice(0, end));
      waiting = waiting.slice(end + 4);
      if (delay === "0") {
        socket.write(bytes);
      } else {
        setTimeout(() => socket.write(bytes), Number(delay));
      }
    }
  });
});
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  console.log(JSON.stringify({ baseUrl: `https://127.0.0.1:${port}`, caFile, spaceId, apiKey }));
});
process.stdin.once("close", () => process.exit()).resume();

function answerTo(request: string): Buffer {
  const { pathname, searchParams } = new URL(request.split(" ", 2)[1] ?? "", "https://127.0.0.1");
  const [, , surveyId, ...what] = pathname.slice(1).split("/");
  if (surveyId === undefined) {
    return listPage(searchParams);
  }
  const many = /^s(\d+)$/.exec(surveyId)?.[1];
  if (many !== undefined && what.length === 0) {
    const body = JSON.stringify(structureOf(Number(many)));
    return Buffer.from(headOf(200, Buffer.byteLength(body)) + body);
  }
  const of = [narrow, wide].find((it) => it.surveyId === surveyId);
  if (of && what[0] === "responses") {
    const made = pages.get(pathname) ?? new Pages(of, Number(responses), what.length === 2);
    pages.set(pathname, made);
    return made.page(searchParams);
  }
  const answer = what[0] === "collect-groups" ? of?.collectGroups : of?.survey;
  const body = JSON.stringify(answer ?? {});
  return Buffer.from(headOf(of ? 200 : 404, body.length) + body);
}

/** Returns a page of the list of 10,000 surveys, created one a day. 20 of them are running. */
function listPage(query: URLSearchParams): Buffer {
  const all = query.has("collectGroupStatus") ? 20 : manySurveys;
  const first = Number(query.get("offset") ?? 0);
  const next = Math.min(first + Number(query.get("size") ?? 100), all);
  const surveys = Array.from({ length: next - first }, (_, index) => {
    const createdAt = timeOf(-(first + index) * 86_400);
    const label = `Satisfaction with number ${((first + index) * 7919) % manySurveys}`;
    return { surveyId: `s${first + index}`, label, createdAt, updatedAt: createdAt };
  });
  const body = JSON.stringify({ surveys, ...(next < all && { offset: String(next) }) });
  return Buffer.from(headOf(200, body.length) + body);
}

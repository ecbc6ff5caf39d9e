import { sendText, startTestServer } from "../../client/support/testServer.ts";
import { serveSpace, type ServedSpace } from "./servedSpace.ts";

const titles = ["Price study", "Brand tracker", "만족도 조사", "Ad test"];

/** Serves a data space of many surveys, twenty a month, the newest from November 2026. */
export async function openManySurveys(count: number): Promise<ServedSpace> {
  const surveys = Array.from({ length: count }, (_, index) => {
    const time = new Date(Date.UTC(2026, 10 - Math.floor(index / 20), 20 - (index % 20), 9));
    const createdAt = time.toISOString().slice(0, 19);
    const label = `${titles[index % titles.length] ?? ""} ${count - index}`;
    return { surveyId: `s${count - index}`, label, createdAt, updatedAt: createdAt };
  });
  const service = await startTestServer(({ url }, response) => {
    const [, , , surveyId] = url.pathname.split("/");
    if (url.pathname.endsWith("/collect-groups")) {
      sendText(response, "[]");
    } else if (surveyId !== undefined) {
      const found = surveys.find((it) => it.surveyId === surveyId);
      sendText(response, JSON.stringify({ ...found, questions: [] }), found ? 200 : 404);
    } else if (url.searchParams.has("collectGroupStatus")) {
      sendText(response, JSON.stringify({ surveys: surveys.slice(0, 2) }));
    } else {
      const first = Number(url.searchParams.get("offset") ?? 0);
      const next = first + 100;
      const offset = next < count ? { offset: String(next) } : {};
      sendText(response, JSON.stringify({ surveys: surveys.slice(first, next), ...offset }));
    }
  });
  return serveSpace("Acme research", service);
}

import assert from "node:assert/strict";
import * as z from "zod";
import { apiVersions } from "../../../src/model/survey.ts";
import type { TestService } from "../../service/support/dataSpace.ts";
import { ask, listPath, post, text } from "../../service/support/request.ts";

const surveyList = z.object({
  surveys: z.array(z.object({ surveyId: z.string() })),
  offset: z.string().nullish(),
});
const groupList = z.array(z.object({ collectGroupId: z.string() }));
const detail = z.object({
  questions: z.array(z.object({ name: z.string() })).nullish(),
  embeddedData: z.array(z.object({ name: z.string() })).nullish(),
});
const cursors = z.object({
  nextSurveyId: z.string().nullish(),
  pageToken: z.string().nullish(),
  offset: z.string().nullish(),
});
const times = z.object({ responses: z.array(z.object({ finishedAt: z.string() })) });

/**
 * Asks both services everything about the surveys, in all versions.
 * @param surveyIds default: all surveys
 * @returns the number of equal answers
 */
export async function assertSameAnswers(
  original: TestService,
  copy: TestService,
  surveyIds?: readonly string[],
): Promise<number> {
  let compared = 0;
  const same = async (path: string): Promise<string> => {
    const [one, other] = await Promise.all([ask(original, path), ask(copy, path)]);
    assert.equal(other.status, one.status, path);
    // Not assert.equal: a difference of megabytes takes minutes to print.
    assert.ok(other.body.equals(one.body), `different answer to ${path}`);
    assert.equal(other.headers["content-type"], one.headers["content-type"], path);
    compared++;
    return one.body.toString();
  };
  const samePages = async (path: string) => {
    let next: string | undefined;
    do {
      const body = await same(next === undefined ? path : `${path}&${next}`);
      const found = cursors.parse(JSON.parse(body));
      const [name, cursor] = Object.entries(found).find(([, it]) => it) ?? [];
      next = cursor ? `${name}=${encodeURIComponent(cursor)}` : undefined;
    } while (next !== undefined);
  };

  if (!surveyIds) {
    for (const version of apiVersions) {
      const filter = version === "v3" ? "collectGroupStatus" : "collectGroupsStatus";
      const query = version === "v3" ? "size=7" : "";
      await samePages(listPath(version, "surveys", "", query));
      await samePages(listPath(version, "surveys", "", `${query}&${filter}=RUNNING`));
    }
  }
  const ids = surveyIds ?? (await allIds(original));
  for (const [index, surveyId] of ids.entries()) {
    const at = encodeURIComponent(surveyId);
    for (const version of apiVersions) {
      await same(`/${version}/surveys/${at}`);
      await same(`/${version}/surveys/${at}/collect-groups`);
      for (const list of ["responses", "metadata"] as const) {
        await samePages(listPath(version, list, at, ""));
      }
    }

    const { responses } = times.parse(
      JSON.parse(await text(original, listPath("v3", "responses", at))),
    );
    const range = `startDateTime=${responses[Math.floor(responses.length / 2)]?.finishedAt ?? "2025-01-01T00:00:00"}&endDateTime=${responses[Math.floor(responses.length / 4)]?.finishedAt ?? "2025-02-01T00:00:00"}`;
    // The lists above contain all items, so a range is tested in one version per survey, in turns.
    const version = apiVersions[index % apiVersions.length] ?? "v3";
    for (const list of ["responses", "metadata"] as const) {
      await samePages(listPath(version, list, at, range));
    }
    await samePages(listPath("v2", "responses", at, `${range}&parameterField=ANSWERS`));
    const { questions, embeddedData } = detail.parse(
      JSON.parse(await text(original, `/v3/surveys/${at}`)),
    );
    const name = encodeURIComponent(questions?.at(-1)?.name ?? "none");
    const embedded = encodeURIComponent(embeddedData?.[0]?.name ?? "none");
    await samePages(
      listPath("v3", "responses", at, `size=613&variables=${name}&embeddedData=${embedded}`),
    );

    const groups = groupList.parse(
      JSON.parse(await text(original, `/v3/surveys/${at}/collect-groups`)),
    );
    for (const { collectGroupId } of groups) {
      const group = encodeURIComponent(collectGroupId);
      for (const version of apiVersions) {
        await same(`/${version}/collect-groups/${group}`);
      }
      // For other channels both services answer with the same error.
      await same(`/v1/collect-groups/${group}/serial`);
      for (const version of ["v1", "v2"] as const) {
        const path = `/${version}/collect-groups/${group}/response-urls`;
        const key = embeddedData?.[0]?.name;
        const body = [{ parameters: key === undefined ? {} : { [key]: "가 & 나" } }];
        const [one, other] = await Promise.all([original, copy].map((it) => post(it, path, body)));
        assert.ok(one && other);
        assert.equal(other.status, one.status, path);
        assert.equal(unsigned(other.body, copy), unsigned(one.body, original), path);
        compared++;
      }
    }
  }
  return compared;
}

/** Replaces signatures and ports, which differ between the services. */
function unsigned(body: Buffer, { baseUrl }: TestService): string {
  return body
    .toString()
    .replaceAll(baseUrl, "")
    .replaceAll(/hmac=[\w-]{43}/g, "hmac=");
}

async function allIds(service: TestService): Promise<string[]> {
  const ids: string[] = [];
  let offset: string | null | undefined;
  do {
    const query = offset ? `offset=${encodeURIComponent(offset)}` : "";
    const page = surveyList.parse(JSON.parse(await text(service, `/v3/surveys?${query}`)));
    ids.push(...page.surveys.map((it) => it.surveyId));
    ({ offset } = page);
  } while (offset);
  return ids;
}

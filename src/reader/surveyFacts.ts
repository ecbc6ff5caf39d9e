/** Fields that are read from a survey's raw JSON. */
interface SurveyFacts {
  /** Its title: `label` in v3, `title` before; empty if it has none. */
  readonly label: string;
  readonly createdAt?: string | undefined;
}

export function readSurveyFacts(survey: Uint8Array): SurveyFacts {
  const value: unknown = JSON.parse(Buffer.from(survey).toString("utf8"));
  const fields = new Map<string, unknown>(
    typeof value === "object" && value !== null ? Object.entries(value) : [],
  );
  const label = fields.get("label") ?? fields.get("title");
  const createdAt = fields.get("createdAt");
  return {
    label: typeof label === "string" ? label : "",
    createdAt: typeof createdAt === "string" ? createdAt : undefined,
  };
}

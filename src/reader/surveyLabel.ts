/** The survey's title in its raw JSON: `label` in v3, `title` before; empty if it has none. */
export function readSurveyLabel(survey: Uint8Array): string {
  const value: unknown = JSON.parse(Buffer.from(survey).toString("utf8"));
  if (typeof value !== "object" || value === null) {
    return "";
  }
  const fields = new Map<string, unknown>(Object.entries(value));
  const label = fields.get("label") ?? fields.get("title");
  return typeof label === "string" ? label : "";
}

/** What the text says as JSON; `undefined` where it is none. For text that a schema decodes next. */
export function parseJsonText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

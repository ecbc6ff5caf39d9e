/** Parses JSON; returns `undefined` if the text is not JSON. For text that a schema decodes next. */
export function parseJsonText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

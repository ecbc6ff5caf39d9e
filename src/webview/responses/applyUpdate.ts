import type {
  ResponsesContent,
  ResponsesState,
  ResponsesUpdate,
} from "../../messages/responses.ts";

/**
 * Applies an update to the state. Returns `undefined` if the update depends on one that never came: the answer to `ready`
 * brings the whole state.
 */
export function applyUpdate(
  before: ResponsesState | undefined,
  update: ResponsesUpdate,
): ResponsesState | undefined {
  const { locale = before?.locale, collectGroups = before?.collectGroups } = update;
  const content = contentOf(before?.content, update.content);
  return locale && collectGroups && content !== "missing"
    ? { ...update, locale, collectGroups, content }
    : undefined;
}

function contentOf(
  before: ResponsesContent | undefined,
  update: ResponsesUpdate["content"],
): ResponsesContent | "missing" | undefined {
  if (!update) {
    return undefined;
  }
  const { columns = before?.columns } = update;
  return columns ? { ...update, columns } : "missing";
}

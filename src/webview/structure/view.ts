import { isRecord } from "../shared/vscodeApi.ts";

/** What the structure panel remembers of how it was looked at. */
export interface StructureView {
  readonly scrollTop: number;
  readonly outlineWidth: number;
}

export const outlineLimits = { minimum: 160, maximum: 480, initial: 264 };

export function decodeView(kept: unknown): StructureView {
  const { scrollTop, outlineWidth } = isRecord(kept) ? kept : {};
  return {
    scrollTop: typeof scrollTop === "number" ? scrollTop : 0,
    outlineWidth: typeof outlineWidth === "number" ? outlineWidth : outlineLimits.initial,
  };
}

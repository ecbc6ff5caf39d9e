import { t } from "../shared/l10n.ts";
import { fieldsOf } from "../shared/vscodeApi.ts";
import { decodeCodebook, type KeptCodebook } from "./codebook/codebookView.ts";

export const structureTabs = ["questionnaire", "codebook"] as const;
export type StructureTab = (typeof structureTabs)[number];

export function tabName(tab: StructureTab): string {
  return tab === "codebook" ? t("Codebook") : t("Questionnaire");
}

/** The view of the structure panel, as it is saved. */
export interface StructureView {
  readonly tab: StructureTab;
  readonly scrollTop: number;
  readonly outlineWidth: number;
  readonly codebook: KeptCodebook;
}

export const outlineLimits = { minimum: 160, maximum: 480, initial: 264 };

export function decodeView(kept: unknown): StructureView {
  const { tab, scrollTop, outlineWidth, codebook } = fieldsOf(kept);
  return {
    tab: structureTabs.find((it) => it === tab) ?? "questionnaire",
    scrollTop: typeof scrollTop === "number" ? scrollTop : 0,
    outlineWidth: typeof outlineWidth === "number" ? outlineWidth : outlineLimits.initial,
    codebook: decodeCodebook(codebook),
  };
}

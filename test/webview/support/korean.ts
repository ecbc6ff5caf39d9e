import type { Page } from "playwright-core";
import strings from "../../../l10n/bundle.l10n.ko.json" with { type: "json" };
import type { PanelLocale } from "../../../src/messages/panel.ts";

export const korean: PanelLocale = { locale: "ko", strings };

/**
 * Returns what is wrong with a Korean panel that shows English data: texts that are cut off, broken within words (labels:
 * also between words), or not translated.
 */
export function koreanProblems(page: Page): Promise<string[]> {
  return page.evaluate((translations) => {
    const isCut = (text: DOMRect, element: Element): boolean => {
      for (let it: Element | null = element; it !== null; it = it.parentElement) {
        const { overflowX, overflowY, position } = getComputedStyle(it);
        const box = it.getBoundingClientRect();
        const isSide = text.right > box.right + 1 || text.left < box.left - 1;
        const isHigh = text.bottom > box.bottom + 2 || text.top < box.top - 2;
        if (/hidden|clip/.test(overflowX) ? isSide : /hidden|clip/.test(overflowY) && isHigh) {
          return true;
        }
        const isMoved = /auto|scroll/.test(overflowX + overflowY) || position === "fixed";
        if (isMoved || it.matches("[role=columnheader]")) {
          return false;
        }
      }
      return text.right > document.documentElement.clientWidth + 1;
    };
    const labels = "button, [role=tab], [role=button], [role^=menuitem], .segmented label, legend";
    const problems: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const node = texts.currentNode;
      const [text, element] = [(node.textContent ?? "").trim(), node.parentElement];
      const isSeen =
        element?.checkVisibility({ visibilityProperty: true, opacityProperty: true }) === true &&
        // Titles (h1) come from the survey, cells from the response.
        !element.closest(".visually-hidden, option, style, script, h1, [role=gridcell]") &&
        // If there is little room, an action has its name only in the tooltip, and its text has no width.
        element.getBoundingClientRect().width > 1;
      if (!isSeen || text === "") {
        continue;
      }
      if ((translations[text] ?? text) !== text) {
        problems.push(`English: ${text}`);
      }
      if (!/[가-힣]/.test(text)) {
        continue;
      }
      const range = document.createRange();
      range.selectNodeContents(node);
      const lines = new Set([...range.getClientRects()].map((it) => Math.round(it.top)));
      if (lines.size > (element.closest(labels) ? 1 : text.split(/\s+/).length)) {
        problems.push(`broken: ${text}`);
      }
      if (isCut(range.getBoundingClientRect(), element)) {
        problems.push(`cut: ${text} (${element.localName}.${element.className})`);
      }
    }
    return problems;
  }, korean.strings);
}

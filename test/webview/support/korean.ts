import type { Page } from "playwright-core";
import strings from "../../../l10n/bundle.l10n.ko.json" with { type: "json" };
import type { PanelLocale } from "../../../src/messages/panel.ts";

export const korean: PanelLocale = { locale: "ko", strings };

/** What of a panel in Korean, which shows English data, is cut off, broken within words or, of labels, between them, or English. */
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
        // A title is the survey's, a cell the response's.
        !element.closest(".visually-hidden, option, style, script, h1, [role=gridcell]") &&
        // Of an action whose name is in its tooltip where there is little room.
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

import assert from "node:assert/strict";
import type { PanelLocale } from "../../../src/messages/panel.ts";
import { accessibilityProblems } from "./axe.ts";
import { korean, koreanProblems } from "./korean.ts";
import type { PanelOptions, PanelPage } from "./panelPage.ts";
import { themes, type Theme } from "./panelPageThemes.ts";
import { screenshotsAreWanted } from "./screenshots.ts";

export interface Look {
  readonly name: string;
  readonly options: { readonly width?: number; readonly height?: number; readonly scale?: number };
  readonly themes: readonly [Theme, ...Theme[]];
  readonly locale?: PanelLocale;
}

export const wide: Look = { name: "wide", options: {}, themes };

const inKorean: Look = { name: "korean", options: {}, themes: ["light"], locale: korean };

export const koreanLooks: readonly Look[] = [
  inKorean,
  { ...inKorean, name: "korean-narrow", options: { width: 480, height: 700 } },
];

/** Colours do not depend on the size; sizes depend on colours only through the borders of high contrast. */
export const looks: readonly Look[] = [
  wide,
  { name: "zoom-200", options: { width: 600, height: 400, scale: 2 }, themes: ["light"] },
  { name: "narrow", options: { width: 400, height: 700 }, themes: ["high-contrast"] },
  ...koreanLooks,
];

/** Returns the options with which a panel opens for a look. */
export function optionsFor({ options, themes: [theme], locale }: Look): PanelOptions {
  return { ...options, theme, locale };
}

/** Takes a screenshot and checks accessibility in each theme of the look; in Korean, checks also that all texts fit. */
export async function assertLooks<State extends { readonly kind: string }, Request>(
  panel: PanelPage<State, Request>,
  what: string,
  look: Look,
): Promise<void> {
  const [first] = look.themes;
  for (const theme of look.themes) {
    await panel.setTheme(theme);
    await panel.screenshot(`${what}-${theme}-${look.name}`);
    assert.deepEqual(
      // In another theme the same elements have other colours.
      await accessibilityProblems(panel.page, { onlyColours: theme !== first }),
      [],
      `${theme}, ${look.name}`,
    );
    if (look.locale === korean) {
      assert.deepEqual(await koreanProblems(panel.page), [], `${what}, ${look.name}`);
    }
  }
  // Texts that fit do so in all themes. The other themes are only for those who want the screenshots.
  for (const theme of screenshotsAreWanted && look.locale
    ? themes.filter((it) => it !== first)
    : []) {
    await panel.setTheme(theme);
    await panel.screenshot(`${what}-${theme}-${look.name}`);
  }
  await panel.setTheme(first);
}

import { html, type TemplateResult } from "lit";

/** What screen readers are to say; `turn` differs from one announcement to the next. */
export interface Announcement {
  readonly text: string;
  readonly turn: number;
}

export const silence: Announcement = { text: "", turn: 0 };

export function announcementAfter({ turn }: Announcement, text: string): Announcement {
  return { text, turn: turn + 1 };
}

/** Renders live regions for screen readers: two in turn, because one says nothing if its text stays the same. */
export function announced({ text, turn }: Announcement): TemplateResult {
  return html`<p class="visually-hidden" role="status">${turn % 2 === 0 ? text : ""}</p>
    <p class="visually-hidden" role="status">${turn % 2 === 1 ? text : ""}</p>`;
}

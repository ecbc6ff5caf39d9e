import { html, type TemplateResult } from "lit";

export interface Sash {
  readonly label: string;
  readonly className: string;
  readonly value: number;
  readonly minimum: number;
  readonly maximum: number;
  /** 1 if the sized element is before the sash, -1 if it is after. */
  readonly direction: 1 | -1;
  /** Sashes inside a grid are reached through their cell. */
  readonly tabIndex: 0 | -1;
  resize(value: number): void;
  leave?(): void;
}

const step = 8;

/** Renders a border that is dragged, or moved by Left and Right; Home and End move it to its limits. */
export function sash(it: Sash): TemplateResult {
  return html`<div
    class="sash ${it.className}"
    role="separator"
    aria-orientation="vertical"
    aria-label=${it.label}
    aria-valuenow=${Math.round(it.value)}
    aria-valuemin=${it.minimum}
    aria-valuemax=${it.maximum}
    tabindex=${it.tabIndex}
    @pointerdown=${(event: PointerEvent) => drag(event, it)}
    @keydown=${(event: KeyboardEvent) => key(event, it)}
  ></div>`;
}

function clamp(it: Sash, value: number): number {
  return Math.max(it.minimum, Math.min(it.maximum, value));
}

function drag(event: PointerEvent, it: Sash): void {
  const { currentTarget: element, clientX: origin } = event;
  if (event.button !== 0 || !(element instanceof HTMLElement)) {
    return;
  }
  event.preventDefault();
  event.stopPropagation();
  element.setPointerCapture(event.pointerId);
  const ended = new AbortController();
  const move = (at: PointerEvent): void => {
    it.resize(clamp(it, it.value + (at.clientX - origin) * it.direction));
  };
  element.addEventListener("pointermove", move, { signal: ended.signal });
  element.addEventListener("lostpointercapture", () => ended.abort(), { signal: ended.signal });
}

function key(event: KeyboardEvent, it: Sash): void {
  const target = {
    ArrowLeft: it.value - step * it.direction,
    ArrowRight: it.value + step * it.direction,
    Home: it.minimum,
    End: it.maximum,
  }[event.key];
  const leaves = it.leave !== undefined && (event.key === "Escape" || event.key === "Enter");
  if (target === undefined && !leaves) {
    return;
  }
  event.preventDefault();
  event.stopPropagation();
  if (target === undefined) {
    it.leave?.();
  } else {
    it.resize(clamp(it, target));
  }
}

import {
  defaultRangeExtractor,
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type Range,
  type VirtualItem,
  type VirtualizerOptions,
} from "@tanstack/virtual-core";
import type { ReactiveController, ReactiveControllerHost } from "lit";

export interface AxisOptions {
  readonly count: number;
  readonly sizeOf: (index: number) => number;
  /** The header's height. */
  readonly frozen: number;
  /** Drawn wherever the scroll position is, so that the focus has an element to stay on. */
  readonly pinned: number;
}

/** Which rows of a grid are near enough to be drawn, and where they lie. */
export class VirtualAxis implements ReactiveController {
  readonly #virtualizer: Virtualizer<HTMLElement, HTMLElement>;
  readonly #host: ReactiveControllerHost;
  readonly #scroller: () => HTMLElement | null;
  #options: AxisOptions = { count: 0, sizeOf: () => 0, frozen: 0, pinned: -1 };
  #disconnect: (() => void) | undefined;

  constructor(host: ReactiveControllerHost, scroller: () => HTMLElement | null) {
    this.#host = host;
    this.#scroller = scroller;
    this.#virtualizer = new Virtualizer(this.#virtualizerOptions());
    host.addController(this);
  }

  hostConnected(): void {
    this.#disconnect = this.#virtualizer._didMount();
  }

  hostUpdated(): void {
    this.#virtualizer._willUpdate();
  }

  hostDisconnected(): void {
    this.#disconnect?.();
  }

  set options(options: AxisOptions) {
    this.#options = options;
    this.#virtualizer.setOptions(this.#virtualizerOptions());
  }

  get items(): readonly VirtualItem[] {
    return this.#virtualizer.getVirtualItems();
  }

  /** With what is frozen. */
  get total(): number {
    return this.#virtualizer.getTotalSize();
  }

  /** How many items of a size fit into view. */
  fitting(size: number): number {
    const { scrollRect } = this.#virtualizer;
    return Math.max(1, Math.floor(((scrollRect?.height ?? 0) - this.#options.frozen) / size));
  }

  reveal(index: number): void {
    if (index >= 0 && index < this.#options.count) {
      this.#virtualizer.scrollToIndex(index, { align: "auto" });
    }
  }

  #virtualizerOptions(): VirtualizerOptions<HTMLElement, HTMLElement> {
    const { count, sizeOf, frozen, pinned } = this.#options;
    return {
      count,
      estimateSize: sizeOf,
      paddingStart: frozen,
      scrollPaddingStart: frozen,
      overscan: 4,
      getScrollElement: this.#scroller,
      rangeExtractor: (range) => withPinned(range, pinned),
      scrollToFn: elementScroll,
      observeElementRect,
      observeElementOffset,
      onChange: () => this.#host.requestUpdate(),
    };
  }
}

function withPinned(range: Range, pinned: number): number[] {
  const near = defaultRangeExtractor(range);
  const first = near[0];
  if (pinned < 0 || pinned >= range.count || near.includes(pinned)) {
    return near;
  }
  return first !== undefined && pinned < first ? [pinned, ...near] : [...near, pinned];
}

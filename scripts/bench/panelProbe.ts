/** What a webview's frame tells of itself: the clock that counts is the one beside what is painted. */
export interface Probe {
  /** Resolves when rows, or the line of an empty panel, stand on the screen first. */
  painted(): Promise<Milestones>;
  /**
   * Resolves when all is loaded, and nothing is read any more. In epoch milliseconds.
   * @throws when the panel shows an error
   */
  loaded(responses: number): Promise<number>;
  /** Puts the scroll bar to a place, from 0 to 1, and waits until the rows there are painted. */
  scrollTo(share: number): Promise<Painted>;
  /** Posts what the panel would post, and waits until a view of so many responses is painted. */
  request(request: object, matching: number): Promise<Painted>;
  /** Begins to wait for an event of a person, and for what is to be painted then. */
  expect(type: "keydown" | "pointerup", matching: number | "other cells"): Promise<void>;
  /** Measured from that event. */
  expected(): Promise<Painted>;
  /** Brings a column's header into sight, by scrolling to the side. */
  revealColumn(name: string): Promise<void>;
  beginFrames(): void;
  endFrames(): Frames;
  /** Of the grid, in the frame's CSS pixels. */
  place(): GridPlace;
  /** What is in sight, for who wonders why something never came. */
  describe(): string;
}

/** On the way to the first rows, in epoch milliseconds. */
export interface Milestones {
  /** The panel's script runs. */
  readonly script: number;
  /** The rows arrived; absent where there are none. */
  readonly rows: number | undefined;
  readonly painted: number;
}

/** What was painted, and how long it took. */
export interface Painted {
  readonly milliseconds: number;
  /** Position of the first row in sight. */
  readonly first: number;
  /** Of the rows in sight. */
  readonly serials: readonly string[];
}

export interface Frames {
  /** Milliseconds from each frame to the next. */
  readonly gaps: readonly number[];
  /** How often the grid was scrolled meanwhile. */
  readonly scrolls: number;
}

export interface GridPlace {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly scrollBar: number;
}

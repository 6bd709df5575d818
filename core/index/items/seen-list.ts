/**
 * Remembers the stretches of ordered lists that were read, so that entries beside each other are read once. What it
 * answers is as old as that read.
 */

/** An entry at its place in the list. */
export interface Listed<Entry> {
  readonly place: string;
  readonly entry: Entry;
}

/** All entries from one place to another one, in order; a list begins with the empty place. */
interface Stretch<Entry> {
  readonly from: string;
  readonly to: string;
  readonly listed: readonly Listed<Entry>[];
}

/** A few MB. */
const MAX_KEPT = 10_000;

export class SeenList<Entry> {
  readonly #maxKept: number;
  #lists = new Map<string, readonly Stretch<Entry>[]>();
  #firstReads = new Map<string, Promise<unknown>>();
  #kept = 0;

  constructor(maxKept: number = MAX_KEPT) {
    this.#maxKept = maxKept;
  }

  /** Runs the first read of a list alone, because it often shows the list whole, and then the others. */
  async afterFirst<T>(list: string, read: () => Promise<T>): Promise<T> {
    const first = this.#firstReads.get(list);
    if (first !== undefined) {
      await first;
      return read();
    }
    const answer = read();
    // After a failed one, each of the others reads for itself.
    const settled = answer.catch(() => undefined);
    this.#firstReads.set(list, settled);
    return answer;
  }

  /** Returns the last entries up to the place, at most `most`; undefined if they were not all read. */
  upTo(list: string, place: string, most: number): readonly Entry[] | undefined {
    const stretch = this.#stretchAt(list, place);
    if (stretch === undefined) return undefined;
    const end = countUpTo(stretch.listed, place);
    if (end < most && stretch.from !== '') return undefined;
    return entriesOf(stretch.listed.slice(Math.max(0, end - most), end));
  }

  /** Returns the first entries behind a place, at most `most`; undefined if they were not all read. */
  behind(list: string, place: string, to: string, most: number): readonly Entry[] | undefined {
    const stretch = this.#stretchAt(list, place);
    if (stretch === undefined) return undefined;
    const [start, end] = [countUpTo(stretch.listed, place), countUpTo(stretch.listed, to)];
    if (end - start < most && stretch.to < to) return undefined;
    return entriesOf(stretch.listed.slice(start, Math.min(end, start + most)));
  }

  remember(list: string, stretch: Stretch<Entry>): void {
    if (this.#kept >= this.#maxKept) {
      this.#lists = new Map();
      this.#firstReads = new Map();
      this.#kept = 0;
    }
    const known = this.#lists.get(list) ?? [];
    const isApart = ({ from, to }: Stretch<Entry>): boolean => to < stretch.from || stretch.to < from;
    const joined = joinStretches([...known.filter((one) => !isApart(one)), stretch]);
    this.#lists.set(list, [...known.filter(isApart), joined]);
    this.#kept += stretch.listed.length;
  }

  #stretchAt(list: string, place: string): Stretch<Entry> | undefined {
    return this.#lists.get(list)?.find(({ from, to }) => from <= place && place <= to);
  }
}

function joinStretches<Entry>(stretches: readonly Stretch<Entry>[]): Stretch<Entry> {
  const listed = new Map(stretches.flatMap((one) => one.listed).map((one) => [one.place, one]));
  const from = stretches.map((one) => one.from).reduce((a, b) => (b < a ? b : a));
  const to = stretches.map((one) => one.to).reduce((a, b) => (b > a ? b : a));
  return { from, to, listed: [...listed.values()].sort((a, b) => (a.place < b.place ? -1 : 1)) };
}

/** Returns how many of the entries are not behind the place. */
function countUpTo(listed: readonly Listed<unknown>[], place: string): number {
  let [low, high] = [0, listed.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (listed[middle]!.place <= place) low = middle + 1;
    else high = middle;
  }
  return low;
}

function entriesOf<Entry>(listed: readonly Listed<Entry>[]): readonly Entry[] {
  return listed.map(({ entry }) => entry);
}

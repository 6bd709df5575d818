/** The port to the table of makers with operators' own spellings, as those see it who answer questions. */
import { BUILT_IN_MAKERS } from './built-in-makers.ts';
import type { MakerTable } from './maker-table.ts';

/** A change by an operator is in force everywhere after this time. */
export const ALIASES_FRESH_MS = 60_000;

export interface MakerDirectory {
  /** What is remembered, at once: the built-in table before the first reading. */
  remembered(): MakerTable;
  /** From memory while it is fresh, otherwise read; one round trip then, for all who ask meanwhile. */
  current(): Promise<MakerTable>;
}

/** The table of this release, to which no operator adds. */
export const BUILT_IN_DIRECTORY: MakerDirectory = {
  remembered: () => BUILT_IN_MAKERS,
  current: () => Promise.resolve(BUILT_IN_MAKERS),
};

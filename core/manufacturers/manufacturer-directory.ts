/** The port to the table of makers with operators' own spellings, as those see it who answer questions. */
import type { MakerTable } from './manufacturer-table.ts';
import { MINUTE_MS } from '../time.ts';

/** A change by an operator is in force everywhere after this time. */
export const ALIASES_FRESH_MS = MINUTE_MS;

export interface MakerDirectory {
  /** What is remembered, without a round trip: the built-in table before the first reading. */
  remembered(): Promise<MakerTable>;
  /** From memory while it is fresh, otherwise read; one round trip then, for all who ask meanwhile. */
  current(): Promise<MakerTable>;
}

let builtIn: Promise<MakerTable> | undefined;

/** The table of this release. Loaded by the first question that names a maker, in the time that its first reading of storage takes. */
export function loadBuiltInMakers(): Promise<MakerTable> {
  return (builtIn ??= import('./built-in-manufacturers.ts').then(({ BUILT_IN_MAKERS }) => BUILT_IN_MAKERS));
}

/** The table of this release, to which no operator adds. */
export const BUILT_IN_DIRECTORY: MakerDirectory = { remembered: loadBuiltInMakers, current: loadBuiltInMakers };

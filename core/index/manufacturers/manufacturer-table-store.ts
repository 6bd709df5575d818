/** The port for reading the table of manufacturers with operators' aliases, for look-ups and searches. */
import type { ManufacturerTable } from './manufacturer-table.ts';
import { loadOnce } from '../../load-once.ts';
import { MINUTE_MS } from '../../time.ts';

/** An operator's change takes effect everywhere after this time. */
export const ALIASES_FRESH_MS = MINUTE_MS;

export interface ManufacturerTableStore {
  /** Returns the cached table without a round trip, or the built-in one before the first read. */
  cached(): Promise<ManufacturerTable>;
  /** Returns the cached table while it is fresh; otherwise reads it in one round trip, shared by concurrent callers. */
  current(): Promise<ManufacturerTable>;
}

/**
 * Loads the table of this release once. The first look-up that names a manufacturer does so in parallel with its first
 * read of storage.
 */
export const loadBuiltInManufacturers = loadOnce(
  async (): Promise<ManufacturerTable> => (await import('./built-in-manufacturers.ts')).BUILT_IN_MANUFACTURERS,
);

/** The table of this release, without operators' aliases. */
export const BUILT_IN_TABLE_STORE: ManufacturerTableStore = {
  cached: loadBuiltInManufacturers,
  current: loadBuiltInManufacturers,
};

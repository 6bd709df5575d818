/**
 * The row of operators' aliases of manufacturers. It is in the Accounts table, because it cannot be rebuilt from files.
 */
import * as z from 'zod/mini';
import type { StoredAliases } from '../../../core/index/manufacturers/administer-manufacturers.ts';
import type { ManufacturerAlias } from '../../../core/index/manufacturers/manufacturer-alias.ts';
import type { Row, RowKey } from '../client/row-key.ts';

export const MANUFACTURER_ALIASES_KEY: RowKey = { pk: 'MANUFACTURERS', sk: 'ALIASES' };

const aliasRowSchema = z.object({
  aliases: z.array(z.object({ spelling: z.string(), manufacturer: z.nullable(z.string()) })),
  revision: z.int().check(z.positive()),
});

/** @throws an internal error when the row does not contain aliases */
export function readManufacturerAliasRow(row: Row | undefined): StoredAliases {
  return row === undefined ? { aliases: [], revision: 0 } : aliasRowSchema.parse(row);
}

export function writeManufacturerAliasRow(aliases: readonly ManufacturerAlias[], revision: number): Row {
  return {
    ...MANUFACTURER_ALIASES_KEY,
    aliases: aliases.map(({ spelling, manufacturer }) => ({ spelling, manufacturer })),
    revision,
  };
}

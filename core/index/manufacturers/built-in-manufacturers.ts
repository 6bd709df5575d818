/**
 * The manufacturer table of this release. Importing this file unpacks the table, so functions import it on demand
 * (manufacturer-table-store.ts).
 */
import { brotliDecompressSync } from 'node:zlib';
import { PACKED_MANUFACTURERS } from './packed-manufacturers.ts';
import { readManufacturerEntries } from './manufacturer-entries.ts';
import { ManufacturerTable } from './manufacturer-table.ts';

export const BUILT_IN_MANUFACTURERS = new ManufacturerTable(
  readManufacturerEntries(brotliDecompressSync(Buffer.from(PACKED_MANUFACTURERS, 'base64')).toString()),
);

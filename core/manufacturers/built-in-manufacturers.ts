/** The table of this release, unpacked when this file is first imported: functions do so on demand (manufacturer-table-store.ts). */
import { brotliDecompressSync } from 'node:zlib';
import { PACKED_MANUFACTURERS } from './packed-manufacturers.ts';
import { readManufacturerEntries } from './manufacturer-entries.ts';
import { ManufacturerTable } from './manufacturer-table.ts';

export const BUILT_IN_MANUFACTURERS = new ManufacturerTable(
  readManufacturerEntries(brotliDecompressSync(Buffer.from(PACKED_MANUFACTURERS, 'base64')).toString()),
);

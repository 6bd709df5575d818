/** The table of this release, unpacked when this file is first imported: functions do so on demand (manufacturer-directory.ts). */
import { brotliDecompressSync } from 'node:zlib';
import { PACKED_MAKERS } from './packed-manufacturers.ts';
import { readMakerEntries } from './manufacturer-entries.ts';
import { MakerTable } from './manufacturer-table.ts';

export const BUILT_IN_MAKERS = new MakerTable(
  readMakerEntries(brotliDecompressSync(Buffer.from(PACKED_MAKERS, 'base64')).toString()),
);

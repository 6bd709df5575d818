/** The TypeScript file that holds the table of makers, as text. */
import { brotliCompressSync, constants } from 'node:zlib';
import { readMakerData } from './read-maker-data.ts';

export function makerDataSource(): string {
  const packed = brotliCompressSync(readMakerData(), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
  return [
    '/** Made by `npm run makers:data` from data/makers; change the lists there. Brotli, in base64; what a line of it holds: manufacturer-entries.ts. */',
    `export const PACKED_MAKERS = '${packed.toString('base64')}';`,
    '',
  ].join('\n');
}

/** Writes a Windows icon file (.ico) that contains PNG pictures, which every browser since 2010 reads. */

const HEADER_BYTES = 6;
const ENTRY_BYTES = 16;
const ICON = 1;
const BITS_PER_PIXEL = 32;

/** @param pictures square PNG files of at most 256 pixels, smallest first */
export function iconOf(pictures: readonly Buffer[]): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt16LE(ICON, 2);
  header.writeUInt16LE(pictures.length, 4);
  let offset = HEADER_BYTES + ENTRY_BYTES * pictures.length;
  const entries = pictures.map((picture) => {
    const entry = Buffer.alloc(ENTRY_BYTES);
    const { width, height } = pngSize(picture);
    // 256 is written as 0, because the field has one byte.
    entry.writeUInt8(width % 256, 0);
    entry.writeUInt8(height % 256, 1);
    entry.writeUInt16LE(1, 4);
    entry.writeUInt16LE(BITS_PER_PIXEL, 6);
    entry.writeUInt32LE(picture.length, 8);
    entry.writeUInt32LE(offset, 12);
    offset += picture.length;
    return entry;
  });
  return Buffer.concat([header, ...entries, ...pictures]);
}

const PNG_SIGNATURE = '89504e470d0a1a0a';

/** Reads the size in pixels from a PNG's first chunk. @throws {Error} for any other file */
export function pngSize(picture: Buffer): { readonly width: number; readonly height: number } {
  if (picture.subarray(0, 8).toString('hex') !== PNG_SIGNATURE) throw new Error('The file is not a PNG picture.');
  return { width: picture.readUInt32BE(16), height: picture.readUInt32BE(20) };
}

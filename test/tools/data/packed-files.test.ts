import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { packedFiles, packTable } from '../../../tools/data/packed-files.ts';

/** Another release of Node may compress the same text differently. */
function unpacked(text: string): string {
  return text.replace(/(PACKED_MANUFACTURERS = ')([^']+)/, (_all, before: string, packed: string) => {
    return before + brotliDecompressSync(Buffer.from(packed, 'base64')).toString();
  });
}

describe('the tables of data/', () => {
  test.each([...packedFiles()])('are what %s contains; `npm run data` writes it', (file, text) => {
    const stored = readFileSync(path.resolve(import.meta.dirname, '../../..', file), 'utf8');
    expect(unpacked(stored)).toBe(unpacked(text));
  });
});

describe('a table', () => {
  const HEAD = '# word\t[others]\t(source)\n';

  test('is packed without comments and columns for people', () => {
    expect(packTable(`${HEAD}# units\nv\tvolt\tSI\nw\t\tSI\n`, 'units')).toBe('v\tvolt\nw\t');
  });

  test.each(['v\tvolt', 'v\tvolt\tSI\tmore', '\tvolt\tSI', 'v\tvolt\t'])('is refused with the line %j', (line) => {
    expect(() => packTable(`${HEAD}${line}\n`, 'units')).toThrow('units: wrong columns');
  });
});

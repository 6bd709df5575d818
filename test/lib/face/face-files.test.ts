/** The pictures of a mark: those of the project, and what fails a deploy with another's. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { copyFace, OUR_FACE } from '../../../lib/face/face-files.ts';
import { iconOf, pngSize } from '../../../lib/face/icon-file.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'face-'));
const own = path.join(folder, 'own');
const pages = path.join(folder, 'pages');
beforeEach(() => cpSync(OUR_FACE, own, { recursive: true }));
afterAll(() => rmSync(folder, { recursive: true }));

/** Relative to the project, as the settings name it. */
const OWN = path.relative(process.cwd(), own);

test('the pictures are copied to the paths where clients ask for them', () => {
  copyFace(OUR_FACE, pages);
  const read = (file: string) => readFileSync(path.join(pages, file));
  expect(pngSize(read('dashboard/assets/mark-512.png'))).toEqual({ width: 512, height: 512 });
  expect(pngSize(read('apple-touch-icon.png'))).toEqual({ width: 180, height: 180 });
  expect(read('dashboard/assets/mark.svg').toString()).toContain('<svg');
  expect(read('favicon.ico').subarray(0, 4).toString('hex')).toBe('00000100');
});

describe('a folder of a deployer', () => {
  test('without one of the pictures fails the deploy, with the command that draws it', () => {
    rmSync(path.join(own, 'favicon.ico'));
    expect(() => copyFace(OWN, pages)).toThrow(`favicon.ico is missing: draw it with npm run docs:face -- ${OWN}`);
  });

  test('with a picture of another size fails the deploy, which names both sizes', () => {
    cpSync(path.join(own, 'apple-touch-icon.png'), path.join(own, 'mark-512.png'));
    expect(() => copyFace(OWN, pages)).toThrow('mark-512.png has 180 × 180 pixels; it needs 512 × 512.');
  });

  test('with a file that is not a PNG fails the deploy', () => {
    writeFileSync(path.join(own, 'preview.png'), '<svg/>');
    expect(() => copyFace(OWN, pages)).toThrow('not a PNG');
  });
});

test('an icon file lists the size, the length and the place of each picture', () => {
  const picture = readFileSync(path.join(OUR_FACE, 'apple-touch-icon.png'));
  const icon = iconOf([picture, picture]);
  expect([icon.readUInt16LE(2), icon.readUInt16LE(4)]).toEqual([1, 2]);
  const second = icon.subarray(22, 38);
  expect([second.readUInt8(0), second.readUInt32LE(8)]).toEqual([180, picture.length]);
  expect(icon.subarray(second.readUInt32LE(12))).toEqual(picture);
});

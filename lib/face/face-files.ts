/** Copies the pictures of a stage's mark to the places where browsers, assistants and messengers ask for them. */
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { FACE_PATHS } from '../../core/service-face.ts';
import { pngSize } from './icon-file.ts';

const PROJECT_FOLDER = path.resolve(import.meta.dirname, '../..');
/** The project's own mark. */
export const OUR_FACE = 'web/face';

interface FaceFile {
  readonly file: string;
  readonly path: string;
  /** Width and height in pixels, of a PNG. */
  readonly size?: readonly [width: number, height: number];
}

const FACE_FILES: readonly FaceFile[] = [
  { file: 'mark.svg', path: FACE_PATHS.mark },
  { file: 'mark-512.png', path: FACE_PATHS.picture, size: [512, 512] },
  { file: 'apple-touch-icon.png', path: FACE_PATHS.appleTouchIcon, size: [180, 180] },
  { file: 'preview.png', path: FACE_PATHS.preview, size: [1200, 630] },
  { file: 'favicon.ico', path: FACE_PATHS.favicon },
];

/**
 * @param faceFolder relative to the project's folder
 * @throws {Error} for a file that is missing or has another size, so that the deploy fails and not the browser
 */
export function copyFace(faceFolder: string, pagesFolder: string): void {
  for (const { file, path: served, size } of FACE_FILES) {
    const from = path.join(PROJECT_FOLDER, faceFolder, file);
    if (!existsSync(from))
      throw new Error(`${faceFolder}/${file} is missing: draw it with npm run docs:face -- ${faceFolder}`);
    if (size !== undefined) checkSize(`${faceFolder}/${file}`, readFileSync(from), size);
    const to = path.join(pagesFolder, served);
    mkdirSync(path.dirname(to), { recursive: true });
    cpSync(from, to);
  }
}

function checkSize(file: string, picture: Buffer, [wide, high]: readonly [number, number]): void {
  const { width, height } = pngSize(picture);
  if (width !== wide || height !== high)
    throw new Error(`${file} has ${width} × ${height} pixels; it needs ${wide} × ${high}.`);
}

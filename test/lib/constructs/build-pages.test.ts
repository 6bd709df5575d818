/**
 * The files of the dashboard that a browser loads, and the allowed contents of pages. Sizes are in transferred bytes.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildPages } from '../../../lib/constructs/build-pages.ts';

const MAX_SCRIPT_BYTES = 73_200;
const MAX_STYLE_BYTES = 12_500;

let folder: string;
let pages: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'pages-'));
  buildPages(folder);
  pages = path.join(folder, 'pages');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function sizeOf(extension: string): number {
  const assets = path.join(pages, 'dashboard/assets');
  const files = readdirSync(assets).filter((file) => file.endsWith(extension));
  // The style sheet and the script that copies code exist under two names with the same content.
  expect(files.length).toBe(extension === '.js' ? 3 : 2);
  return Math.max(...files.map((file) => gzipSync(readFileSync(path.join(assets, file))).length));
}

test('the script has at most 73.2 kB, the style sheet 12.5 kB', () => {
  expect(sizeOf('.js')).toBeLessThanOrEqual(MAX_SCRIPT_BYTES);
  expect(sizeOf('.css')).toBeLessThanOrEqual(MAX_STYLE_BYTES);
});

test('no page contains an inline script or style, or loads anything from another origin', () => {
  const files = readdirSync(pages, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html'));
  expect(files).toContain('dashboard.html');
  for (const file of files) {
    const html = readFileSync(path.join(pages, file), 'utf8');
    const loaded = [...html.matchAll(/<(?:script|link|img|iframe)\b[^>]*>/g)].map(([tag]) => tag);
    for (const tag of loaded)
      expect([file, tag]).toEqual([
        file,
        expect.stringMatching(/(?:src|href)="\/(?:dashboard\/assets\/|favicon\.ico|apple-touch-icon\.png)/),
      ]);
    expect([file, html]).toEqual([file, expect.not.stringMatching(/<style|\son\w+=|style="|<script(?![^>]*src=)/)]);
  }
});

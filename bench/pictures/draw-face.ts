/**
 * `npm run docs:face -- [FOLDER] [--name NAME]`: draws, from the `mark.svg` of a folder, the pictures that browsers,
 * assistants and messengers ask for (lib/face/face-files.ts lists them). Needs a Chromium; the drawn files are kept in
 * the repository, so a deploy needs none.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { program } from '../../bin/program/program.ts';
import { TOOL_GUIDE } from '../../core/api/front-door/tool-guide.ts';
import { escapeHtml } from '../../core/http/escape-html.ts';
import { OUR_NAME, SERVICE_DESCRIPTION } from '../../core/service-face.ts';
import { iconOf } from '../../lib/face/icon-file.ts';
import { browserFile, openBrowser } from '../../test/support/processes/open-browser.ts';

const command = program('npm run docs:face --', 'Draw the pictures of a mark')
  .argument('[folder]', 'the folder of mark.svg', 'web/face')
  .option('--name <name>', 'the name on the preview picture', OUR_NAME)
  .parse();
const [folder = 'web/face'] = command.processedArgs as [string];
const { name } = command.opts<{ name: string }>();
// Read by Chromium, which is started below.
process.env['FONTCONFIG_FILE'] ??= path.join(import.meta.dirname, '../fonts.conf');

const mark = `data:image/svg+xml;base64,${readFileSync(path.join(folder, 'mark.svg')).toString('base64')}`;
const executable = await browserFile();
if (executable === undefined) throw new Error('No Chromium is installed: draw the files with another program.');
const browser = await openBrowser(executable);
try {
  write('mark-512.png', await square(browser, 512));
  // Apple rounds the corners itself and shows transparent ones in black.
  write('apple-touch-icon.png', await square(browser, 180, '#17171d'));
  write('favicon.ico', iconOf([await square(browser, 16), await square(browser, 32), await square(browser, 48)]));
  write('preview.png', await picture(browser, { width: 1200, height: 630 }, preview()));
} finally {
  await browser.close();
}

function write(file: string, bytes: Uint8Array): void {
  writeFileSync(path.join(folder, file), bytes);
}

async function square(from: Browser, size: number, ground = 'transparent'): Promise<Buffer> {
  const html = `<body style="margin:0;background:${ground}"><img src="${mark}" width="${size}" height="${size}" style="display:block">`;
  return picture(from, { width: size, height: size }, html);
}

async function picture(
  from: Browser,
  viewport: { readonly width: number; readonly height: number },
  html: string,
): Promise<Buffer> {
  const page = await from.newPage({ viewport, colorScheme: 'light' });
  await page.setContent(html, { waitUntil: 'load' });
  const bytes = await page.screenshot({ omitBackground: true });
  await page.close();
  return bytes;
}

/** The picture that messengers show with a link: the mark, the name, what it does, and its tools. */
function preview(): string {
  const tools = TOOL_GUIDE.map((tool) => `<code>${tool.name}</code>`).join(' ');
  return `<style>
    body { margin: 0; width: 1200px; height: 630px; box-sizing: border-box; padding: 84px 88px; background: #fff; color: #16161b;
      font-family: Inter, "Segoe UI", system-ui, sans-serif; display: flex; flex-direction: column; justify-content: space-between }
    header { display: flex; align-items: center; gap: 26px; font-size: 44px; font-weight: 600; letter-spacing: -0.01em }
    p { margin: 0; font-size: 52px; line-height: 1.22; font-weight: 600; letter-spacing: -0.02em; max-width: 1000px }
    footer { display: flex; flex-wrap: wrap; gap: 12px }
    code { font: 22px ui-monospace, "DejaVu Sans Mono", monospace; padding: 8px 14px; border-radius: 10px; background: #eef1ff; color: #2a44c8 }
  </style>
  <header><img src="${mark}" width="88" height="88">${escapeHtml(name)}</header>
  <p>${escapeHtml(SERVICE_DESCRIPTION)}</p>
  <footer>${tools}</footer>`;
}

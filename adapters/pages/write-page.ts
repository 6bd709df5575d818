/** Renders a page of components; all text in it is escaped. */
import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';

/** The style sheet under a name that does not change, for functions that do not know the built one. */
export const STYLE_PATH = '/dashboard/assets/style.css';
/** The script that gives code its Copy buttons, likewise. */
export const COPY_PATH = '/dashboard/assets/copy.js';

export function writePage(page: VNode): string {
  return `<!doctype html>\n${renderToString(page)}\n`;
}

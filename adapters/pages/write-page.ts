/** Renders a page of components; all text in it is escaped. */
import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';

/** The style sheet under the name that does not change, for functions that do not know the built one. */
export const STYLE_PATH = '/dashboard/assets/style.css';

export function writePage(page: VNode): string {
  return `<!doctype html>\n${renderToString(page)}\n`;
}

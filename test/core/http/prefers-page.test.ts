import { describe, expect, test } from 'vitest';
import { prefersPage } from '../../../core/http/prefers-page.ts';

describe('an Accept header', () => {
  test.each([
    'text/html',
    'TEXT/HTML; charset=utf-8',
    'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'application/xhtml+xml',
    'application/json;q=0.5, text/html',
    'text/html;q=0.1',
    'text/html;q=nonsense',
  ])('prefers a page with "%s"', (accept) => {
    expect(prefersPage(accept)).toBe(true);
  });

  test.each([
    undefined,
    '',
    '*/*',
    'text/*',
    'application/json',
    'application/json, text/plain, */*',
    'application/json, text/event-stream',
    'text/html, application/json',
    'text/html;q=0.9, application/problem+json',
    'text/html;q=0',
    'text/html ; q=0.000 , */*',
    'text/htmlx',
    'image/avif,image/webp,*/*;q=0.8',
  ])('prefers no page with "%s"', (accept) => {
    expect(prefersPage(accept)).toBe(false);
  });
});

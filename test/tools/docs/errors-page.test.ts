import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ERROR_CODES } from '../../../core/error-codes.ts';
import { errorDocUrl, type ErrorCode } from '../../../core/errors.ts';
import { errorsPage } from '../../../tools/docs/errors-page.ts';

/** The codes of the specification by their HTTP status. */
const SPECIFIED: Readonly<Record<string, number>> = {
  invalid_parameter: 400,
  missing_parameter: 400,
  batch_too_large: 400,
  bad_request: 400,
  validation_failed: 422,
  unauthorized: 401,
  csrf_invalid: 403,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  unprocessable: 422,
  no_active_plan: 402,
  trial_ended: 402,
  past_due: 402,
  spending_cap_reached: 402,
  plan_required_for_enrich: 402,
  trial_limit_reached: 402,
  rate_limited: 429,
  internal_error: 500,
  insufficient_scope: 403,
  origin_not_allowed: 403,
};

describe('the error catalog', () => {
  test('has every code of docs/reference/errors.md under its HTTP status, and no other', () => {
    const statuses = Object.entries(ERROR_CODES).map(([code, { httpStatus }]) => [code, httpStatus]);
    expect(Object.fromEntries(statuses)).toEqual(SPECIFIED);
  });

  test('is written to docs/reference/errors.md by `npm run docs:errors`', () => {
    const page = readFileSync(path.resolve(import.meta.dirname, '../../../docs/reference/errors.md'), 'utf8');
    expect(page).toBe(errorsPage());
  });

  test('gives each doc_url a heading of the page', () => {
    const headings = new Set([...errorsPage().matchAll(/^## (.+)$/gm)].map((match) => match[1]));
    const anchors = (Object.keys(ERROR_CODES) as ErrorCode[]).map(
      (code) => errorDocUrl('https://docs', code).split('#')[1],
    );
    expect(anchors.every((anchor) => headings.has(anchor))).toBe(true);
  });
});

describe('the errors page also lists', () => {
  test.each([
    [413, 'Request Entity Too Large'],
    [429, 'Too Many Requests'],
    [500, 'Internal Server Error'],
    [503, 'Service Unavailable'],
  ])('the bare %i of the gateway itself', (status, message) => {
    expect(errorsPage()).toContain(`| ${status} | \`${message}\` |`);
  });

  test('the refusals that the address limit does not cover', () => {
    const section = errorsPage()
      .split('\n## ')
      .find((text) => text.startsWith('rate_limited'));
    expect(section).toMatch(
      /Early refusals .*403 for the origin, 404, 405.*documents and preflights have no limit per address/,
    );
  });
});

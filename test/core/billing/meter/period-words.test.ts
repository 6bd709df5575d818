import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { PERIOD_WORDS } from '../../../../core/billing/meter/period-words.ts';

const OVERVIEW = path.resolve(import.meta.dirname, '../../../../web/views/billing/overview/overview.tsx');

test('the page lists the figures of a period by the words of the commands, in their order', () => {
  const words = Object.values(PERIOD_WORDS).map((word) => `'${word}'`);
  expect(readFileSync(OVERVIEW, 'utf8')).toContain(`[${words.join(', ')}]`);
});

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { PERIOD_LABELS } from '../../../../bin/admin/billing/period-labels.ts';

const OVERVIEW = path.resolve(import.meta.dirname, '../../../../web/views/billing/overview/overview.tsx');

test('the page lists the figures of a period by the words of the commands, in their order', () => {
  const words = Object.values(PERIOD_LABELS).map((word) => `'${word}'`);
  expect(readFileSync(OVERVIEW, 'utf8')).toContain(`[${words.join(', ')}]`);
});

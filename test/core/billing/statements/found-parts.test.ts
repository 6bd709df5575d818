import { expect, test } from 'vitest';
import { foundPartsOf } from '../../../../core/billing/statements/found-parts.ts';

const part = (partNumber: string, periodKey: string, foundAtMs: number) => ({
  ...{ manufacturer: 'Acme', partNumber },
  ...{ foundAtMs, periodKey },
});

test('a period lists the parts that were charged on its row, in the order in which they were found', () => {
  const charged = [part('LATE', '2026-11', 9), part('NEXT', '2026-12', 1), part('EARLY', '2026-11', 2)];
  expect(foundPartsOf('2026-11', charged)).toEqual([
    { manufacturer: 'Acme', partNumber: 'EARLY', foundAtMs: 2 },
    { manufacturer: 'Acme', partNumber: 'LATE', foundAtMs: 9 },
  ]);
});

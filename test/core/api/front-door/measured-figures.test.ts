/** The claims in the text around the figures must follow from the measurements. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { BUILT_IN_PLANS } from '../../../../core/billing/plans/built-in-plans.ts';
import { measuredFigures } from '../../../../core/api/front-door/measured-figures.ts';

const EVIDENCE = JSON.parse(readFileSync('docs/evidence/performance.json', 'utf8')) as {
  readonly accuracy: { readonly values: { readonly crossed: { readonly asked: number; readonly answered: number } } };
};

test('the figures on the pages are those of the evidence page', () => {
  const figures = measuredFigures(EVIDENCE);
  const accuracy = readFileSync('docs/evidence/accuracy.md', 'utf8');
  const performance = readFileSync('docs/evidence/performance.md', 'utf8').replaceAll(/(?<=\d),(?=\d)/g, '');
  for (const figure of [
    figures.WRONG_SPELLING,
    figures.WRONG_MANUFACTURER,
    figures.WRONG_TAKEOVER,
    figures.SPELLINGS_BY_USE,
  ])
    expect(accuracy).toContain(`| ${figure} |`);
  const row = [figures.CALLS, figures.CALLS_OFFICIAL, figures.CALLS_RATIO].map((one) => one.replace(/[,×]/g, ''));
  expect(performance).toContain(`| tools/call a second | ${row.join(' | ')} |`);
});

test('the tokens of an item are those billed for a batch of real parts, and its cost is that of the most expensive plan', () => {
  const { TOKENS_A_RECORD, TOKENS_WITH_ATTRIBUTES, RECORDS_A_MILLION, RECORD_COST } = measuredFigures({
    ...EVIDENCE,
    facts: {
      values: [
        { asked: 'default fields', facts: 'without', found: 50, tokensBilled: 7_015 },
        { asked: 'with attributes', facts: 'without', found: 50, tokensBilled: 9_347 },
      ],
    },
  });
  expect([TOKENS_A_RECORD, TOKENS_WITH_ATTRIBUTES, RECORDS_A_MILLION]).toEqual(['140', '190', '7,100']);
  const dearest = Math.max(...BUILT_IN_PLANS.map((plan) => plan.overagePriceNanoUsdPerToken));
  expect(Number(RECORD_COST.replace('$', '')) * 1e9).toBeGreaterThan((7_015 / 50) * dearest);
});

test('the claims of the pages are still true: no part is answered under another manufacturer, and the official SDK is slower', () => {
  const { WRONG_ANSWERED, SPELLINGS_CONFUSED, CALLS_RATIO } = measuredFigures(EVIDENCE);
  expect([WRONG_ANSWERED, SPELLINGS_CONFUSED]).toEqual(['0', '0']);
  expect(Number.parseFloat(CALLS_RATIO)).toBeGreaterThan(1);
});

test('a measurement that finds an error shows it', () => {
  const { crossed } = EVIDENCE.accuracy.values;
  const values = { ...EVIDENCE.accuracy.values, crossed: { ...crossed, answered: 3 } };
  expect(measuredFigures({ ...EVIDENCE, accuracy: { values } }).WRONG_ANSWERED).toBe('3');
});

test('a missing measurement fails with its name', () => {
  expect(() => measuredFigures({ ...EVIDENCE, peers: undefined })).toThrow('peers');
  expect(() => measuredFigures({ ...EVIDENCE, facts: { values: [] } })).toThrow('default fields');
});

import { describe, expect, test } from 'vitest';
import { mutationPage, readVerdicts, scoreOf } from './mutation-page.ts';

const mutant = (status: string, more: object = {}) => ({
  id: '1',
  mutatorName: 'BooleanLiteral',
  replacement: 'true',
  status,
  location: { start: { line: 7, column: 1 }, end: { line: 7, column: 5 } },
  ...more,
});
const REPORT = {
  framework: { name: 'StrykerJS', version: '9.9.9' },
  files: {
    'one/b.ts': {
      source: 'b',
      mutants: [mutant('Killed'), mutant('Timeout'), mutant('Survived', { replacement: '`a\n  |`' })],
    },
    'one/a.ts': {
      source: 'a',
      mutants: [mutant('NoCoverage'), mutant('Ignored', { statusReason: 'says the same' }), mutant('CompileError')],
    },
    'two/c.ts': { source: 'c', mutants: [mutant('Killed')] },
    'types.ts': { source: 't', mutants: [] },
  },
};
const EARLIER = readVerdicts(REPORT, ['one/b.ts', 'two/c.ts', 'types.ts'], '2026-11-21T08:00');
const LATER = readVerdicts(REPORT, ['one/a.ts', 'never-mutated.ts'], '2026-11-21T09:30');

test('the verdicts of a report are those of the named files that it has', () => {
  expect(EARLIER.map(({ source }) => source)).toEqual(['b', 'c', 't']);
});

describe('the page of mutation testing', () => {
  const page = mutationPage([...EARLIER, ...LATER], '2 × a processor');

  test('says when, where and with what the verdicts were made', () => {
    expect(page).toContain('verdicts of 2026-11-21T08:00Z to 2026-11-21T09:30Z');
    expect(page).toContain('each on the file as it is: 2 × a processor, StrykerJS 9.9.9');
  });

  test('scores like Stryker: all, the rules of money, each folder, and each file below 100', () => {
    expect(page.split('\n').filter((line) => line.startsWith('| '))).toEqual([
      '| folder, or file below 100 | score | mutants | killed | timed out | survived | not covered | left out |',
      '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
      '| all | 60.00 | 5 | 2 | 1 | 1 | 1 | 1 |',
      '| of them, the rules of money | n/a | 0 | 0 | 0 | 0 | 0 | 0 |',
      '| `one` | 50.00 | 4 | 1 | 1 | 1 | 1 | 1 |',
      '| `a.ts` | 0.00 | 1 | 0 | 0 | 0 | 1 | 1 |',
      '| `b.ts` | 66.67 | 3 | 1 | 1 | 1 | 0 | 0 |',
      '| `two` | 100.00 | 1 | 1 | 0 | 0 | 0 | 0 |',
    ]);
  });

  test('names every mutant that survived, or was left out with the reason', () => {
    expect(page.slice(page.indexOf('## Survivors'))).toBe(
      [
        '## Survivors',
        "- `one/a.ts:7` BooleanLiteral to `true`\n- `one/b.ts:7` BooleanLiteral to `'a |'`",
        '## Left out',
        '- `one/a.ts:7` BooleanLiteral to `true`: says the same',
      ].join('\n\n'),
    );
  });

  test('names the files that were not judged as they are now, those of money first', () => {
    expect(page).not.toContain('not judged');
    expect(mutationPage(EARLIER, 'a machine', ['core/money.ts', 'x.ts', 'core/billing/y.ts'])).toContain(
      'Of the rules of money, not judged as they are now, and not in the figures: `core/money.ts`, `core/billing/y.ts`.\n\n' +
        'Of the others, which decide no amount, not judged as they are now, and not in the figures: `x.ts`.\n\n## Survivors',
    );
  });
});

test('a score counts the detected among the judged, and is full if there were none', () => {
  const verdicts = ['Killed', 'Timeout', 'Survived', 'NoCoverage', 'Ignored', 'CompileError'] as const;
  const { mutants } = readVerdicts(
    {
      framework: { name: 'S', version: '1' },
      files: { a: { source: '', mutants: verdicts.map((one) => mutant(one)) } },
    },
    ['a'],
    '',
  )[0] ?? { mutants: [] };
  expect([scoreOf(mutants), scoreOf([])]).toEqual([50, 100]);
});

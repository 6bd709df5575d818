import { expect, test } from 'vitest';
import { mutationPage } from '../../bench/mutation-page.ts';

const RUN = {
  date: '2026-11-21T08:00',
  minutes: 9,
  machine: '2 × a processor',
  command: 'npm run mutation -- --concurrency 1',
};

const mutant = (status: string, more: object = {}) => ({
  id: '1',
  mutatorName: 'BooleanLiteral',
  replacement: 'true',
  status,
  location: { start: { line: 7, column: 1 }, end: { line: 7, column: 5 } },
  ...more,
});

test('the page of mutation testing scores as Stryker does, and names every mutant that survived or was left out', () => {
  const report = {
    framework: { name: 'StrykerJS', version: '9.9.9' },
    files: {
      'b.ts': { mutants: [mutant('Killed'), mutant('Timeout'), mutant('Survived', { replacement: '`a\n  |`' })] },
      'a.ts': {
        mutants: [mutant('NoCoverage'), mutant('Ignored', { statusReason: 'says the same' }), mutant('CompileError')],
      },
      'types.ts': { mutants: [] },
    },
  };
  const page = mutationPage(report, RUN);
  expect(page).toContain('`npm run mutation -- --concurrency 1` on 2026-11-21T08:00Z: 9 minutes on 2 × a processor');
  expect(page).toContain('StrykerJS 9.9.9');
  expect(page.split('\n').filter((line) => line.startsWith('| '))).toEqual([
    '| file | score | mutants | killed | timed out | survived | not covered | left out |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    '| all | 50.00 | 4 | 1 | 1 | 1 | 1 | 1 |',
    '| `a.ts` | 0.00 | 1 | 0 | 0 | 0 | 1 | 1 |',
    '| `b.ts` | 66.67 | 3 | 1 | 1 | 1 | 0 | 0 |',
  ]);
  expect(page.slice(page.indexOf('## Survivors'))).toBe(
    [
      '## Survivors',
      "- `b.ts:7` BooleanLiteral to `'a |'`\n- `a.ts:7` BooleanLiteral to `true`",
      '## Left out',
      '- `a.ts:7` BooleanLiteral to `true`: says the same',
    ].join('\n\n'),
  );
});

import { describe, expect, test } from 'vitest';
import { tableLines, wrapText, type Column } from '../../../../bin/admin/console/table-text.ts';

const PLAIN = { heading: (text: string) => text, below: (text: string) => text };

function lines(columns: readonly Column[], rows: readonly (readonly string[])[], width = 80): readonly string[] {
  return tableLines(columns, rows, { columns: width, ...PLAIN });
}

const WIDE_ROW = [
  'cli_live_DemoGrowth_eoEZfhB2t5j4',
  'A name of a key that somebody took a whole sentence for',
  '2026-11-22 10:46',
  '$1,234.56',
];
const COLUMNS = [
  { heading: 'Key' },
  { heading: 'Name' },
  { heading: 'Created (UTC)', minor: true as const },
  { heading: 'To pay' },
];

describe('a table', () => {
  test('shows columns side by side if there is room, with numbers and money aligned right', () => {
    expect(
      lines(
        [{ heading: 'Plan' }, { heading: 'Calls' }, { heading: 'To pay' }],
        [
          ['starter', '1,200', '$0.50'],
          ['x', '7', '$12.00'],
        ],
      ),
    ).toEqual(['Plan     Calls  To pay', 'starter  1,200   $0.50', 'x            7  $12.00']);
  });

  test.each([40, 60, 80, 120])('is never wider than %i columns, and breaks no number, time or identifier', (width) => {
    const laidOut = lines(COLUMNS, [WIDE_ROW], width);
    expect(laidOut.filter((line) => line.length > width)).toEqual([]);
    const text = laidOut.join('\n');
    for (const whole of [WIDE_ROW[0], WIDE_ROW[2], WIDE_ROW[3]]) expect(text).toContain(whole);
  });

  test('moves the less important columns below their row first', () => {
    expect(lines(COLUMNS, [WIDE_ROW], 64)).toEqual([
      'Key                               Name                    To pay',
      'cli_live_DemoGrowth_eoEZfhB2t5j4  A name of a key      $1,234.56',
      '                                  that somebody took',
      '                                  a whole sentence',
      '                                  for',
      '    Created (UTC): 2026-11-22 10:46',
    ]);
  });

  test('counts wide characters as wide, and omits empty values from the lines below a row', () => {
    const [heading = '', row = '', ...below] = lines(
      [{ heading: 'Name' }, { heading: 'N' }, { heading: 'Note', minor: true }],
      [
        ['東京', '5', '-'],
        ['x'.repeat(70), '6', '-'],
      ],
      75,
    );
    expect(heading.indexOf('N', 1)).toBe(heading.length - 1);
    expect(row.trimEnd().endsWith('5')).toBe(true);
    expect(below.join('\n')).not.toContain('Note');
  });
});

test('a word longer than a line is broken, and nothing is lost', () => {
  expect(wrapText('abcdefghij kl', 4)).toEqual(['abcd', 'efgh', 'ij', 'kl']);
});
